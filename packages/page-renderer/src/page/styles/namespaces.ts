/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { functionOf, parseSelectors, writeSelector } from './selectors.ts';
import { markLost, withLost } from './source.ts';
import { forEachRule, parseSheet, rulesText } from './styles.ts';

/*
 * `@namespace` holds for its own style sheet only, and must be at its beginning. Where several style sheets become one, each of its
 * prefixes gets a name that follows from the namespace, and the declarations are put before all rules.
 */

/** A CSS text without its declarations of namespaces, and these with other prefixes. */
export function withoutNamespaces(css: string, rules: readonly CSSRule[]): { css: string; namespaces: string[] } {
  const declared = rules.filter((rule) => rule instanceof CSSNamespaceRule);
  if (declared.length === 0) return { css, namespaces: [] };
  const prefixes = new Map(declared.map(({ prefix, namespaceURI }) => [prefix, prefixOf(namespaceURI)]));
  const namespaces = declared.map(({ namespaceURI }) => {
    return `@namespace ${prefixOf(namespaceURI)} url(${JSON.stringify(namespaceURI)});`;
  });
  // The CSSOM would not write the prefix of the default namespace.
  const bare = css.replaceAll(/@namespace\s*(?:url\([^)]*\)|"[^"]*"|'[^']*')\s*;/gi, '');
  const sheet = parseSheet([...namespaces, bare].join('\n'));
  const lost = markLost(sheet, bare);
  forEachRule([...sheet.cssRules], (rule) => {
    if (rule instanceof CSSStyleRule) rule.selectorText = withPrefixes(rule.selectorText, prefixes, true);
  });
  const others = [...sheet.cssRules].filter((rule) => !(rule instanceof CSSNamespaceRule));
  return { css: withLost(rulesText(others), lost), namespaces };
}

export function prefixOf(namespace: string): string {
  return `ns-${namespace.replaceAll(/[^a-z\d]/gi, '-')}`;
}

/** @param isWhole whether the selectors are those of a rule, in which the default namespace holds for elements without a name, too */
export function withPrefixes(selectors: string, prefixes: ReadonlyMap<string, string>, isWhole: boolean): string {
  const standard = prefixes.get('');
  const named = (part: string) => {
    const [, prefix, name = ''] = /^(?:([\w-]*|\*)\|)?(.*)$/s.exec(part) ?? [];
    const other = prefix === undefined ? standard : prefixes.get(prefix);
    return other === undefined || prefix === '' ? part : `${other}|${name}`;
  };
  const rewrite = (part: string) => {
    const { name, argument } = functionOf(part);
    if (part.startsWith('['))
      return part.replace(/^\[([\w-]+)\|(?!=)/, (all, prefix: string) => {
        const other = prefixes.get(prefix);
        return other === undefined ? all : `[${other}|`;
      });
    if (/^[.#&]/.test(part)) return part;
    if (!part.startsWith(':')) return named(part);
    const takesSelectors = /^::?(?:is|where|not|has|host|host-context|slotted)$/.test(name) && argument !== null;
    return takesSelectors ? `${name}(${withPrefixes(argument, prefixes, false)})` : part;
  };
  return parseSelectors(selectors)
    .map((complex) => {
      const written = complex.map(({ combinator, parts }) => {
        const isNameless = /^[.#[]|^:(?!host|:slotted)/.test(parts[0] ?? '');
        const any = isWhole && standard !== undefined && isNameless ? [`${standard}|*`] : [];
        return { combinator, parts: [...any, ...parts.map(rewrite)] };
      });
      return writeSelector(written);
    })
    .join(', ');
}
