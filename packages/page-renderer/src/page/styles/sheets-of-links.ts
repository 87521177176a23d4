/// <reference lib="dom" />

import { attributeOf, isStyleElement, selectAll } from '../dom/dom.ts';
import { isInEffect } from './in-effect.ts';
import { joined, sheetText } from './scopes.ts';
import type { Tree } from '../dom/trees.ts';

/**
 * Writes linked style sheets into `<style>` elements: those of `blob:` addresses, which only this page can load, or all that
 * can be read. Runs after the trees have been merged, when some style sheets have already been written.
 *
 * @returns their number
 */
export function writeLinked(trees: readonly Tree[], which: 'blob' | 'all'): number {
  let count = 0;
  const isWanted = (text: string) => which === 'all' || /blob:/i.test(text);
  for (const tree of trees) {
    const sources = selectAll(tree.root, 'link[href], style').map((element) => {
      return element.localName === 'style' ? (element.textContent ?? '') : (attributeOf(element, 'href') ?? '');
    });
    if (tree.isFrame || !sources.some(isWanted)) continue;
    for (const [live, copy] of pairUpSheets(tree)) {
      const { sheet } = live;
      if (!copy.parentNode || !sheet) continue;
      if (isStyleElement(live)) {
        const text = copy.textContent ?? '';
        if (!text.includes('@import') || !isWanted(text) || text !== live.textContent) continue;
        copy.textContent = joined({ ...sheetText(sheet), unreadable: [] });
        copy.removeAttribute('media');
      } else if (isWanted(attributeOf(live, 'href') ?? '')) {
        const css = joined({ ...sheetText(sheet), unreadable: [] });
        const style = copy.ownerDocument.createElement('style');
        style.textContent = css;
        if (css === '' || !isInEffect(sheet)) copy.remove();
        else copy.replaceWith(style);
        count += 1;
      }
    }
  }
  return count;
}

/** Also copies that have been moved out of their tree. */
export function pairUpSheets(tree: Tree): Array<[HTMLStyleElement | SVGStyleElement | HTMLLinkElement, Element]> {
  const pairs: Array<[HTMLStyleElement | SVGStyleElement | HTMLLinkElement, Element]> = [];
  for (const [index, live] of tree.live.entries()) {
    const copy = tree.copies[index];
    if (copy && (isStyleElement(live) || live instanceof HTMLLinkElement)) pairs.push([live, copy]);
  }
  return pairs;
}
