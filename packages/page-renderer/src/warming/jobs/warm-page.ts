/** Makes one result fresh: nothing if it is, otherwise a render in the background at the pace of its site. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Demand } from '../../cache/results/demand.ts';
import type { Epoch } from '../../cache/results/epochs.ts';
import { isErrorPage } from '../../cache/nodes/failures.ts';
import { headerOf } from '../../cache/origin/remedy.ts';
import type { CacheResponse, Lookup } from '../../cache/result-cache.ts';
import type { ListedResult, Selection } from '../../cache/stores/store.ts';
import { RendererError } from '../../kernel/errors.ts';
import type { RendererErrorCode } from '../../kernel/errors.ts';
import type { LocatedRequest } from '../../cache/access.ts';
import type { RenderRequest } from '../../grammar/dialects/request.ts';
import { parseHttpUrl } from '../../kernel/url.ts';
import type { WarmPage } from './job.ts';
import type { Pace } from '../../crawl/pace/pace.ts';
import type { Sites } from '../../crawl/pace/sites.ts';
import type { WaitReason } from '../../crawl/pace/results.ts';
import { retryAfterOf } from '../../crawl/sitemap/retry-after.ts';

/** What the service does for warming. */
export interface WarmPort {
  /** The request whose result is stored under a key; undefined for a result of another configuration. @param key text of the key */
  requestOf(key: string): RenderRequest | undefined;
  /** @throws {RendererError} `restricted` */
  locate(request: RenderRequest): LocatedRequest;
  /** What is stored. @throws {RendererError} `cache-unavailable` */
  list(selection: Selection): AsyncIterable<ListedResult>;
  /** Says what is outdated, but still served. */
  setEpochs(epochs: readonly Epoch[]): void;
  readonly demand: Demand;
  /** The time with which the age of results is computed, in milliseconds since 1970. */
  now(): number;
  lookUp(located: LocatedRequest): Lookup | Promise<Lookup>;
  /** Renders in the background, or renews without a render, and waits until the store has the result or not. @throws {RendererError} */
  renew(located: LocatedRequest, lookup: Lookup, signal: AbortSignal): Promise<CacheResponse>;
}

/** The outcome for one result. */
export type Outcome =
  | { readonly kind: 'done' | 'fresh' }
  | { readonly kind: 'failed'; readonly error: string }
  /** To be tried again after some milliseconds. */
  | { readonly kind: 'later'; readonly wait: number; readonly reason: WaitReason };

/** Errors that say nothing about the page, and after how many milliseconds to try again. */
const PASSING: Partial<Record<RendererErrorCode, number>> = {
  overloaded: 1_000,
  // Longer than a worker waits: other nodes may have a browser.
  'browser-unavailable': 10_000,
  closing: 5_000,
};
/** Number of attempts for a page whose server asks to be left alone, and for one that the cache did not store. */
const ATTEMPTS = { refused: 3, notStored: 2 } as const;
/** A page that the cache did not store is rendered again after a second. */
const STORE_LATER: Outcome = { kind: 'later', wait: 1_000, reason: 'service' };

/** See the head of the file. */
export class PageWarmer {
  readonly #port: WarmPort;
  readonly #sites: Sites;
  readonly #pace: Pace;
  readonly #onWait: (reason: WaitReason, milliseconds: number) => void;
  /** Attempts that failed, by key. */
  readonly #attempts = new LRUCache<string, number>({ max: 10_000 });

  /** @param onWait called when a page is put off */
  constructor(port: WarmPort, sites: Sites, pace: Pace, onWait: (reason: WaitReason, milliseconds: number) => void) {
    this.#port = port;
    this.#sites = sites;
    this.#pace = pace;
    this.#onWait = onWait;
  }

  async warm(page: WarmPage, signal: AbortSignal): Promise<Outcome> {
    const outcome = await this.#attempt(page, signal);
    if (outcome.kind === 'later') this.#onWait(outcome.reason, outcome.wait);
    return outcome;
  }

  async #attempt(page: WarmPage, signal: AbortSignal): Promise<Outcome> {
    try {
      const { kind, options } = page;
      const located = this.#port.locate({ kind, url: parseHttpUrl(page.url), options, refresh: false });
      const lookup = await this.#port.lookUp(located);
      if (isFresh(lookup, page)) return { kind: 'fresh' };
      return await this.#render(page, located, lookup, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return outcomeOf(error);
    }
  }

  /** Notes a failed attempt. @returns whether another one may follow */
  #mayRepeat({ key }: LocatedRequest, attempts: number): boolean {
    const failed = (this.#attempts.get(key.id) ?? 0) + 1;
    if (failed < attempts) this.#attempts.set(key.id, failed);
    else this.#attempts.delete(key.id);
    return failed < attempts;
  }

  async #render(page: WarmPage, located: LocatedRequest, known: Lookup, signal: AbortSignal): Promise<Outcome> {
    const site = this.#sites.of(page.url);
    const turn = await this.#pace.enter(site);
    if (turn.kind === 'later') return turn;
    try {
      let lookup = known;
      if (turn.after > 0) {
        this.#onWait('rate', turn.after);
        await sleep(turn.after, undefined, { signal });
        // A client may have had it renewed meanwhile.
        lookup = await this.#port.lookUp(located);
        if (isFresh(lookup, page)) return { kind: 'fresh' };
      }
      const answer = await this.#port.renew(located, lookup, signal);
      const { status, headers, verdict } = answer.kind === 'result' ? answer.result : answer.rendered;
      // An error of the site that was rendered a moment ago is a result, too.
      if (answer.kind === 'result' && !isErrorPage({ status, verdict })) {
        // Another node may have stored a newer one.
        if (answer.stored || isFresh(await this.#port.lookUp(located), page)) return { kind: 'done' };
        return this.#mayRepeat(located, ATTEMPTS.notStored) ? STORE_LATER : NOT_STORED;
      }
      const wait = retryAfterOf(status, headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]);
      if (wait !== undefined) {
        await this.#pace.backOff(site, wait);
        if (this.#mayRepeat(located, ATTEMPTS.refused)) return { kind: 'later', wait, reason: 'retry-after' };
      }
      if (verdict === 'passed-through') return { kind: 'failed', error: 'not a page' };
      const [objection] = answer.kind === 'rendered' ? (answer.rendered.objections ?? []) : [];
      const said = objection === undefined ? '' : `, and its origin says ${headerOf(objection)}`;
      return { kind: 'failed', error: `${status}, ${verdict}${said}` };
    } finally {
      await turn.leave();
    }
  }
}

/** The outcome for a page that was rendered, but is not in the cache. */
const NOT_STORED: Outcome = {
  kind: 'failed',
  error: 'rendered, but not stored: the cache is full or fails (see the log), or the page was removed meanwhile',
};

function isFresh({ result, age }: Lookup, { newerThan }: WarmPage): boolean {
  return result !== undefined && age === 'fresh' && result.begunAt >= newerThan;
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof RendererError)) throw error;
  const wait = PASSING[error.code];
  if (wait !== undefined) return { kind: 'later', wait, reason: 'service' };
  return { kind: 'failed', error: `${error.code}: ${error.reason}` };
}
