/** Makes one result fresh: nothing if it is, otherwise a render in the background at the pace of its site. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Demand } from '../cache/demand.ts';
import type { Epoch } from '../cache/epochs.ts';
import type { CacheAnswer, Lookup } from '../cache/result-cache.ts';
import type { ListedResult, Selection } from '../cache/store.ts';
import { RendererError } from '../errors.ts';
import type { RendererErrorCode } from '../errors.ts';
import type { LocatedRequest } from '../server/cache-access.ts';
import type { RenderRequest } from '../server/request.ts';
import { parseHttpUrl } from '../url.ts';
import type { WarmPage } from './job.ts';
import type { Pace } from './pace.ts';
import type { Sites } from './sites.ts';
import type { WaitReason } from './results.ts';
import { retryAfterOf } from './sitemap/retry-after.ts';

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
  lookUp(located: LocatedRequest): Lookup | Promise<Lookup>;
  /** Renders in the background, or renews without a render. @throws {RendererError} */
  renew(located: LocatedRequest, lookup: Lookup, signal: AbortSignal): Promise<CacheAnswer>;
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
  'browser-unavailable': 5_000,
  closing: 5_000,
};
/** Number of attempts for a page whose server asks to be left alone. */
const ATTEMPTS = 3;

/** See the head of the file. */
export class PageWarmer {
  readonly #port: WarmPort;
  readonly #sites: Sites;
  readonly #pace: Pace;
  readonly #onWait: (reason: WaitReason, milliseconds: number) => void;
  readonly #refusals = new LRUCache<string, number>({ max: 10_000 });

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
      if (isFresh(await this.#port.lookUp(located), page)) return { kind: 'fresh' };
      return await this.#render(page, located, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return outcomeOf(error);
    }
  }

  async #render(page: WarmPage, located: LocatedRequest, signal: AbortSignal): Promise<Outcome> {
    const site = this.#sites.of(page.url);
    const turn = await this.#pace.enter(site);
    if (turn.kind === 'later') return turn;
    try {
      if (turn.after > 0) {
        this.#onWait('rate', turn.after);
        await sleep(turn.after, undefined, { signal });
      }
      // A client may have had it renewed during the wait.
      const lookup = await this.#port.lookUp(located);
      if (isFresh(lookup, page)) return { kind: 'fresh' };
      const answer = await this.#port.renew(located, lookup, signal);
      if (answer.kind === 'result') return { kind: 'done' };
      const { status, headers, verdict } = answer.rendered;
      const wait = retryAfterOf(status, headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]);
      if (wait !== undefined) {
        await this.#pace.backOff(site, wait);
        const attempts = (this.#refusals.get(located.key.id) ?? 0) + 1;
        this.#refusals.set(located.key.id, attempts);
        if (attempts < ATTEMPTS) return { kind: 'later', wait, reason: 'retry-after' };
        this.#refusals.delete(located.key.id);
      }
      return { kind: 'failed', error: verdict === 'passed-through' ? 'not a page' : `${status}, ${verdict}` };
    } finally {
      await turn.leave();
    }
  }
}

function isFresh({ result, age }: Lookup, { newerThan }: WarmPage): boolean {
  return result !== undefined && age === 'fresh' && result.begunAt >= newerThan;
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof RendererError)) throw error;
  const wait = PASSING[error.code];
  if (wait !== undefined) return { kind: 'later', wait, reason: 'service' };
  return { kind: 'failed', error: `${error.code}: ${error.reason}` };
}
