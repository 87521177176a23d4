import { setTimeout as sleep } from 'node:timers/promises';
import { monotonic } from '../clock.ts';
import { untilAborted } from './abort.ts';
import type { PageJob } from './job.ts';
import type { Outstanding } from './outstanding.ts';
import { outstandingRequests } from './outstanding.ts';
import type { Pending } from './pending.ts';
import { addPending, isNothing } from './pending.ts';
import type { Waits } from './pending-work.ts';
import type { Signal } from './signals.ts';

/** How the wait for a page ended, and what was pending then. */
export interface Completion {
  /**
   * `complete`: nothing is pending; `settled`: what is pending comes later than is waited for, or never ends;
   * `ready-signal`: the page said that it is ready; `budget`: the job's signal ended first.
   */
  verdict: 'complete' | 'settled' | 'ready-signal' | 'budget';
  pending: Pending;
}

/** Tells when a page is done. Started before the navigation, so that it sees every request. */
export interface CompletionDetector extends Disposable {
  /**
   * May be asked again, after something was done to the page: timers that this has set are waited for as those after a
   * request.
   *
   * @param until ends the wait before the job does
   */
  complete(until?: AbortSignal): Promise<Completion>;
}

/** Milliseconds after the load event within which timers that are due are waited for. */
export const TIMERS = 2_000;
/** The same after a request has ended, when that is later. */
export const TIMERS_AFTER_REQUEST = 500;
/**
 * How long nothing may have moved, in milliseconds: no request, no timer, no message. So much more of it, up to a bound, as
 * the page took longer to come to rest: other work on the machine slows down what can't be asked for, too.
 */
const STILL = { least: 50, most: 500, rests: 3 };
/** How long the page may go on without coming to rest, after all that is waited for. */
const RESTLESS = 2_000;
/** Milliseconds between two questions. */
const PAUSE = 20;
/** Milliseconds after which a question that has no answer tells that the page is busy. */
const BUSY = 250;
/** How long the network may still be busy after the page has said that it is ready, in milliseconds. */
const READY_GRACE = 1_000;

/**
 * A page is done when (spec: "What the service does", 3):
 *
 * - its load event has fired, and all its frames and workers run;
 * - no request of them is outstanding. Chains of requests may have any depth;
 * - timers that were due within two seconds of the load event, or half a second of the last request, have been called,
 *   and so have frames of animation and idle callbacks until then;
 * - sockets and event sources have brought a first message, or had a second and a half for it;
 * - then the page was drawn, its threads had nothing left to do, and nothing has moved for a moment.
 *
 * What is known to come later makes it `settled` instead of `complete`. A page that sets `window.prerenderReady` to false
 * is waited for until it sets it to true (Prerender's convention).
 *
 * @param without signals that are left out
 */
export function detectCompletion(job: PageJob, without: ReadonlySet<Signal> = new Set()): CompletionDetector {
  const requests = outstandingRequests(job.requests, without);
  let loadedAt: number | undefined;
  return {
    complete: (until = job.signal) => {
      const wait = new Wait(job, requests, without, loadedAt);
      return wait.end(until).finally(() => {
        loadedAt = wait.loadedAt;
      });
    },
    [Symbol.dispose]: () => requests[Symbol.dispose](),
  };
}

/** One wait for a page. Times are those of {@link monotonic}. */
class Wait {
  loadedAt: number | undefined;
  readonly #job: PageJob;
  readonly #requests: Outstanding;
  readonly #without: ReadonlySet<Signal>;
  readonly #begunAt = monotonic();
  #movedAt: number;
  #readySince: number | undefined;
  #last: Pending = {};

  /** @param loadedAt when it was found to be loaded, by a wait before */
  constructor(job: PageJob, requests: Outstanding, without: ReadonlySet<Signal>, loadedAt: number | undefined) {
    this.#job = job;
    this.#requests = requests;
    this.#without = without;
    this.loadedAt = loadedAt;
    // What was done to the page before this wait may have set something in motion.
    this.#movedAt = loadedAt === undefined ? -Infinity : this.#begunAt;
  }

  async end(until: AbortSignal): Promise<Completion> {
    while (!until.aborted) {
      const completion = await this.#look(until);
      if (completion) return completion;
      if (this.#readySince !== undefined && monotonic() - this.#readySince >= READY_GRACE) {
        return { verdict: 'ready-signal', pending: this.#last };
      }
      await sleep(PAUSE, undefined, { signal: until }).catch(() => {});
    }
    return { verdict: 'budget', pending: this.#last };
  }

  /** Until when timers are waited for. */
  get #bound(): number {
    if (this.loadedAt === undefined) return Infinity;
    const requestAt = Math.max(this.#begunAt, this.#requests.changedAt);
    return Math.max(this.loadedAt + TIMERS, requestAt + TIMERS_AFTER_REQUEST);
  }

  /** Asks the page when it has come to rest; at once where it does not. Undefined as long as it is not done. */
  async #look(until: AbortSignal): Promise<Completion | undefined> {
    const askedAt = monotonic();
    const restless = Math.max(this.#bound, this.#movedAt + RESTLESS) - askedAt;
    const atRest = restless > 0 && !this.#without.has('rest');
    const waits = await this.#ask(Math.min(this.#bound - askedAt, TIMERS), atRest, atRest ? restless : Infinity, until);
    const now = monotonic();
    if (waits === 'aborted') return undefined;
    if (waits === 'busy') {
      this.#last = { busy: 1 };
      this.#movedAt = Math.min(now, this.#bound);
      return undefined;
    }
    const { within, beyond } = this.#note(waits, now);
    if (restless <= 0) addPending(beyond, 'busy', 1);
    this.#last = { ...beyond, ...within };
    const { changedAt } = this.#requests;
    const quietSince = Math.max(changedAt, this.#job.targets.allRunSince ?? now);
    if (this.#readySince !== undefined) {
      const isQuiet = !within.load && !within.request && now - quietSince >= STILL.least;
      return isQuiet ? { verdict: 'ready-signal', pending: {} } : undefined;
    }
    if (!isNothing(within)) this.#movedAt = now;
    const still = Math.min(Math.max(STILL.least, STILL.rests * (now - askedAt)), STILL.most);
    if (now - Math.max(quietSince, this.#movedAt) < still) return undefined;
    return { verdict: isNothing(beyond) ? 'complete' : 'settled', pending: beyond };
  }

  /** @param time milliseconds after which it is busy */
  async #ask(left: number, atRest: boolean, time: number, until: AbortSignal): Promise<Waits | 'busy' | 'aborted'> {
    const isBusy = setTimeout(() => {
      this.#last = { busy: 1 };
    }, BUSY);
    const inTime = time < Infinity ? AbortSignal.any([until, AbortSignal.timeout(Math.ceil(time))]) : until;
    const waits = await untilAborted(this.#job.watch.work.ask(left, atRest), inTime);
    clearTimeout(isBusy);
    if (waits !== 'aborted' || until.aborted) return waits;
    return 'busy';
  }

  #move(at: number, bound: number): void {
    if (at > this.#movedAt && at <= bound) this.#movedAt = at;
  }

  /** Notes what the page has answered. @returns what is waited for, and what is not */
  #note(waits: Waits, now: number): Pick<Waits, 'within' | 'beyond'> {
    const without = this.#without;
    const { budgets, targets, watch } = this.#job;
    const requests = this.#requests;
    budgets.note('nodes', waits.elements);
    const isLoaded = waits.isLoaded || without.has('load');
    this.loadedAt = isLoaded ? (this.loadedAt ?? now) : undefined;
    if (waits.ready === true) this.#readySince ??= now;
    const bound = this.#bound;
    const { within, beyond } = without.has('timers') ? { within: {}, beyond: {} } : waits;
    if (without.has('work')) delete within.work;
    addPending(within, 'load', isLoaded ? 0 : 1);
    addPending(within, 'request', requests.count(now));
    addPending(within, 'busy', targets.allRunSince === undefined ? 1 : 0);
    addPending(within, 'ready-signal', waits.ready === false ? 1 : 0);
    const loading = without.has('load') ? NONE : watch.frames.count(now);
    addPending(within, 'load', loading.within);
    addPending(beyond, 'load', loading.beyond);
    const refresh = without.has('refreshes') ? NONE : watch.refreshes.count(now, bound);
    addPending(within, 'refresh', refresh.within);
    addPending(beyond, 'refresh', refresh.beyond);
    if (!without.has('streams')) addPending(beyond, 'stream', requests.streams(now));
    this.#move(now - waits.uncalled, bound);
    // What the last timer has begun may go on by messages, but not without end.
    this.#move(now - waits.still, bound + RESTLESS);
    if (!without.has('messages')) {
      addPending(within, 'socket', watch.messages.areDue(now, bound) ? 1 : 0);
      this.#move(watch.messages.lastAt, bound);
    }
    return { within, beyond };
  }
}

const NONE = { within: 0, beyond: 0 };
