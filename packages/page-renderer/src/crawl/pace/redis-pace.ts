/** The rate of renders in the background per site, for all processes that share a Redis. */
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { wallClock } from '../../kernel/clock.ts';
import type { Pace, Turn } from './pace.ts';
import { AHEAD, BUSY } from './pace.ts';
import type { WaitReason } from './results.ts';
import type { SiteRules } from './sites.ts';
import { waitForHours } from './sites.ts';

/** Milliseconds after which a render is assumed to have ended with its process. */
const LEASE = 120_000;

/**
 * Reserves a turn. KEYS: when the next render may start, the renders in progress, until when the site is left alone. ARGV: interval,
 * maximum number of renders in progress, the token of this one, lease, how far ahead turns are reserved, and the wait while
 * the site is busy; times in milliseconds, by the clock of Redis. After that clock was set back, a time that is further in
 * the future than it can be counts as now.
 *
 * Returns -1, a wait and its reason, or 0 and the milliseconds until the render may start.
 */
const ENTER = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local interval, lease, ahead = tonumber(ARGV[1]), tonumber(ARGV[4]), tonumber(ARGV[5])
local alone = redis.call('PTTL', KEYS[3])
if alone > 0 then return { -1, alone, 'retry-after' } end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - lease)
redis.call('ZREMRANGEBYSCORE', KEYS[2], now + lease, '+inf')
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[2]) then return { -1, tonumber(ARGV[6]), 'concurrency' } end
local start = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
if start > now + ahead + interval then start = now end
if start > now + ahead then return { -1, math.ceil(start - now), 'rate' } end
redis.call('SET', KEYS[1], start + interval, 'PX', math.ceil(ahead + 2 * interval))
redis.call('ZADD', KEYS[2], now, ARGV[3])
redis.call('PEXPIRE', KEYS[2], lease)
return { 0, math.ceil(start - now) }`;

/** See the head of the file. */
export class RedisPace implements Pace {
  readonly #redis: Redis;
  readonly #prefix: string;

  /** @param prefix prefix of all keys */
  constructor(redis: Redis, prefix: string) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  async enter(site: SiteRules): Promise<Turn> {
    const closed = waitForHours(site.hours, wallClock());
    if (closed > 0) return { kind: 'later', wait: closed, reason: 'hours' };
    const token = randomBytes(8).toString('hex');
    const running = this.#keyOf(site, 'running');
    const keys = [this.#keyOf(site, 'next'), running, this.#keyOf(site, 'alone')];
    const values = [site.interval, site.concurrency, token, LEASE, AHEAD, BUSY].map(String);
    const answer = await this.#redis.eval(ENTER, keys.length, ...keys, ...values);
    const [outcome, wait, reason = 'rate'] = answer as [outcome: number, wait: number, reason?: WaitReason];
    if (outcome === -1) return { kind: 'later', wait, reason };
    const leave = async () => {
      // If Redis cannot be reached, the lease ends.
      await this.#redis.zrem(running, token).catch(() => {});
    };
    return { kind: 'go', after: wait, leave };
  }

  async backOff(site: SiteRules, milliseconds: number): Promise<void> {
    await this.#redis.set(this.#keyOf(site, 'alone'), '1', 'PX', Math.ceil(milliseconds));
  }

  #keyOf({ name }: SiteRules, what: string): string {
    return `${this.#prefix}site:${name}:${what}`;
  }
}
