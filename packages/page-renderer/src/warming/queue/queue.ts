/** The queue of warming: one set of rules for jobs and their parts, whatever stores them. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Interrupted } from './chunk.ts';
import { Chunker, workOn } from './chunk.ts';
import type { JobCounts, JobError, JobPhase, JobSpec, JobState, WarmPage } from '../jobs/job.ts';
import { isOver, newJob, shortError } from '../jobs/job.ts';
import type { Outcome } from '../jobs/warm-page.ts';

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

/** Small values that survive a restart. Methods throw a `RendererError` `warming-unavailable`. */
export interface Values {
  /** Whether something that is to happen once in some milliseconds is due now: true for one process only. */
  claim(name: string, milliseconds: number): Promise<boolean>;
  /** Undoes a claim, so that it can be repeated. */
  release(name: string): Promise<void>;
  /** A value; undefined if there is none. */
  recall(name: string): Promise<string | undefined>;
  remember(name: string, value: string): Promise<void>;
}

/** Some pages of a job that a worker has taken. */
export interface Part {
  /** Id of the job. */
  readonly id: string;
  readonly pages: readonly WarmPage[];
  /** Index of the first page that is not finished. */
  readonly at: number;
}

/** What a store lets its workers do. */
export interface Workers<P extends Part> {
  /** Finds the pages of a job. @throws if that is to be tried again, or the job has failed */
  readonly read: (id: string) => Promise<void>;
  /** Works on a part. @returns where it was interrupted by a long wait; undefined if it is finished */
  readonly work: (part: P) => Promise<Interrupted | undefined>;
}

/** Where jobs and their parts are stored, and who takes the parts: it says nothing about what is done with them. */
export interface JobStore<P extends Part = Part> extends Values {
  /** The time of the jobs, in milliseconds since 1970. */
  now(): number;
  /** Stores a new job; returns the id of a job with the same specification that is not over, instead. @param isRead whether its pages are read */
  create(job: JobState, isRead: boolean): Promise<string>;
  /** Forgets a job that could not be stored completely. */
  drop(id: string): Promise<void>;
  get(id: string): Promise<JobState | undefined>;
  /** The newest first. */
  list(): Promise<JobState[]>;
  /** Null for an unknown job. */
  phaseOf(id: string): Promise<JobPhase | null>;
  /** Changes the phase, unless the job is over. */
  change(id: string, phase: JobPhase): Promise<void>;
  endIfComplete(id: string): Promise<void>;
  /** Has the pages of a job read by a worker. */
  queueRead(job: JobState): Promise<void>;
  /** Forgets what an interrupted reading has found. */
  startOver(id: string): Promise<void>;
  setFound(id: string, counts: Pick<JobCounts, 'found' | 'refused'>): Promise<void>;
  addPart(job: JobState, pages: readonly WarmPage[]): Promise<void>;
  /** Counts the outcome of a page, once. @returns whether it was counted */
  note(part: P, index: number, outcome: 'done' | 'fresh' | 'failed'): Promise<boolean>;
  /** Adds one of the first errors. */
  addError(id: string, error: JobError): Promise<void>;
  /** Starts the workers, and continues what an earlier process did not finish. @param over ends when the workers are to stop */
  start(workers: Workers<P>, over: AbortSignal): void;
  /** What to throw for an error of these methods. */
  explain(error: unknown): unknown;
  /** Waits for the workers. */
  close(): Promise<void>;
}

/** See the head of the file. Methods throw a `RendererError` `warming-unavailable` if the state cannot be read or written. */
export class JobQueue<P extends Part = Part> {
  readonly values: Values;
  readonly #store: JobStore<P>;
  readonly #work: QueueWork;
  readonly #logger: Logger;
  readonly #over = new AbortController();

  constructor(store: JobStore<P>, work: QueueWork, logger: Logger) {
    this.values = store;
    this.#store = store;
    this.#work = work;
    this.#logger = logger;
    store.start({ read: (id) => this.#read(id), work: (part) => this.#workOn(part) }, this.#over.signal);
  }

  /**
   * Adds a job. A job with the same sitemap that is not finished is returned instead.
   *
   * @param pages its pages; without them, they are read in the background
   */
  async add(spec: JobSpec, pages?: Iterable<ReadItem>): Promise<JobState> {
    return this.#explained(async (store) => {
      const job = newJob(randomUUID(), spec, Math.floor(store.now()));
      const id = await store.create(job, pages === undefined);
      if (id === job.id) await (pages ? this.#accept(job, pages) : store.queueRead(job));
      return (await store.get(id)) ?? job;
    });
  }

  async get(id: string): Promise<JobState | undefined> {
    return this.#explained((store) => store.get(id));
  }

  /** All jobs, the newest first. */
  async list(): Promise<JobState[]> {
    return this.#explained((store) => store.list());
  }

  /** Ends a job; pages that are being rendered are still finished. */
  async cancel(id: string): Promise<JobState | undefined> {
    return this.#explained(async (store) => {
      await store.change(id, 'cancelled');
      return store.get(id);
    });
  }

  /** Stops the workers; the rest continues at the next start. */
  async close(): Promise<void> {
    this.#over.abort();
    await this.#store.close();
  }

  async #explained<T>(work: (store: JobStore<P>) => Promise<T>): Promise<T> {
    try {
      return await work(this.#store);
    } catch (error) {
      throw this.#store.explain(error);
    }
  }

  async #accept(job: JobState, pages: Iterable<ReadItem>): Promise<void> {
    try {
      await this.#collect(job, pages);
    } catch (error) {
      await this.#store.drop(job.id);
      throw error;
    }
  }

  async #read(id: string): Promise<void> {
    const job = await this.#store.get(id);
    if (!job || isOver(job)) return;
    const { signal } = this.#over;
    try {
      await this.#store.startOver(id);
      await this.#collect(job, this.#work.read(job, signal), signal);
    } catch (error) {
      if (!signal.aborted) this.#logger.warn({ job: id, err: error }, 'the pages of a warming job cannot be read');
      throw error;
    }
  }

  /** Stores the pages of a job in parts; then they are worked on. */
  async #collect(
    job: JobState,
    items: Iterable<ReadItem> | AsyncIterable<ReadItem>,
    signal?: AbortSignal,
  ): Promise<void> {
    const { id } = job;
    const store = this.#store;
    const duplicates = new Duplicates();
    const counts = { found: 0, refused: 0 };
    let isEnded = false;
    const chunker = new Chunker(async (pages) => {
      // The count comes first: a job with fewer results than are counted would end too early.
      await store.setFound(id, counts);
      await store.addPart(job, pages);
      isEnded = await this.#isOver(id);
    });
    for await (const item of items) {
      if (item.kind === 'error') {
        counts.refused += 1;
        await store.addError(id, shortError(item.url, item.error));
      } else if (!duplicates.has(item.id)) {
        counts.found += 1;
        await chunker.push(item.page);
      }
      if (isEnded) return;
    }
    await chunker.end();
    await store.setFound(id, counts);
    signal?.throwIfAborted();
    await store.change(id, 'working');
    await store.endIfComplete(id);
  }

  async #workOn(part: P): Promise<Interrupted | undefined> {
    const { signal } = this.#over;
    const work = {
      warm: async (page: WarmPage): Promise<Outcome> =>
        (await this.#isOver(part.id)) ? { kind: 'failed', error: 'cancelled' } : this.#work.warm(page, signal),
      note: async (index: number, { url }: WarmPage, outcome: Exclude<Outcome, { kind: 'later' }>) => {
        const isCounted = await this.#store.note(part, index, outcome.kind);
        if (isCounted && outcome.kind === 'failed') {
          await this.#store.addError(part.id, shortError(url, outcome.error));
        }
      },
    };
    return workOn(part.pages, part.at, work, signal);
  }

  async #isOver(id: string): Promise<boolean> {
    const phase = await this.#store.phaseOf(id);
    return phase === null || isOver({ phase });
  }
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
