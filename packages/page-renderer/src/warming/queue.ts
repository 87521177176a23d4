/** The queue of warming: jobs, and the workers that work on them. */
import type { JobError, JobSpec, JobState, WarmPage } from './job.ts';
import type { Outcome } from './warm-page.ts';

/** What is found while a job is read. */
export type ReadItem =
  | { readonly kind: 'page'; readonly page: WarmPage; /** The same for the same result. */ readonly id: string }
  | ({ readonly kind: 'error' } & JobError);

/** What the workers of a queue do. */
export interface QueueWork {
  /** The pages of a job, from its sitemap. */
  read(job: JobState, signal: AbortSignal): AsyncIterable<ReadItem>;
  warm(page: WarmPage, signal: AbortSignal): Promise<Outcome>;
}

/** See the head of the file. Methods throw a `RendererError` `warming-unavailable` if the state cannot be read or written. */
export interface WarmQueue {
  /**
   * Adds a job. A job with the same sitemap that is not finished is returned instead.
   *
   * @param pages its pages; without them, they are read in the background
   */
  add(spec: JobSpec, pages?: Iterable<ReadItem>): Promise<JobState>;
  get(id: string): Promise<JobState | undefined>;
  /** All jobs, the newest first. */
  list(): Promise<JobState[]>;
  /** Ends a job; pages that are being rendered are still finished. */
  cancel(id: string): Promise<JobState | undefined>;
  /** Whether something that is to happen once in some milliseconds is due now: true for one process only. */
  claim(name: string, milliseconds: number): Promise<boolean>;
  /** Undoes a claim, so that it can be repeated. */
  release(name: string): Promise<void>;
  /** A small value that survives a restart; undefined if there is none. */
  recall(name: string): Promise<string | undefined>;
  remember(name: string, value: string): Promise<void>;
  /** Stops the workers; the rest continues at the next start. */
  close(): Promise<void>;
}

/** Recognises duplicates of results by 52 bits of their id. */
export class Duplicates {
  readonly #seen = new Set<number>();

  /** Whether a result was seen before. */
  has(id: string): boolean {
    const size = this.#seen.size;
    this.#seen.add(Number.parseInt(id.slice(-13), 16));
    return this.#seen.size === size;
  }
}
