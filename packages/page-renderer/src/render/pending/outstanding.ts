import { monotonic } from '../../kernel/clock.ts';
import type { HungBefore } from './hanging.ts';
import type { PageRequest, RequestLog } from '../requests/requests.ts';
import { RepeatedRequests } from './repeated-requests.ts';
import type { Omitted } from './signals.ts';

/**
 * How the page reads the bodies of responses: `nobody` reads them, a script reads them in `parts` as they arrive, or
 * a script waits for a `whole` one, or for the response itself.
 */
export type Reading = 'nobody' | 'parts' | 'whole';

/** Requests that have not ended. A request whose response has arrived, and whose body no script reads, is not among them. */
export interface OpenRequests {
  /** Those that are waited for. */
  readonly within: readonly PageRequest[];
  /** Those that have had no response for longer than the renderer waits if nothing else is pending; nothing is known of them. */
  readonly unanswered: readonly PageRequest[];
  /** Those that hung in an earlier render, and had no response for longer than the renderer waits. */
  readonly hung: readonly PageRequest[];
  /** Those whose response has begun, but takes longer than the renderer waits. */
  readonly streams: readonly PageRequest[];
  /** The last one to each address that is requested repeatedly, which has changed nothing that is read. It may have ended. */
  readonly repeated: readonly PageRequest[];
}

/** The requests of a page. */
export interface Outstanding extends Disposable {
  /** When one last began or ended, on the clock of {@link monotonic}. */
  readonly changedAt: number;
  /** Whether requests are sent again and again. */
  isPolling(now: number): boolean;
  /**
   * When a request last ended whose answer the browser may still process, or load something with, although it has reported its end: a
   * script that another one has loaded and that is compiled on another thread, a picture, a font, a document of an `XMLHttpRequest`. The load
   * event has waited for those of elements in the HTML of the document.
   *
   * @param loadedAt when the load event was noticed
   */
  unprocessedAt(loadedAt: number | undefined): number;
  /** When an address was last requested for the first time. */
  readonly newAt: number;
  /** Since when nothing that is read of the page has changed; undefined as long as requests are waited for in any case. */
  idleSince: number | undefined;
  open(now: number, reading: Reading): OpenRequests;
  /** Resolves when the last open request has ended; later, if none is open. */
  ended(): Promise<void>;
}

/** How long to wait for the next part of the body of a `fetch`, in milliseconds. */
export const STREAM = 1_500;
/** The same in total if its parts are read as they arrive, and its length is unknown. */
export const STREAM_IN_ALL = 5_000;
/** How long to wait for a request that hung in an earlier render, in milliseconds after its start. */
export const HUNG = 1_500;

/** How long to wait for a response if nothing else is pending and nothing is known of the request, in milliseconds after its start. */
export const UNANSWERED = 4_000;

/** Types of requests that may stay open for as long as the page lives, or that nothing in the page waits for. */
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

/** Chromium's error code for requests that the page itself, or its end, has aborted. */
const GIVEN_UP = 'net::ERR_ABORTED';

/** The state of a request. Times are those of {@link monotonic}. */
interface Progress {
  readonly beganAt: number;
  /** Whether nothing was known of it when it began. */
  readonly isNew: boolean;
  answeredAt?: number;
  /** When the last part of its response arrived. */
  cameAt?: number;
  /** Whether the length of the response is known. */
  hasLength?: boolean;
  /** Whether it is a document. */
  isDocument?: boolean;
  /** Bytes of its body so far. */
  bytes: number;
}

/**
 * Observes the requests of a page from now on.
 *
 * @param hungBefore requests that hung in earlier renders
 * @param without signals that are ignored
 */
export function outstandingRequests(
  log: RequestLog,
  hungBefore: HungBefore,
  without: ReadonlySet<Omitted>,
): Outstanding {
  const open = new Map<PageRequest, Progress>();
  const repeats = new RepeatedRequests();
  let changedAt = monotonic();
  let end = Promise.withResolvers<void>();
  let [unprocessedAt, parsedAt] = [-Infinity, -Infinity];
  const changed = (request: PageRequest) => {
    if (!repeats.isIdle(request)) changedAt = monotonic();
  };
  // A frame loads one document at a time, and the end of a document that it leaves early is not always reported.
  const forgetDocumentsOf = (frameId: string | undefined) => {
    for (const request of open.keys()) {
      if (request.isNavigation && request.frameId === frameId) open.delete(request);
    }
  };
  const unlisten = log.listen({
    onRequest: (request) => {
      if (isEndless(request) || request.isOfServiceWorker || without.has('requests')) return;
      if (request.isNavigation) forgetDocumentsOf(request.frameId);
      open.set(request, { beganAt: monotonic(), isNew: mayHang(request) && hungBefore.isNew(request), bytes: 0 });
      if (!request.isNavigation) repeats.note(request, mayHang(request));
      changed(request);
    },
    onResponse: (request, { headers }) => {
      const progress = open.get(request);
      if (!progress) return;
      progress.answeredAt = progress.cameAt = monotonic();
      progress.hasLength = headers['content-length'] !== undefined;
      progress.isDocument = /[/+](?:html|xml)\b/i.test(headers['content-type'] ?? '');
      // If no script reads its body, it ends here.
      if (request.type === 'Fetch') changed(request);
    },
    onBytes: (bytes, request) => {
      const progress = request && open.get(request);
      if (!progress) return;
      progress.bytes += bytes;
      if (progress.cameAt !== undefined) progress.cameAt = monotonic();
    },
    onDone: (request, errorText) => {
      const progress = open.get(request);
      if (!progress) return;
      open.delete(request);
      if (!isProcessed(request, progress) && !repeats.isIdle(request)) {
        if (request.isFromParser) parsedAt = monotonic();
        else unprocessedAt = monotonic();
      }
      if (open.size === 0) {
        end.resolve();
        end = Promise.withResolvers();
      }
      repeats.noteEnd(request, monotonic() - progress.beganAt);
      changed(request);
      if (errorText !== GIVEN_UP && mayHang(request))
        hungBefore.forget(request, monotonic() - progress.beganAt > UNANSWERED);
    },
  });
  const stateOf = (request: PageRequest, progress: Progress, now: number, reading: Reading) => {
    const { beganAt, isNew, answeredAt, cameAt, hasLength } = progress;
    if (repeats.isIdle(request, now - beganAt)) return undefined;
    if (!mayHang(request)) return 'within';
    if (answeredAt !== undefined && cameAt !== undefined) {
      const isFetch = request.type === 'Fetch';
      if (isFetch && reading === 'nobody') return undefined;
      const isLong = isFetch && reading === 'parts' && !hasLength && now - answeredAt > STREAM_IN_ALL;
      if (isLong || now - cameAt > STREAM) return 'streams';
    }
    if (isNew && answeredAt === undefined && now - beganAt > UNANSWERED) return 'unanswered';
    if (now - beganAt <= HUNG || !hungBefore.has(request)) return 'within';
    return answeredAt === undefined ? 'hung' : 'streams';
  };
  return {
    get changedAt() {
      return changedAt;
    },
    isPolling: (now) => repeats.isPolling(now),
    unprocessedAt: (loadedAt = Infinity) => (parsedAt > loadedAt ? Math.max(parsedAt, unprocessedAt) : unprocessedAt),
    get newAt() {
      return repeats.newAt;
    },
    get idleSince() {
      return repeats.idleSince;
    },
    set idleSince(at) {
      // Requests that were idle until now have not changed this.
      if (at === undefined && repeats.idleSince !== undefined) changedAt = monotonic();
      repeats.idleSince = at;
    },
    open: (now, reading) => {
      const found: Record<Exclude<keyof OpenRequests, 'repeated'>, PageRequest[]> = {
        within: [],
        unanswered: [],
        hung: [],
        streams: [],
      };
      for (const [request, progress] of open) {
        const state = stateOf(request, progress, now, reading);
        if (state) found[state].push(request);
      }
      return { ...found, repeated: repeats.idle(now) };
    },
    ended: () => end.promise,
    [Symbol.dispose]: unlisten,
  };
}

/** Chromium compiles smaller scripts at once, on the thread of the page. */
const STREAMED_SCRIPT = 24_000;

/**
 * Whether everything that an answer leads to has begun when its end is reported: Chromium compiles a larger script on another thread,
 * decodes pictures and fonts, and parses the document of an `XMLHttpRequest` in parts. A `<link>` tells that it has loaded.
 */
function isProcessed({ type, isNavigation, isPreload }: PageRequest, { bytes, isDocument }: Progress): boolean {
  if (isPreload) return false;
  if (isNavigation || type === 'Fetch') return true;
  return type === 'Script' ? bytes < STREAMED_SCRIPT : type === 'XHR' && isDocument !== true;
}

/** What `<link rel=preload as=fetch>` loads has no type of its own. */
const isFetchedAhead = ({ type, isPreload }: PageRequest) => isPreload && type === 'Other';

const isEndless = (request: PageRequest) => ENDLESS.has(request.type) && !isFetchedAhead(request);

/** Whether it may stay open for as long as the page lives, according to its type. */
export function mayHang(request: PageRequest): boolean {
  return request.type === 'Fetch' || request.type === 'XHR' || isFetchedAhead(request);
}
