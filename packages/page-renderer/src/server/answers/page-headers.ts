/**
 * The headers that a page may set with `<meta name="render:header" content="Name: value">`. Proxies act on many headers (nginx
 * on `X-Accel-Redirect`, others on `X-Sendfile`, `Surrogate-Control`, `Cache-Control`), and new ones come. So a page sets none
 * but those that say something to crawlers, and what the configuration adds.
 */

/** What crawlers act on, and what goes with a status that a page may set. */
const ALLOWED: ReadonlySet<string> = new Set(['content-language', 'link', 'location', 'retry-after', 'x-robots-tag']);

/** What the configuration can't add either: what steers a proxy or a browser, or says something of the render. */
const STEERING = [
  'x-accel-',
  'x-cache',
  'x-content-type-options',
  'x-forwarded-',
  'x-frame-options',
  'x-http-method-override',
  'x-lighttpd-',
  'x-litespeed-',
  'x-original-',
  'x-render',
  'x-reproxy-',
  'x-request-id',
  'x-rewrite-',
  'x-sendfile',
  'x-varnish',
  'x-xss-protection',
] as const;

/** Whether the configuration may let pages set a header: its name begins with `X-`, and nothing known acts on it. */
export function mayBeAdded(name: string): boolean {
  const lower = name.toLowerCase();
  return /^x-[\w-]{1,100}$/.test(lower) && !STEERING.some((prefix) => lower.startsWith(prefix));
}

// Visible ASCII, space and tab: whatever else a page writes could end the header (RFC 9110 §5.5).
const VALUE = /^[\t\x20-\x7e]{1,4096}$/;
/** Metas that are looked at. */
const MAX_HEADERS = 32;
/** Links that have servers and browsers fetch something before anybody has looked at the page (RFC 8297, HTML Standard). */
const FETCHING_LINK = /\brel\s*=[\s"']*[^;,]*\b(?:preload|modulepreload|preconnect|prefetch|dns-prefetch|prerender)\b/i;

/** A header that a page asks for. */
type Header = [name: string, value: string];

/**
 * What metas ask for, in their order, with names in lower case. What is malformed is passed over.
 *
 * @param contents contents of the metas, each `Name: value`
 */
export function headersIn(contents: readonly string[]): Header[] {
  return contents.slice(0, MAX_HEADERS).flatMap((content): Header[] => {
    const colon = content.indexOf(':');
    const name = content.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = content.slice(colon + 1).trim();
    return name !== '' && VALUE.test(value) ? [[name, value]] : [];
  });
}

/** Those of them that a page may set. @param added names that the configuration adds, in any case */
export function allowedHeaders(headers: readonly Header[], added: readonly string[]): Header[] {
  const names = new Set(added.map((name) => name.toLowerCase()));
  return headers.filter(([name, value]) => names.has(name) || (ALLOWED.has(name) && isHarmless(name, value)));
}

function isHarmless(name: string, value: string): boolean {
  if (name === 'link') return !FETCHING_LINK.test(value);
  if (name !== 'location') return true;
  const { protocol } = URL.parse(value) ?? {};
  return protocol === 'http:' || protocol === 'https:';
}
