import { RendererError } from './errors.ts';

/** Fragments by which scripts choose what they show, and not a place in it: `#!` and `#/`. */
const ROUTE = /^#[!/]/;

/**
 * Parses an absolute http or https URL. Of fragments only routes are kept, as all others show the same page.
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

/** Port a URL leads to, its scheme's own included. */
export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80);
}
