/**
 * `No-Vary-Search` (https://datatracker.ietf.org/doc/draft-ietf-httpbis-no-vary-search/): which query parameters make no difference to
 * a response. The order of parameters, its third subject, never makes a difference here.
 */

/** Which parameters count: all but some, or only some. Names are decoded. */
export interface SearchVariance {
  readonly counts: 'all-but' | 'only';
  readonly names: ReadonlySet<string>;
}

/** Maximum length of a header that is read, in characters. */
const MAX_LENGTH = 4_096;
/** A string of a structured field (RFC 9651 §3.3.3). */
const STRING = String.raw`"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"`;
/** A member of the dictionary: a boolean, or a list of strings. */
const MEMBER = new RegExp(
  String.raw`[ \t]*(key-order|params|except)(?:=(\?[01]|\( *(?:${STRING}(?: +${STRING})*)? *\)))?[ \t]*(?:,(?=.)|$)`,
  'y',
);

/**
 * Reads the header.
 *
 * @returns undefined if every parameter counts, also for a header that is malformed or has members that are not known
 */
export function readNoVarySearch(header: string | undefined): SearchVariance | undefined {
  if (header === undefined || header.length > MAX_LENGTH) return undefined;
  const text = header.replaceAll('\n', ',');
  const members = new Map<string, string>();
  MEMBER.lastIndex = 0;
  while (MEMBER.lastIndex < text.length) {
    const [, name = '', value = '?1'] = MEMBER.exec(text) ?? [];
    if (name === '') return undefined;
    members.set(name, value);
  }
  const [order, params, except] = ['key-order', 'params', 'except'].map((name) => members.get(name));
  if (order?.startsWith('(') || except?.startsWith('?') || params === undefined) return undefined;
  if (params.startsWith('(')) {
    const names = namesIn(params);
    return except === undefined && names.size > 0 ? { counts: 'all-but', names } : undefined;
  }
  return params === '?1' ? { counts: 'only', names: namesIn(except ?? '') } : undefined;
}

/** Names are written as in a query: `%C3%A4`, `a+b`. */
function namesIn(list: string): Set<string> {
  const strings = list.match(new RegExp(STRING, 'g')) ?? [];
  return new Set(strings.map((string) => nameIn(string.slice(1, -1).replaceAll(/\\(["\\])/g, '$1'))));
}

/** The decoded name of a parameter. */
function nameIn(part: string): string {
  // Without what would separate it from a value or from other parameters.
  return [...new URLSearchParams(part.replaceAll('&', '%26')).keys()][0] ?? '';
}

/** A URL with only the parameters that count; they keep their spelling. */
export function narrowed(url: URL, { counts, names }: SearchVariance): URL {
  if (url.search === '') return url;
  const parts = url.search.slice(1).split('&').filter(Boolean);
  const bare = new URL(url);
  bare.search = parts.filter((part) => names.has(nameIn(part)) === (counts === 'only')).join('&');
  return bare;
}
