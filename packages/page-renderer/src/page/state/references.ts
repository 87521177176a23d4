/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf } from '../dom/dom.ts';
import { pairsOf } from '../dom/trees.ts';
import type { Tree } from '../dom/trees.ts';

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
