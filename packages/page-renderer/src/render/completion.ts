import { setTimeout as sleep } from 'node:timers/promises';
import { monotonic } from '../clock.ts';
import { untilAborted } from './abort.ts';
import { isolatedWorld } from './isolated-world.ts';
import type { PageJob } from './job.ts';
import { outstandingRequests } from './outstanding.ts';
import type { Pending } from './pending.ts';
import { addPending, isNothing } from './pending.ts';
import type { PendingWork, Waits } from './pending-work.ts';
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
/** How long no request may have been outstanding, in milliseconds, before a page counts as done. */
const QUIET = 500;
/** How long nothing else may have happened: no timer, no message. */
const STILL = 200;
/** How long the page may go on without coming to rest, after all that is waited for. */
const RESTLESS = 2_000;
const POLL = 50;
/** How often a page with workers or frames is asked once more before it is believed. */
const ROUNDS = 3;
/** How long the network may still be busy after the page has said that it is ready, in milliseconds. */
const READY_GRACE = 1_000;

/**
 * A page is done when (spec: "What the service does", 3):
 *
 * - its load event has fired, and all its frames and workers run;
 * - no request of them is outstanding, and none was for half a second; chains of requests may have any depth;
 * - timers that were due within two seconds of the load event, or half a second of the last request, have been called,
 *   and so have frames of animation and idle callbacks until then;
 * - sockets and event sources have brought a first message, or had a second and a half for it.
 *
 * What is known to come later makes it `settled` instead of `complete`. A page that sets `window.prerenderReady` to false
 * is waited for until it sets it to true (Prerender's convention).
 *
 * @param without signals that are left out
 */
export function detectCompletion(job: PageJob, without: ReadonlySet<Signal> = new Set()): CompletionDetector {
  const requests = outstandingRequests(job.requests, without);
  const { signal, watch, targets } = job;
  let last: Pending = {};
  let loadedAt: number | undefined;

  const isQuiet = (now: number) => {
    const { allRunSince } = targets;
    if (allRunSince === undefined || requests.count(now) > 0) return false;
    return without.has('quiet') || now - Math.max(requests.changedAt, allRunSince) >= QUIET;
  };

  /** What is pending when nothing of it is waited for; undefined as long as something is. */
  const settledWith = async (bound: number, pace: Pace): Promise<Pending | undefined> => {
    const { messages, refreshes, frames } = watch;
    const waits = await untilAborted(watch.work.ask(bound - monotonic()), signal);
    const now = monotonic();
    if (waits === 'aborted' || waits === 'busy') {
      last = { busy: 1 };
      pace.moved(now);
      return undefined;
    }
    const { within, beyond } = withoutTimers(waits, without);
    const loading = frames.count(now);
    if (!without.has('load')) {
      addPending(within, 'load', loading.within);
      addPending(beyond, 'load', loading.beyond);
    }
    const refresh = refreshes.count(now, bound);
    if (!without.has('refreshes')) {
      addPending(within, 'refresh', refresh.within);
      addPending(beyond, 'refresh', refresh.beyond);
    }
    if (!without.has('streams')) addPending(beyond, 'stream', requests.streams(now));
    if (!without.has('messages') && messages.areDue(now, bound)) addPending(within, 'socket', 1);
    last = { ...beyond, ...within };
    if (!isNothing(within)) pace.moved(now);
    if (now <= bound) pace.note(now, waits.called, without.has('messages') ? 0 : messages.lastAt);
    if (!isNothing(within)) return undefined;
    if (!waits.isAtRest && !without.has('rest')) {
      if (now < Math.max(bound, pace.movedAt + RESTLESS)) return undefined;
      addPending(beyond, 'busy', 1);
    }
    return without.has('quiet') || now - pace.movedAt >= STILL ? beyond : undefined;
  };

  /**
   * Asks as often as work may go from one part of the page to another: what one has sent when it answers may reach the
   * other only after that has answered.
   */
  const surelySettled = async (bound: number, pace: Pace): Promise<Pending | undefined> => {
    const rounds = watch.work.parts > 1 ? ROUNDS : 1;
    for (let round = 0; round < rounds; round += 1) {
      if (!(await settledWith(bound, pace))) return undefined;
    }
    return settledWith(bound, pace);
  };

  return {
    async complete(until = signal) {
      let readySince: number | undefined;
      const askedAt = monotonic();
      const pace = new Pace(watch.work, loadedAt === undefined ? -Infinity : askedAt);
      while (!until.aborted) {
        const state = await stateOf(job);
        const now = monotonic();
        if (state.loaded || without.has('load')) loadedAt ??= now;
        else loadedAt = undefined;
        last = loadedAt === undefined ? { load: 1 } : {};
        addPending(last, 'request', requests.count(now));
        if (state.ready === true) readySince ??= now;
        if (state.ready === false) addPending(last, 'ready-signal', 1);
        const mayBeDone = state.ready === undefined || readySince !== undefined;
        if (mayBeDone && loadedAt !== undefined && isQuiet(now)) {
          const bound = Math.max(loadedAt + TIMERS, Math.max(askedAt, requests.changedAt) + TIMERS_AFTER_REQUEST);
          const pending = readySince === undefined ? await surelySettled(bound, pace) : {};
          if (pending && isQuiet(monotonic())) {
            if (readySince !== undefined) return { verdict: 'ready-signal', pending };
            return { verdict: isNothing(pending) ? 'complete' : 'settled', pending };
          }
        }
        if (readySince !== undefined && monotonic() - readySince >= READY_GRACE) {
          return { verdict: 'ready-signal', pending: last };
        }
        await sleep(POLL, undefined, { signal: until }).catch(() => {});
      }
      return { verdict: 'budget', pending: last };
    },
    [Symbol.dispose]: () => requests[Symbol.dispose](),
  };
}

/** When something has happened last that may have changed the page. */
class Pace {
  readonly #work: PendingWork;
  #movedAt: number;
  #called = 0;

  constructor(work: PendingWork, movedAt: number) {
    this.#work = work;
    this.#movedAt = movedAt;
    work.moved();
  }

  get movedAt(): number {
    return this.#movedAt;
  }

  moved(at: number): void {
    this.#movedAt = at;
    this.#work.moved();
  }

  note(now: number, called: number, lastMessageAt: number): void {
    if (called !== this.#called) this.moved(now);
    this.#called = called;
    if (lastMessageAt > this.#movedAt) this.moved(lastMessageAt);
  }
}

function withoutTimers({ within, beyond }: Waits, without: ReadonlySet<Signal>): Pick<Waits, 'within' | 'beyond'> {
  return without.has('timers') ? { within: {}, beyond: {} } : { within, beyond };
}

interface PageState {
  loaded: boolean;
  /** What the page says of itself: `window.prerenderReady`; undefined where it says nothing. */
  ready: boolean | undefined;
}

const WORLD = 'page-renderer-state';
/** What is asked of the page is a number, so that a page can't answer with more. */
const READY = `(() => {
  try {
    const ready = window.prerenderReady;
    return ready === true ? 1 : ready === false ? 0 : -1;
  } catch {
    return -1;
  }
})()`;
/** The number of elements; negative, less one, while they are loaded. */
const LOADED = `(() => {
  const elements = document.getElementsByTagName('*').length;
  return document.readyState === 'complete' ? elements : -1 - elements;
})()`;

/** Asks the page itself. While it navigates it is not loaded. */
async function stateOf({ isolated: { session, id }, signal, budgets }: PageJob): Promise<PageState> {
  const asked = Promise.all([
    session.send('Runtime.evaluate', { expression: READY }),
    isolatedWorld(session, id, WORLD).then(({ contextId }) =>
      session.send('Runtime.evaluate', { expression: LOADED, contextId }),
    ),
  ]).catch(() => undefined);
  const answers = await untilAborted(asked, signal);
  if (answers === undefined || answers === 'aborted') return { loaded: false, ready: undefined };
  const [ready, elements] = answers.map(({ result }): unknown => result.value);
  if (typeof elements !== 'number') return { loaded: false, ready: undefined };
  budgets.note('nodes', elements < 0 ? -1 - elements : elements);
  return { loaded: elements >= 0, ready: ready === 1 ? true : ready === 0 ? false : undefined };
}
