import { RendererError } from './errors.ts';

/** Fragments that scripts use as routes, and that are not positions in a page: `#!` and `#/`. */
const ROUTE = /^#[!/]/;

/**
 * Parses an absolute http or https URL. Only fragments that are routes are kept, because others show the same page.
 *
 * @throws {RendererError} `invalid-url`, or `unsupported-scheme` for another scheme
 */
export function parseHttpUrl(text: string): URL {
  if (text === '') throw new RendererError('invalid-url', 'The target URL is missing');
  const url = URL.parse(text.replace(/^(https?):\/*/i, '$1://'));
  if (!url)
    throw new RendererError('invalid-url', 'The target is not an absolute URL such as https://example.com/page');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new RendererError('unsupported-scheme', 'Only http and https pages are rendered');
  }
  if (url.username !== '' || url.password !== '') {
    throw new RendererError('invalid-url', 'The target URL must not contain a user name or password');
  }
  if (!ROUTE.test(url.hash)) url.hash = '';
  return url;
}

/** An address without its fragment, which no server sees. */
export function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? '';
}

/** The port of a URL, or the default port of its scheme. */
export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80);
}

const ENCODED = /%[0-9a-f]{2}/gi;
const UNRESERVED = /^[\w.~-]$/;

/** A part of a URL with unreserved characters unencoded, and other encodings in capitals (RFC 3986 §6.2.2). */
export function normalizedEncoding(text: string): string {
  return text.replace(ENCODED, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return UNRESERVED.test(character) ? character : encoded.toUpperCase();
  });
}

/** The same address in one spelling, without a fragment that is no route. Its parameters keep their order. */
export function inOneSpelling(url: URL): string {
  const fragment = ROUTE.test(url.hash) ? url.hash : '';
  return url.origin + normalizedEncoding(url.pathname + url.search) + fragment;
}
