/** Background jobs: adds jobs, and runs them as the queue decides. */
import type { Naming } from '../database/schema/names.ts';
import type { Database } from '../database/port.ts';
import type { WebLogger } from '../logger.ts';
import { Attempt, failForGood, type JobDefinition } from './attempt.ts';
import {
  type FailedFrom,
  type FailedJob,
  type JobHandler,
  type JobHealth,
  type JobOptions,
  type JobPayload,
  type Jobs,
  LATE,
  type NewJob,
  type Recurrence,
} from './job.ts';
import type { BegunJob, JobQueue, JobQueueFactory } from './queue.ts';
import { Schedule } from './schedule.ts';
import { type DueJob, JobStore } from './store.ts';

/** What the service needs. */
export interface JobServiceOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly queue: JobQueueFactory;
  readonly logger: WebLogger;
  readonly now: () => Date;
}

const DEFAULTS = { maxAttempts: 8, concurrency: 2, timeLimitSeconds: 3600 };
/** Milliseconds: a host that is stopped has about half a minute before it is killed. */
const GRACE = 10_000;

/** Jobs of one engine. */
export class JobService implements Jobs {
  readonly #options: JobServiceOptions;
  readonly #definitions = new Map<string, JobDefinition>();
  /** The running jobs by name; null is a slot reserved while the table is queried. */
  readonly #running = new Map<string, Set<{ attempt: Attempt | null }>>();
  readonly #schedule: Schedule;
  readonly #queue: JobQueue;

  constructor(options: JobServiceOptions) {
    this.#options = options;
    const { database, naming, logger } = options;
    // Due at the time of the question: who runs what is due now runs it, too.
    this.#schedule = new Schedule(database, naming, (name, runAt, transaction) =>
      this.enqueue({ name, key: `every:${name}`, runAt }, transaction),
    );
    this.#queue = options.queue({
      due: (limit) => this.#due(limit),
      notOffered: (limit, seconds) => this.#due(limit, seconds),
      offered: (job) => this.#store().offered(job, this.#now()),
      definitions: () =>
        [...this.#definitions].map(([name, { concurrency, timeLimitSeconds }]) => ({
          name,
          concurrency,
          timeLimitSeconds,
        })),
      concurrency: () => [...this.#definitions.values()].reduce((sum, { concurrency }) => sum + concurrency, 0),
      begin: (job) => this.#begin(job),
      logger,
    });
  }

  define<Payload extends JobPayload>(
    name: string,
    handler: JobHandler<Payload>,
    options: JobOptions<Payload> = {},
  ): void {
    if (this.#definitions.has(name)) throw new Error(`The job ${name} is defined twice.`);
    // The code that adds a job of a name passes the payload that its definition reads.
    const { onFailed = null, ...rest } = options as JobOptions;
    this.#definitions.set(name, { ...DEFAULTS, ...rest, onFailed, handler: handler as unknown as JobHandler });
    this.#running.set(name, new Set());
  }

  every(name: string, recurrence: Recurrence, handler: JobHandler, options: JobOptions = {}): void {
    this.define(name, handler, options);
    this.#schedule.every(name, recurrence);
  }

  async enqueue({ name, payload = {}, key, runAt }: NewJob, transaction?: Database): Promise<void> {
    const definition = this.#definitions.get(name);
    if (definition === undefined) throw new Error(`There is no job ${name}.`);
    const now = this.#now();
    const row = { name, payload, key: key ?? null, dueAt: runAt ?? now, maxAttempts: definition.maxAttempts };
    await this.#store(transaction).add(row, now);
    this.#wake(transaction);
  }

  /** A transaction is usually committed a moment later; if not, the next poll finds the job. */
  #wake(transaction: Database | undefined): void {
    if (transaction === undefined) this.#wakeQueue();
    else setTimeout(() => this.#wakeQueue(), 50).unref();
  }

  /** Only a hint: the job is already in the table, so that a queue that fails here loses nothing. */
  #wakeQueue(): void {
    try {
      this.#queue.wake();
    } catch (error) {
      this.#options.logger.error('waking the queue of jobs failed', { error });
    }
  }

  async runDue(): Promise<number> {
    for (let count = 0; ; count++) {
      const [job] = await this.#due(1);
      if (job === undefined) return count;
      const begun = await this.#begin(job);
      await begun?.ended;
    }
  }

  async failed(limit = 100, from: FailedFrom = {}): Promise<FailedJob[]> {
    return this.#store().failed(limit, from);
  }

  async failedOne(id: string): Promise<FailedJob | null> {
    return this.#store().failedOne(id);
  }

  async retry(id: string, transaction?: Database): Promise<boolean> {
    const isThere = await this.#store(transaction).retry(id, this.#now());
    this.#wake(transaction);
    return isThere;
  }

  async discard(id: string, transaction?: Database): Promise<boolean> {
    return this.#store(transaction).discard(id);
  }

  async take(id: string, transaction: Database): Promise<object | null> {
    return this.#store(transaction).take(id);
  }

  async putBack(taken: object, transaction: Database): Promise<void> {
    await this.#store(transaction).putBack(taken);
  }

  async withdraw(key: string, transaction: Database): Promise<void> {
    await this.#store(transaction).withdraw(key);
  }

  async health(): Promise<JobHealth> {
    const [failed, lateSince] = await Promise.all([
      this.#store().failedCount(),
      this.#store().lateSince(new Date(this.#now().getTime() - LATE)),
    ]);
    return { failed, lateSince };
  }

  start(): void {
    this.#queue.start();
  }

  async stop(): Promise<void> {
    const interrupt = setTimeout(() => {
      for (const attempts of this.#running.values()) for (const { attempt } of attempts) attempt?.interrupt();
    }, GRACE);
    try {
      await this.#queue.stop();
    } finally {
      clearTimeout(interrupt);
    }
  }

  #now(): Date {
    return this.#options.now();
  }

  #store(database: Database = this.#options.database): JobStore {
    return new JobStore(database, this.#options.naming);
  }

  /** @param offeredSeconds omits jobs that were offered to a queue in the last so many seconds */
  async #due(limit: number, offeredSeconds?: number): Promise<DueJob[]> {
    const now = this.#now();
    await this.#schedule.addDue(now);
    const offeredBefore = offeredSeconds === undefined ? undefined : new Date(now.getTime() - offeredSeconds * 1000);
    const all = [...this.#definitions.keys()];
    const names = offeredSeconds === undefined ? all.filter((name) => this.#room(name) > 0) : all;
    return this.#store().due(names, now, limit, offeredBefore);
  }

  #room(name: string): number {
    return (this.#definitions.get(name)?.concurrency ?? 0) - (this.#running.get(name)?.size ?? 0);
  }

  async #begin(job: DueJob): Promise<BegunJob | null> {
    const definition = this.#definitions.get(job.name);
    const running = this.#running.get(job.name);
    if (definition === undefined || running === undefined || this.#room(job.name) <= 0) return null;
    const place: { attempt: Attempt | null } = { attempt: null };
    running.add(place);
    try {
      place.attempt = await this.#attempt(job, definition);
      if (place.attempt === null) return null;
      return { ended: place.attempt.run().finally(() => running.delete(place)) };
    } finally {
      if (place.attempt === null) running.delete(place);
    }
  }

  async #attempt(job: DueJob, definition: JobDefinition): Promise<Attempt | null> {
    const { database, naming, logger, now } = this.#options;
    const leaseMilliseconds = this.#queue.leaseSeconds * 1000;
    const until = new Date(now().getTime() + leaseMilliseconds);
    const claim = await this.#store().claim(job, now(), until);
    if (claim === null) return null;
    if (claim.attempts <= claim.maxAttempts) {
      return new Attempt(claim, definition, { database, naming, logger, now, leaseMilliseconds }, until);
    }
    const attempts = claim.attempts - 1;
    const error = claim.error ?? `The process that ran it died in ${attempts} attempts.`;
    logger.error(`the job ${claim.name} failed permanently`, { error, job: claim.id, attempts });
    await failForGood(claim, definition, { error, attempts, now: now() }, { database, naming });
    return null;
  }
}
