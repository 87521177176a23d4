import { LRUCache } from 'lru-cache';
import type { CacheKey } from '../keys/key.ts';
import type { CachedResult } from '../stores/store.ts';
import { monotonic } from '../../kernel/clock.ts';
import type { Asked } from '../../renewal/ask.ts';
import type { Inputs } from '../../renewal/inputs.ts';
import { packInputs, unpackInputs } from '../../renewal/inputs.ts';
import { isSame } from '../../renewal/judge.ts';
import type { RouteState } from './routes.ts';
import { routeOf, Routes } from './routes.ts';

/** The outcome for an expired result. */
export const OUTCOMES = [
  /** No input had changed: it is served without a render. */
  'renewed',
  /** Rendered: an input had changed. */
  'changed',
  /** Rendered: an input could not be checked. */
  'failed',
  /** Rendered: it cannot be renewed, or is too old. */
  'not-renewable',
  /** Rendered: to verify that pages of its route give the same result if their inputs are the same. */
  'checked',
] as const;
/** One of {@link OUTCOMES}. */
export type RenewalOutcome = (typeof OUTCOMES)[number];

/** The last time that a result expired. */
export interface LastRenewal {
  readonly outcome: RenewalOutcome;
  /** The input that had changed, or could not be checked. */
  readonly url: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Checks whether inputs have changed. @param signal ends when no client waits for it any more */
export type AskAgain = (inputs: Inputs, signal: AbortSignal) => Promise<Asked>;

/** A result with a new lifetime, and the time that the check took, in milliseconds. */
export interface Renewal {
  readonly result: CachedResult | undefined;
  readonly spent: number;
}

/** Maximum number of keys whose outcome is remembered. */
const REMEMBERED = 10_000;

/** Decides whether expired results get a new lifetime without a render. */
export class Renewals {
  readonly #maxAge: number;
  readonly #now: () => number;
  readonly #routes = new Routes();
  readonly #last = new LRUCache<string, LastRenewal>({ max: REMEMBERED });
  readonly #counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<RenewalOutcome, number>;

  /**
   * @param maxAge milliseconds from a render until its result is rendered again, whatever its inputs; 0: nothing is renewed
   * @param now the time with which results are compared, in milliseconds since 1970
   */
  constructor(maxAge: number, now: () => number) {
    this.#maxAge = maxAge;
    this.#now = now;
  }

  /** Counters since the start. */
  get counts(): Record<RenewalOutcome, number> {
    return { ...this.#counts };
  }

  /** The outcome when a result last expired; undefined if it is not remembered. */
  lastOf({ id }: CacheKey): LastRenewal | undefined {
    return this.#last.get(id);
  }

  routeStateOf(key: CacheKey): RouteState {
    return this.#routes.stateOf(routeFor(key), this.#now());
  }

  /** Renews an expired result if none of its inputs has changed. In case of any error it is rendered. */
  async renew(key: CacheKey, expired: CachedResult, ask: AskAgain, signal: AbortSignal): Promise<Renewal> {
    const begunAt = this.#now();
    const started = monotonic();
    const note = (outcome: RenewalOutcome, url: string | null = null, result?: CachedResult): Renewal => {
      this.#counts[outcome] += 1;
      this.#last.set(key.id, { outcome, url, at: begunAt });
      return { result, spent: monotonic() - started };
    };
    const inputs = unpackInputs(expired.inputs);
    const age = begunAt - expired.storedAt;
    if (!inputs || inputs.refusal !== null || age < 0 || age >= this.#maxAge)
      return note('not-renewable', inputs?.refusal?.url);
    if (!this.#routes.mayRenew(routeFor(key), age, begunAt)) return note('checked');
    const asked = await ask(inputs, signal).catch((): Asked => ({ outcome: 'failed', url: null }));
    if (asked.outcome !== 'unchanged') return note(asked.outcome, asked.url);
    const result = { ...expired, begunAt, renewedAt: this.#now(), inputs: packInputs(asked.inputs) };
    return note('renewed', null, result);
  }

  /** Learns from the render of an expired result whether similar pages give the same result if their inputs are the same. */
  learn(key: CacheKey, before: CachedResult, after: CachedResult): void {
    const [one, other] = [before.inputs, after.inputs].map(unpackInputs);
    if (!one || !other || !areSame(one, other)) return;
    const span = after.storedAt - before.storedAt;
    this.#routes.learn(routeFor(key), isSameAnswer(before, after), span, this.#now());
  }
}

function routeFor({ text, url }: CacheKey): string {
  // The variant counts; the address within it does not.
  return `${routeOf(new URL(url))} ${text.replace(JSON.stringify(url), '')}`;
}

function areSame(one: Inputs, other: Inputs): boolean {
  if (one.refusal !== null || other.refusal !== null || one.inputs.length !== other.inputs.length) return false;
  const nameOf = ({ method, url, type }: Inputs['inputs'][number]) => `${method} ${type} ${url}`;
  const known = new Map(one.inputs.map((input) => [nameOf(input), input]));
  return other.inputs.every((input) => {
    const before = known.get(nameOf(input));
    return before !== undefined && isSame(before, input);
  });
}

function isSameAnswer(one: CachedResult, other: CachedResult): boolean {
  const told = ({ status, verdict, headers, etag, tags }: CachedResult) =>
    JSON.stringify([status, verdict, headers, etag, tags]);
  return told(one) === told(other);
}
