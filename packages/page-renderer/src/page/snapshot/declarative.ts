/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { declarationOf } from '../dom/copy.ts';
import { selectAll } from '../dom/dom.ts';
import { markLost, withLost } from '../styles/source.ts';
import { forEachRule, parseSheet, rulesText } from '../styles/styles.ts';
import { writeAdopted } from '../styles/write-sheets.ts';
import type { Host, Tree } from '../dom/trees.ts';

/** Writes every shadow tree into its host as a declarative shadow root. */
export function nestTrees(trees: readonly Tree[]): void {
  for (const { root, copy, host, live, copies } of trees) {
    if (!(root instanceof ShadowRoot) || !host) continue;
    if (root.slotAssignment === 'manual') nameManualSlots(host, live, copies);
    const adopted = writeAdopted(root.adoptedStyleSheets, copy);
    if (adopted.length > 0) leaveUncounted(copy, adopted);
    const target = copy.ownerDocument;
    if (!target) continue;
    const template = declarationOf(root, target);
    template.content.append(copy);
    host.copy.prepend(template);
  }
}

/** Selectors that count elements from the end do not count the style sheets that were added there. */
export function leaveUncounted(copy: Document | DocumentFragment, adopted: ReturnType<typeof writeAdopted>): void {
  const counting = /(?<!\\):(last-child|only-child|nth-last-child\(([^()]*)\))/g;
  const styles = selectAll(copy, 'style');
  if (!styles.some((style) => (style.textContent ?? '').search(counting) >= 0)) return;
  for (const [, style] of adopted) style.setAttribute('data-adopted', '');
  for (const style of styles) {
    const text = style.textContent ?? '';
    if (text.includes('@import')) continue;
    const sheet = parseSheet(text);
    const lost = markLost(sheet, text);
    forEachRule([...sheet.cssRules], (rule) => {
      if (!(rule instanceof CSSStyleRule)) return;
      rule.selectorText = rule.selectorText.replaceAll(counting, (whole, name: string, argument = '1') => {
        const last = `:nth-last-child(${argument} of :where(:not([data-adopted])))`;
        if (argument.includes(' of ')) return whole;
        return name === 'only-child' ? `:first-child:where(${last})` : last;
      });
    });
    style.textContent = withLost(rulesText([...sheet.cssRules]), lost);
  }
}

/** HTML cannot express that a script has assigned a node to a slot, except with slot names. */
export function nameManualSlots(host: Host, live: Tree['live'], copies: Tree['copies']): void {
  for (const [index, slot] of live.entries()) {
    if (!(slot instanceof HTMLSlotElement)) continue;
    const name = `slot-${index}`;
    copies[index]?.setAttribute('name', name);
    for (const assigned of slot.assignedNodes()) {
      const child = host.children.get(assigned);
      // They are shown in the order in which they were assigned; with names, it is the order in the document.
      if (child) host.copy.append(child);
      if (child instanceof Element) child.setAttribute('slot', name);
      else if (child instanceof Text) {
        const wrapper = child.ownerDocument.createElement('span');
        wrapper.setAttribute('slot', name);
        wrapper.setAttribute('style', 'display: contents');
        child.replaceWith(wrapper);
        wrapper.append(child);
      }
    }
  }
}
