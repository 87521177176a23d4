/** Has the newest checkpoint cosigned regularly. */
import type { ModuleJob } from '../../../kernel/module.ts';
import type { LedgerService } from '../service.ts';

/**
 * @param minutes between two rounds: sizes of the ledger reveal how much is decided, so witnesses get them no more
 * often
 */
export function cosigningJob(ledger: Pick<LedgerService, 'cosign'>, minutes: number): ModuleJob {
  return {
    name: 'ledger_cosign',
    every: (after) => new Date(after.getTime() + minutes * 60_000),
    async run() {
      // A witness that is unavailable does not fail the job: the next round asks it again.
      await ledger.cosign();
    },
    options: { concurrency: 1, timeLimitSeconds: 300 },
  };
}
