import { setTimeout as sleep } from 'node:timers/promises';
import { monotonic } from '../clock.ts';
import { untilAborted } from './abort.ts';
import { isolatedWorld } from './isolated-world.ts';
import type { PageJob } from './job.ts';
import type { PageRequest } from './requests.ts';

/** Tells when a page is done. Started before the navigation, so that it sees every request. */
export interface CompletionDetector extends Disposable {
  /**
   * Resolves with `complete` when the page is done, with `ready-signal` when it is because the page said so, with
   * `budget` when the job's signal ends first.
   */
  complete(): Promise<'complete' | 'ready-signal' | 'budget'>;
}

/** How long no request may have been outstanding, in milliseconds, before a page counts as done. */
const QUIET = 500;
/** How long the body of an answered `fetch` is waited for: one that the page never reads never ends. */
const UNREAD_BODY = 1_500;
const POLL = 50;
/** How long the network may still be busy after the page has said that it is ready, in milliseconds. */
const READY_GRACE = 1_000;

/** Requests that may stay open for as long as the page lives, or that nothing in the page waits for. */
const ENDLESS = new Set(['EventSource', 'WebSocket', 'Ping', 'Media', 'CSPViolationReport', 'Preflight', 'Other']);

/**
 * Completion by load event, outstanding requests and quiet time (spec: "What the service does", 3): done when the load
 * event has fired, every frame and worker runs, no request of any of them is outstanding, and this has held for half a
 * second. Requests that never end by nature (event sources, sockets, beacons, media) don't count.
 *
 * A page that sets `window.prerenderReady` to false is waited for until it sets it to true (Prerender's convention).
 */
export function detectByNetworkQuiet(job: PageJob): CompletionDetector {
  const outstanding = new Map<PageRequest, { answeredAt?: number }>();
  let quietSince = monotonic();

  const changed = () => {
    quietSince = monotonic();
  };
  // A frame loads one document at a time, and the end of one that it leaves early is not always reported.
  const forgetDocumentsOf = (frameId: string | undefined) => {
    for (const request of outstanding.keys()) {
      if (request.isNavigation && request.frameId === frameId) outstanding.delete(request);
    }
  };
  const unlisten = job.requests.listen({
    onRequest: (request) => {
      if (ENDLESS.has(request.type)) return;
      if (request.isNavigation) forgetDocumentsOf(request.frameId);
      outstanding.set(request, {});
      changed();
    },
    onResponse: (request) => {
      const entry = outstanding.get(request);
      if (entry) entry.answeredAt = monotonic();
    },
    onDone: (request) => {
      if (outstanding.delete(request)) changed();
    },
  });

  const isQuiet = (now: number) => {
    const { allRunSince } = job.targets;
    if (allRunSince === undefined) return false;
    for (const [request, { answeredAt }] of outstanding) {
      const unread = answeredAt !== undefined && now - answeredAt > UNREAD_BODY && isFetch(request);
      if (!unread) return false;
    }
    return now - Math.max(quietSince, allRunSince) >= QUIET;
  };

  return {
    async complete() {
      let readySince: number | undefined;
      while (!job.signal.aborted) {
        const isIdle = isQuiet(monotonic());
        const state = await stateOf(job);
        if (state.ready === true) readySince ??= monotonic();
        if (state.ready === undefined || readySince !== undefined) {
          const isDone = isIdle && isQuiet(monotonic()) && state.loaded;
          if (isDone) return readySince === undefined ? 'complete' : 'ready-signal';
        }
        if (readySince !== undefined && monotonic() - readySince >= READY_GRACE) return 'ready-signal';
        await sleep(POLL, undefined, { signal: job.signal }).catch(() => {});
      }
      return 'budget';
    },
    [Symbol.dispose]: unlisten,
  };
}

function isFetch({ type }: PageRequest): boolean {
  return type === 'Fetch' || type === 'XHR';
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
