/** What modules know of jobs: how one is defined, begun and ended. */
import type { Database } from '../database/port.ts';

/** What JSON holds. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** What a job is about. Ids rather than personal data: it stays in the database until the job is done. */
export type JobPayload = Readonly<Record<string, JsonValue>>;

/** A job to be done. */
export interface NewJob<Payload extends JobPayload = JobPayload> {
  /** As it was defined. */
  readonly name: string;
  readonly payload?: Payload;
  /** While a job of this key waits or runs, another one is not added. One that has failed is begun again. */
  readonly key?: string;
  /** Not before. Default: at once. */
  readonly runAt?: Date;
}

/** A job in progress. */
export interface RunningJob<Payload extends JobPayload = JobPayload> {
  readonly id: string;
  readonly name: string;
  readonly payload: Payload;
  /** From 1. A process that was killed counts too. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Grows with each attempt, for ever: part of the name of what an attempt writes (fencing). */
  readonly token: number;
  /** Aborted when the job is lost to another process, its time is up, or this process stops. */
  readonly signal: AbortSignal;
  /**
   * Says that it is alive, which happens by itself as well while the process isn't blocked.
   *
   * @throws {PolicyEngineError} `job_lost`
   */
  heartbeat(): Promise<void>;
  /**
   * Makes sure in a transaction that nobody else has begun the job since; nobody can until the transaction ends.
   *
   * @throws {PolicyEngineError} `job_lost`
   */
  hold(transaction: Database): Promise<void>;
  /**
   * Ends the job in the transaction of its last write, so that both happen, or neither: the way to do something once.
   *
   * @throws {PolicyEngineError} `job_lost`
   */
  complete(transaction: Database): Promise<void>;
}

/** Thrown by a job that no further attempt can help. */
export class FinalFailure extends Error {
  override name: string = 'FinalFailure';
}

/** Does a job. What it throws fails the attempt. */
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

/** How jobs of a name are done. */
export interface JobOptions<Payload extends JobPayload = JobPayload> {
  /** Default: 8, with pauses of 5 seconds to an hour. */
  readonly maxAttempts?: number;
  /** How many of them one process does at once. Default: 2. */
  readonly concurrency?: number;
  /** Seconds after which an attempt is abandoned. Default: 3600. */
  readonly timeLimitSeconds?: number;
  /** Runs in the transaction that marks a job as failed permanently. */
  readonly onFailed?: (job: FailedJob<Payload>, transaction: Database) => Promise<void>;
}

/** How background jobs stands. */
export interface JobHealth {
  /** Jobs that have failed permanently. */
  readonly failed: number;
  /** ISO 8601: since when the oldest job waits, if for longer than {@link LATE}; then no process does jobs, or too few do. */
  readonly lateSince: string | null;
}

/** Milliseconds for which a job may be due without being late. */
export const LATE: number = 15 * 60 * 1000;

/** When recurring work is due after a moment. */
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

/** Background jobs. */
export interface Jobs {
  /** Says how jobs of a name are done. Before `start`. */
  define<Payload extends JobPayload = JobPayload>(
    name: string,
    handler: JobHandler<Payload>,
    options?: JobOptions<Payload>,
  ): void;
  /** Like `define`, for work that recurs: once for all processes each time. */
  every(name: string, recurrence: Recurrence, handler: JobHandler, options?: JobOptions): void;
  /**
   * Adds a job. In a transaction it is there when the transaction is committed, and never otherwise.
   *
   * @param transaction default: a transaction of its own
   */
  enqueue(job: NewJob, transaction?: Database): Promise<void>;
  /** Does what is due in this process, one after another, until nothing is: for tests, and hosts without processes that last. @returns how many */
  runDue(): Promise<number>;
  /** Jobs that have failed permanently, the newest first. */
  failed(limit?: number): Promise<FailedJob[]>;
  /** Begins a failed job again. @returns whether there was one */
  retry(id: string, transaction?: Database): Promise<boolean>;
  /** Forgets a failed job: it is not done any more. @returns whether there was one */
  discard(id: string, transaction?: Database): Promise<boolean>;
  /** Forgets the job of a key if it has failed: what it was about is gone. */
  withdraw(key: string, transaction: Database): Promise<void>;
  /** How background jobs stands. */
  health(): Promise<JobHealth>;
  /** Begins to do jobs. */
  start(): void;
  /** Lets those in progress end, for some seconds, and puts back what has not ended. */
  stop(): Promise<void>;
}
