/** Jobs in Redis, for all processes that share it. */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { isRefusal } from '../../cache/stores/redis-connection.ts';
import { wordsOf } from '../../kernel/error-words.ts';
import type { JobCounts, JobError, JobPhase, JobSpec, JobState } from '../jobs/job.ts';
import { isOver, MAX_ERRORS, MAX_FINISHED } from '../jobs/job.ts';
import type { Values } from './queue.ts';
import { unavailable } from '../../crawl/state-folder.ts';

/** How long a finished job is remembered, in seconds. */
const REMEMBERED = 7 * 24 * 60 * 60;
/** How long a value is remembered, in milliseconds. */
const VALUE_REMEMBERED = 90 * 24 * 60 * 60_000;

/**
 * Counts an outcome once, and ends the job with the last one. KEYS: the job, a bitmap of the counted results. ARGV: index of the
 * result, outcome, now.
 */
const NOTE = `
local phase = redis.call('HGET', KEYS[1], 'phase')
if phase ~= 'reading' and phase ~= 'working' then return 0 end
if redis.call('SETBIT', KEYS[2], ARGV[1], 1) == 1 then return 0 end
redis.call('HINCRBY', KEYS[1], ARGV[2], 1)
redis.call('HSETNX', KEYS[1], 'startedAt', ARGV[3])
return 1`;

/** Ends a job that is complete; one of which nothing came has failed. KEYS: the job. ARGV: now. */
const END_IF_COMPLETE = `
local found = redis.call('HMGET', KEYS[1], 'phase', 'found', 'done', 'fresh', 'failed', 'refused')
if found[1] ~= 'working' or found[3] + found[4] + found[5] < tonumber(found[2]) then return 0 end
local nothing = found[3] + found[4] == 0 and found[5] + found[6] > 0
redis.call('HSET', KEYS[1], 'phase', nothing and 'failed' or 'done', 'finishedAt', ARGV[1])
return 1`;

/** Changes the phase of a job that is not over. KEYS: the job. ARGV: the phase, now. */
const CHANGE = `
local phase = redis.call('HGET', KEYS[1], 'phase')
if phase ~= 'reading' and phase ~= 'working' then return 0 end
redis.call('HSET', KEYS[1], 'phase', ARGV[1])
if ARGV[1] ~= 'working' then redis.call('HSET', KEYS[1], 'finishedAt', ARGV[2]) end
return 1`;

/** See the head of the file. */
export class RedisJobs implements Values {
  readonly redis: Redis;
  /** Prefix of all keys. */
  readonly prefix: string;
  readonly #now: () => number;
  readonly #onDone: (job: JobState) => void;

  /** @param onDone called with a job that this process has found complete */
  constructor(redis: Redis, prefix: string, now: () => number, onDone: (job: JobState) => void) {
    this.#onDone = onDone;
    this.redis = redis;
    this.prefix = prefix;
    this.#now = now;
  }

  now(): number {
    return this.#now();
  }

  explain(error: unknown): unknown {
    return lost(error);
  }

  /** Stores a new job; returns the id of a job with the same specification that is not over, instead. */
  async create({ id, spec, createdAt }: JobState, isUnique: boolean): Promise<string> {
    const same = this.#sameOf(spec);
    if (isUnique) {
      const other = await this.redis.get(same);
      const running = other === null ? undefined : await this.get(other);
      if (running && !isOver(running)) return running.id;
      await this.redis.set(same, id, 'EX', REMEMBERED);
    }
    const fields = { spec: JSON.stringify(spec), phase: 'reading', createdAt };
    const counts = { found: 0, done: 0, fresh: 0, failed: 0, refused: 0 };
    await this.redis
      .multi()
      .hset(this.#keyOf(id), { ...fields, ...counts })
      .zadd(this.#listKey, createdAt, id)
      .zremrangebyscore(this.#listKey, '-inf', createdAt - 4 * REMEMBERED * 1000)
      .exec();
    return id;
  }

  async drop(id: string): Promise<void> {
    const key = this.#keyOf(id);
    await this.redis.multi().del(key, `${key}:errors`, `${key}:seen`).zrem(this.#listKey, id).exec();
  }

  async get(id: string): Promise<JobState | undefined> {
    const key = this.#keyOf(id);
    const [fields, errors] = await Promise.all([this.redis.hgetall(key), this.redis.lrange(`${key}:errors`, 0, -1)]);
    const { spec, phase, createdAt, startedAt, finishedAt } = fields;
    if (spec === undefined || phase === undefined) return undefined;
    const count = (name: string) => Number(fields[name] ?? 0);
    return {
      id,
      spec: JSON.parse(spec) as JobSpec,
      phase: phase as JobPhase,
      createdAt: Number(createdAt),
      startedAt: startedAt === undefined ? null : Number(startedAt),
      finishedAt: finishedAt === undefined ? null : Number(finishedAt),
      errors: errors.map((text) => JSON.parse(text) as JobError),
      found: count('found'),
      done: count('done'),
      fresh: count('fresh'),
      failed: count('failed'),
      refused: count('refused'),
    };
  }

  /** The newest ones. */
  async list(): Promise<JobState[]> {
    const ids = await this.redis.zrevrange(this.#listKey, 0, MAX_FINISHED - 1);
    const jobs = await Promise.all(ids.map((id) => this.get(id)));
    return jobs.filter((job) => job !== undefined);
  }

  async phaseOf(id: string): Promise<JobPhase | null> {
    return (await this.redis.hget(this.#keyOf(id), 'phase')) as JobPhase | null;
  }

  /** Forgets what an interrupted reading has found. */
  async startOver(id: string): Promise<void> {
    const key = this.#keyOf(id);
    await this.redis.multi().hset(key, { found: 0, refused: 0 }).del(`${key}:errors`).exec();
  }

  async setFound(id: string, { found, refused }: Pick<JobCounts, 'found' | 'refused'>): Promise<void> {
    await this.redis.hset(this.#keyOf(id), { found, refused });
  }

  async addError(id: string, error: JobError): Promise<void> {
    const key = `${this.#keyOf(id)}:errors`;
    await this.redis
      .multi()
      .rpush(key, JSON.stringify(error))
      .ltrim(key, 0, MAX_ERRORS - 1)
      .expire(key, REMEMBERED)
      .exec();
  }

  /** Counts the outcome of a result, once. @param index in the job @returns whether it was counted */
  async count(id: string, index: number, outcome: 'done' | 'fresh' | 'failed'): Promise<boolean> {
    const key = this.#keyOf(id);
    const values = [String(index), outcome, String(this.#now())];
    const isCounted = (await this.redis.eval(NOTE, 2, key, `${key}:seen`, ...values)) === 1;
    await this.endIfComplete(id);
    return isCounted;
  }

  async endIfComplete(id: string): Promise<void> {
    const isOver = await this.redis.eval(END_IF_COMPLETE, 1, this.#keyOf(id), String(this.#now()));
    if (isOver !== 1) return;
    await this.#forget(id);
    const job = await this.get(id);
    if (job) this.#onDone(job);
  }

  /** Changes the phase, unless the job is over. */
  async change(id: string, phase: JobPhase): Promise<void> {
    await this.redis.eval(CHANGE, 1, this.#keyOf(id), phase, String(this.#now()));
    if (isOver({ phase })) await this.#forget(id);
  }

  async claim(name: string, milliseconds: number): Promise<boolean> {
    const key = `${this.prefix}claim:${name}`;
    return guarded(async () => (await this.redis.set(key, '1', 'PX', milliseconds, 'NX')) === 'OK');
  }

  async release(name: string): Promise<void> {
    await guarded(() => this.redis.del(`${this.prefix}claim:${name}`));
  }

  async recall(name: string): Promise<string | undefined> {
    return guarded(async () => (await this.redis.get(`${this.prefix}value:${name}`)) ?? undefined);
  }

  async remember(name: string, value: string): Promise<void> {
    await guarded(() => this.redis.set(`${this.prefix}value:${name}`, value, 'PX', VALUE_REMEMBERED));
  }

  async #forget(id: string): Promise<void> {
    const key = this.#keyOf(id);
    await this.redis.multi().del(`${key}:seen`).expire(key, REMEMBERED).exec();
  }

  get #listKey(): string {
    return `${this.prefix}jobs`;
  }

  #keyOf(id: string): string {
    return `${this.prefix}job:${id}`;
  }

  #sameOf(spec: JobSpec): string {
    return `${this.prefix}same:${createHash('sha256').update(JSON.stringify(spec)).digest('hex')}`;
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw lost(error);
  }
}

/** The error of a command that failed. */
export function lost(error: unknown): Error {
  const trouble = isRefusal(error) ? `Redis refuses a command (${wordsOf(error)})` : 'Redis does not respond';
  return unavailable(`${trouble}, so the state of warming is not known; try again`, error);
}
