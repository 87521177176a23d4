/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { RuleOptions } from './declaration.ts';
import type { rulesOptions } from './options.ts';
import type { Rules } from './rules.ts';

export { isAsked } from './condition.ts';
export type { ConsentState, Decision } from './decision.ts';
export type { LifecycleEvent, PostureOptions, PurposeName, RuleConditionContext } from './declaration.ts';
export { idlePosture, posture, purpose } from './posture.ts';
export type { Rule, Rules } from './rules.ts';
export { type VendorChoice, vendorsIn, vendorsText } from '../../platform/vendor-choice.ts';

type Shapes = typeof rulesOptions;

declare module '../../kernel/module.ts' {
  interface Services {
    readonly rules: Rules;
  }
}
declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /** What people decide on. */
    readonly rules: readonly RuleOptions<RuleName>[];
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
