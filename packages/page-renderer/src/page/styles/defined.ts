/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { selectAll } from '../dom/dom.ts';
import { sheetText } from './scopes.ts';
import { functionOf, parseSelectors, writeSelector } from './selectors.ts';
import { markLost, withLost } from './source.ts';
import { forEachRule, parseSheet, rulesText } from './styles.ts';
import { pairsOf } from '../dom/trees.ts';
import type { Tree } from '../dom/trees.ts';

/*
 * Without scripts no custom element is ever defined, and content that a page hides until then (`x-app:not(:defined)`)
 * would stay hidden. Elements that were not defined are marked, and `:defined` is replaced by the absence of the mark.
 */

/** Marks undefined elements, and rewrites linked style sheets that use `:defined`. */
export function markUndefined(tree: Tree): void {
  // In the copy nothing is defined, so the page is checked.
  const undefinedOnes = new Set<Element>(selectAll(tree.root, ':not(:defined)'));
  for (const [index, live] of undefinedOnes.size > 0 ? tree.live.entries() : []) {
    if (undefinedOnes.has(live)) tree.copies[index]?.setAttribute('data-undefined', '');
  }
  for (const [live, copy] of pairsOf(tree, 'link[rel~="stylesheet" i]')) {
    if (!(live instanceof HTMLLinkElement) || !live.sheet || live.sheet.disabled) continue;
    const { css, unreadable } = sheetText(live.sheet);
    if (unreadable.length > 0 || !css.includes(':defined')) continue;
    const style = copy.ownerDocument.createElement('style');
    style.textContent = css;
    copy.replaceWith(style);
  }
}

/** Rewrites the style sheets of a copy that use `:defined`. If none does, nothing is marked. */
export function settleDefined(copy: Document | DocumentFragment): void {
  if (rewriteSheets(copy)) return;
  for (const element of selectAll(copy, '[data-undefined]')) element.removeAttribute('data-undefined');
}

export function rewriteSheets(copy: Document | DocumentFragment): boolean {
  let isAsked = false;
  for (const style of selectAll(copy, 'style')) {
    const text = style.textContent ?? '';
    isAsked ||= text.includes('data-undefined');
    if (!text.includes(':defined') || text.includes('@import')) continue;
    const sheet = parseSheet(text);
    const lost = markLost(sheet, text);
    forEachRule([...sheet.cssRules], (rule) => {
      if (rule instanceof CSSStyleRule) rule.selectorText = withoutDefined(rule.selectorText);
    });
    style.textContent = withLost(rulesText([...sheet.cssRules]), lost);
    isAsked = true;
  }
  for (const template of selectAll<HTMLTemplateElement>(copy, 'template')) {
    if (template.content && rewriteSheets(template.content)) isAsked = true;
  }
  return isAsked;
}

export function withoutDefined(selectors: string): string {
  if (!selectors.includes(':defined')) return selectors;
  const rewrite = (part: string) => {
    const { name, argument } = functionOf(part);
    if (name === ':defined') return ':not([data-undefined])';
    return argument !== null && argument.includes(':defined') ? `${name}(${withoutDefined(argument)})` : part;
  };
  return parseSelectors(selectors)
    .map((complex) =>
      writeSelector(complex.map(({ combinator, parts }) => ({ combinator, parts: parts.map(rewrite) }))),
    )
    .join(', ');
}
