/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { Audit } from './service.ts';
import type { LogSubjects } from './subjects.ts';

export { type LoggedEntry, LoggedEntryStore } from './logged-entries.ts';
export { Audit, type AuditEntry } from './service.ts';
export type { LogSubjects, NamedSubject } from './subjects.ts';

declare module '../../kernel/module.ts' {
  interface Services {
    readonly audit: Audit;
  }
  interface Hooks {
    /** Names of the subjects of log entries, for the actions that a module logs. */
    readonly logSubjects: LogSubjects | readonly LogSubjects[];
  }
}
