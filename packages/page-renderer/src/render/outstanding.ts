import { monotonic } from '../clock.ts';
import type { PageRequest, RequestLog } from './requests.ts';
import type { Signal } from './signals.ts';

/** The requests of a page that have not ended. */
export interface Outstanding extends Disposable {
  /** When one began or ended last, on the clock of {@link monotonic}. */
  readonly changedAt: number;
  /** How many are waited for. */
  count(now: number): number;
  /** How many have begun to answer, and go on without anything coming. */
  streams(now: number): number;
}

/** How long more of the body of an answered `fetch` is waited for, in milliseconds. One that the page never reads never ends. */
export const STREAM = 1_500;

/** Requests that may stay open for as long as the page lives, or that nothing in the page waits for. */
const ENDLESS = new Set(['EventSource', 'WebSocket', 'Ping', 'Media', 'CSPViolationReport', 'Preflight', 'Other']);

/** Follows the requests of a page from now on. @param without signals that are left out */
export function outstandingRequests(log: RequestLog, without: ReadonlySet<Signal>): Outstanding {
  /** Each with when something of its body came last, once it is answered. */
  const open = new Map<PageRequest, number | undefined>();
  let changedAt = monotonic();
  const changed = () => {
    changedAt = monotonic();
  };
  // A frame loads one document at a time, and the end of one that it leaves early is not always reported.
  const forgetDocumentsOf = (frameId: string | undefined) => {
    for (const request of open.keys()) {
      if (request.isNavigation && request.frameId === frameId) open.delete(request);
    }
  };
  const come = (request: PageRequest) => {
    if (open.has(request)) open.set(request, monotonic());
  };
  const unlisten = log.listen({
    onRequest: (request) => {
      if (ENDLESS.has(request.type) || without.has('requests')) return;
      if (request.isNavigation) forgetDocumentsOf(request.frameId);
      open.set(request, undefined);
      changed();
    },
    onResponse: come,
    onBytes: (_, request) => {
      if (request) come(request);
    },
    onDone: (request) => {
      if (open.delete(request)) changed();
    },
  });
  const streams = (now: number) => {
    let count = 0;
    for (const [request, cameAt] of open)
      if (isFetch(request) && cameAt !== undefined && now - cameAt > STREAM) count += 1;
    return count;
  };
  return {
    get changedAt() {
      return changedAt;
    },
    count: (now) => open.size - streams(now),
    streams,
    [Symbol.dispose]: unlisten,
  };
}

function isFetch({ type }: PageRequest): boolean {
  return type === 'Fetch' || type === 'XHR';
}
