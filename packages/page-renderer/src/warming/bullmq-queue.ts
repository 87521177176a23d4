/** The queue on Redis, with BullMQ: all processes that share the cache share the work. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Bullmq from 'bullmq';
import type { Job, Queue, Worker } from 'bullmq';
import type * as Ioredis from 'ioredis';
import type { Redis, RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import { isRefusal, renewedIfReadOnly, retryStrategy } from '../cache/stores/redis-connection.ts';
import { wallClock } from '../kernel/clock.ts';
import { wordsOf } from '../kernel/error-words.ts';
import { Chunker, workOn } from './chunk.ts';
import type { JobSpec, JobState, WarmPage } from './job.ts';
import { isOver, logEnd, newJob, shortError } from './job.ts';
import type { QueueWork, ReadItem, WarmQueue } from './queue.ts';
import { Duplicates } from './queue.ts';
import { RedisJobs } from './redis-jobs.ts';
import { unavailable } from './state-folder.ts';

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
/** How long a value is remembered, in milliseconds. */
const REMEMBERED = 90 * 24 * 60 * 60_000;

/** What {@link BullmqQueue} needs. */
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
  /** The work, with a connection for its own state. */
  readonly work: (redis: Redis, prefix: string) => QueueWork;
}

/** See the head of the file. */
export class BullmqQueue implements WarmQueue {
  readonly #parts: BullmqParts;
  readonly #redis: Redis;
  readonly #connections: Redis[];
  readonly #queue: Queue<Task>;
  readonly #jobs: RedisJobs;
  readonly #work: QueueWork;
  readonly #over = new AbortController();
  #worker: Worker<Task> | undefined;

  private constructor(parts: BullmqParts, redis: Redis, connections: Redis[], queue: Queue<Task>) {
    this.#parts = parts;
    this.#redis = redis;
    this.#connections = connections;
    this.#queue = queue;
    this.#jobs = new RedisJobs(redis, parts.prefix, parts.now, (job) => logEnd(parts.logger, job));
    this.#work = parts.work(redis, parts.prefix);
  }

  /** @throws {RendererError} `warming-unavailable` if BullMQ is not installed, or Redis does not respond */
  static async open(parts: BullmqParts): Promise<BullmqQueue> {
    const { url, prefix, concurrency, logger, lease = LEASE } = parts;
    const { Queue, Worker, DelayedError, Redis } = await loaded();
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
    const opened = new BullmqQueue(parts, redis, connections, queue);
    const worker = new Worker<Task>('pages', (job, token) => opened.#take(job, token, () => new DelayedError()), {
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
    worker.on('failed', (job, error) => void (job && opened.#giveUp(job, error)));
    opened.#worker = worker;
    return opened;
  }

  async add(spec: JobSpec, pages?: Iterable<ReadItem>): Promise<JobState> {
    return guarded(async () => {
      const job = newJob(randomUUID(), spec, Math.floor(this.#parts.now()));
      const id = await this.#jobs.create(job, pages === undefined);
      if (id === job.id && pages) {
        await this.#collect(id, spec, pages);
        await this.#jobs.change(id, 'working');
        await this.#jobs.endIfComplete(id);
      } else if (id === job.id) {
        await this.#queue.add('read', { id }, { ...TASK, jobId: `${id}-read`, priority: spec.priority });
      }
      return (await this.#jobs.get(id)) ?? job;
    });
  }

  async get(id: string): Promise<JobState | undefined> {
    return guarded(() => this.#jobs.get(id));
  }

  async list(): Promise<JobState[]> {
    return guarded(() => this.#jobs.list());
  }

  async cancel(id: string): Promise<JobState | undefined> {
    return guarded(async () => {
      await this.#jobs.change(id, 'cancelled');
      return this.#jobs.get(id);
    });
  }

  async claim(name: string, milliseconds: number): Promise<boolean> {
    const key = `${this.#parts.prefix}claim:${name}`;
    return guarded(async () => (await this.#redis.set(key, '1', 'PX', milliseconds, 'NX')) === 'OK');
  }

  async release(name: string): Promise<void> {
    await guarded(() => this.#redis.del(`${this.#parts.prefix}claim:${name}`));
  }

  async recall(name: string): Promise<string | undefined> {
    return guarded(async () => (await this.#redis.get(`${this.#parts.prefix}value:${name}`)) ?? undefined);
  }

  async remember(name: string, value: string): Promise<void> {
    await guarded(() => this.#redis.set(`${this.#parts.prefix}value:${name}`, value, 'PX', REMEMBERED));
  }

  /** Tasks in progress are put back. Closing would wait endlessly for a Redis that is away. */
  async close(): Promise<void> {
    this.#over.abort();
    const closed = Promise.allSettled([this.#worker?.close(), this.#queue.close()]).then(() => true);
    const isAway = () => this.#connections.some(({ status }) => status !== 'ready' && status !== 'end');
    while (!(await Promise.race([closed, sleep(FAREWELL, false)]))) if (isAway()) break;
    for (const connection of this.#connections) connection.disconnect();
  }

  async #take(job: Job<Task>, token: string | undefined, putBack: () => Error): Promise<void> {
    const { data } = job;
    const { signal } = this.#over;
    const phase = await this.#jobs.phaseOf(data.id);
    if (phase === null || isOver({ phase })) return;
    if (data.pages === undefined) return this.#read(data.id);
    let { at } = data;
    let wait = 0;
    try {
      const interrupted = await workOn(
        data.pages,
        data.at,
        {
          warm: async (page) => {
            const now = await this.#jobs.phaseOf(data.id);
            if (now === null || isOver({ phase: now })) return { kind: 'failed', error: 'cancelled' };
            return this.#work.warm(page, signal);
          },
          note: async (index, { url }, outcome) => {
            if (outcome.kind === 'failed') await this.#requireLock(job, token);
            at = index + 1;
            const isCounted = await this.#jobs.note(data.id, data.first + index, outcome.kind);
            if (isCounted && outcome.kind === 'failed') {
              await this.#jobs.addError(data.id, shortError(url, outcome.error));
            }
          },
        },
        signal,
      );
      if (!interrupted) return;
      wait = interrupted.wait;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    await job.updateData({ ...data, at });
    // The parts of a site that has to wait do not all come back at the same moment.
    await job.moveToDelayed(wallClock() + wait * (1 + Math.random() / 4), token);
    throw putBack();
  }

  /** A process that was stopped for some time has lost its task, and its render its time: another process repeats the page. */
  async #requireLock(job: Job<Task>, token: string | undefined): Promise<void> {
    const isHeld = await job.extendLock(token ?? '', this.#parts.lease ?? LEASE);
    if (isHeld !== 1) throw new Error('the lock of this part was lost');
  }

  async #read(id: string): Promise<void> {
    const job = await this.#jobs.get(id);
    if (!job) return;
    try {
      await this.#jobs.startOver(id);
      await this.#collect(id, job.spec, this.#work.read(job, this.#over.signal));
    } catch (error) {
      this.#parts.logger.warn({ job: id, err: error }, 'the pages of a warming job cannot be read');
      throw error;
    }
    this.#over.signal.throwIfAborted();
    await this.#jobs.change(id, 'working');
    await this.#jobs.endIfComplete(id);
  }

  async #collect(id: string, spec: JobSpec, items: Iterable<ReadItem> | AsyncIterable<ReadItem>): Promise<void> {
    const duplicates = new Duplicates();
    let [found, refused, first] = [0, 0, 0];
    const chunker = new Chunker(async (pages) => {
      // The count comes first: a job with fewer results than are counted would end too early.
      await this.#jobs.setFound(id, found, refused);
      const options = { ...TASK, jobId: `${id}-${first}`, priority: spec.priority };
      await this.#queue.add('pages', { id, first, pages, at: 0 }, options);
      first += pages.length;
    });
    for await (const item of items) {
      if (item.kind === 'error') {
        refused += 1;
        await this.#jobs.addError(id, shortError(item.url, item.error));
      } else if (!duplicates.has(item.id)) {
        found += 1;
        await chunker.push(item.page);
      }
    }
    await chunker.end();
    await this.#jobs.setFound(id, found, refused);
  }

  /** Counts the results of a task that failed too often, so that its job ends. */
  async #giveUp({ data, attemptsMade }: Job<Task>, error: Error): Promise<void> {
    const isStalled = /stalled/.test(error.message);
    if (this.#over.signal.aborted || (attemptsMade < TASK.attempts && !isStalled)) return;
    this.#parts.logger.error({ job: data.id, err: error }, 'a part of a warming job failed');
    try {
      if (data.pages === undefined) {
        await this.#jobs.addError(data.id, shortError('', error.message));
        return await this.#jobs.change(data.id, 'failed');
      }
      for (const [index, { url }] of data.pages.entries()) {
        const isCounted = await this.#jobs.note(data.id, data.first + index, 'failed');
        if (isCounted) await this.#jobs.addError(data.id, shortError(url, error.message));
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

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw lost(error);
  }
}

function lost(error: unknown): Error {
  const trouble = isRefusal(error) ? `Redis refuses a command (${wordsOf(error)})` : 'Redis does not respond';
  return unavailable(`${trouble}, so the state of warming is not known; try again`, error);
}

type Packages = Pick<typeof Bullmq, 'Queue' | 'Worker' | 'DelayedError'> & Pick<typeof Ioredis, 'Redis'>;

async function loaded(): Promise<Packages> {
  try {
    const [{ Queue, Worker, DelayedError }, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { Queue, Worker, DelayedError, Redis };
  } catch (error) {
    throw unavailable('With the "redis" cache, warming needs the package bullmq: npm install bullmq', error);
  }
}
