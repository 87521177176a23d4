/** The daily reminder of overdue requests: one mail for all kinds. */
import type { ModuleJob } from '../../module.ts';
import type { Database } from '../../platform/database/port.ts';
import { daily } from '../../platform/jobs/job.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { RequestKind } from './kind.ts';

/** Its name from the time when portability was the only kind; stored schedules have it. */
const REMIND = 'portability-overdue';
/** Hour of the day, UTC, at which administrators are reminded. */
const REMINDER_HOUR = 6;
/** Requests that are named in one reminder. */
const REMINDED = 50;

/** What the reminder works with. */
export interface ReminderOptions {
  readonly database: Database;
  readonly mail: Mail;
  /** Asked at each run: modules that come later have their kinds too. */
  readonly kinds: () => readonly RequestKind[];
  readonly now: () => Date;
}

/** The job that tells administrators of requests that wait for too long. */
export function overdueReminder(options: ReminderOptions): ModuleJob {
  return { name: REMIND, every: daily(REMINDER_HOUR), run: () => remind(options) };
}

async function remind({ database, mail, kinds, now }: ReminderOptions): Promise<void> {
  const at = now();
  await database.transaction(async (transaction) => {
    const { late, total } = await overdueOf(kinds(), transaction, at);
    const [longest] = late;
    if (longest === undefined) return;
    const data = {
      total,
      requests: late.slice(0, REMINDED).map(({ kind, id, userId, dueAt }) => {
        return { kind: kind.name, id, userId: userId ?? '–', dueAt };
      }),
      path: `${longest.kind.path}?state=overdue`,
    };
    // Once a day, however often the job runs.
    const key = `requests_overdue:${at.toISOString().slice(0, 10)}`;
    await mail.send({ message: 'requests_overdue', to: 'admin', data, key }, transaction);
  });
}

interface Late {
  readonly kind: RequestKind;
  readonly id: string;
  readonly userId: string | null;
  readonly dueAt: string;
}

/** The longest overdue requests of all kinds, the longest first, and how many there are. */
async function overdueOf(
  kinds: readonly RequestKind[],
  transaction: Database,
  now: Date,
): Promise<{ late: Late[]; total: number }> {
  const late: Late[] = [];
  let total = 0;
  // One after the other: a transaction has one connection.
  for (const kind of kinds) {
    const found = await kind.overdue(transaction, now, REMINDED);
    late.push(...found.map(({ id, userId, dueAt }) => ({ kind, id, userId, dueAt })));
    total += await kind.countOverdue(transaction, now);
  }
  return { late: late.toSorted((a, b) => a.dueAt.localeCompare(b.dueAt)), total };
}
