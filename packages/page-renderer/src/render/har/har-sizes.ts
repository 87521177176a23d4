/** Sizes and times of responses for a HAR file; -1 means unknown. */
import type { Protocol } from 'devtools-protocol';
import { lowerCased } from '../requests/requests.ts';
import type { HarTimings } from './har.ts';

/** A request and its outcome. Times are seconds on the browser's clock. */
export interface Exchange {
  readonly request: Protocol.Network.Request;
  /** Seconds since 1970. */
  readonly wallTime: number;
  readonly begun: number;
  response?: Protocol.Network.Response;
  /** Bytes of the decoded response. */
  decoded: number;
  /** Bytes of the response as sent, including its headers and framing. */
  encoded?: number;
  ended?: number;
  failure?: string;
  /** Whether it came from the memory cache of the page. */
  isInMemory?: boolean;
  /** Whether it ended with a redirect, whose body is not reported. */
  isRedirected?: boolean;
}

/** Sizes in bytes. */
interface Sizes {
  /** Decoded. */
  content: number;
  /** As it was sent; 0 from a cache. */
  body: number;
  /** With headers and framing; undefined if unknown. */
  transfer: number | undefined;
}

/** The cache that a response came from; undefined if it came from the network. */
export function cacheOf({ isInMemory, response }: Exchange): 'memory' | 'disk' | undefined {
  if (isInMemory === true) return 'memory';
  return response?.fromDiskCache === true ? 'disk' : undefined;
}

/** Sizes of a response. */
export function sizesOf(exchange: Exchange): Sizes {
  const { response, decoded, encoded, ended, failure, isRedirected } = exchange;
  if (response === undefined) return { content: 0, body: -1, transfer: undefined };
  const headers = lowerCased(response.headers);
  const isWhole = ended !== undefined && (failure === undefined || isEmpty(exchange));
  const isCoded = /[^\s,]/.test((headers['content-encoding'] ?? '').replaceAll(/identity/gi, ''));
  const length = isEmpty(exchange) ? 0 : lengthIn(headers['content-length']);
  const told = isCoded ? undefined : length;
  const cache = cacheOf(exchange);
  if (cache !== undefined) return { content: decoded || (told ?? -1), body: 0, transfer: 0 };
  if (isRedirected === true) {
    const transfer = response.encodedDataLength > 0 ? response.encodedDataLength : undefined;
    return { content: told ?? -1, body: length ?? -1, transfer };
  }
  // For the script of a worker, and for images with an error status, the browser counts less than their headers.
  const isCounted = isWhole && encoded !== undefined && encoded > response.encodedDataLength;
  const transfer = isCounted ? encoded : undefined;
  if (!isWhole) return { content: decoded, body: -1, transfer };
  // Without a coding, the decoded size is the size as sent; otherwise it is the browser's count, less the headers.
  const counted = transfer === undefined ? -1 : transfer - response.encodedDataLength;
  const body = length ?? (isCoded ? (counted > 0 ? counted : -1) : decoded);
  return { content: decoded, body, transfer };
}

/** Whether a response never has a body (RFC 9110 §6.4.1), or says so. Chromium reports such a response as aborted. */
export function isEmpty({ request, response }: Exchange): boolean {
  if (response === undefined) return false;
  const { status, headers } = response;
  const length = lengthIn(lowerCased(headers)['content-length']);
  return request.method === 'HEAD' || status === 204 || status === 205 || status === 304 || length === 0;
}

function lengthIn(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header.trim()) ? Number(header) : undefined;
}

/** Each step lasts until the next one begins, so that their sum is the time from the request to the end of its response. */
export function timingsOf(exchange: Exchange): HarTimings {
  const { begun, ended, response } = exchange;
  const none = { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 };
  const end = ended ?? begun;
  const timing = response?.timing;
  // A response from memory has the times of its first arrival.
  if (!timing || cacheOf(exchange) === 'memory') return { ...none, wait: positive(milliseconds(end - begun)) };
  const { requestTime, dnsStart, connectStart, sslStart, sslEnd, sendStart, sendEnd, receiveHeadersEnd } = timing;
  const steps = [dnsStart, connectStart, sendStart];
  const until = (from: number) => steps.slice(from).find((time) => time >= 0) ?? sendStart;
  return {
    blocked: positive(milliseconds(requestTime - begun) + until(0)),
    dns: dnsStart < 0 ? -1 : positive(until(1) - dnsStart),
    connect: connectStart < 0 ? -1 : positive(sendStart - connectStart),
    ssl: sslStart < 0 ? -1 : positive(sslEnd - sslStart),
    send: positive(sendEnd - sendStart),
    wait: positive(receiveHeadersEnd - sendEnd),
    receive: ended === undefined ? 0 : positive(milliseconds(end - requestTime) - receiveHeadersEnd),
  };
}

/** In milliseconds, to a microsecond. */
export const milliseconds = (seconds: number): number => rounded(seconds * 1000);
/** To three digits after the point. */
export const rounded = (number: number): number => Math.round(number * 1000) / 1000;
const positive = (number: number): number => rounded(Math.max(0, number));
