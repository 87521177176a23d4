import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { monotonic } from '../kernel/clock.ts';
import { lowerOf, Urgency } from '../kernel/priority.ts';
import type { LastRenewal } from './renewals/renewals.ts';
import { Renewals } from './renewals/renewals.ts';
import type { RouteState } from './renewals/routes.ts';
import type { CacheConfig } from '../options/options.ts';
import type { Representation } from './results/make-result.ts';
import { lastingOf, makeResult } from './results/make-result.ts';
import type { Failure } from './nodes/failures.ts';
import { failureOf, isErrorPage, isOfPage } from './nodes/failures.ts';
import type { CacheResponse, CacheRequest, CacheState, Lookup, Source } from './results/requests.ts';
import { StoredResults } from './results/stored-results.ts';
import type { Flight } from './results/flights.ts';
import { Flights } from './results/flights.ts';
import { Keeping } from './results/keeping.ts';
import { Demand } from './results/demand.ts';
import type { Epoch } from './results/epochs.ts';
import { isOutdated } from './results/epochs.ts';
import { Freshness } from './results/freshness.ts';
import { OriginWishes } from './results/wishes.ts';
import { FailsafeStore } from './stores/failsafe-store.ts';
import type { CacheKey } from './keys/key.ts';
import type { Lease, Nodes } from './nodes/nodes.ts';
import type { FlightEnd, Rendered } from './results/flight-end.ts';
import { isFailure, isPassing, isStored, endWith, endOfFailed, sourceOf, STORING } from './results/flight-end.ts';
import { allListed } from './stores/listing.ts';
import { ShrunkResults } from './results/shrunk.ts';
import type { CacheStore, CachedResult, ContentHistory, ListedResult, Removal, Selection } from './stores/store.ts';
import type { TurnOptions } from './nodes/turns.ts';
import { plainBody } from './results/encoding.ts';
import { givenUp, Turns } from './nodes/turns.ts';

export type { Representation } from './results/make-result.ts';
export type { CacheResponse, CacheRequest, CacheState, Lookup, Source } from './results/requests.ts';

/** What a render needs to know. */
interface Making {
  readonly signal: AbortSignal;
  readonly urgency: Urgency;
  /** Not later than anything the page may show, in the time of the store. */
  readonly begunAt: number;
  /** When the request began to wait, on the monotonic clock. */
  readonly started: number;
  /** Remembers an error of the target. */
  readonly fail: (failure: Failure) => Promise<void>;
}

/** Other nodes that share the store, and how long a request waits for one that renders its page, in milliseconds. */
export type Fleet = Pick<TurnOptions, 'patience'> & { readonly nodes: Nodes };

/** Results whose history is remembered although they may have been removed. */
const HISTORIES = 20_000;

/** Serves results from a store, and otherwise starts one render for all requests for the same result. */
export class ResultCache {
  readonly stored: StoredResults;
  readonly #store: FailsafeStore;
  readonly #turns: Turns;
  readonly #freshness: Freshness;
  readonly #renewals: Renewals;
  readonly #shrunk: ShrunkResults;
  readonly #logger: Logger;
  readonly #flights = new Flights<FlightEnd>();
  readonly #kept: Keeping;
  /** What origins say against keeping results. */
  readonly wishes: OriginWishes;
  readonly #answers: Record<Source, number> = { hit: 0, stale: 0, miss: 0, renewed: 0, collapsed: 0, refresh: 0 };
  /** How often results are requested. */
  readonly demand: Demand = new Demand();
  readonly #histories = new LRUCache<string, ContentHistory>({ max: HISTORIES });
  /** What is outdated, but still served. */
  epochs: readonly Epoch[] = [];
  readonly #removed: Record<Selection['by'], number> = { page: 0, prefix: 0, tag: 0, all: 0 };

  constructor(store: CacheStore, config: CacheConfig, logger: Logger, fleet?: Fleet) {
    this.#store = new FailsafeStore(store, config.storeTimeout, logger);
    const failureLifetime = config.errorDurationSeconds * 1_000;
    this.#kept = new Keeping(this.#store);
    this.#turns = new Turns(this.#store, { nodes: undefined, patience: Infinity, ...fleet, failureLifetime });
    fleet?.nodes.listen({
      removed: (selection) => this.#flights.supersede((id) => isMeant(selection, id)),
      wanted: (id, priority) => this.#flights.get(id)?.urgency.raise(priority),
    });
    this.#freshness = new Freshness(config);
    this.wishes = new OriginWishes(this.#freshness.origins, this.#store, logger);
    this.stored = new StoredResults(this.#store, this.#freshness);
    this.#renewals = new Renewals(this.#freshness.renewable, () => this.#store.now());
    this.#shrunk = new ShrunkResults(config.shrinkThreshold);
    this.#logger = logger;
  }

  /** What is known about a key; synchronous if the store is in the process. */
  lookUp(key: CacheKey): Lookup | Promise<Lookup> {
    const found = this.#store.get(key.id);
    return found instanceof Promise ? found.then((result) => this.#judge(key, result)) : this.#judge(key, found);
  }

  /** Whether the body of a result can be decoded; if not, it is garbage. */
  async canDecode(result: CachedResult): Promise<boolean> {
    return Promise.resolve(plainBody(result)).then(
      () => true,
      (error: unknown) => {
        this.#store.noteGarbage(error);
        return false;
      },
    );
  }

  /** For how many milliseconds a result is fresh: 0 if it is not stored, Infinity if it is stored until it is removed. */
  lifetimeOf(key: CacheKey, rendered: Representation): number {
    return this.#freshness.lifetimeOf(lastingOf(key, rendered));
  }

  /** The last renewal of a key, and what is known about similar pages; undefined if nothing is renewed. */
  renewalOf(key: CacheKey): { last: LastRenewal | undefined; route: RouteState } | undefined {
    if (this.#freshness.renewable === 0) return undefined;
    return { last: this.#renewals.lastOf(key), route: this.#renewals.routeStateOf(key) };
  }

  /** Counts responses that were made from a lookup alone. */
  countHits(count: number, demand: ReadonlyArray<[key: string, count: number]> = []): void {
    this.#answers.hit += count;
    for (const [key, requests] of demand) this.demand.note(key, requests);
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
    if (!refresh && this.#flights.get(key.id) && !this.wishes.isUnshared(key)) return 'none';
    return result && !refresh && age === 'stale' ? 'renewal' : 'render';
  }

  /** @throws {RendererError} the error of the render, unless an older result may be served */
  async answer(request: CacheRequest): Promise<CacheResponse> {
    this.demand.note(request.lookup.key.text);
    const answered = await this.#find(request);
    this.#answers[answered.source] += 1;
    return answered;
  }

  /**
   * Replaces a result whatever its age, for work that no client waits for: it is not counted as an answer. An older result is
   * renewed without a render where that is possible, unless `refresh` is set. Whether the result is stored is waited for.
   *
   * @throws {RendererError} the error of the render
   */
  async renew(request: CacheRequest): Promise<CacheResponse> {
    return this.#fly({ priority: 'background', ...request }, undefined, STORING.background);
  }

  /** Removes results, and discards those of renders in progress. @throws {RendererError} `cache-unavailable` */
  async remove(selection: Selection, dryRun = false): Promise<Removal> {
    if (dryRun) return this.#store.remove(selection, true);
    const isOutdated = (id: string) => isMeant(selection, id);
    this.#flights.supersede(isOutdated);
    await this.#kept.ended();
    const removal = await this.#store.remove(selection, false, () => this.#turns.forget(selection, isOutdated));
    this.#removed[selection.by] += removal.count;
    return removal;
  }

  /** The time with which the age of results is computed, in milliseconds since 1970. */
  now(): number {
    return this.#store.now();
  }

  /** @throws {RendererError} `cache-unavailable` if the store does not respond, or refuses to */
  requireReachable(): Promise<void> {
    return this.#store.requireReachable();
  }

  /** The stored results of a selection. @throws {RendererError} `cache-unavailable` */
  list(selection: Selection): AsyncIterable<ListedResult> {
    return allListed((listing) => this.#store.list(listing), selection);
  }

  async state(): Promise<CacheState> {
    const { state, isWritable, failures } = this.#store;
    return {
      state,
      writable: isWritable,
      entries: await this.#store.count(),
      answers: { ...this.#answers },
      stored: this.#kept.stored,
      notStored: this.#kept.notStored,
      shrunk: this.#shrunk.count,
      changed: this.#kept.changed,
      removed: { ...this.#removed },
      renewals: this.#renewals.counts,
      failures: { ...failures },
    };
  }

  /** Waits until all results are stored. */
  async close(): Promise<void> {
    await this.#kept.ended();
    await this.#turns.close();
    await this.#store.close();
  }

  #judge(key: CacheKey, result: CachedResult | undefined): Lookup {
    if (!result || result.key !== key.text) return { key, result: undefined, age: 'expired' };
    const age = this.#freshness.ageOf(result, this.#store.now());
    if (age === 'fresh' && isOutdated(this.epochs, result)) return { key, result, age: 'stale' };
    return { key, result, age };
  }

  async #find(request: CacheRequest): Promise<CacheResponse> {
    const { lookup, refresh } = request;
    const { result, age } = lookup;
    if (result && !refresh) {
      if (age === 'fresh') return { kind: 'result', source: 'hit', result, stored: true };
      if (age === 'stale') {
        if (!request.cachedOnly) this.#revalidate(request);
        return { kind: 'result', source: 'stale', result, stored: true };
      }
    }
    return this.#fly(request, age === 'stale' || age === 'stale-if-error' ? result : undefined);
  }

  /**
   * @param fallback the result if no new one can be rendered
   * @param storing how long to wait until it is known whether the result is stored, in milliseconds
   */
  async #fly(
    request: CacheRequest,
    fallback: CachedResult | undefined,
    storing: number = STORING.client,
  ): Promise<CacheResponse> {
    const { lookup, refresh, signal } = request;
    const { key } = lookup;
    const started = monotonic();
    const alone = () => this.#renderAlone(request, signal ?? new AbortController().signal, started);
    if (!refresh && this.wishes.isUnshared(key)) return alone();
    const joinable = refresh ? undefined : await this.#joinable(key.id);
    // Another request may have started one in the meantime.
    const flying = refresh ? undefined : (joinable ?? this.#flights.get(key.id));
    const { priority = 'person' } = request;
    const flight = flying ?? this.#start(request, new Urgency(priority));
    flight.urgency.raise(priority);
    try {
      const end = await this.#flights.join(key.id, flight, signal, givenUp);
      if (fallback && isFailure(end.kind === 'rendered' ? end.rendered : end.result)) {
        return { kind: 'result', source: 'stale', result: fallback, stored: true };
      }
      // Also while its result is being stored: the store may refuse it, so that it is no hit yet.
      const source = refresh ? 'refresh' : sourceOf(end, flying !== undefined);
      if (end.kind === 'rendered') {
        if (!flying || !this.wishes.isUnshared(key)) return { ...end, source };
        request.beforeOwnRender?.();
        return await alone();
      }
      return { kind: 'result', source, result: end.result, stored: await isStored(end, flight, storing) };
    } catch (error) {
      if (!fallback || !isPassing(error) || signal?.aborted) throw error;
      return { kind: 'result', source: 'stale', result: fallback, stored: true };
    }
  }

  /** A render for one request: its origin does not want the result to be shared, with requests that come at the same time either. */
  async #renderAlone(request: CacheRequest, signal: AbortSignal, started: number): Promise<CacheResponse> {
    const { lookup, priority = 'person' } = request;
    const rendered = await request.render(signal, monotonic() - started, new Urgency(priority));
    this.#kept.notStored += 1;
    // If it may be shared by now, the next result is stored.
    await this.wishes.admit(lookup.key, rendered);
    return { kind: 'rendered', source: 'miss', rendered };
  }

  /** Replaces a result that was served: before what no client has asked for, such as warming, also if that has begun it. */
  #revalidate(request: CacheRequest): void {
    const { id } = request.lookup.key;
    const priority = lowerOf('renewal', request.priority ?? 'person');
    const flying = this.#flights.get(id);
    if (flying) return flying.urgency.raise(priority);
    const flight = this.#start(request, new Urgency(priority));
    this.#flights.join(id, flight, undefined, givenUp).catch((error: unknown) => {
      this.#logger.debug({ url: request.lookup.key.url.split('?', 1)[0], err: error }, 'not renewed');
    });
  }

  /** The render in progress that a request can wait for: not one that began before another node removed its result. */
  async #joinable(id: string): Promise<Flight<FlightEnd> | undefined> {
    const flight = this.#flights.get(id);
    if (flight?.begunAt === undefined) return flight;
    const isOutdated = await this.#store.isRemoved(id, flight.begunAt);
    if (isOutdated && this.#flights.get(id) === flight) this.#flights.supersede((one) => one === id);
    return isOutdated || flight.controller.signal.aborted ? undefined : flight;
  }

  #start(request: CacheRequest, urgency: Urgency): Flight<FlightEnd> {
    const { lookup, refresh: isRefresh } = request;
    const { key } = lookup;
    let lease: Lease | undefined;
    // Others need not wait for a page that gives no result that can be stored.
    let isUncacheable = false;
    const find = async () => {
      const { result, age } = await this.lookUp(key);
      return age === 'fresh' ? result : undefined;
    };
    const work = async (signal: AbortSignal, flight: Flight<FlightEnd>): Promise<FlightEnd> => {
      const started = monotonic();
      const turn = await this.#turns.take(key.id, { signal, urgency, isRefresh, find });
      if (turn.kind === 'failed') return endOfFailed(turn.failure);
      if (turn.kind === 'shared') {
        flight.begunAt = turn.result.begunAt;
        return endWith(turn.result, 'other-node');
      }
      ({ lease } = turn);
      const begunAt = lease?.begunAt ?? this.#store.now();
      flight.begunAt = begunAt;
      const fail = async (failure: Failure) => {
        if (!flight.superseded) await this.#turns.fail(key.id, failure, begunAt);
      };
      try {
        const end = await this.#make(request, { signal, urgency, begunAt, started, fail });
        isUncacheable = end.kind === 'rendered';
        return end;
      } catch (error) {
        isUncacheable = isOfPage(error);
        const failure = failureOf(error);
        if (failure) await fail(failure);
        throw error;
      }
    };
    const keep = (end: FlightEnd) => this.#kept.keep(key, end);
    return this.#flights.start(key.id, urgency, work, keep, () => {
      void this.#turns.end(lease, isUncacheable);
    });
  }

  /** Renews or renders a result. */
  async #make({ lookup, refresh, render, askAgain }: CacheRequest, making: Making): Promise<FlightEnd> {
    const { key, result: previous } = lookup;
    const { signal, urgency, begunAt, started, fail } = making;
    const isKept = previous && this.#freshness.lifetimeOf(previous) > 0;
    const expired = refresh || !isKept || this.#freshness.renewable === 0 ? undefined : previous;
    const renewal = expired && askAgain ? await this.#renewals.renew(key, expired, askAgain, signal) : undefined;
    if (renewal?.result) return endWith(renewal.result, 'renewal');
    if (signal.aborted) throw givenUp();
    const run = (began: number) => this.#render(key, render(signal, monotonic() - started, urgency), began, previous);
    const first = await run(renewal ? this.#store.now() : begunAt);
    if ('rendered' in first) {
      this.#kept.notStored += 1;
      if (this.#turns.remembersFailures && isErrorPage(first.rendered) && !this.wishes.isUnshared(key)) {
        await fail({ result: await makeResult(key, first.rendered, { begunAt, storedAt: this.#store.now() }) });
      }
      return { kind: 'rendered', rendered: first.rendered };
    }
    const isShrunk = !refresh && this.#shrunk.isShrunk(previous, first.result);
    const again = () => run(this.#store.now());
    const { result, isHeldBack } = isShrunk
      ? await this.#shrunk.confirm(key, first.result, again)
      : { ...first, isHeldBack: false };
    if (expired) this.#renewals.learn(key, expired, result);
    return endWith(result, 'render', isHeldBack);
  }

  /** What a render has given: a result that may be stored, or not. */
  async #render(
    key: CacheKey,
    rendering: Promise<Representation>,
    begunAt: number,
    previous: CachedResult | undefined,
  ): Promise<Rendered> {
    const rendered = await rendering;
    const isAdmitted = await this.wishes.admit(key, rendered, previous !== undefined);
    if (!isAdmitted || this.lifetimeOf(key, rendered) === 0) return { rendered };
    const times = { begunAt, storedAt: this.#store.now() };
    // What was removed is remembered, so that its next render is known to be a change, or not to be one.
    const result = await makeResult(key, rendered, times, previous ?? this.#histories.get(key.id));
    const { content, contentSince, changedAt } = result;
    if (content !== null) this.#histories.set(key.id, { content, contentSince, changedAt });
    return { result };
  }
}

/** Whether a render in progress may give a removed result: the tags of a page, and its redirects, are not known before. */
function isMeant(selection: Selection, id: string): boolean {
  return selection.by !== 'page' || selection.pages.includes(id.slice(0, 32));
}
