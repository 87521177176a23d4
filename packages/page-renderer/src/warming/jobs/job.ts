/** Jobs: lists of pages that are rendered in the background, and how far they are. */
import type { Logger } from 'pino';
import type { AnyOptions } from '../../render/job/options.ts';
import type { RenderKind } from '../../grammar/dialects/request.ts';
import type { Client, Device } from '../../options/warming.ts';

/** A result that is to be made fresh. */
export interface WarmPage {
  readonly kind: RenderKind;
  readonly url: string;
  readonly options: AnyOptions;
  /** A fresh result is only used if its render began at this time or later, in milliseconds since 1970. */
  readonly newerThan: number;
}

/** Where the pages of a job come from. */
export type JobSource =
  | { readonly kind: 'sitemap'; readonly url: string; readonly scheduled: boolean }
  /** The pages that links lead to from one address of the same origin. */
  | { readonly kind: 'links'; readonly url: string; readonly pages: number; readonly depth: number }
  /** A list that came with the request. */
  | { readonly kind: 'urls' }
  /** All results whose URL begins with the prefix (empty: all) and that are older than a moment. */
  | { readonly kind: 'refresh'; readonly prefix: string; readonly before: number }
  /** Results that are requested often. */
  | { readonly kind: 'demand' };

/** What a job does. */
export interface JobSpec {
  readonly source: JobSource;
  readonly devices: readonly Device[];
  readonly clients: readonly Client[];
  /** Lower numbers first. */
  readonly priority: number;
}

/** Priorities of jobs: what a person or a system has asked for comes before what the service does by itself. */
export const PRIORITY = { changed: 1, asked: 2, scheduled: 3, refresh: 4, demand: 5 } as const;

/** Counters of a job. */
export interface JobCounts {
  /** Results that are to be made fresh, without duplicates. */
  found: number;
  /** Rendered, or renewed without a render. */
  done: number;
  /** Were fresh already. */
  fresh: number;
  /** Could not be rendered. */
  failed: number;
  /** Entries of sitemaps, or sitemaps, that cannot be used. */
  refused: number;
}

/** Why a page failed, or an entry of a sitemap was refused. */
export interface JobError {
  readonly url: string;
  readonly error: string;
}

/** The states of a job: `reading` its sitemap, `working` on its pages. */
export const JOB_PHASES = ['reading', 'working', 'done', 'cancelled', 'failed'] as const;
/** One of {@link JOB_PHASES}. */
export type JobPhase = (typeof JOB_PHASES)[number];

/** A job as it is stored. */
export interface JobState extends JobCounts {
  readonly id: string;
  readonly spec: JobSpec;
  phase: JobPhase;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When the first page was started; null if none was. */
  startedAt: number | null;
  finishedAt: number | null;
  /** The first ones, at most {@link MAX_ERRORS}. */
  errors: JobError[];
}

/** Maximum number of errors that a job lists. */
export const MAX_ERRORS = 100;
/** Maximum length of a text of an error, in characters. */
const MAX_ERROR = 300;
/** Number of results that are taken from the queue together. */
export const CHUNK = 20;
/** Number of finished jobs that are remembered. */
export const MAX_FINISHED = 100;

/** Whether nothing more happens to a job. */
export function isOver({ phase }: Pick<JobState, 'phase'>): boolean {
  return phase === 'done' || phase === 'cancelled' || phase === 'failed';
}

/** Whether nothing came of a job although there was something to do: such a job has failed. */
export function isFruitless({ done, fresh, failed, refused }: JobCounts): boolean {
  return done + fresh === 0 && failed + refused > 0;
}

/** Writes one line about a job that has ended: a warning if a page or a sitemap of it failed. */
export function logEnd(logger: Logger, job: JobState): void {
  const { id, spec, phase, found, done, fresh, failed, refused, errors } = job;
  const { source } = spec;
  const hasFailed = phase === 'failed' || failed + refused > 0;
  const told = {
    job: id,
    source: source.kind,
    ...(source.kind === 'sitemap' && { sitemap: source.url.split('?', 1)[0] }),
    ...(source.kind === 'links' && { links: source.url.split('?', 1)[0] }),
    phase,
    found,
    done,
    fresh,
    failed,
    refused,
    ...(hasFailed && { reason: errors[0]?.error }),
  };
  if (hasFailed) logger.warn(told, 'a warming job has ended with errors; GET /warm/{job} lists them');
  else logger.info(told, 'a warming job has ended');
}

/** A new job. */
export function newJob(id: string, spec: JobSpec, createdAt: number): JobState {
  const counts = { found: 0, done: 0, fresh: 0, failed: 0, refused: 0 };
  return { id, spec, phase: 'reading', createdAt, startedAt: null, finishedAt: null, errors: [], ...counts };
}

/** Shortens an error so that it can be stored. */
export function shortError(url: string, error: string): JobError {
  return { url: url.slice(0, MAX_ERROR), error: error.slice(0, MAX_ERROR) };
}

/** A job as clients see it. */
export interface JobView extends JobCounts {
  id: string;
  source: JobSource['kind'];
  /** Address of the sitemap; null for other sources. */
  sitemap: string | null;
  /** Where links are followed from; null for other sources. */
  links: string | null;
  /** Beginning of the addresses that are refreshed (empty: all); null for other sources. */
  prefix: string | null;
  devices: readonly Device[];
  clients: readonly Client[];
  state: JobPhase;
  createdAt: string;
  finishedAt: string | null;
  /** Results that are not finished yet. */
  left: number;
  /** Finished results per second since the first one was started. */
  perSecond: number;
  /** Estimated seconds until the job is done; null if that is not known. */
  secondsLeft: number | null;
  errors: readonly JobError[];
  /** What the operator should know; null if nothing. */
  warning: string | null;
}

/**
 * See {@link JobView}.
 *
 * @param now milliseconds since 1970
 * @param maxEntries maximum number of results in the cache; -1: no limit
 */
export function viewOf(job: JobState, now: number, maxEntries: number): JobView {
  const { id, spec, phase, createdAt, startedAt, finishedAt, errors, found, done, fresh, failed, refused } = job;
  const finished = done + fresh + failed;
  const left = isOver(job) ? 0 : Math.max(0, found - finished);
  // The clock may have been set back.
  const seconds = startedAt === null ? 0 : Math.max(1, ((finishedAt ?? now) - startedAt) / 1000);
  const perSecond = seconds === 0 ? 0 : Math.round((finished / seconds) * 100) / 100;
  const isKnown = phase === 'working' && finished > 0;
  return {
    id,
    source: spec.source.kind,
    sitemap: spec.source.kind === 'sitemap' ? spec.source.url : null,
    links: spec.source.kind === 'links' ? spec.source.url : null,
    prefix: spec.source.kind === 'refresh' ? spec.source.prefix : null,
    devices: spec.devices,
    clients: spec.clients,
    state: phase,
    createdAt: new Date(createdAt).toISOString(),
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    found,
    done,
    fresh,
    failed,
    refused,
    left,
    perSecond,
    secondsLeft: isKnown ? Math.ceil((left * seconds) / finished) : null,
    errors,
    warning: maxEntries !== -1 && found > maxEntries ? tooSmall(found, maxEntries) : null,
  };
}

function tooSmall(found: number, maxEntries: number): string {
  return `The cache holds ${maxEntries} results (cacheMaxEntries), fewer than the ${found} of this job, so the first ones are removed again`;
}
