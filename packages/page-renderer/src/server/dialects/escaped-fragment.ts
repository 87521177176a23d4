/** The parameter by which crawlers of the old AJAX crawling scheme ask for what a page shows at a `#!` route. */
const NAME = '_escaped_fragment_';

/**
 * The address that a person has in the browser, for the one that a crawler of the AJAX crawling scheme asks for
 * (Google, 2009): `?a=b&_escaped_fragment_=c%26d` is `?a=b#!c&d`, and with an empty value the address without the
 * parameter. All other parameters stay as they are written; any other address is returned as it is.
 *
 * @param url an absolute URL
 */
export function withoutEscapedFragment(url: URL): URL {
  const parts = url.search.slice(1).split('&');
  const values = parts.filter(isEscapedFragment).map((part) => part.slice(NAME.length + 1));
  if (values.length === 0) return url;
  const plain = new URL(url);
  // Crawlers were seen to ask for `?&_escaped_fragment_=`.
  plain.search = parts.filter((part) => part !== '' && !isEscapedFragment(part)).join('&');
  const value = values.find((text) => text !== '');
  if (value !== undefined) plain.hash = `#!${decoded(value)}`;
  return plain;
}

function isEscapedFragment(part: string): boolean {
  return part.split('=', 1)[0] === NAME;
}

/** Decoded once, as the scheme says: `+` is none of the characters that it escapes to something else. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
