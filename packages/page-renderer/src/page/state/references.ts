/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf } from '../dom/dom.ts';
import { pairsOf } from '../dom/trees.ts';
import type { Tree } from '../dom/trees.ts';
import { appendStyle } from './animations.ts';

/** Writes which elements a script has set as the label, the description … of another: their attribute is empty then. */
export function writeReferences(tree: Tree): void {
  const properties: Record<string, string> = {
    'aria-labelledby': 'ariaLabelledByElements',
    'aria-describedby': 'ariaDescribedByElements',
    'aria-details': 'ariaDetailsElements',
    'aria-controls': 'ariaControlsElements',
    'aria-owns': 'ariaOwnsElements',
    'aria-errormessage': 'ariaErrorMessageElements',
    'aria-activedescendant': 'ariaActiveDescendantElement',
    popovertarget: 'popoverTargetElement',
    commandfor: 'commandForElement',
  };
  const empty = Object.keys(properties).map((name) => `[${name}=""]`);
  for (const [live, copy] of pairsOf(tree, empty.join(', '))) {
    for (const [name, property] of Object.entries(properties)) {
      if (attributeOf(live, name) !== '') continue;
      const owner = name.startsWith('aria-') ? Element.prototype : live;
      const set: unknown = Reflect.get(owner, property, live);
      const ids = (Array.isArray(set) ? set : [set]).flatMap((target: unknown) => idOf(target, tree));
      if (ids.length > 0) copy.setAttribute(name, ids.join(' '));
    }
  }
}

export function idOf(target: unknown, { copyOf }: Tree): string[] {
  const copy = target instanceof Element ? copyOf.get(target) : undefined;
  if (!(copy instanceof Element)) return [];
  const id = attributeOf(copy, 'id') || `referred-${[...copyOf.keys()].indexOf(target as Element)}`;
  Element.prototype.setAttribute.call(copy, 'id', id);
  return [id];
}

/** An open popover is positioned by the button that has opened it, without a name; in the copy nothing has opened it. */
export function writeAnchors(tree: Tree): void {
  for (const [live, copy] of pairsOf(tree, '[popover][id]:popover-open')) {
    const id = CSS.escape(attributeOf(live, 'id') ?? '');
    const buttons = pairsOf(tree, `[popovertarget="${id}"], [commandfor="${id}"]`);
    const [[button, target] = []] = buttons;
    if (buttons.length !== 1 || !button || !target) continue;
    if (!/^(?:auto|normal)$/.test(getComputedStyle(live).positionAnchor)) continue;
    const names = getComputedStyle(button).anchorName;
    const name = `--opens-${id}`;
    appendStyle(target, `anchor-name: ${names === 'none' ? name : `${names}, ${name}`}`);
    appendStyle(copy, `position-anchor: ${name}`);
  }
}
