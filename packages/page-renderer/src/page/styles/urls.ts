/// <reference lib="dom" />

import { parseSheet } from './styles.ts';

/**
 * Replaces the addresses of a CSS text: of `url(…)`, but not of what looks like it in a string or a comment. The CSSOM writes
 * each address as `url("…")`; custom properties and texts of the page have the other forms as well.
 *
 * @param substitute the address that replaces another; null leaves it unchanged
 */
export function replaceUrls(css: string, substitute: (address: string) => string | null): string {
  const replaced = (whole: string, address: string) => {
    const url = substitute(address.includes('\\') ? unescapedUrl(address) : address);
    return url === null ? whole : `url(${JSON.stringify(url)})`;
  };
  const quoted = /url\("((?:[^"\\]|\\.)*)"\)/g;
  // Texts can be long, and this expression is several times as fast as the other one.
  if (!/url\((?!")/i.test(css)) return css.replaceAll(quoted, replaced);
  const tokens =
    /\/\*.*?(?:\*\/|$)|@namespace\b[^;]*|(?<![\w-])url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|((?:[^"'()\\\s]|\\.)*))\s*\)|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gis;
  return css.replaceAll(tokens, (whole, double?: string, single?: string, bare?: string) => {
    const address = double ?? single ?? bare;
    return address === undefined ? whole : replaced(whole, address);
  });
}

/** An address without escapes, as the browser reads it. */
export function unescapedUrl(address: string): string {
  const quoted = address.replaceAll(/\\.|"/gs, (part) => (part === '"' ? String.raw`\"` : part));
  const [rule] = parseSheet(`a { background-image: url("${quoted}") }`).cssRules;
  const written = rule instanceof CSSStyleRule ? rule.style.backgroundImage : '';
  return written.slice('url("'.length, -'")'.length).replaceAll(/\\(.)/g, '$1');
}
