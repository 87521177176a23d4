/** The parameter with which crawlers of the old AJAX crawling scheme request a `#!` route of a page. */
const NAME = '_escaped_fragment_';

/**
 * Converts an address of the AJAX crawling scheme (Google, 2009) into the address in a person's browser:
 * `?a=b&_escaped_fragment_=c%26d` is `?a=b#!c&d`, and with an empty value the address without the
 * parameter. All other parameters keep their spelling; any other address is returned unchanged.
 *
 * @param url an absolute URL
 */
export function withoutEscapedFragment(url: URL): URL {
  const parts = url.search.slice(1).split('&');
  const values = parts.filter(isEscapedFragment).map((part) => part.slice(NAME.length + 1));
  if (values.length === 0) return url;
  const plain = new URL(url);
  // Some crawlers request `?&_escaped_fragment_=`.
  plain.search = parts.filter((part) => part !== '' && !isEscapedFragment(part)).join('&');
  const value = values.find((text) => text !== '');
  if (value !== undefined) plain.hash = `#!${decoded(value)}`;
  return plain;
}

function isEscapedFragment(part: string): boolean {
  return part.split('=', 1)[0] === NAME;
}

/** Decoded once, as the scheme says: `+` is not a character that it escapes. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
