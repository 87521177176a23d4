import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { monotonic } from '../../kernel/clock.ts';
import type { Priority } from '../../kernel/priority.ts';
import { PRIORITIES } from '../../kernel/priority.ts';
import type { Failure } from './failures.ts';
import { packFailure, unpackFailure } from './failures.ts';
import type { Lease, NodeListener, Nodes, Turn } from './nodes.ts';
import { markKey, NOW } from '../stores/redis.ts';
import type { SharedClock } from '../stores/shared-clock.ts';
import type { Selection, StoreLimits } from '../stores/store.ts';
import { marksOn } from '../stores/store.ts';

/** Lifetime of a lease that is not renewed, in milliseconds, and the interval of renewals. */
const LEASE = { lifetime: 3_000, renewal: 1_000 };

/** Bytes before a failure: the time of its render, which is at most 16 digits, and a space. */
const TIME = 32;

/** Whether something of this time was removed since. KEYS 3 and 4: the removals that concern it. */
const IS_REMOVED = `
local function isRemoved(begunAt)
  for _, key in ipairs({ KEYS[3], KEYS[4] }) do
    if tonumber(redis.call('GET', key) or 0) > begunAt then return true end
  end
  return false
end`;

/** Takes a lease. KEYS: the lease, the failure, removals. ARGV: the holder, the lifetime, the maximum size of a failure. */
const BEGIN = `${NOW}${IS_REMOVED}
local failure = redis.call('GETRANGE', KEYS[2], 0, ARGV[3])
if failure ~= '' and not isRemoved(tonumber(string.match(failure, '^%d+')) or 0) then return { now, 'failed', failure } end
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return { now, 'mine' } end
return { now, 'taken', redis.call('PTTL', KEYS[1]) }`;

/** Renews a lease, also one that Redis has lost. KEYS: the lease. ARGV: the holder, the lifetime. */
const RENEW = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

/** Ends a lease, unless another node has it by now. KEYS: the lease. ARGV: the holder, the channel, the message. */
const END = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
redis.call('PUBLISH', ARGV[2], ARGV[3])`;

/** Records a failure. KEYS: unused, the failure, removals. ARGV: when the render began, the failure, its lifetime. */
const FAIL = `${IS_REMOVED}
if isRemoved(tonumber(ARGV[1])) then return end
redis.call('SET', KEYS[2], ARGV[1] .. ' ' .. ARGV[2], 'PX', ARGV[3])`;

const pages = z.array(z.string()).readonly();
const selectionSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('page'), pages }),
  z.object({ by: z.literal('prefix'), prefix: z.string() }),
  z.object({ by: z.literal('tag'), tag: z.string() }),
  z.object({ by: z.literal('all') }),
]) satisfies z.ZodType<Selection>;
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ended'), id: z.string(), isUncacheable: z.boolean() }),
  z.object({ kind: z.literal('removed'), from: z.string(), selection: selectionSchema }),
  z.object({ kind: z.literal('wanted'), from: z.string(), id: z.string(), priority: z.enum(PRIORITIES) }),
]);
type Message = z.infer<typeof messageSchema>;

/**
 * Nodes that share a Redis. A lease is a key that expires, and its holder renews it while it renders; messages only save time: a
 * node that misses one finds out by asking again.
 */
export class RedisNodes implements Nodes {
  readonly #redis: Redis;
  readonly #subscriber: Redis;
  readonly #prefix: string;
  readonly #clock: SharedClock;
  readonly #limits: Pick<StoreLimits, 'maxBody' | 'maxStored'>;
  readonly #name: string = randomUUID();
  readonly #waiting = new Map<string, Set<(isUncacheable: boolean) => void>>();
  #listener: NodeListener | undefined;

  /**
   * @param subscriber a connection of its own, which may be established later, and renews no subscription itself
   * @param limits of failures, which contain a result
   */
  constructor(
    redis: Redis,
    subscriber: Redis,
    prefix: string,
    clock: SharedClock,
    limits: Pick<StoreLimits, 'maxBody' | 'maxStored'>,
  ) {
    this.#limits = limits;
    this.#redis = redis;
    this.#subscriber = subscriber;
    this.#prefix = prefix;
    this.#clock = clock;
    subscriber.on('message', (_, text) => this.#hear(text));
    subscriber.on('ready', () => void this.#subscribe());
    if (subscriber.status === 'ready') void this.#subscribe();
  }

  async #subscribe(): Promise<void> {
    await this.#subscriber.subscribe(this.#channel).catch(() => {});
    // Messages may have been missed.
    this.#wake();
  }

  get #channel(): string {
    return `${this.#prefix}nodes`;
  }

  listen(listener: NodeListener): void {
    this.#listener = listener;
  }

  async begin(id: string): Promise<Turn> {
    const holder = `${this.#name} ${randomUUID()}`;
    const sent = monotonic();
    const answer = await this.#eval(BEGIN, this.#keysOf(id), [holder, LEASE.lifetime, this.#limits.maxStored]);
    const [time, kind, detail] = answer as [number, Buffer, Buffer | number | undefined];
    this.#clock.note(time, sent);
    switch (kind.toString()) {
      case 'mine':
        return { kind: 'mine', lease: this.#lease(id, holder, time) };
      case 'failed': {
        const bytes = detail as Buffer;
        const failure = unpackFailure(bytes.subarray(bytes.indexOf(' ') + 1), this.#limits.maxBody);
        // Of another version: it is over soon.
        return failure ? { kind: 'failed', failure } : { kind: 'taken', endsIn: LEASE.renewal };
      }
      default:
        return { kind: 'taken', endsIn: Math.max(0, Number(detail)) };
    }
  }

  async ended(id: string, milliseconds: number, signal: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const all = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, all.add(resolve));
    const giveUp = () => resolve(false);
    const timer = setTimeout(giveUp, milliseconds);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      all.delete(resolve);
      if (all.size === 0) this.#waiting.delete(id);
    }
  }

  async want(id: string, priority: Priority): Promise<void> {
    await this.#tell({ kind: 'wanted', from: this.#name, id, priority });
  }

  async tellRemoved(selection: Selection): Promise<void> {
    await this.#tell({ kind: 'removed', from: this.#name, selection });
  }

  async fail(id: string, failure: Failure, begunAt: number, milliseconds: number): Promise<void> {
    const packed = packFailure(failure, this.#limits.maxStored - TIME);
    if (packed) await this.#eval(FAIL, this.#keysOf(id), [String(begunAt), packed, milliseconds]);
  }

  async close(): Promise<void> {
    this.#wake();
    this.#subscriber.disconnect();
  }

  #lease(id: string, holder: string, begunAt: number): Lease {
    const [lease] = this.#keysOf(id);
    const renew = async () => {
      const isMine = await this.#eval(RENEW, [lease], [holder, LEASE.lifetime]).catch(() => 1);
      if (isMine !== 1) clearInterval(renewal);
    };
    const renewal = setInterval(() => void renew(), LEASE.renewal);
    renewal.unref();
    return {
      begunAt,
      end: async (isUncacheable) => {
        clearInterval(renewal);
        const message: Message = { kind: 'ended', id, isUncacheable };
        await this.#eval(END, [lease], [holder, this.#channel, JSON.stringify(message)]);
      },
    };
  }

  /** The lease, the failure, and the removals that concern an id. */
  #keysOf(id: string): [lease: string, ...string[]] {
    const marks = marksOn(id).map((mark) => markKey(this.#prefix, mark));
    return [`${this.#prefix}lease:${id}`, `${this.#prefix}failed:${id}`, ...marks];
  }

  async #tell(message: Message): Promise<void> {
    await this.#redis.publish(this.#channel, JSON.stringify(message));
  }

  /** Texts in the response are bytes, because a failure contains a page. */
  #eval(script: string, keys: readonly string[], values: ReadonlyArray<string | number | Buffer>): Promise<unknown> {
    return this.#redis.callBuffer('EVAL', script, keys.length, ...keys, ...values);
  }

  /** Another version may send what this one does not know. */
  #hear(text: string): void {
    const message = readMessage(text);
    if (message?.kind === 'ended') for (const wake of this.#waiting.get(message.id) ?? []) wake(message.isUncacheable);
    if (!message || message.kind === 'ended' || message.from === this.#name) return;
    if (message.kind === 'removed') this.#listener?.removed(message.selection);
    else this.#listener?.wanted(message.id, message.priority);
  }

  #wake(): void {
    for (const all of this.#waiting.values()) for (const wake of all) wake(false);
  }
}

function readMessage(text: string): Message | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
