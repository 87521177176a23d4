import { LRUCache } from 'lru-cache';
import type { CacheKey } from '../cache/key.ts';
import type { CachedResult } from '../cache/store.ts';
import { monotonic, wallClock } from '../clock.ts';
import type { Asked } from './ask.ts';
import type { Inputs } from './inputs.ts';
import { packInputs, unpackInputs } from './inputs.ts';
import { isSame } from './judge.ts';
import type { RouteState } from './routes.ts';
import { routeOf, Routes } from './routes.ts';

/** What became of an expired result. */
export const OUTCOMES = [
  /** No input had changed: it is the answer, without a render. */
  'renewed',
  /** Rendered: an input had changed. */
  'changed',
  /** Rendered: an input could not be asked. */
  'failed',
  /** Rendered: it can't be renewed, or is too old for it. */
  'not-renewable',
  /** Rendered: to see that pages of its route come out the same where their inputs are. */
  'checked',
] as const;
/** One of {@link OUTCOMES}. */
export type RenewalOutcome = (typeof OUTCOMES)[number];

/** The last time that a result had expired. */
export interface LastRenewal {
  readonly outcome: RenewalOutcome;
  /** The input that had changed, or could not be asked. */
  readonly url: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Asks whether inputs have changed. @param signal ends when nobody waits for it any more */
export type AskAgain = (inputs: Inputs, signal: AbortSignal) => Promise<Asked>;

/** A result that holds for longer, and what was spent on finding out, in milliseconds. */
export interface Renewal {
  readonly result: CachedResult | undefined;
  readonly spent: number;
}

/** Keys of which is remembered what became of them. */
const REMEMBERED = 10_000;

/** Decides whether expired results hold for longer, without a render. */
export class Renewals {
  readonly #maxAge: number;
  readonly #routes = new Routes();
  readonly #last = new LRUCache<string, LastRenewal>({ max: REMEMBERED });
  readonly #counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<RenewalOutcome, number>;

  /** @param maxAge milliseconds from a render until its result is made anew, whatever its inputs say; 0 renews nothing */
  constructor(maxAge: number) {
    this.#maxAge = maxAge;
  }

  /** Numbers since the start. */
  get counts(): Record<RenewalOutcome, number> {
    return { ...this.#counts };
  }

  /** What became of a result when it had expired last; undefined where that is not remembered. */
  lastOf({ id }: CacheKey): LastRenewal | undefined {
    return this.#last.get(id);
  }

  routeStateOf(key: CacheKey): RouteState {
    return this.#routes.stateOf(routeFor(key), wallClock());
  }

  /** Renews an expired result where nothing has changed that it was made of. Whatever goes wrong, it is rendered. */
  async renew(key: CacheKey, expired: CachedResult, ask: AskAgain, signal: AbortSignal): Promise<Renewal> {
    const begunAt = wallClock();
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
    const result = { ...expired, begunAt, renewedAt: wallClock(), inputs: packInputs(asked.inputs) };
    return note('renewed', null, result);
  }

  /** Learns from a render in place of an expired result whether pages like it come out the same where their inputs do. */
  learn(key: CacheKey, before: CachedResult, after: CachedResult): void {
    const [one, other] = [before.inputs, after.inputs].map(unpackInputs);
    if (!one || !other || !areSame(one, other)) return;
    const span = after.storedAt - before.storedAt;
    this.#routes.learn(routeFor(key), isSameAnswer(before, after), span, wallClock());
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
