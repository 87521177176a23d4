/** Has the newest checkpoint cosigned now and then. */
import type { ModuleJob } from '../../../module.ts';
import type { LedgerService } from '../service.ts';

/** @param minutes between two rounds: sizes of the ledger tell how much is decided, and to whom is not needed more often */
export function cosigningJob(ledger: Pick<LedgerService, 'cosign'>, minutes: number): ModuleJob {
  return {
    name: 'ledger_cosign',
    every: (after) => new Date(after.getTime() + minutes * 60_000),
    async run() {
      // A witness that is away is no failure of the job: it is asked again in the next round.
      await ledger.cosign();
    },
    options: { concurrency: 1, timeLimitSeconds: 300 },
  };
}
