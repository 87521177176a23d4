/// <reference lib="dom" />

import { parseSheet } from './styles.ts';

/** Whether a CSS text may have addresses: as `url(…)`, or as the strings of `image-set(…)` and `@import`. */
export function mayHaveUrls(css: string): boolean {
  return /url\(|image-set\(|@import/i.test(css);
}

/**
 * Replaces the addresses of a CSS text: of `url(…)`, `image-set(…)` and `@import`, but not of what looks like it in a string or a
 * comment. The CSSOM writes each address as `url("…")`; custom properties and texts of the page have the other forms as well.
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
  if (!/url\((?!")|image-set\(|@import/i.test(css)) return css.replaceAll(quoted, replaced);
  const string = String.raw`"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'`;
  const silent = string.replaceAll('((?:', '(?:(?:');
  const url = String.raw`(?<![\w-])url\(\s*(?:${string}|((?:[^"'()\\\s]|\\.)*))\s*\)`;
  // Strings in it are addresses, except those in the parentheses of `type(…)`.
  const group = String.raw`\((?:${silent}|[^()"'])*\)`;
  const set = String.raw`(?<=image-set\()((?:${silent}|${group}|[^()"'])*)`;
  const others = String.raw`\/\*.*?(?:\*\/|$)|@namespace\b[^;]*`;
  const write = (text: string, tokens: string): string =>
    text.replaceAll(new RegExp(tokens, 'gis'), (whole: string, ...groups: unknown[]) => {
      const found = groups.slice(0, 6).find((one): one is string => typeof one === 'string');
      if (found === undefined) return whole;
      return found === whole ? write(whole, `${url}|${group}|${string}`) : replaced(whole, found);
    });
  return write(css, `${others}|${set}|${url}|(?<=@import\\s*)(?:${string})|${silent}`);
}

/** An address without escapes, as the browser reads it. */
export function unescapedUrl(address: string): string {
  const quoted = address.replaceAll(/\\.|"/gs, (part) => (part === '"' ? String.raw`\"` : part));
  const [rule] = parseSheet(`a { background-image: url("${quoted}") }`).cssRules;
  const written = rule instanceof CSSStyleRule ? rule.style.backgroundImage : '';
  return written.slice('url("'.length, -'")'.length).replaceAll(/\\(.)/g, '$1');
}
