/**
 * The headers of the answer that come from the page: those that its server sent with it, and those that it sets itself with
 * `<meta name="render:header" content="Name: value">`. Proxies act on many headers (nginx
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

/** What goes with a page of what its server sent: the same, but for where it redirects to, and when it was changed. */
const FROM_SERVER: ReadonlySet<string> = new Set([...ALLOWED, 'last-modified'].filter((name) => name !== 'location'));

/**
 * Headers of the answer to a page: what its server sent, then what its metas ask for. Where both say something, both are
 * there, as a crawler that is told two things heeds the stricter one; of `Retry-After` there can be only one, the meta's.
 *
 * @param sent headers of the target's last answer, names in lower case, values of several of a name on lines of their own
 * @param asked headers that the metas ask for, see {@link headersIn}
 * @param added names that the configuration adds, in any case
 */
export function headersOfPage(
  sent: Readonly<Record<string, string>>,
  asked: readonly Header[],
  added: readonly string[],
): Header[] {
  const own = allowedHeaders(asked, added);
  const names = new Set([...FROM_SERVER, ...added.map((name) => name.toLowerCase())]);
  const lines = Object.entries(sent).flatMap(([name, value]): Header[] =>
    names.has(name) ? value.split('\n').map((line): Header => [name, line.trim()]) : [],
  );
  const isOwn = ([name, value]: Header) =>
    own.some(([other, said]) => other === name && (name === 'retry-after' || said === value));
  const theirs = lines
    .slice(0, MAX_HEADERS)
    .filter((line) => VALUE.test(line[1]) && isHarmless(...line) && !isOwn(line));
  return [...theirs, ...own];
}

function isHarmless(name: string, value: string): boolean {
  if (name === 'link') return !FETCHING_LINK.test(value);
  if (name !== 'location') return true;
  const { protocol } = URL.parse(value) ?? {};
  return protocol === 'http:' || protocol === 'https:';
}
