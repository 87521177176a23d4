/**
 * The headers of the response that come from the page: those of its server, and those that it sets with
 * `<meta name="render:header" content="Name: value">`. Proxies act on many headers (nginx
 * on `X-Accel-Redirect`, others on `X-Sendfile`, `Surrogate-Control`, `Cache-Control`), and new ones appear. So a page may only
 * set headers that crawlers use, and those that the configuration adds.
 */

/** Headers that crawlers use, and those that belong to a status that a page may set. */
const ALLOWED: ReadonlySet<string> = new Set(['content-language', 'link', 'location', 'retry-after', 'x-robots-tag']);

/** Headers that the configuration cannot add: those that control a proxy or a browser, or describe the render. */
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

/** Whether the configuration may allow pages to set a header: its name begins with `X-`, and no known program acts on it. */
export function mayBeAdded(name: string): boolean {
  const lower = name.toLowerCase();
  return /^x-[\w-]{1,100}$/.test(lower) && !STEERING.some((prefix) => lower.startsWith(prefix));
}

// Visible ASCII, space and tab: other characters of a page could end the header (RFC 9110 §5.5).
const VALUE = /^[\t\x20-\x7e]{1,4096}$/;
/** Maximum number of meta tags that are checked. */
const MAX_HEADERS = 32;
/** Links that make servers and browsers fetch something before the page is used (RFC 8297, HTML Standard). */
const FETCHING_LINK = /\brel\s*=[\s"']*[^;,]*\b(?:preload|modulepreload|preconnect|prefetch|dns-prefetch|prerender)\b/i;

/** A header that a page sets. */
type Header = [name: string, value: string];

/**
 * The headers of meta tags, in their order, with names in lower case. Invalid ones are ignored.
 *
 * @param contents contents of the meta tags, each `Name: value`
 * @param page address of the page, to which a `Location` may be relative (RFC 9110 §10.2.2)
 */
export function headersIn(contents: readonly string[], page?: string): Header[] {
  return contents.slice(0, MAX_HEADERS).flatMap((content): Header[] => {
    const header = headerIn(content, page);
    return isWellFormed(header) ? [header] : [];
  });
}

function headerIn(content: string, page: string | undefined): Header {
  const colon = content.indexOf(':');
  const name = content.slice(0, Math.max(0, colon)).trim().toLowerCase();
  const value = content.slice(colon + 1).trim();
  return [name, name === 'location' && value !== '' ? absolute(value, page) : value];
}

/** The content of a meta tag, whose `Location` no longer depends on the page. @param page see {@link headersIn} */
export function resolvedHeader(content: string, page: string): string {
  const [name, value] = headerIn(content, page);
  return name === 'location' ? `Location: ${value}` : content;
}

/** Characters of an address (RFC 3986 §2). */
const ADDRESS = /^[!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]+$/;

/** Resolved if it is relative, encoded if it has characters that an address cannot contain; otherwise as written. */
function absolute(location: string, page: string | undefined): string {
  if (URL.canParse(location) && ADDRESS.test(location)) return location;
  return URL.parse(location, page)?.href ?? location;
}

function isWellFormed([name, value]: Header): boolean {
  return name !== '' && VALUE.test(value);
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether a status leads elsewhere (RFC 9110 §15.4), and so stands or falls with a `Location`. */
export const isRedirectStatus = (status: number): boolean => REDIRECTS.has(status);

/** Whether meta tags have a `Location` that may be passed on. @param contents see {@link headersIn} @param page see {@link headersIn} */
export function leadsElsewhere(contents: readonly string[], page?: string): boolean {
  return headersIn(contents, page).some(([name, value]) => name === 'location' && isPassed(reasonOfValue(name, value)));
}

/** The headers that a page may set. @param added names that the configuration adds, in any case */
export function allowedHeaders(headers: readonly Header[], added: readonly string[]): Header[] {
  const names = lowerCased(added);
  const isSecond = secondsOfSingle();
  return headers.filter((header) => isPassed(reasonOfAsked(header, names)) && !isSecond(header));
}

/** Headers that can occur only once (RFC 9110 §5.3, §10.2.2, §10.2.3, §8.8.2): of two a client uses any, or none. */
const SINGLE: ReadonlySet<string> = new Set(['last-modified', 'location', 'retry-after']);

/** Whether a header can occur only once. @param name in lower case */
export const isSingle = (name: string): boolean => SINGLE.has(name);

/** Tells for successive headers which of them follow one of the same name that can occur only once. */
function secondsOfSingle(): (header: Header) => boolean {
  const seen = new Set<string>();
  return ([name]) => SINGLE.has(name) && (seen.has(name) || !seen.add(name));
}

/** The headers of its server that a page may pass on: the same, except for its redirect and its modification date. */
const FROM_SERVER: ReadonlySet<string> = new Set([...ALLOWED, 'last-modified'].filter((name) => name !== 'location'));

/**
 * Headers of the response with a page: those of its server, then those of its meta tags. If both set a header, both are
 * in the response, because a crawler applies the stricter of two rules; of a header that can occur only once the one of the
 * meta tag is used, and of several the first.
 *
 * @param sent headers of the target's last response, names in lower case, several values of a name on separate lines
 * @param asked headers of the meta tags, see {@link headersIn}
 * @param added names that the configuration adds, in any case
 * @param status of the response
 */
export function headersOfPage(
  sent: Readonly<Record<string, string>>,
  asked: readonly Header[],
  added: readonly string[],
  status: number = 200,
): Header[] {
  const own = allowedHeaders(asked, added).filter(([name]) => name !== 'location' || isRedirectStatus(status));
  const theirs = sentHeaderOutcomes(sent, own, lowerCased(added)).filter(({ reason }) => isPassed(reason));
  return generalFirst([...theirs.map(({ name, value }): Header => [name, value]), ...own]);
}

/** Rules for crawlers that have the form of a name and a value, where the name is not that of a crawler. */
const RULE_WITH_VALUE = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)\s*:/i;

/**
 * Proxies may join lines of a name (RFC 9110 §5.3), and in `X-Robots-Tag` everything after the name of a
 * crawler is for that crawler: so rules for all crawlers come first.
 */
function generalFirst(headers: readonly Header[]): Header[] {
  const isRobots = ([name]: Header) => name === 'x-robots-tag';
  const isForOne = ([, value]: Header) => /^[\w-]+\s*:/.test(value) && !RULE_WITH_VALUE.test(value);
  const robots = headers.filter(isRobots);
  const sorted = [...robots.filter((header) => !isForOne(header)), ...robots.filter(isForOne)].values();
  return headers.map((header) => (isRobots(header) ? (sorted.next().value ?? header) : header));
}

/** The links of a `Link` header (RFC 8288 §3): commas within addresses and quotes do not separate links. */
function linksIn(value: string): string[] {
  const links: string[] = [];
  // An opening quote or bracket that is never closed is an ordinary character.
  const last = { '>': value.lastIndexOf('>'), '"': value.lastIndexOf('"') };
  let closing: '>' | '"' | undefined;
  let start = 0;
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at];
    if (closing === '"' && character === '\\') at += 1;
    else if (closing !== undefined) closing = character === closing ? undefined : closing;
    else if (character === '<' && at < last['>']) closing = '>';
    else if (character === '"' && at < last['"']) closing = '"';
    else if (character === ',') {
      links.push(value.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...links, value.slice(start).trim()].filter(Boolean);
}

/**
 * Why a header of a page is passed on (`for-crawlers`, `added`: by `pageHeaders`), or dropped:
 *
 * - `not-listed`: neither used by crawlers nor added
 * - `fetches`: a link that makes clients fetch a resource
 * - `not-absolute`: a `Location` that is not an absolute http or https URL
 * - `no-redirect`: a `Location` beside a status that leads nowhere
 * - `malformed`: no name, or a value that is empty, too long or not visible ASCII
 * - `too-many`: after the first 32, which are checked
 * - `set-by-page`: a meta tag of the page sets the same, or takes precedence
 * - `said-before`: only one is allowed, and there was one before
 */
export type HeaderReason =
  | 'for-crawlers'
  | 'added'
  | 'not-listed'
  | 'fetches'
  | 'not-absolute'
  | 'no-redirect'
  | 'malformed'
  | 'too-many'
  | 'set-by-page'
  | 'said-before';

/** What happens to a header. */
export interface HeaderOutcome {
  /** In lower case. */
  name: string;
  value: string;
  from: 'server' | 'meta';
  reason: HeaderReason;
}

/** Whether a header is in the response. */
export function isPassed(reason: HeaderReason): boolean {
  return reason === 'for-crawlers' || reason === 'added';
}

/**
 * What happens to every header of a page's server and of its meta tags; {@link headersOfPage} are those of them
 * that are passed on.
 *
 * @param contents contents of the meta tags, each `Name: value`
 * @param page address of the page, see {@link headersIn}
 * @param status of the response
 */
export function headerOutcomes(
  sent: Readonly<Record<string, string>>,
  contents: readonly string[],
  added: readonly string[],
  page?: string,
  status: number = 200,
): HeaderOutcome[] {
  const names = lowerCased(added);
  const own = allowedHeaders(headersIn(contents, page), added);
  const isSecond = secondsOfSingle();
  const asked = contents.map((content, index): HeaderOutcome => {
    const header = headerIn(content, page);
    const isSeen = index < MAX_HEADERS;
    const judged = !isSeen ? 'too-many' : isWellFormed(header) ? reasonOfAsked(header, names) : 'malformed';
    const isHalf = header[0] === 'location' && !isRedirectStatus(status);
    const reason = !isPassed(judged) ? judged : isHalf ? 'no-redirect' : isSecond(header) ? 'said-before' : judged;
    return { name: header[0], value: header[1], from: 'meta', reason };
  });
  return [...sentHeaderOutcomes(sent, own, names), ...asked];
}

function lowerCased(names: readonly string[]): Set<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}

function reasonOfAsked([name, value]: Header, added: ReadonlySet<string>): HeaderReason {
  if (added.has(name)) return 'added';
  return ALLOWED.has(name) ? reasonOfValue(name, value) : 'not-listed';
}

/** @param own names of the headers that the page's meta tags set */
function sentHeaderOutcomes(
  sent: Readonly<Record<string, string>>,
  own: readonly Header[],
  added: ReadonlySet<string>,
): HeaderOutcome[] {
  const lines = Object.entries(sent).flatMap(([name, value]) =>
    value
      .split('\n')
      .flatMap((line) => (name === 'link' ? linksIn(line) : [line.trim()]))
      .map((line): Header => [name, line]),
  );
  let seen = 0;
  const isSecond = secondsOfSingle();
  return lines.map(([name, value]): HeaderOutcome => {
    const reason = reasonOf(name, value);
    return { name, value, from: 'server', reason };
  });

  function reasonOf(name: string, value: string): HeaderReason {
    if (!FROM_SERVER.has(name) && !added.has(name)) return 'not-listed';
    seen += 1;
    if (seen > MAX_HEADERS) return 'too-many';
    if (!VALUE.test(value)) return 'malformed';
    const harm = reasonOfValue(name, value);
    if (!isPassed(harm)) return harm;
    if (own.some(([other, said]) => other === name && (SINGLE.has(name) || said === value))) return 'set-by-page';
    if (isSecond([name, value])) return 'said-before';
    return added.has(name) ? 'added' : 'for-crawlers';
  }
}

function reasonOfValue(name: string, value: string): HeaderReason {
  if (name === 'link') return FETCHING_LINK.test(value) ? 'fetches' : 'for-crawlers';
  if (name !== 'location') return 'for-crawlers';
  const { protocol } = URL.parse(value) ?? {};
  return protocol === 'http:' || protocol === 'https:' ? 'for-crawlers' : 'not-absolute';
}
