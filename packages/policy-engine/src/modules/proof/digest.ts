/**
 * Mails the newest checkpoint once a day, out of reach of the database: a rewritten ledger no longer fits what was
 * mailed.
 */
import type { Database } from '../../platform/database/port.ts';
import type { ModuleJob } from '../../kernel/module.ts';
import { daily, type RunningJob } from '../../platform/jobs/job.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { LedgerService } from './service.ts';

/** Hour of UTC. */
const HOUR = 5;

/** Mails the newest checkpoint to the administrators once a day, as soon as there is one. */
export function ledgerDigest(options: {
  ledger: LedgerService;
  mail: Mail;
  database: Database;
  now: () => Date;
}): ModuleJob {
  const { ledger, mail, database, now } = options;
  return {
    name: 'ledger_digest',
    every: daily(HOUR),
    async run(job: RunningJob) {
      await ledger.seal();
      const checkpoint = await ledger.checkpoint();
      if (checkpoint === null) return;
      const { witnesses, newest } = await ledger.witnesses.report();
      const cosigned = newest && {
        size: newest.size,
        by: newest.by.map(({ name, at }) => `${name} (${at.toISOString().slice(0, 16).replace('T', ' ')} UTC)`),
      };
      const data = {
        size: checkpoint.size,
        note: checkpoint.note,
        path: '/ledger',
        ...(witnesses.length > 0 && { cosigned }),
      };
      await database.transaction(async (transaction) => {
        const key = `ledger_digest:${now().toISOString().slice(0, 10)}`;
        await mail.send({ message: 'ledger_digest', to: 'admin', data, key }, transaction);
        await job.complete(transaction);
      });
    },
  };
}
