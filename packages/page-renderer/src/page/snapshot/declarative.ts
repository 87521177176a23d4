/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { declarationOf } from '../dom/copy.ts';
import { writeAdopted } from '../styles/write-sheets.ts';
import type { Host, Tree } from '../dom/trees.ts';

/** Writes every shadow tree into its host as a declarative shadow root. */
export function nestTrees(trees: readonly Tree[]): void {
  for (const { root, copy, host, live, copies } of trees) {
    if (!(root instanceof ShadowRoot) || !host) continue;
    if (root.slotAssignment === 'manual') nameManualSlots(host, live, copies);
    writeAdopted(root.adoptedStyleSheets, copy);
    const target = copy.ownerDocument;
    if (!target) continue;
    const template = declarationOf(root, target);
    template.content.append(copy);
    host.copy.prepend(template);
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
