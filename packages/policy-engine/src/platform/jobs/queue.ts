/**
 * The port of queues: which process runs which job and when. The jobs themselves are stored in the engine's own table.
 */
import type { WebLogger } from '../logger.ts';
import type { DueJob } from './store.ts';

/** A job that was started. */
export interface BegunJob {
  readonly ended: Promise<void>;
}

/** What the engine provides to a queue. */
export interface JobQueueContext {
  /** Jobs that may start now, with names that have capacity. @param limit how many at most, in total */
  readonly due: (limit: number) => Promise<DueJob[]>;
  /** Jobs that may start now in any process, without those offered in the last `seconds`. */
  readonly notOffered: (limit: number, seconds: number) => Promise<DueJob[]>;
  /** Records that a job was offered to a queue outside of the database. */
  readonly offered: (job: DueJob) => Promise<void>;
  /** How many jobs of each name this process can run at once. */
  readonly definitions: () => ReadonlyArray<{
    readonly name: string;
    readonly concurrency: number;
    readonly timeLimitSeconds: number;
  }>;
  /** How many jobs this process can run at once. */
  readonly concurrency: () => number;
  /**
   * Starts a job, unless another process has. Its result is in the table.
   *
   * @returns null if it is not started here; otherwise `ended`, which never rejects
   */
  readonly begin: (job: DueJob) => Promise<BegunJob | null>;
  readonly logger: WebLogger;
}

/** A queue. Jobs may be offered twice, late, or to several processes: the table ensures that only one runs a job. */
export interface JobQueue {
  /** Seconds after which a job is started by another process if its process does not renew its lease. */
  readonly leaseSeconds: number;
  /** Starts offering jobs; throws an error that says why it can't work. Never keeps the process alive. */
  start(): void;
  /** Stops offering jobs, and waits for those in progress. */
  stop(): Promise<void>;
  /** Called when something may be due sooner than the queue expects. */
  wake(): void;
}

/** Creates a queue for an engine: the value of the option `jobs`. */
export type JobQueueFactory = (context: JobQueueContext) => JobQueue;
