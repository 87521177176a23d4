/** HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), as far as it is written here. Numbers are milliseconds and bytes. */

/** A name with a value. */
export interface HarPair {
  name: string;
  value: string;
}

/** What was asked for and answered. Bodies and cookies are left out, and addresses of servers. */
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
    /** -1 where it is not known. */
    headersSize: number;
    bodySize: number;
  };
  response: {
    /** 0 where there was no answer. */
    status: number;
    statusText: string;
    httpVersion: string;
    cookies: [];
    headers: HarPair[];
    /** `size` without its coding; -1 where it is not known, as of a redirect that does not say. */
    content: { size: number; mimeType: string };
    /** Empty for an answer that is no redirect. */
    redirectURL: string;
    headersSize: number;
    /** As it was sent; 0 from a cache, -1 where it is not known. */
    bodySize: number;
    /** As Chrome's own: what came over the network, headers and framing included; left out where it is not known. */
    _transferSize?: number;
  };
  cache: Record<string, never>;
  timings: HarTimings;
  /** As Chrome's own: where the answer was kept; left out where it came over the network. */
  _fromCache?: 'memory' | 'disk';
  /** Why there is no whole answer. */
  comment?: string;
}

/** -1 for a step that was not taken. `ssl` is part of `connect`. */
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
      /** Since the first request; -1 where it did not come to that. */
      pageTimings: { onContentLoad: number; onLoad: number };
    }>;
    entries: HarEntry[];
  };
}

/** The one page of a file. */
export const PAGE = 'page_1';
