import { setTimeout as sleep } from 'node:timers/promises';
import type { HTTPRequest, Page } from 'puppeteer-core';
import type { PageJob, Verdict } from './job.ts';

/** Tells when a page is done. Started before the navigation, so that it sees every request. */
export interface CompletionDetector extends Disposable {
  /** Resolves with `complete` when the page is done, with `budget` when the job's signal ends first. */
  complete(): Promise<Verdict>;
}

/** How long no request may have been outstanding, in milliseconds, before a page counts as done. */
const QUIET = 500;
/** How long the body of an answered `fetch` is waited for: one that the page never reads never ends. */
const UNREAD_BODY = 1_500;
const POLL = 50;

/** Requests that may stay open for as long as the page lives, or that nothing in the page waits for. */
const ENDLESS = new Set(['eventsource', 'websocket', 'ping', 'media', 'cspviolationreport', 'preflight', 'other']);

/**
 * Completion by load event, outstanding requests and quiet time (spec: "What the service does", 3): done when the load
 * event has fired, no request of any frame is outstanding, and this has held for half a second. Requests that never
 * end by nature (event sources, sockets, beacons, media) don't count.
 */
export function detectByNetworkQuiet(job: PageJob): CompletionDetector {
  const { page } = job.isolated;
  const outstanding = new Map<HTTPRequest, { answeredAt?: number }>();
  let quietSince = performance.now();

  const changed = () => {
    quietSince = performance.now();
  };
  const onRequest = (request: HTTPRequest) => {
    if (ENDLESS.has(request.resourceType())) return;
    outstanding.set(request, {});
    changed();
  };
  const onDone = (request: HTTPRequest) => {
    if (outstanding.delete(request)) changed();
  };
  const onResponse = (response: { request(): HTTPRequest }) => {
    const entry = outstanding.get(response.request());
    if (entry) entry.answeredAt = performance.now();
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
      while (!job.signal.aborted) {
        if (isQuiet(performance.now()) && (await hasSettled(page, job.signal)) && isQuiet(performance.now())) {
          return 'complete';
        }
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

/** Asks the page itself: loaded, and its main thread free. */
async function hasSettled(page: Page, signal: AbortSignal): Promise<boolean> {
  const { promise: ended, resolve } = Promise.withResolvers<false>();
  const onAbort = () => resolve(false);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const state = page.evaluate('document.readyState').then(
      (value) => value === 'complete',
      // The page navigated while it was asked: it is not done.
      () => false,
    );
    return await Promise.race([state, ended]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
