import { monotonic } from '../clock.ts';
import type { HungBefore } from './hanging.ts';
import type { PageRequest, RequestLog } from './requests.ts';
import type { Signal } from './signals.ts';

/**
 * Who reads the bodies of answers that a page has fetched: `nobody`, somebody who gets them in `parts` as they come, or
 * somebody who waits for a `whole` one, or for the answer itself.
 */
export type Reading = 'nobody' | 'parts' | 'whole';

/** Requests that have not ended. One whose answer has come, and whose body nobody reads, is not among them. */
export interface OpenRequests {
  /** Those that are waited for. */
  readonly within: readonly PageRequest[];
  /** Those that have hung in an earlier render, and that have had no answer for longer than is waited for. */
  readonly hung: readonly PageRequest[];
  /** Those that have begun to answer, and go on for longer than is waited for. */
  readonly streams: readonly PageRequest[];
}

/** The requests of a page. */
export interface Outstanding extends Disposable {
  /** When one began or ended last, on the clock of {@link monotonic}. */
  readonly changedAt: number;
  open(now: number, reading: Reading): OpenRequests;
}

/** How long more of the body of an answered `fetch` is waited for, in milliseconds. */
export const STREAM = 1_500;
/** The same in all where its parts are read as they come, and nothing tells how many there are. */
export const STREAM_IN_ALL = 5_000;
/** How long a request is waited for that has hung in an earlier render, in milliseconds after it began. */
export const HUNG = 1_500;

/** Requests that may stay open for as long as the page lives, or that nothing in the page waits for. */
const ENDLESS = new Set([
  'EventSource',
  'WebSocket',
  'Ping',
  'Media',
  'CSPViolationReport',
  'Preflight',
  'Prefetch',
  'Other',
]);

/** Chromium's name for what the page itself, or its end, has ended. */
const GIVEN_UP = 'net::ERR_ABORTED';

/** How far a request has come. Times are those of {@link monotonic}. */
interface Progress {
  readonly beganAt: number;
  answeredAt?: number;
  /** When something of its answer came last. */
  cameAt?: number;
  /** Whether the answer says how long it is. */
  hasLength?: boolean;
}

/**
 * Follows the requests of a page from now on.
 *
 * @param hungBefore what hung in earlier renders
 * @param without signals that are left out
 */
export function outstandingRequests(
  log: RequestLog,
  hungBefore: HungBefore,
  without: ReadonlySet<Signal>,
): Outstanding {
  const open = new Map<PageRequest, Progress>();
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
  const unlisten = log.listen({
    onRequest: (request) => {
      if (ENDLESS.has(request.type) || without.has('requests')) return;
      if (request.isNavigation) forgetDocumentsOf(request.frameId);
      open.set(request, { beganAt: monotonic() });
      changed();
    },
    onResponse: (request, { headers }) => {
      const progress = open.get(request);
      if (!progress) return;
      progress.answeredAt = progress.cameAt = monotonic();
      progress.hasLength = headers['content-length'] !== undefined;
      // For who does not read its body, this is its end.
      if (request.type === 'Fetch') changed();
    },
    onBytes: (_, request) => {
      const progress = request && open.get(request);
      if (progress?.cameAt !== undefined) progress.cameAt = monotonic();
    },
    onDone: (request, errorText) => {
      if (!open.delete(request)) return;
      changed();
      if (errorText !== GIVEN_UP && mayHang(request)) hungBefore.forget(request);
    },
  });
  const stateOf = (request: PageRequest, progress: Progress, now: number, reading: Reading) => {
    if (!mayHang(request)) return 'within';
    const { beganAt, answeredAt, cameAt, hasLength } = progress;
    if (answeredAt !== undefined && cameAt !== undefined) {
      const isFetch = request.type === 'Fetch';
      if (isFetch && reading === 'nobody') return undefined;
      const isLong = isFetch && reading === 'parts' && !hasLength && now - answeredAt > STREAM_IN_ALL;
      if (isLong || now - cameAt > STREAM) return 'streams';
    }
    if (now - beganAt <= HUNG || !hungBefore.has(request)) return 'within';
    return answeredAt === undefined ? 'hung' : 'streams';
  };
  return {
    get changedAt() {
      return changedAt;
    },
    open: (now, reading) => {
      const found: Record<keyof OpenRequests, PageRequest[]> = { within: [], hung: [], streams: [] };
      for (const [request, progress] of open) {
        const state = stateOf(request, progress, now, reading);
        if (state) found[state].push(request);
      }
      return found;
    },
    [Symbol.dispose]: unlisten,
  };
}

/** Whether it may stay open for as long as the page lives, as far as its type tells. */
export function mayHang({ type }: PageRequest): boolean {
  return type === 'Fetch' || type === 'XHR';
}
