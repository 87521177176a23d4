/** The port of queues: which process does which job when. What there is to do stays in the engine's own table. */
import type { WebLogger } from '../logger.ts';
import type { DueJob } from './store.ts';

/** A job that was begun. */
export interface BegunJob {
  readonly ended: Promise<void>;
}

/** What the engine gives a queue. */
export interface JobQueueContext {
  /** Jobs that may begin now, of names with room. @param limit how many at most, in all */
  readonly due: (limit: number) => Promise<DueJob[]>;
  /** Jobs that may begin now in whatever process, without those offered in the last `seconds`. */
  readonly notOffered: (limit: number, seconds: number) => Promise<DueJob[]>;
  /** Notes that a job was offered to a queue outside of the database. */
  readonly offered: (job: DueJob) => Promise<void>;
  /** How many jobs of each name this process can do at once. */
  readonly definitions: () => ReadonlyArray<{
    readonly name: string;
    readonly concurrency: number;
    readonly timeLimitSeconds: number;
  }>;
  /** How many jobs this process can do at once. */
  readonly concurrency: () => number;
  /**
   * Begins a job, unless another process has. What becomes of it stands in the table.
   *
   * @returns null if it is not begun here; else `ended`, which never rejects
   */
  readonly begin: (job: DueJob) => Promise<BegunJob | null>;
  readonly logger: WebLogger;
}

/** A queue. Jobs may be handed out twice, late, or to several processes: that only one does a job is the table's doing. */
export interface JobQueue {
  /** Seconds after which a job is begun elsewhere if its process gives no sign of life. */
  readonly leaseSeconds: number;
  /** Begins to hand out jobs; throws in a sentence what keeps it from working. Never keeps the process alive. */
  start(): void;
  /** Hands out no more, and waits for the jobs in progress. */
  stop(): Promise<void>;
  /** Something may be due sooner than the queue thinks. */
  wake(): void;
}

/** Creates a queue for an engine: what goes into the option `jobs`. */
export type JobQueueFactory = (context: JobQueueContext) => JobQueue;
