/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf } from '../dom/dom.ts';
import type { Tree } from '../dom/trees.ts';

/** The elements that a host exposes to the tree around it, by the name of their part (CSS Shadow Parts §4). */
export function exposedParts(trees: readonly Tree[]): (host: Element, name: string) => Element[] {
  const treeOf = new Map(trees.flatMap((tree) => (tree.host ? [[tree.host.live, tree] as const] : [])));
  const known = new Map<Element, Map<string, Element[]>>();
  const partsOf = (host: Element): Map<string, Element[]> => {
    const before = known.get(host);
    if (before) return before;
    const parts = new Map<string, Element[]>();
    known.set(host, parts);
    const add = (name: string, elements: readonly Element[]) => {
      parts.set(name, [...(parts.get(name) ?? []), ...elements]);
    };
    for (const element of treeOf.get(host)?.live ?? []) {
      for (const name of (attributeOf(element, 'part') ?? '').split(/\s+/)) if (name) add(name, [element]);
      if (!treeOf.has(element)) continue;
      for (const exported of (attributeOf(element, 'exportparts') ?? '').split(',')) {
        const [inner = '', outer = inner] = exported.split(':').map((name) => name.trim());
        if (inner) add(outer, partsOf(element).get(inner) ?? []);
      }
    }
    return parts;
  };
  return (host, name) => partsOf(host).get(name) ?? [];
}
