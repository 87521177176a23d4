/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, childNodesOf, parentOf, selectAll } from '../dom/dom.ts';
import type { Tree } from '../dom/trees.ts';
import { withoutDynamic } from '../styles/rewrite.ts';
import { vocabularyOf } from '../styles/scope.ts';
import { sheetsOf } from '../styles/scopes.ts';
import { functionOf, parseSelectors } from '../styles/selectors.ts';
import { forEachRule, readRules } from '../styles/styles.ts';
import { appendStyle } from '../state/animations.ts';
import type { CanvasPicture } from '../state/canvases.ts';
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

/**
 * The selectors of a tree's style sheets that count elements, as far as to the element that is counted.
 *
 * @param isCounting whether a selector, or a part of it, does
 */
export function countingSelectors(tree: Tree, isCounting: (text: string) => boolean = mayCount): Set<string> {
  const found = new Set<string>();
  const { words } = vocabularyOf([tree]);
  const visit = (rules: readonly CSSRule[]) => {
    forEachRule(rules, (rule) => {
      if (rule instanceof CSSImportRule && rule.styleSheet) visit(readRules(rule.styleSheet) ?? []);
      if (!(rule instanceof CSSStyleRule) || !isCounting(rule.selectorText)) return;
      for (const complex of parseSelectors(rule.selectorText.replaceAll('&', ':where(*)'))) {
        for (const [index, { combinator, parts }] of complex.entries()) {
          // No element has it.
          if (parts.some((part) => /^[.#]/.test(part) && !words.has(part))) break;
          const counts =
            /[+~]/.test(combinator) || parts.some((part) => isCounting(part) && functionOf(part).name !== '::part');
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

/**
 * Replaces each canvas that was read by an image with the same attributes and position. Its fallback content follows the
 * image and stays hidden, as before. A canvas on which selectors for other elements depend (`canvas + p`) stays, and has the picture as its
 * background.
 */
export function placePictures(pictures: readonly CanvasPicture[]): void {
  const selectors = new Map<Tree, Set<string>>();
  for (const picture of pictures) {
    const { copy, tree, url } = picture;
    const asking = selectors.get(tree) ?? countingSelectors(tree, asksForCanvas);
    selectors.set(tree, asking);
    const around = elementsAround(copy);
    const before = matchesOf(asking, around);
    const written = pictureOf(picture);
    copy.replaceWith(...written);
    if (matchesOf(asking, around) === before) {
      written[1]?.append(...copy.childNodes);
      continue;
    }
    written.slice(1).forEach((one) => one.remove());
    written[0]?.replaceWith(copy);
    appendStyle(
      copy,
      `background-image: url("${url}"); background-size: 100% 100%; background-origin: content-box; background-repeat: no-repeat`,
    );
  }
}

/** The image, and a place for the fallback content if there is any. */
export function pictureOf({ copy, url, style, width, height }: CanvasPicture): HTMLElement[] {
  const image = copy.ownerDocument.createElement('img');
  for (const name of copy.getAttributeNames()) image.setAttribute(name, attributeOf(copy, name) ?? '');
  const text = (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const label = attributeOf(copy, 'aria-label') ?? attributeOf(copy, 'title') ?? text;
  image.setAttribute('src', url);
  image.setAttribute('alt', label.slice(0, 1_000));
  image.setAttribute('width', String(width));
  image.setAttribute('height', String(height));
  image.setAttribute('style', [style, attributeOf(copy, 'style') ?? ''].filter(Boolean).join('; '));
  if (copy.children.length === 0 && text === '') return [image];
  const fallback = copy.ownerDocument.createElement('canvas');
  // A rule for canvases would show content that is only `hidden`.
  fallback.setAttribute('style', 'display: none !important');
  return [image, fallback];
}

/** What selectors may match because of an element: its siblings, and what it is in. */
export function elementsAround(element: Element): Element[] {
  const around: Element[] = [];
  for (const sibling of element.parentNode?.children ?? []) if (sibling !== element) around.push(sibling);
  for (let outer = parentOf(element); outer instanceof Element; outer = parentOf(outer)) around.push(outer);
  return around.slice(0, 500);
}

/** Whether a simple selector counts elements, or asks for what an element contains. */
export function asksForCanvas(part: string): boolean {
  return /[+~]|:(?:first-|last-|only-|nth-|empty|has)|\bcanvas\b/i.test(part);
}
