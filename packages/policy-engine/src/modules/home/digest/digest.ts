/** The weekly digest: a mail to each administrator who asked for it in the preferences, and still is one. */
import type { ModuleJob } from '../../../kernel/module.ts';
import type { Database } from '../../../platform/database/port.ts';
import { weekly } from '../../../platform/jobs/job.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { MailData } from '../../../platform/mail/messages.ts';
import type { FindingKinds } from '../../checks/index.ts';
import { kindOf } from '../../checks/index.ts';
import type { AdminChoices } from '../../preferences/index.ts';
import type { LedgerService } from '../../proof/index.ts';
import type { Rule } from '../../rules/index.ts';
import type { Overview } from '../overview.ts';

/** Monday, at an hour of UTC at which administrators of Europe begin. */
const DAY_OF_WEEK = 1;
const HOUR = 5;
const WEEK = 7 * 24 * 60 * 60 * 1000;

/** What the digest needs. */
export interface DigestSources {
  readonly database: Database;
  readonly mail: Mail;
  readonly choices: Pick<AdminChoices, 'all'>;
  readonly overview: () => Promise<Overview>;
  readonly ledger: Pick<LedgerService, 'count'>;
  readonly rules: readonly Rule[];
  readonly kinds: FindingKinds;
  /** Languages of the pages. */
  readonly locales: readonly string[];
  /** The address of an administrator; null for one who has none, or is no longer an administrator. */
  readonly addressOf: (adminId: string) => Promise<string | null>;
  readonly logger: WebLogger;
  readonly now: () => Date;
}

/** The job that sends it. */
export function weeklyDigest(sources: DigestSources): ModuleJob {
  return { name: 'weekly_digest', every: weekly(DAY_OF_WEEK, HOUR), run: () => send(sources) };
}

async function send(sources: DigestSources): Promise<void> {
  const { database, mail, choices, addressOf, logger, now } = sources;
  const day = now().toISOString().slice(0, 10);
  let data: MailData['weekly_digest'] | undefined;
  for await (const { adminId, chosen } of choices.all('digest')) {
    const address = await reachable(addressOf, adminId, logger);
    if (address === null) continue;
    data ??= await dataOf(sources);
    const found = data;
    // Once for each run, even if the job is repeated.
    const key = `weekly_digest:${day}:${adminId}`;
    const to = { address };
    await database.transaction((transaction) =>
      mail.send({ message: 'weekly_digest', to, data: found, key, locale: chosen.locale }, transaction),
    );
  }
}

/** A function of the host that fails for one administrator does not keep the digest from the others. */
async function reachable(
  addressOf: DigestSources['addressOf'],
  adminId: string,
  logger: WebLogger,
): Promise<string | null> {
  try {
    return await addressOf(adminId);
  } catch (error) {
    logger.error('no weekly digest for an administrator: the host could not be asked', { adminId, error });
    return null;
  }
}

async function dataOf({
  overview,
  ledger,
  rules,
  kinds,
  locales,
  now,
}: DigestSources): Promise<MailData['weekly_digest']> {
  const { requests, failedJobs, failedDeliveries, found } = await overview();
  const errors = found.filter(({ code }) => kindOf(code, kinds).severity === 'error').length;
  const from = new Date(now().getTime() - WEEK);
  const counted = await Promise.all(
    rules.map(async ({ name, label }) => {
      const count = async (decision: 'accepted' | 'rejected') =>
        (await ledger.count({ kind: 'decisions', rule: name, decision, from })).count;
      const [accepted, rejected] = await Promise.all([count('accepted'), count('rejected')]);
      return { labels: Object.fromEntries(locales.map((locale) => [locale, label(locale)])), accepted, rejected };
    }),
  );
  return {
    overdue: requests.overdue,
    week: requests.week,
    open: requests.open,
    failed: failedJobs + failedDeliveries,
    errors,
    warnings: found.length - errors,
    policies: counted.filter(({ accepted, rejected }) => accepted + rejected > 0),
    path: '/home',
  };
}
