import { defineModule, type Module } from '../../kernel/module.ts';
import { rulesOptions } from './options.ts';
import type { Rules } from './rules.ts';
import type { RuleOptions } from './declaration.ts';

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

/** The policies that people decide on, as declared by the host. */
export const rulesModule: Module<'rules'> = defineModule({
  id: 'rules',
  options: rulesOptions,
  create: ({ options }) => ({ service: options.rules }),
});
