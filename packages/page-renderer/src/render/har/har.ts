/**
 * HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), the parts that are written. Numbers are milliseconds and bytes.
 *
 * Not made with chrome-har 1.3.1: its files lack requests that failed, came from a cache or belong to a worker, and its sizes are
 * other ones (`findings/chrome-har-leaves-out-requests.sh`).
 */

/** A name with a value. */
export interface HarPair {
  name: string;
  value: string;
}

/** A request and its response. Bodies, cookies and addresses of servers are left out. */
export interface HarEntry {
  pageref: string;
  /** ISO 8601. */
  startedDateTime: string;
  /** The sum of the timings. */
  time: number;
  request: {
    method: string;
    url: string;
    httpVersion: string;
    cookies: [];
    headers: HarPair[];
    queryString: HarPair[];
    /** -1 if unknown. */
    headersSize: number;
    bodySize: number;
  };
  response: {
    /** 0 if there was no response. */
    status: number;
    statusText: string;
    httpVersion: string;
    cookies: [];
    headers: HarPair[];
    /** Decoded `size`; -1 if unknown, as for a redirect without a length. */
    content: { size: number; mimeType: string };
    /** Empty for a response that is not a redirect. */
    redirectURL: string;
    headersSize: number;
    /** Encoded size; 0 from a cache, -1 if unknown. */
    bodySize: number;
    /** As in Chrome: bytes received over the network, including headers and framing; missing if unknown. */
    _transferSize?: number;
  };
  cache: Record<string, never>;
  timings: HarTimings;
  /** As in Chrome: the cache that the response came from; missing if it came over the network. */
  _fromCache?: 'memory' | 'disk';
  /** Why there is no complete response. */
  comment?: string;
}

/** -1 for a step that did not take place. `ssl` is part of `connect`. */
export interface HarTimings {
  blocked: number;
  dns: number;
  connect: number;
  ssl: number;
  send: number;
  wait: number;
  receive: number;
}

/** A HAR file. */
export interface Har {
  log: {
    version: '1.2';
    creator: { name: string; version: string };
    pages: Array<{
      startedDateTime: string;
      id: string;
      title: string;
      /** Since the first request; -1 if the event did not happen. */
      pageTimings: { onContentLoad: number; onLoad: number };
    }>;
    entries: HarEntry[];
  };
}

/** The only page of a file. */
export const PAGE = 'page_1';
