/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { Jobs } from '../../platform/jobs/job.ts';

export { aboutOf, type AboutSources } from './about.ts';
export { JOBS, jobName, retryPath } from './paths.ts';

declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /** Background jobs, and which of them failed. */
    readonly jobs: Pick<Jobs, 'failed' | 'retry' | 'discard' | 'health' | 'runDue'>;
  }
}
