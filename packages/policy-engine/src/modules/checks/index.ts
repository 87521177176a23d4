/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { CheckFinding } from './finding.ts';
import type { CheckService } from './service.ts';

export { type FindingKinds, kindOf, nameOf, worded } from './finding.ts';
export { optionPage } from './fix.tsx';
export { developerTasks } from './views.tsx';
export type { CheckService } from './service.ts';

declare module '../../kernel/module.ts' {
  interface Services {
    readonly checks: CheckService;
  }
}
declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /**
     * Reports what is missing for compliance: rules, texts, consents that are not freely given, and anything that
     * prevents the engine from working.
     *
     * @param options.locales languages for the sentences, best first
     */
    check(options?: { readonly locales?: readonly string[] }): Promise<CheckFinding[]>;
  }
}
