/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, childNodesOf, parentOf, selectAll } from '../dom/dom.ts';
import type { Tree } from '../dom/trees.ts';
import { withoutDynamic } from '../styles/rewrite.ts';
import { vocabularyOf } from '../styles/scope.ts';
import { sheetsOf } from '../styles/scopes.ts';
import { functionOf, parseSelectors } from '../styles/selectors.ts';
import { forEachRule, readRules } from '../styles/styles.ts';
import { isExecutable } from './clean.ts';

/*
 * Selectors count scripts, too: `:first-child`, `h1 + p`, `:empty`. Where a style sheet applies to other elements without them, an
 * empty element stays in the place of each.
 */

/** Replaces scripts that a selector counts by empty elements of the same name, which do nothing. */
export function keepCounted(copy: Document, tree: Tree): void {
  const removed = selectAll(copy, 'body script, body noscript').filter(
    (element) => element instanceof HTMLElement && (element.localName === 'noscript' || isExecutable(element)),
  );
  const around = new Set<Element>();
  for (const element of removed) {
    const parent = parentOf(element);
    if (!(parent instanceof Element)) continue;
    around.add(parent);
    for (const child of childNodesOf(parent)) if (child instanceof Element) around.add(child);
  }
  for (const element of removed) around.delete(element);
  if (around.size === 0 || around.size > 2_000) return;
  const selectors = countingSelectors(tree);
  const before = matchesOf(selectors, around);
  const places = removed.map((element) => {
    const place = copy.createComment('');
    element.replaceWith(place);
    return place;
  });
  const isCounted = before !== matchesOf(selectors, around) || asksPosition(copy);
  for (const [index, place] of places.entries()) {
    if (isCounted) place.replaceWith(emptied(removed[index] as Element));
    else place.remove();
  }
}

export function emptied(element: Element): Element {
  const empty = element.ownerDocument.createElement(element.localName);
  for (const name of ['id', 'class']) {
    const value = attributeOf(element, name);
    if (value !== null) empty.setAttribute(name, value);
  }
  if (empty.localName === 'script') empty.setAttribute('type', 'text/plain');
  return empty;
}

/** Whether a style element asks for the positions of elements in values. */
export function asksPosition(copy: Document): boolean {
  return selectAll(copy, 'style').some((style) => /sibling-(?:index|count)\(/.test(style.textContent ?? ''));
}

/** Which elements match which selectors, as a text. */
export function matchesOf(selectors: Iterable<string>, elements: Iterable<Element>): string {
  let text = '';
  for (const selector of selectors) {
    try {
      for (const element of elements) text += Element.prototype.matches.call(element, selector) ? '1' : '0';
    } catch {
      // One that only means something in its style sheet.
    }
  }
  return text;
}

/** The selectors of the document's style sheets that count elements, as far as to the element that is counted. */
export function countingSelectors(tree: Tree): Set<string> {
  const found = new Set<string>();
  const { words } = vocabularyOf([tree]);
  const visit = (rules: readonly CSSRule[]) => {
    forEachRule(rules, (rule) => {
      if (rule instanceof CSSImportRule && rule.styleSheet) visit(readRules(rule.styleSheet) ?? []);
      if (!(rule instanceof CSSStyleRule) || !mayCount(rule.selectorText)) return;
      for (const complex of parseSelectors(rule.selectorText.replaceAll('&', ':where(*)'))) {
        for (const [index, { combinator, parts }] of complex.entries()) {
          // No element has it.
          if (parts.some((part) => /^[.#]/.test(part) && !words.has(part))) break;
          const counts =
            /[+~]/.test(combinator) || parts.some((part) => mayCount(part) && functionOf(part).name !== '::part');
          if (counts) found.add(withoutDynamic(complex.slice(0, index + 1)));
        }
      }
    });
  };
  for (const sheet of sheetsOf(tree.root)) visit(readRules(sheet) ?? []);
  return found;
}

export function mayCount(selector: string): boolean {
  return /[+~]|:(?:first-|last-|only-|nth-|empty)/.test(selector);
}
