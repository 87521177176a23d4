/** The interface of jobs for modules: how a job is defined, started and ended. */
import type { Database } from '../database/port.ts';

/** JSON values. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** Payload of a job. Use IDs instead of personal data: it stays in the database until the job is done. */
export type JobPayload = Readonly<Record<string, JsonValue>>;

/** A job to be run. */
export interface NewJob<Payload extends JobPayload = JobPayload> {
  /** The name as defined. */
  readonly name: string;
  readonly payload?: Payload;
  /** While a job with this key waits or runs, no other one is added. A failed one is restarted. */
  readonly key?: string;
  /** Earliest time. Default: immediately. */
  readonly runAt?: Date;
}

/** A job in progress. */
export interface RunningJob<Payload extends JobPayload = JobPayload> {
  readonly id: string;
  readonly name: string;
  readonly payload: Payload;
  /** From 1. A process that was killed counts too, unless the job had advanced. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Increases with each attempt: part of the name of what an attempt writes (fencing token). */
  readonly token: number;
  /** Aborted when the job is lost to another process, reaches its time limit, or this process stops. */
  readonly signal: AbortSignal;
  /**
   * Renews the lease, which also happens automatically while the process isn't blocked.
   *
   * @throws {PolicyEngineError} `job_lost`
   */
  heartbeat(): Promise<void>;
  /**
   * Ensures in a transaction that no other process has started the job since then; none can until the transaction ends.
   *
   * @throws {PolicyEngineError} `job_lost`
   */
  hold(transaction: Database): Promise<void>;
  /**
   * Like `hold`, in a transaction that records progress from which the next attempt continues: if the process dies after
   * it, this attempt does not count. An attempt that throws always counts, so that a job that repeats itself ends.
   *
   * @throws {PolicyEngineError} `job_lost`
   */
  advance(transaction: Database): Promise<void>;
  /**
   * Ends the job in the transaction of its last write, so that both are committed or neither: the way to do something
   * exactly once.
   *
   * @throws {PolicyEngineError} `job_lost`
   */
  complete(transaction: Database): Promise<void>;
}

/** Thrown by a job that would fail in every further attempt, too. */
export class FinalFailure extends Error {
  override name: string = 'FinalFailure';
}

/** Runs a job. If it throws, the attempt fails. */
export type JobHandler<Payload extends JobPayload = JobPayload> = (job: RunningJob<Payload>) => Promise<void>;

/** A job that has failed permanently. */
export interface FailedJob<Payload extends JobPayload = JobPayload> {
  readonly id: string;
  readonly name: string;
  readonly payload: Payload;
  readonly attempts: number;
  /** Why the last attempt failed: the error's message. */
  readonly error: string;
  readonly failedAt: string;
}

/** How jobs of a name are run. */
export interface JobOptions<Payload extends JobPayload = JobPayload> {
  /** Default: 8, with pauses of 5 seconds to an hour. */
  readonly maxAttempts?: number;
  /** How many of them one process runs concurrently. Default: 2. */
  readonly concurrency?: number;
  /** Seconds after which an attempt is abandoned. Default: 3600. */
  readonly timeLimitSeconds?: number;
  /** Runs in the transaction that marks a job as failed permanently. */
  readonly onFailed?: (job: FailedJob<Payload>, transaction: Database) => Promise<void>;
}

/** State of the background jobs. */
export interface JobHealth {
  /** Jobs that have failed permanently. */
  readonly failed: number;
  /**
   * ISO 8601: since when the oldest job has been waiting, if longer than {@link LATE}; then no process runs jobs, or
   * too few do.
   */
  readonly lateSince: string | null;
}

/** Milliseconds for which a job may be due without being late. */
export const LATE: number = 15 * 60 * 1000;

/** When a recurring job is due after a given time. */
export type Recurrence = (after: Date) => Date;

/** Once a day at an hour of UTC. */
export function daily(hour: number): Recurrence {
  return (after) => {
    const next = new Date(after);
    next.setUTCHours(hour, 0, 0, 0);
    if (next <= after) next.setUTCDate(next.getUTCDate() + 1);
    return next;
  };
}

/** Once a week, at an hour of UTC. @param day 0 is Sunday */
export function weekly(day: number, hour: number): Recurrence {
  return (after) => {
    const next = daily(hour)(after);
    next.setUTCDate(next.getUTCDate() + ((day - next.getUTCDay() + 7) % 7));
    return next;
  };
}

/** Selects a part of the list of failed jobs. */
export interface FailedFrom {
  /** How many of the newest are skipped. Default: 0 */
  readonly skip?: number;
  /** Only those before the job of this ID. Default: all */
  readonly before?: string;
}

/** Background jobs. */
export interface Jobs {
  /** Defines how jobs of a name are run. Call it before `start`. */
  define<Payload extends JobPayload = JobPayload>(
    name: string,
    handler: JobHandler<Payload>,
    options?: JobOptions<Payload>,
  ): void;
  /** Like `define`, for recurring jobs: each run happens once for all processes. */
  every(name: string, recurrence: Recurrence, handler: JobHandler, options?: JobOptions): void;
  /**
   * Adds a job. In a transaction it exists only if the transaction is committed.
   *
   * @param transaction default: a transaction of its own
   */
  enqueue(job: NewJob, transaction?: Database): Promise<void>;
  /**
   * Runs the due jobs in this process, one after another, until none is due: for tests, and hosts without long-running
   * processes. @returns how many
   */
  runDue(): Promise<number>;
  /** Jobs that have failed permanently, the newest first. @param limit default: 100 */
  failed(limit?: number, from?: FailedFrom): Promise<FailedJob[]>;
  /** A job that has failed permanently; null if there is none of this ID. */
  failedOne(id: string): Promise<FailedJob | null>;
  /** Retries a failed job. @returns whether there was one */
  retry(id: string, transaction?: Database): Promise<boolean>;
  /** Discards a failed job: it is not run again. @returns whether there was one */
  discard(id: string, transaction?: Database): Promise<boolean>;
  /** Like {@link Jobs.discard}, for a job that may be put back. @returns plain data; null if there was none */
  take(id: string, transaction: Database): Promise<object | null>;
  /** Puts a job back that was taken. A job with its key that was added since violates a unique index. */
  putBack(taken: object, transaction: Database): Promise<void>;
  /** Discards the job of a key unless it is running, because what it was for no longer exists. */
  withdraw(key: string, transaction: Database): Promise<void>;
  /** State of the background jobs. */
  health(): Promise<JobHealth>;
  /** Starts running jobs. */
  start(): void;
  /** Waits some seconds for running jobs, and puts unfinished ones back. */
  stop(): Promise<void>;
}
