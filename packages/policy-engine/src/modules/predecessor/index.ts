/** What other modules and the host know of this module: members. */
import type { TakeOverReport } from './report.ts';
import type { TakeOverOptions } from './service.ts';

declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /**
     * Takes over an installation of the Rails engine gdpr_rails: published texts, decisions of users, requests with their files. It is
     * read in place and not changed; running it again takes over what is new, and completes a run that was interrupted.
     *
     * @throws {PolicyEngineError} `import_refused` if a row cannot be taken over, before anything is written
     * @example
     * ```ts
     * const { decisions } = await engine.takeOver({ from: old, files: 'storage', dryRun: true });
     * ```
     */
    takeOver(options?: TakeOverOptions): Promise<TakeOverReport>;
  }
}
