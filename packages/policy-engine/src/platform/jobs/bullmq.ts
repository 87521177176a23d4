/**
 * Jobs through BullMQ, on Redis.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue, Worker } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { PolicyEngineError } from '../../errors/errors.ts';
import type { WebLogger } from '../logger.ts';
import type { JobQueueFactory } from './queue.ts';
import { type JobChannel, relayed, type RelayOptions } from './relay.ts';
import { requirePackages, resolved } from './required-packages.ts';
import type { DueJob } from './store.ts';

/** Options of the BullMQ queue. */
export interface BullmqJobsOptions extends RelayOptions {
  /** A URL such as `redis://127.0.0.1:6379`, or the options of ioredis. */
  readonly connection: string | RedisOptions;
  /** Prefix of the keys in Redis. Default: `policy-engine`. */
  readonly prefix?: string;
}

/**
 * Jobs run by the processes that BullMQ chooses. Redis contains only IDs and may be emptied: the jobs themselves stay
 * in the engine's tables.
 *
 * @example
 * ```ts
 * createPolicyEngine({ …, jobs: bullmqJobs({ connection: 'redis://127.0.0.1:6379' }) });
 * ```
 * @throws {PolicyEngineError} `configuration_invalid` without the packages `bullmq` and `ioredis`
 */
export function bullmqJobs(options: BullmqJobsOptions): JobQueueFactory {
  const { connection } = options;
  if (typeof connection === 'string' && !/^rediss?:\/\//.test(connection)) {
    throw new PolicyEngineError(
      'configuration_invalid',
      'jobs: bullmqJobs takes a connection such as redis://127.0.0.1:6379',
    );
  }
  requireClient();
  const outage: Outage = { isDown: false };
  return relayed((logger) => new BullmqChannel(options, logger, outage), options);
}

function requireClient(): void {
  requirePackages('jobs: bullmqJobs', ['bullmq', 'ioredis'], import.meta.url);
  const bullmq = resolved('bullmq', import.meta.url);
  // If BullMQ cannot resolve its client, its workers fail in an endless loop, thousands of times a second.
  if (bullmq !== null) requirePackages('jobs: bullmqJobs', ['ioredis'], bullmq);
}

/** Whether Redis is known to be unavailable; outlives the channels whose opening fails in the meantime. */
interface Outage {
  isDown: boolean;
}

/** Milliseconds that an unavailable connection gets to recover at shutdown. */
const FAREWELL = 1000;

class BullmqChannel implements JobChannel {
  readonly #options: BullmqJobsOptions;
  readonly #logger: WebLogger;
  readonly #connections: Redis[] = [];
  readonly #workers: Worker[] = [];
  readonly #queues = new Map<string, Queue>();
  readonly #outage: Outage;
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: BullmqJobsOptions, logger: WebLogger, outage: Outage) {
    this.#options = options;
    this.#logger = logger;
    this.#outage = outage;
  }

  async open(
    definitions: ReadonlyArray<{ readonly name: string; readonly concurrency: number }>,
    take: (job: DueJob) => Promise<void>,
  ): Promise<void> {
    const prefix = this.#options.prefix ?? 'policy-engine';
    const [{ Queue, Worker }, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    const connect = (more: RedisOptions) => this.#connected(Redis, more);
    // Offers fail at once while Redis is unavailable, and are repeated; a worker waits for it.
    const offering = connect({ enableOfflineQueue: false, lazyConnect: true, maxRetriesPerRequest: 1 });
    await offering.connect();
    const working = connect({ maxRetriesPerRequest: null });
    for (const { name, concurrency } of definitions) {
      const queue = new Queue(name, { connection: offering, prefix });
      queue.on('error', this.#report);
      this.#queues.set(name, queue);
      const worker = new Worker<DueJob>(name, ({ data }) => this.#do(data, take), {
        connection: working,
        prefix,
        concurrency,
      });
      worker.on('error', this.#report);
      this.#workers.push(worker);
    }
  }

  async offer(job: DueJob): Promise<void> {
    const { id, name, token } = job;
    const options = { jobId: `${id}-${token}`, removeOnComplete: true, removeOnFail: true };
    await this.#queues.get(name)?.add(name, { id, name, token }, options);
  }

  /** Closing a worker waits for Redis, endlessly while that is unavailable: after a limit it is closed without. */
  async close(): Promise<void> {
    const isAway = this.#isAway();
    if (isAway) await Promise.allSettled(this.#underWay);
    const closed = this.#closeAll(isAway).then(() => true);
    while (!(await Promise.race([closed, sleep(FAREWELL, false)]))) if (this.#isAway()) break;
    for (const connection of this.#connections) connection.disconnect();
  }

  #isAway(): boolean {
    return this.#connections.some(({ status }) => status !== 'ready' && status !== 'end');
  }

  async #closeAll(isForced: boolean): Promise<void> {
    await Promise.allSettled(this.#workers.map((worker) => worker.close(isForced)));
    await Promise.allSettled([...this.#queues.values()].map((queue) => queue.close()));
  }

  /** Runs a job, and tracks it while it is in progress. */
  async #do(job: DueJob, take: (job: DueJob) => Promise<void>): Promise<void> {
    const doing = take(job);
    this.#underWay.add(doing);
    try {
      await doing;
    } finally {
      this.#underWay.delete(doing);
    }
  }

  #connected(Client: typeof Redis, more: RedisOptions): Redis {
    const { connection } = this.#options;
    // The client's types reject their own options under `exactOptionalPropertyTypes`.
    const redis =
      typeof connection === 'string'
        ? new Client(connection, more as never)
        : new Client({ ...connection, ...more } as never);
    redis.on('error', this.#report);
    redis.on('ready', () => (this.#outage.isDown = false));
    this.#connections.push(redis);
    // Each worker waits for jobs on a copy of the connection, which would try to reconnect forever.
    const duplicate = redis.duplicate.bind(redis);
    redis.duplicate = (override) => {
      const copy = duplicate(override);
      this.#connections.push(copy);
      return copy;
    };
    return redis;
  }

  /** One line per outage. */
  readonly #report = (error: Error): void => {
    if (this.#outage.isDown) return;
    this.#outage.isDown = true;
    this.#logger.error('the connection to Redis failed; trying again', { error });
  };
}
