import type { Protocol } from 'devtools-protocol';
import type { Session } from '../../devtools/connection.ts';
import type { Har, HarEntry, HarPair } from './har.ts';
import { PAGE } from './har.ts';
import type { Exchange } from './har-sizes.ts';
import { cacheOf, isEmpty, milliseconds, rounded, sizesOf, timingsOf } from './har-sizes.ts';

/** Headers that identify a person. */
const PRIVATE: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'cookie2',
  'proxy-authorization',
  'set-cookie',
  'set-cookie2',
]);
/** Size of an entry apart from its URLs and headers, in characters. */
const ENTRY = 800;

/**
 * Records the requests of a page with all its frames and web workers. It records no bodies, cookies or addresses of servers
 * (which may be internal), and no headers that the service itself adds (which may be secrets).
 */
export class HarRecorder {
  readonly #limit: number;
  readonly #hidden: ReadonlySet<string>;
  readonly #exchanges: Exchange[] = [];
  readonly #open = new Map<string, Exchange>();
  #main: Session | undefined;
  #contentLoaded: number | undefined;
  #loaded: number | undefined;
  #size = 0;

  /**
   * @param limit approximate number of characters of JSON; beyond it nothing more is recorded
   * @param hidden names of request headers that are left out, in any case
   */
  constructor(limit: number, hidden: readonly string[]) {
    this.#limit = limit;
    this.#hidden = new Set([...PRIVATE, ...hidden.map((name) => name.toLowerCase())]);
  }

  /** Whether something was not recorded because of the limit. */
  get isOver(): boolean {
    return this.#size > this.#limit;
  }

  /** Records the requests of the page, or of one of its frames or web workers; the page itself comes first. */
  follow(session: Session): void {
    if (this.#main === undefined) {
      this.#main = session;
      session.on('Page.domContentEventFired', ({ timestamp }) => (this.#contentLoaded = timestamp));
      session.on('Page.loadEventFired', ({ timestamp }) => (this.#loaded = timestamp));
    }
    session.on('Network.requestWillBeSent', (event) => this.#onRequest(event));
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const exchange = this.#open.get(requestId);
      if (exchange) this.#answer(exchange, response);
    });
    session.on('Network.requestServedFromCache', ({ requestId }) => {
      const exchange = this.#open.get(requestId);
      if (exchange) exchange.isInMemory = true;
    });
    session.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const exchange = this.#open.get(requestId);
      if (exchange) exchange.decoded += dataLength;
    });
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      this.#end(requestId, { ended: timestamp, encoded: encodedDataLength });
    });
    session.on('Network.loadingFailed', ({ requestId, timestamp, errorText }) => {
      this.#end(requestId, { ended: timestamp, failure: errorText });
    });
  }

  #onRequest({
    requestId,
    request,
    wallTime,
    timestamp,
    redirectResponse,
  }: Protocol.Network.RequestWillBeSentEvent): void {
    const before = this.#open.get(requestId);
    // The request of a web worker may be reported twice.
    if (before && !redirectResponse) return;
    if (before && redirectResponse) {
      this.#answer(before, redirectResponse);
      this.#end(requestId, { ended: timestamp, isRedirected: true });
    }
    if (!/^https?:/i.test(request.url)) return;
    this.#size += ENTRY + 2 * request.url.length + lengthOf(request.headers);
    if (this.isOver) return;
    const [first] = this.#exchanges;
    // Of the script of a service worker, only the time of day is known.
    const begun = Number.isNaN(timestamp) ? (first ? first.begun + wallTime - first.wallTime : 0) : timestamp;
    const exchange = { request, wallTime, begun, decoded: 0 };
    this.#open.set(requestId, exchange);
    this.#exchanges.push(exchange);
  }

  #answer(exchange: Exchange, response: Protocol.Network.Response): void {
    this.#size += lengthOf(response.headers);
    if (!this.isOver) exchange.response = response;
  }

  #end(requestId: string, end: Pick<Exchange, 'ended' | 'encoded' | 'failure' | 'isRedirected'>): void {
    const exchange = this.#open.get(requestId);
    if (!exchange) return;
    this.#open.delete(requestId);
    Object.assign(exchange, end);
  }

  /**
   * The recorded requests, as a HAR file.
   *
   * @param title of the page
   * @param product name and version of this service, separated by a slash
   */
  file(title: string, product: string): Har {
    const [name = '', version = ''] = product.split('/');
    const first = this.#exchanges[0];
    const since = (time: number | undefined) =>
      first === undefined || time === undefined ? -1 : Math.max(0, milliseconds(time - first.begun));
    const pageTimings = { onContentLoad: since(this.#contentLoaded), onLoad: since(this.#loaded) };
    const startedDateTime = dateTime(first?.wallTime ?? 0);
    return {
      log: {
        version: '1.2',
        creator: { name, version },
        pages: first ? [{ startedDateTime, id: PAGE, title, pageTimings }] : [],
        entries: this.#exchanges.toSorted((a, b) => a.wallTime - b.wallTime).map((exchange) => this.#entry(exchange)),
      },
    };
  }

  #entry(exchange: Exchange): HarEntry {
    const { request, response, wallTime } = exchange;
    const { content, body, transfer } = sizesOf(exchange);
    const fromCache = cacheOf(exchange);
    const timings = timingsOf(exchange);
    const { blocked, dns, connect, send, wait, receive } = timings;
    const time = [blocked, dns, connect, send, wait, receive].reduce((sum, part) => sum + Math.max(0, part), 0);
    const httpVersion = response?.protocol ?? 'unknown';
    const comment = commentOn(exchange);
    return {
      pageref: PAGE,
      startedDateTime: dateTime(wallTime),
      time: rounded(time),
      request: {
        method: request.method,
        url: request.url,
        httpVersion,
        cookies: [],
        headers: this.#pairs(request.headers),
        queryString: [...new URL(request.url).searchParams].map(([name, value]) => ({ name, value })),
        headersSize: -1,
        bodySize: request.hasPostData === true ? -1 : 0,
      },
      response: {
        status: response?.status ?? 0,
        statusText: response?.statusText ?? '',
        httpVersion,
        cookies: [],
        headers: this.#pairs(response?.headers ?? {}),
        content: { size: content, mimeType: response?.mimeType ?? '' },
        redirectURL: redirectOf(response),
        headersSize: -1,
        bodySize: body,
        ...(transfer !== undefined && { _transferSize: transfer }),
      },
      cache: {},
      timings,
      ...(fromCache !== undefined && { _fromCache: fromCache }),
      ...(comment !== undefined && { comment }),
    };
  }

  #pairs(headers: Readonly<Record<string, string>>): HarPair[] {
    return Object.entries(headers)
      .filter(([name]) => !this.#hidden.has(name.toLowerCase()))
      .flatMap(([name, values]) => values.split('\n').map((value) => ({ name, value })));
  }
}

function lengthOf(headers: Readonly<Record<string, string>>): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 24, 0);
}

function redirectOf(response: Protocol.Network.Response | undefined): string {
  if (!response || response.status < 300 || response.status > 399) return '';
  return Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '';
}

function commentOn(exchange: Exchange): string | undefined {
  const { ended, failure, response } = exchange;
  if (failure !== undefined) return isEmpty(exchange) ? undefined : failure;
  if (ended !== undefined) return undefined;
  return response ? 'its body was not complete when the page was read' : 'it had no response when the page was read';
}

const dateTime = (wallTime: number): string => new Date(wallTime * 1000).toISOString();
