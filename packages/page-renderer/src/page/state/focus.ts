/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { documentProperty, selectAll } from '../dom/dom.ts';
import type { Tree } from '../dom/trees.ts';
import { sheetsOf } from '../styles/scopes.ts';
import { isPseudoElement, parseSelectors, writeSelector } from '../styles/selectors.ts';
import { forEachRule, readRules } from '../styles/styles.ts';

/**
 * Whether people see something besides the focused element only because a script has given it the focus: the suggestions of a search, an
 * open menu. How the element itself looks while it has the focus is left to the browser.
 */
export function showsByFocus(trees: readonly Tree[]): boolean {
  const active = documentProperty('activeElement', document);
  if (!active || !Element.prototype.matches.call(active, ':focus-within') || active.localName === 'body') return false;
  let shows = false;
  for (const { root, host, isFrame } of trees) {
    const visit = (rules: readonly CSSRule[]) => {
      forEachRule(rules, (rule) => {
        if (rule instanceof CSSImportRule && rule.styleSheet) visit(readRules(rule.styleSheet) ?? []);
        if (shows || !(rule instanceof CSSStyleRule) || !rule.selectorText.includes(':focus')) return;
        if ([...rule.style].every((name) => /^(?:scroll-|outline)/.test(name)) && rule.cssRules.length === 0) return;
        shows = reachesOthers(rule.selectorText, root, host?.live);
      });
    };
    if (!isFrame) for (const sheet of sheetsOf(root)) visit(readRules(sheet) ?? []);
  }
  return shows;
}

/** Whether a selector list that asks for the focus matches an element that does not have it. */
export function reachesOthers(selectors: string, root: Document | ShadowRoot, host: Element | undefined): boolean {
  return parseSelectors(selectors).some((complex) => {
    const parts = complex.flatMap((compound) => compound.parts);
    if (!parts.some((part) => part.includes(':focus'))) return false;
    // What a selector says of a host cannot be searched for.
    const isOfHost = parts.some((part) => part.startsWith(':host') && part.includes(':focus'));
    if (isOfHost) return host !== undefined && Element.prototype.matches.call(host, ':focus-within');
    const bare = complex.map(({ combinator, parts: own }) => {
      return { combinator, parts: own.filter((part) => !isPseudoElement(part) && !part.startsWith(':host')) };
    });
    try {
      const text = writeSelector(bare).replaceAll('&', ':where(*)');
      return selectAll<Element>(root, text).some((element) => !Element.prototype.matches.call(element, ':focus'));
    } catch {
      // One that only means something in its style sheet.
      return false;
    }
  });
}
