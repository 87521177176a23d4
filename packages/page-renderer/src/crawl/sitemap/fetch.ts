/** Fetches sitemaps through the address guard, unpacked and within limits. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { AddressPolicy, JudgedTarget } from '../../guard/policy.ts';
import { judgedTarget, requestGuarded } from './request.ts';
import { SitemapError } from './parse.ts';
import { retryAfterOf } from './retry-after.ts';

/** Maximum size of a sitemap in bytes, before and after unpacking (protocol: 50 MB). */
const MAX_BYTES = 52_428_800;
const MAX_REDIRECTS = 5;
/** Maximum time for one sitemap, in milliseconds. */
const TOTAL_TIME = 10 * 60_000;
/** A file that is packed and is also sent packed. */
const MAX_LAYERS = 2;

/** Validators for conditional requests (RFC 9110 §8.8). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** What is needed to fetch sitemaps. */
export interface Fetching {
  readonly policy: AddressPolicy;
  /** The headers of a request to this URL. */
  readonly headersTo: (url: URL) => Readonly<Record<string, string>>;
  /** The page that asks: nothing is requested to which it could not connect. Default: what is asked for decides. */
  readonly from?: JudgedTarget;
  /** Throws for an address to which a sitemap must not be redirected. */
  readonly requireHop?: (url: URL) => void;
  readonly signal: AbortSignal;
}

/** The response to a request for a sitemap. */
export type FetchedSitemap =
  | { readonly outcome: 'unchanged' }
  | {
      readonly outcome: 'changed';
      /** After redirects. */
      readonly url: URL;
      readonly validators: Validators;
      /** Value of `Content-Type`. */
      readonly type: string | undefined;
      /** Unpacked; throws a {@link SitemapError} where the limits end. */
      readonly bytes: AsyncGenerator<Uint8Array>;
    };

/**
 * Requests a sitemap. Redirects are subject to the same rules as those of a page.
 *
 * @param known validators of the last response: if it is still the same, the outcome is `unchanged`
 * @throws {SitemapError} if it cannot be fetched
 * @throws what `requireHop` throws
 */
export async function fetchSitemap(url: URL, known: Validators | undefined, how: Fetching): Promise<FetchedSitemap> {
  const over = new AbortController();
  const signal = AbortSignal.any([how.signal, over.signal, AbortSignal.timeout(TOTAL_TIME)]);
  let at = url;
  let target = how.from;
  let last: number | undefined;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    if (hops > 0) how.requireHop?.(at);
    const judged = await judgedTarget(at, how.policy, target);
    target ??= judged;
    const { response, end } = await requestGuarded('GET', at, target, {
      policy: how.policy,
      headers: { ...how.headersTo(at), 'accept-encoding': 'gzip', ...conditions(known) },
      signal,
    });
    const { statusCode: status = 0, headers } = response;
    if (status === 200) {
      const validators = { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null };
      const type = headers['content-type'];
      return { outcome: 'changed', url: at, validators, type, bytes: limited(response, end) };
    }
    end();
    if (status === 304 && known) return { outcome: 'unchanged' };
    const next = [301, 302, 303, 307, 308].includes(status) ? URL.parse(headers.location ?? '', at) : null;
    if (!next) throw new SitemapError(`was answered ${status}`, retryAfterOf(status, headers['retry-after']), status);
    [at, last] = [next, status];
  }
  throw new SitemapError(`redirects more than ${MAX_REDIRECTS} times`, undefined, last);
}

function conditions(known: Validators | undefined): Record<string, string> {
  return {
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
  };
}

/** The unpacked bytes of a response; the connection ends with them. */
async function* limited(response: IncomingMessage, end: () => void): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of upTo(MAX_BYTES, unpacked(upTo(MAX_BYTES, response), MAX_LAYERS))) yield chunk;
  } catch (error) {
    if (error instanceof SitemapError) throw error;
    throw new SitemapError(`was not received to its end: ${(error as Error).message}`);
  } finally {
    end();
  }
}

async function* upTo(limit: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > limit) throw new SitemapError('is larger than 50 MB');
    yield chunk;
  }
}

/** Packed content is recognised by its first bytes, whatever its name and its headers say (RFC 1952 §2.3.1). */
async function* unpacked(bytes: AsyncGenerator<Uint8Array>, layers: number): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  while (start.byteLength < 2) {
    const { value, done } = await bytes.next();
    if (done === true) break;
    start = Buffer.concat([start, value]);
  }
  const whole = startingWith(start, bytes);
  const isPacked = layers > 0 && start[0] === 0x1f && start[1] === 0x8b;
  if (!isPacked) return yield* whole;
  const unzipping = createGunzip();
  const source = Readable.from(whole);
  source.on('error', (error) => unzipping.destroy(error));
  source.pipe(unzipping);
  try {
    yield* unpacked(chunksOf(unzipping), layers - 1);
  } finally {
    source.destroy();
    unzipping.destroy();
  }
}

async function* chunksOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* stream;
}

async function* startingWith(start: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (start.byteLength > 0) yield start;
  yield* rest;
}
