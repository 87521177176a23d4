/** What other modules and the host know of this module: the option, the service, and the names below. */
import type { ApprovedAct, approvalsOptions } from './options.ts';
import type { Approvals } from './service.ts';

export type { Approval } from './approval.ts';
export { proposalNotice } from './proposal-notice.tsx';
export type { Approvals } from './service.ts';

type Shapes = typeof approvalsOptions;

declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /**
     * What one administrator proposes and another one confirms: `publish` a text, `erase` a person's data. The host's own code
     * needs no second person. Default: nothing.
     */
    readonly fourEyes?: readonly ApprovedAct[];
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
declare module '../../kernel/module.ts' {
  interface Services {
    readonly approvals: Approvals;
  }
}
