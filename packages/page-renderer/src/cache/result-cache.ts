import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { monotonic, wallClock } from '../clock.ts';
import { RendererError } from '../errors.ts';
import { inTime } from '../in-time.ts';
import type { Inputs } from '../renewal/inputs.ts';
import { packInputs, refused } from '../renewal/inputs.ts';
import type { AskAgain, LastRenewal, RenewalOutcome } from '../renewal/renewals.ts';
import { Renewals } from '../renewal/renewals.ts';
import type { RouteState } from '../renewal/routes.ts';
import type { CacheConfig } from '../options.ts';
import type { Verdict } from '../render/verdicts.ts';
import { wasStopped } from '../render/verdicts.ts';
import { CacheContents } from './contents.ts';
import { encodeBody } from './encoding.ts';
import type { Flight } from './flights.ts';
import { Flights } from './flights.ts';
import type { Age } from './freshness.ts';
import { Freshness } from './freshness.ts';
import type { StoreFailures } from './failsafe-store.ts';
import { FailsafeStore } from './failsafe-store.ts';
import type { CacheKey } from './key.ts';
import type { CachedResult, CacheStore, Removal, Selection } from './store.ts';

/** A finished render with its response. */
export interface Representation {
  status: number;
  verdict: Verdict;
  /** Headers that come from the page and its type. */
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  body: Uint8Array;
  contentType: string;
  tags: readonly string[];
  /** Characters of visible text; null where nothing counts them. */
  textLength: number | null;
  /** The inputs of the page; missing if they are not recorded. */
  inputs?: Inputs | undefined;
}

/** What the cache knows about a key. */
export interface Lookup {
  readonly key: CacheKey;
  readonly result: CachedResult | undefined;
  readonly age: Age;
}

/** The source of a response, with the terms of RFC 9211. */
export type Source =
  | 'hit'
  /** Expired; a new one is being rendered, or could not be rendered. */
  | 'stale'
  /** Rendered for this request. */
  | 'miss'
  /** It had expired, and its inputs have not changed. */
  | 'renewed'
  /** Rendered for another request that came a little earlier. */
  | 'collapsed'
  /** Rendered because the request asked for a new one. */
  | 'refresh';

/** The response to a request. */
export type CacheAnswer =
  /** `stored`: whether the store is known to have it. */
  | { kind: 'result'; source: Source; result: CachedResult; stored: boolean }
  /** Of a render that is not stored. */
  | { kind: 'rendered'; source: Source; rendered: Representation };

/** What the cache needs to answer a request after the lookup of its key. */
export interface CacheRequest {
  lookup: Lookup;
  /** Ignores the cached result, and replaces it (spec: `refreshCache`). */
  refresh: boolean;
  /** The client may not have pages rendered. */
  cachedOnly?: boolean;
  /** Ends when the client has closed its connection. */
  signal?: AbortSignal | undefined;
  /**
   * @param signal ends when no client waits for the render any more
   * @param spent milliseconds of the time budget that have already passed
   */
  render: (signal: AbortSignal, spent: number) => Promise<Representation>;
  /** Checks whether the inputs of an expired result have changed; missing if nothing is renewed. */
  askAgain?: AskAgain | undefined;
}

/** Counters since the start. */
export interface CacheState {
  state: 'ok' | 'down';
  /** Number of results in the store; null if it cannot say. */
  entries: number | null;
  answers: Record<Source, number>;
  stored: number;
  /** Results that were not stored because they were partial, failed, of another status, too large, or outdated. */
  notStored: number;
  /** Pages rendered twice because they were much smaller than before. */
  shrunk: number;
  /** The outcomes for expired results. */
  renewals: Record<RenewalOutcome, number>;
  failures: StoreFailures;
}

type Outcome =
  /** `kept`: whether the store has it, as soon as that is known. */
  | {
      kind: 'result';
      result: CachedResult;
      isRenewed: boolean;
      isHeldBack: boolean;
      kept: PromiseWithResolvers<boolean>;
    }
  | { kind: 'rendered'; rendered: Representation };

type Rendered = { result: CachedResult } | { rendered: Representation };

function outcomeOf(result: CachedResult, how: { isRenewed?: boolean; isHeldBack?: boolean }): Outcome {
  return { kind: 'result', result, isRenewed: false, isHeldBack: false, ...how, kept: Promise.withResolvers() };
}

/** Errors that are not about the page, so that an older result may be served (RFC 5861 §4). */
const isPassing = (error: unknown) =>
  !(error instanceof RendererError) || error.status >= 500 || error.code === 'unknown-host';

/** Milliseconds that a response waits to be able to say whether its result is stored. */
const STORING = 50;
/** Keys whose last render was suspiciously small, and could not be repeated. */
const SUSPECTS = 1_000;

/** Serves results from a store, and otherwise starts one render for all requests for the same result. */
export class ResultCache {
  readonly contents: CacheContents;
  readonly #store: FailsafeStore;
  readonly #freshness: Freshness;
  readonly #renewals: Renewals;
  readonly #shrinkThreshold: number;
  readonly #logger: Logger;
  readonly #flights = new Flights<Outcome>();
  readonly #keeping = new Set<Promise<void>>();
  readonly #suspects = new LRUCache<string, true>({ max: SUSPECTS });
  readonly #answers: Record<Source, number> = { hit: 0, stale: 0, miss: 0, renewed: 0, collapsed: 0, refresh: 0 };
  #stored = 0;
  #notStored = 0;
  #shrunk = 0;

  constructor(store: CacheStore, config: CacheConfig, logger: Logger) {
    this.#store = new FailsafeStore(store, config.storeTimeout, logger);
    this.#freshness = new Freshness(config);
    this.contents = new CacheContents(this.#store, this.#freshness);
    this.#renewals = new Renewals(this.#freshness.renewable);
    this.#shrinkThreshold = config.shrinkThreshold;
    this.#logger = logger;
  }

  /** What is known about a key; synchronous if the store is in the process. */
  lookUp(key: CacheKey): Lookup | Promise<Lookup> {
    const found = this.#store.get(key.id);
    return found instanceof Promise ? found.then((result) => this.#judge(key, result)) : this.#judge(key, found);
  }

  /** For how many milliseconds a result is fresh: 0 if it is not stored, Infinity if it is stored until it is removed. */
  lifetimeOf(result: Pick<Representation, 'status' | 'verdict'>): number {
    return this.#freshness.lifetimeOf(result);
  }

  /** The last renewal of a key, and what is known about similar pages; undefined if nothing is renewed. */
  renewalOf(key: CacheKey): { last: LastRenewal | undefined; route: RouteState } | undefined {
    if (this.#freshness.renewable === 0) return undefined;
    return { last: this.#renewals.lastOf(key), route: this.#renewals.routeStateOf(key) };
  }

  /** Counts responses that were made from a lookup alone. */
  countHits(count: number): void {
    this.#answers.hit += count;
  }

  /** Number of responses counted since the last call; for counters in other places. */
  takeHits(): number {
    const { hit } = this.#answers;
    this.#answers.hit = 0;
    return hit;
  }

  /**
   * The cost of a response that is requested now: nothing, a render that it waits for, or a render that replaces the result in
   * the background.
   */
  effortOf({ key, result, age }: Lookup, refresh: boolean): 'none' | 'render' | 'renewal' {
    if (result && !refresh && age === 'fresh') return 'none';
    if (!refresh && this.#flights.get(key.id)) return 'none';
    return result && !refresh && age === 'stale' ? 'renewal' : 'render';
  }

  /** @throws {RendererError} the error of the render, unless an older result may be served */
  async answer(request: CacheRequest): Promise<CacheAnswer> {
    const answered = await this.#find(request);
    this.#answers[answered.source] += 1;
    return answered;
  }

  /** Removes results, and discards those of renders in progress. @throws {RendererError} `cache-unavailable` */
  async remove(selection: Selection, dryRun = false): Promise<Removal> {
    if (!dryRun) {
      // The tags of a page, and its redirects, are not known before it is rendered.
      const isMeant = (id: string) => selection.by !== 'page' || selection.pages.includes(id.slice(0, 32));
      this.#flights.supersede(isMeant);
      await Promise.allSettled(this.#keeping);
    }
    return this.#store.remove(selection, dryRun);
  }

  async state(): Promise<CacheState> {
    const { state, failures } = this.#store;
    return {
      state,
      entries: await this.#store.count(),
      answers: { ...this.#answers },
      stored: this.#stored,
      notStored: this.#notStored,
      shrunk: this.#shrunk,
      renewals: this.#renewals.counts,
      failures: { ...failures },
    };
  }

  /** Waits until all results are stored. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#keeping);
    await this.#store.close();
  }

  #judge(key: CacheKey, result: CachedResult | undefined): Lookup {
    if (!result || result.key !== key.text) return { key, result: undefined, age: 'expired' };
    return { key, result, age: this.#freshness.ageOf(result, wallClock()) };
  }

  async #find(request: CacheRequest): Promise<CacheAnswer> {
    const { lookup, refresh, signal } = request;
    const { key, result, age } = lookup;
    if (result && !refresh) {
      if (age === 'fresh') return { kind: 'result', source: 'hit', result, stored: true };
      if (age === 'stale') {
        if (!request.cachedOnly) this.#revalidate(request);
        return { kind: 'result', source: 'stale', result, stored: true };
      }
    }
    const flying = refresh ? undefined : this.#flights.get(key.id);
    const flight = flying ?? this.#start(request);
    const isKept = flying?.landed === true;
    const fallback = result && (age === 'stale' || age === 'stale-if-error') ? result : undefined;
    try {
      const outcome = await this.#flights.join(key.id, flight, signal, givenUp);
      if (fallback && outcome.kind === 'rendered' && isFailure(outcome.rendered)) {
        return { kind: 'result', source: 'stale', result: fallback, stored: true };
      }
      const isRenewed = outcome.kind === 'result' && outcome.isRenewed && !isKept;
      const source = refresh ? 'refresh' : isRenewed ? 'renewed' : !flying ? 'miss' : isKept ? 'hit' : 'collapsed';
      if (outcome.kind === 'rendered') return { ...outcome, source };
      return { kind: 'result', source, result: outcome.result, stored: await isStored(outcome, flight) };
    } catch (error) {
      if (!fallback || !isPassing(error) || signal?.aborted) throw error;
      return { kind: 'result', source: 'stale', result: fallback, stored: true };
    }
  }

  #revalidate(request: CacheRequest): void {
    const { id } = request.lookup.key;
    if (this.#flights.get(id)) return;
    const flight = this.#start(request);
    this.#flights.join(id, flight, undefined, givenUp).catch((error: unknown) => {
      this.#logger.debug({ url: request.lookup.key.url.split('?', 1)[0], err: error }, 'not renewed');
    });
  }

  #start({ lookup, refresh, render, askAgain }: CacheRequest): Flight<Outcome> {
    const { key, result: previous } = lookup;
    const expired = refresh || this.#freshness.renewable === 0 ? undefined : previous;
    const work = async (signal: AbortSignal): Promise<Outcome> => {
      const renewal = expired && askAgain ? await this.#renewals.renew(key, expired, askAgain, signal) : undefined;
      if (renewal?.result) return outcomeOf(renewal.result, { isRenewed: true });
      if (signal.aborted) throw givenUp();
      const spent = renewal?.spent ?? 0;
      const began = monotonic();
      const first = await this.#render(key, render(signal, spent));
      if ('rendered' in first) {
        this.#notStored += 1;
        return { kind: 'rendered', rendered: first.rendered };
      }
      const isShrunk = !refresh && this.#isShrunk(previous, first.result);
      const again = () => this.#render(key, render(signal, spent + monotonic() - began));
      const { result, isHeldBack } = isShrunk
        ? await this.#believed(key, first.result, again)
        : { ...first, isHeldBack: false };
      if (expired) this.#renewals.learn(key, expired, result);
      return outcomeOf(result, { isHeldBack });
    };
    return this.#flights.start(key.id, work, (outcome) => this.#keep(key, outcome));
  }

  async #keep(key: CacheKey, outcome: Outcome): Promise<void> {
    if (outcome.kind !== 'result' || outcome.isHeldBack) return;
    const kept = this.#put(key, outcome.result).then(outcome.kept.resolve);
    this.#keeping.add(kept);
    try {
      await kept;
    } finally {
      this.#keeping.delete(kept);
    }
  }

  async #put(key: CacheKey, result: CachedResult): Promise<boolean> {
    const isStored = await this.#store.put(key.id, result);
    if (isStored) this.#stored += 1;
    else this.#notStored += 1;
    return isStored;
  }

  /** The outcome of a render: a result that may be stored, or not. */
  async #render(key: CacheKey, rendering: Promise<Representation>): Promise<Rendered> {
    const begunAt = wallClock();
    const rendered = await rendering;
    if (this.#freshness.lifetimeOf(rendered) === 0) return { rendered };
    return { result: await cachedResult(key, rendered, begunAt) };
  }

  /** Whether a page has lost so much of its text that a second render must confirm it. */
  #isShrunk(previous: CachedResult | undefined, { status, textLength }: CachedResult): boolean {
    const before = previous?.status === 200 ? previous.textLength : null;
    return before !== null && textLength !== null && status === 200 && textLength < before * this.#shrinkThreshold;
  }

  /**
   * The result of a page that has lost most of its text is that of a second render. If that fails, the small result
   * is served, and replaces the last good one if the next render gives the same.
   */
  async #believed(
    key: CacheKey,
    small: CachedResult,
    renderAgain: () => Promise<Rendered>,
  ): Promise<{ result: CachedResult; isHeldBack: boolean }> {
    this.#shrunk += 1;
    const second = await renderAgain().catch(() => undefined);
    const isSuspect = this.#suspects.delete(key.id);
    if (second && 'result' in second) return { result: second.result, isHeldBack: false };
    if (!isSuspect) this.#suspects.set(key.id, true);
    return { result: small, isHeldBack: !isSuspect };
  }
}

/** Whether a result is known to be stored (RFC 9211 §2.6). A slow store is not waited for. */
async function isStored(outcome: Outcome & { kind: 'result' }, flight: Flight<Outcome>): Promise<boolean> {
  if (outcome.isHeldBack || flight.superseded) return false;
  return inTime(outcome.kept.promise, STORING).catch(() => false);
}

/** An error that is worse than an older result. */
function isFailure({ status, verdict }: Representation): boolean {
  return status >= 500 || wasStopped(verdict);
}

/** A result as it is stored, without its bodies. */
export function unencoded(key: CacheKey, rendered: Representation, begunAt: number): Omit<CachedResult, 'bodies'> {
  const { status, verdict, headers, body, tags, textLength } = rendered;
  return {
    key: key.text,
    url: key.url,
    tags,
    begunAt,
    storedAt: wallClock(),
    status,
    verdict,
    headers,
    renewedAt: null,
    inputs: inputsOf(rendered),
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    size: body.byteLength,
    textLength,
  };
}

/** Only complete results can be compared. */
function inputsOf({ inputs, verdict }: Representation): Uint8Array {
  if (!inputs) return new Uint8Array();
  return packInputs(verdict === 'complete' ? inputs : refused('verdict'));
}

async function cachedResult(key: CacheKey, rendered: Representation, begunAt: number): Promise<CachedResult> {
  const result = unencoded(key, rendered, begunAt);
  return { ...result, bodies: await encodeBody(rendered.body, rendered.contentType) };
}

function givenUp(): Error {
  return new RendererError('closing', 'No client is waiting for this page any more');
}
