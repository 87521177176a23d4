import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame, HTTPRequest, Page } from 'puppeteer-core';
import { monotonic } from '../clock.ts';
import { untilAborted } from './abort.ts';
import type { PageJob } from './job.ts';

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
const ENDLESS = new Set(['eventsource', 'websocket', 'ping', 'media', 'cspviolationreport', 'preflight', 'other']);

/**
 * Completion by load event, outstanding requests and quiet time (spec: "What the service does", 3): done when the load
 * event has fired, no request of any frame is outstanding, and this has held for half a second. Requests that never
 * end by nature (event sources, sockets, beacons, media) don't count.
 *
 * A page that sets `window.prerenderReady` to false is waited for until it sets it to true (Prerender's convention).
 */
export function detectByNetworkQuiet(job: PageJob): CompletionDetector {
  const { page } = job.isolated;
  const outstanding = new Map<HTTPRequest, { answeredAt?: number }>();
  let quietSince = monotonic();

  const changed = () => {
    quietSince = monotonic();
  };
  // A frame loads one document at a time, and the end of one that it leaves early is not always reported.
  const forgetDocumentsOf = (frame: Frame | null) => {
    for (const request of outstanding.keys()) {
      if (request.isNavigationRequest() && request.frame() === frame) outstanding.delete(request);
    }
  };
  const onRequest = (request: HTTPRequest) => {
    if (ENDLESS.has(request.resourceType())) return;
    if (request.isNavigationRequest()) forgetDocumentsOf(request.frame());
    outstanding.set(request, {});
    changed();
  };
  const onDone = (request: HTTPRequest) => {
    if (outstanding.delete(request)) changed();
  };
  const onResponse = (response: { request(): HTTPRequest }) => {
    const entry = outstanding.get(response.request());
    if (entry) entry.answeredAt = monotonic();
  };
  page.on('request', onRequest).on('requestfinished', onDone).on('requestfailed', onDone).on('response', onResponse);

  const isQuiet = (now: number) => {
    for (const [request, { answeredAt }] of outstanding) {
      const unread = answeredAt !== undefined && now - answeredAt > UNREAD_BODY && isFetch(request);
      if (!unread) return false;
    }
    return now - quietSince >= QUIET;
  };

  return {
    async complete() {
      let readySince: number | undefined;
      while (!job.signal.aborted) {
        const isIdle = isQuiet(monotonic());
        const state = await stateOf(page, job.signal);
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
    [Symbol.dispose]() {
      page
        .off('request', onRequest)
        .off('requestfinished', onDone)
        .off('requestfailed', onDone)
        .off('response', onResponse);
    },
  };
}

function isFetch(request: HTTPRequest): boolean {
  return request.resourceType() === 'fetch' || request.resourceType() === 'xhr';
}

interface PageState {
  loaded: boolean;
  /** What the page says of itself: `window.prerenderReady`; undefined where it says nothing. */
  ready: boolean | undefined;
}

const STATE = '[document.readyState, window.prerenderReady]';

/** Asks the page itself. While it navigates it is not loaded. */
async function stateOf(page: Page, signal: AbortSignal): Promise<PageState> {
  const answer = await untilAborted(
    page.evaluate(STATE).catch(() => undefined),
    signal,
  );
  if (!Array.isArray(answer)) return { loaded: false, ready: undefined };
  const [readyState, ready] = answer as [unknown, unknown];
  return { loaded: readyState === 'complete', ready: typeof ready === 'boolean' ? ready : undefined };
}
