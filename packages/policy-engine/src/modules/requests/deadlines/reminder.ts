/** The daily reminder of overdue requests: one mail for all kinds. */
import type { ModuleJob } from '../../../kernel/module.ts';
import type { Database } from '../../../platform/database/port.ts';
import { daily } from '../../../platform/jobs/job.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { RequestDesk } from '../desk.ts';
import { OVERDUE } from '../routes/paths.ts';

/** The name from when portability was the only kind; stored schedules contain it. */
const REMIND = 'portability-overdue';
/** Hour of the day, UTC, at which administrators are reminded. */
const REMINDER_HOUR = 6;
/** Requests that are listed in one reminder. */
const REMINDED = 50;

/** What the reminder needs. */
export interface ReminderOptions {
  readonly database: Database;
  readonly mail: Mail;
  readonly desk: RequestDesk;
  readonly now: () => Date;
}

/** The job that reminds administrators of overdue requests. */
export function overdueReminder(options: ReminderOptions): ModuleJob {
  return { name: REMIND, every: daily(REMINDER_HOUR), run: () => remind(options) };
}

async function remind({ database, mail, desk, now }: ReminderOptions): Promise<void> {
  const at = now();
  await database.transaction(async (transaction) => {
    const late = await desk.dueFirst('overdue', REMINDED, transaction);
    const [longest] = late;
    if (longest === undefined) return;
    const { overdue: total } = await desk.openCounts(transaction);
    const data = {
      total,
      requests: late.map(({ kind, request: { id, userId, dueAt } }) => {
        return { kind: kind.name, id, userId: userId ?? '–', dueAt };
      }),
      path: OVERDUE,
    };
    // Once a day, even if the job runs more often.
    const key = `requests_overdue:${at.toISOString().slice(0, 10)}`;
    await mail.send({ message: 'requests_overdue', to: 'admin', data, key }, transaction);
  });
}
