/** Jobs in Redis whose parts BullMQ gives to workers: all processes that share the cache share the work. */
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Bullmq from 'bullmq';
import type { Job, Queue, Worker } from 'bullmq';
import type * as Ioredis from 'ioredis';
import type { Redis, RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import { renewedIfReadOnly, retryStrategy } from '../../cache/stores/redis-connection.ts';
import { wallClock } from '../../kernel/clock.ts';
import type { JobState, WarmPage } from '../jobs/job.ts';
import { isOver, logEnd, shortError } from '../jobs/job.ts';
import type { JobStore, Part, Workers } from './queue.ts';
import { lost, RedisJobs } from './redis-jobs.ts';
import { unavailable } from '../../crawl/state-folder.ts';

/** A task of a worker: to find the pages of a job, or to work on some of them. */
type Task =
  | { readonly id: string; readonly pages?: undefined }
  /** `first`: index in the job; `at`: index of the first one that is not finished. */
  | { readonly id: string; readonly first: number; readonly pages: readonly WarmPage[]; readonly at: number };

/** Options of a task: an unexpected error is tried again, and nothing is left in Redis afterwards. */
const TASK = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: true,
  removeOnFail: true,
} as const;
/** Milliseconds after which the tasks of a process that was killed are given to others. */
const LEASE = 15_000;
/** Number of times that the process of a task may be killed. */
const MAX_STALLED = 20;
/** Milliseconds that an unavailable Redis gets at shutdown. */
const FAREWELL = 1_000;
/** Errors of BullMQ for a task that it has given to another process. */
const LOST_LOCK = /\block\b/i;
/** What {@link BullmqJobs} needs. */
export interface BullmqParts {
  readonly url: string;
  /** Prefix of all keys. */
  readonly prefix: string;
  readonly concurrency: number;
  /** Milliseconds after which the tasks of a process that was killed are given to others. */
  readonly lease?: number | undefined;
  readonly logger: Logger;
  /** The time of the jobs, in milliseconds since 1970: the same for all nodes. */
  readonly now: () => number;
}

/** The packages, and the connections to Redis. */
interface Connection extends Packages {
  /** Its commands fail at once while Redis is away. */
  readonly redis: Redis;
  /** All of them, also those that BullMQ makes. */
  readonly connections: Redis[];
  readonly queue: Queue<Task>;
  readonly options: { readonly prefix: string; readonly skipVersionCheck: boolean };
  readonly connect: (more: RedisOptions) => Redis;
  readonly report: (error: Error) => void;
}

/** A part as BullMQ gives it to a worker, which may lose it. */
interface TaskPart extends Part {
  /** Index in the job of its first page. */
  readonly first: number;
  readonly task: Job<Task>;
  readonly token: string | undefined;
  /** Index of the first page that is not finished. */
  at: number;
}

/** See the head of the file. */
export class BullmqJobs extends RedisJobs implements JobStore<TaskPart> {
  readonly #parts: BullmqParts;
  readonly #connection: Connection;
  /** Number of pages of each job that this process is reading. */
  readonly #added = new Map<string, number>();
  #over: AbortSignal = new AbortController().signal;
  #worker: Worker<Task> | undefined;

  private constructor(parts: BullmqParts, connection: Connection) {
    super(connection.redis, parts.prefix, parts.now, (job) => logEnd(parts.logger, job));
    this.#parts = parts;
    this.#connection = connection;
  }

  /** @throws {RendererError} `warming-unavailable` if BullMQ is not installed, or Redis does not respond */
  static async open(parts: BullmqParts): Promise<BullmqJobs> {
    const { url, prefix, logger } = parts;
    const packages = await loaded();
    const { Queue, Redis } = packages;
    const connections: Redis[] = [];
    let isDown = false;
    const report = (error: Error) => {
      if (!isDown) logger.warn({ err: error }, 'the connection of warming to Redis failed; it is tried again');
      isDown = true;
    };
    const connect = (more: RedisOptions): Redis => {
      // The client's types reject their own options under `exactOptionalPropertyTypes`.
      const redis = new Redis(url, { retryStrategy, reconnectOnError: renewedIfReadOnly(), ...more } as never);
      const noted = (one: Redis): Redis => {
        one.on('error', report).on('ready', () => (isDown = false));
        connections.push(one);
        const duplicate = one.duplicate.bind(one);
        // BullMQ waits for tasks on a copy, which must be closed too.
        one.duplicate = (override) => noted(duplicate(override));
        return one;
      };
      return noted(redis);
    };
    // Requests fail at once while Redis is away; workers wait for it.
    const redis = connect({
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 2_000,
    });
    try {
      await redis.connect();
    } catch (error) {
      for (const one of connections) one.disconnect();
      throw lost(error);
    }
    await warnOfEviction(redis, logger);
    // The check warns, past the log, of the policy that a cache needs.
    const options = { prefix: `${prefix}bull`, skipVersionCheck: true };
    const queue = new Queue<Task>('pages', { ...options, connection: redis });
    queue.on('error', report);
    return new BullmqJobs(parts, { ...packages, redis, connections, queue, options, connect, report });
  }

  start(workers: Workers<TaskPart>, over: AbortSignal): void {
    this.#over = over;
    const { Worker, connect, options, report } = this.#connection;
    const { concurrency, lease = LEASE, logger } = this.#parts;
    const worker = new Worker<Task>('pages', (job, token) => this.#take(workers, job, token), {
      ...options,
      connection: connect({ maxRetriesPerRequest: null }),
      concurrency,
      lockDuration: lease,
      stalledInterval: lease,
      maxStalledCount: MAX_STALLED,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    worker.on('error', (error) => {
      if (!LOST_LOCK.test(error.message)) return report(error);
      logger.warn({ err: error }, 'a part of a warming job is given to others: this process did not run for some time');
    });
    worker.on('failed', (job, error) => void (job && this.#giveUp(job, error)));
    this.#worker = worker;
  }

  async queueRead({ id, spec }: JobState): Promise<void> {
    await this.#connection.queue.add('read', { id }, { ...TASK, jobId: `${id}-read`, priority: spec.priority });
  }

  override async startOver(id: string): Promise<void> {
    this.#added.delete(id);
    await super.startOver(id);
  }

  async addPart({ id, spec }: JobState, pages: readonly WarmPage[]): Promise<void> {
    const first = this.#added.get(id) ?? 0;
    const options = { ...TASK, jobId: `${id}-${first}`, priority: spec.priority };
    await this.#connection.queue.add('pages', { id, first, pages, at: 0 }, options);
    this.#added.set(id, first + pages.length);
  }

  async note(part: TaskPart, index: number, outcome: 'done' | 'fresh' | 'failed'): Promise<boolean> {
    if (outcome === 'failed') await this.#requireLock(part);
    part.at = index + 1;
    return this.count(part.id, part.first + index, outcome);
  }

  /** Tasks in progress are put back. Closing would wait endlessly for a Redis that is away. */
  async close(): Promise<void> {
    const closed = Promise.allSettled([this.#worker?.close(), this.#connection.queue.close()]).then(() => true);
    const isAway = () => this.#connection.connections.some(({ status }) => status !== 'ready' && status !== 'end');
    while (!(await Promise.race([closed, sleep(FAREWELL, false)]))) if (isAway()) break;
    for (const connection of this.#connection.connections) connection.disconnect();
  }

  async #take(workers: Workers<TaskPart>, task: Job<Task>, token: string | undefined): Promise<void> {
    const { data } = task;
    const phase = await this.phaseOf(data.id);
    if (phase === null || isOver({ phase })) return;
    if (data.pages === undefined) {
      await workers.read(data.id);
      return void this.#added.delete(data.id);
    }
    const part: TaskPart = { ...data, task, token };
    let wait = 0;
    try {
      const interrupted = await workers.work(part);
      if (!interrupted) return;
      wait = interrupted.wait;
    } catch (error) {
      if (!this.#over.aborted) throw error;
    }
    await task.updateData({ ...data, at: part.at });
    // The parts of a site that has to wait do not all come back at the same moment.
    await task.moveToDelayed(wallClock() + wait * (1 + Math.random() / 4), token);
    throw new this.#connection.DelayedError();
  }

  /** A process that was stopped for some time has lost its task, and its render its time: another process repeats the page. */
  async #requireLock({ task, token }: TaskPart): Promise<void> {
    const isHeld = await task.extendLock(token ?? '', this.#parts.lease ?? LEASE);
    if (isHeld !== 1) throw new Error('the lock of this part was lost');
  }

  /** Counts the results of a task that failed too often, so that its job ends. */
  async #giveUp({ data, attemptsMade }: Job<Task>, error: Error): Promise<void> {
    const isStalled = /stalled/.test(error.message);
    if (this.#over.aborted || (attemptsMade < TASK.attempts && !isStalled)) return;
    this.#parts.logger.error({ job: data.id, err: error }, 'a part of a warming job failed');
    try {
      if (data.pages === undefined) {
        await this.addError(data.id, shortError('', error.message));
        return await this.change(data.id, 'failed');
      }
      for (const [index, { url }] of data.pages.entries()) {
        const isCounted = await this.count(data.id, data.first + index, 'failed');
        if (isCounted) await this.addError(data.id, shortError(url, error.message));
      }
    } catch (failure) {
      this.#parts.logger.error({ job: data.id, err: failure }, 'the state of a warming job cannot be saved');
    }
  }
}

/** Some keys have no time to live: of the policies of Redis, those of `allkeys` may remove them to make room for results. */
async function warnOfEviction(redis: Redis, logger: Logger): Promise<void> {
  const info = await redis.info('memory').catch(() => '');
  const policy = /^maxmemory_policy:(allkeys-\w+)/m.exec(info)?.[1];
  if (policy === undefined) return;
  logger.warn(
    { policy },
    'a full Redis may remove the list of results, which removals need, and jobs of warming; set its maxmemory-policy to volatile-lru',
  );
}

interface Packages extends Pick<typeof Bullmq, 'Queue' | 'Worker' | 'DelayedError'>, Pick<typeof Ioredis, 'Redis'> {}

async function loaded(): Promise<Packages> {
  try {
    const [{ Queue, Worker, DelayedError }, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { Queue, Worker, DelayedError, Redis };
  } catch (error) {
    throw unavailable('With the "redis" cache, warming needs the package bullmq: npm install bullmq', error);
  }
}
