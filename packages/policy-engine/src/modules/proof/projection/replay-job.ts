/**
 * Compares all current decisions with the ledger once a day, which detects changes made without the engine.
 */
import type { Database } from '../../../platform/database/port.ts';
import type { ModuleJob } from '../../../kernel/module.ts';
import { daily, type RunningJob } from '../../../platform/jobs/job.ts';
import type { LedgerService } from '../service.ts';

/** Hour of UTC. */
const HOUR = 4;

/** The job. */
export function ledgerReplay({ ledger, database }: { ledger: LedgerService; database: Database }): ModuleJob {
  return {
    name: 'ledger_replay',
    every: daily(HOUR),
    async run(job: RunningJob) {
      await ledger.watch.all();
      await database.transaction((transaction) => job.complete(transaction));
    },
  };
}
