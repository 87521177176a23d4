/** What failed and is not tried again by itself, each with the way to mend it: background jobs (mails, exports, erasures) and messages to other systems. */
import type { Reading } from '../../kernel/reading.ts';
import type { CappedCount } from '../../platform/database/statements/capped-count.ts';
import type { Jobs } from '../../platform/jobs/job.ts';
import type { Language, TextKey } from '../../platform/i18n/language.ts';
import { type AboutSources, aboutOf, JOBS, jobName, retryPath } from '../jobs/index.ts';
import { deliveryPaths, shortType, type WebhookService } from '../webhooks/index.ts';

/** Failures of each kind that are named; the others are in its list. */
const NAMED = 5;

/** Something that failed. */
export interface Failure {
  readonly what: (language: Language) => string;
  /** The page about it, below the mount path; null if it has none. */
  readonly path: string | null;
  /** The host's ID of the person it is about; null for nobody. */
  readonly userId: string | null;
  /** Message of the error. */
  readonly error: string;
  /** ISO 8601. */
  readonly at: string;
  /** Posting to this path tries it again; null if it can only be resolved on its page. */
  readonly mend: { readonly path: string; readonly text: TextKey } | null;
}

/** The failures of one kind. */
export interface Failures {
  readonly label: TextKey;
  /** Heading of what failed. */
  readonly of: TextKey;
  readonly total: CappedCount;
  /** Path of the list of all, below the mount path. */
  readonly list: string;
  readonly named: readonly Failure[];
}

/** What reading them needs. */
export interface FailureSources extends AboutSources {
  readonly jobs: Pick<Jobs, 'failed' | 'health'>;
  readonly webhooks: Pick<WebhookService, 'list' | 'find' | 'isSendable'>;
}

/** Of each kind, the newest first; kinds without a failure are left out. */
export async function failuresOf(sources: FailureSources, reading: Reading): Promise<Failures[]> {
  const found = await Promise.all([failedJobs(sources, reading), failedDeliveries(sources)]);
  return found.filter(({ total }) => total.count > 0);
}

async function failedJobs(sources: FailureSources, reading: Reading): Promise<Failures> {
  const [health, failed] = await Promise.all([reading.of(sources.jobs, 'health'), sources.jobs.failed(NAMED)]);
  const about = await aboutOf(sources, failed);
  return {
    label: 'home.failed_jobs',
    of: 'jobs.what',
    total: { count: health.failed, isCapped: false },
    list: JOBS,
    named: failed.map(({ id, name, error, failedAt }) => {
      const { path = null, userId = null } = about.get(id) ?? {};
      const mend = { path: retryPath(id), text: 'jobs.retry' } as const;
      return { what: (language) => jobName(language, name), path, userId, error, at: failedAt, mend };
    }),
  };
}

async function failedDeliveries({ webhooks }: FailureSources): Promise<Failures> {
  const { deliveries, total } = await webhooks.list({ state: 'failed' }, 1);
  const named = await Promise.all(deliveries.slice(0, NAMED).map(({ id }) => webhooks.find(id)));
  return {
    label: 'numbers.webhooks_failed',
    of: 'webhooks.event',
    total,
    list: deliveryPaths.failed,
    named: named.map(({ id, type, userId, error, status, endedAt, createdAt, ...rest }) => ({
      what: () => shortType(type),
      path: deliveryPaths.one(id),
      userId,
      error: error ?? String(status ?? ''),
      at: endedAt ?? createdAt,
      mend: webhooks.isSendable(rest) ? { path: deliveryPaths.send(id), text: 'webhooks.send_again' } : null,
    })),
  };
}
