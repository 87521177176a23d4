/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf } from '../dom/dom.ts';
import { pairsOf } from '../dom/trees.ts';
import { writeAttribute } from './bases.ts';
import { scopeSheets } from '../styles/scope.ts';
import { scopesOf } from '../styles/scopes.ts';
import type { Scope } from '../styles/scopes.ts';
import type { Host, Tree } from '../dom/trees.ts';

/**
 * Moves every shadow tree into the light DOM: a host contains its tree, and a slot contains the nodes that are assigned to it.
 * Slots stay as elements (they have `display: contents` outside of shadow trees, too), so that the structure within a tree
 * stays the same for selectors. Nodes that are not assigned to a slot are not shown, and are left out.
 */
export function flattenTrees(
  trees: readonly Tree[],
  adopted: ReadonlyArray<readonly [CSSStyleSheet, HTMLStyleElement]>,
): void {
  const scopes = scopesOf(trees);
  const slots = assignments(trees);
  for (const scope of scopes) for (const tree of scope.trees) markTree(tree, scope);
  markSlotted(slots, scopes);
  partGroups(trees);
  partIds(scopes);
  for (const { copy, host, live, copies } of trees) {
    if (!host) continue;
    for (const [index, slot] of live.entries()) {
      if (!(slot instanceof HTMLSlotElement)) continue;
      const assigned = slot.assignedNodes().flatMap((node) => host.children.get(node) ?? []);
      if (assigned.length > 0) copies[index]?.replaceChildren(...assigned);
    }
    host.copy.replaceChildren(copy, ...unseen(host));
  }
  scopeSheets(trees, scopes, adopted);
}

/** The slot of each assigned node. */
export function assignments(trees: readonly Tree[]): Map<Node, { slot: HTMLSlotElement; tree: Tree }> {
  const slots = new Map<Node, { slot: HTMLSlotElement; tree: Tree }>();
  for (const tree of trees) {
    for (const slot of tree.live) {
      if (!(slot instanceof HTMLSlotElement)) continue;
      for (const node of slot.assignedNodes()) slots.set(node, { slot, tree });
    }
  }
  return slots;
}

export function markTree(tree: Tree, { id }: Scope): void {
  if (id === null) return;
  for (const copy of tree.copies) Element.prototype.setAttribute.call(copy, 'data-shadow-tree', id);
  tree.host?.copy.setAttribute('data-shadow-host', id);
}

/** Radio buttons of the same name in several trees are groups of their own, of which each may have a chosen one. */
export function partGroups(trees: readonly Tree[]): void {
  const first = new Map<string, Tree>();
  for (const [index, tree] of trees.entries()) {
    for (const [, copy] of pairsOf(tree, 'input[type="radio" i][name]')) {
      const name = attributeOf(copy, 'name') ?? '';
      if (!first.has(name)) first.set(name, tree);
      else if (first.get(name) !== tree) copy.setAttribute('name', `${name}-${index}`);
    }
  }
}

/**
 * In one document an id leads to its first element. Where an element of another tree has it, and is referred to (gradients, symbols,
 * labels), it gets an id of its own, unless style sheets ask for the id.
 */
export function partIds(scopes: readonly Scope[]): void {
  const first = new Map<string, Tree>();
  let count = 0;
  for (const { trees, css } of scopes) {
    for (const tree of trees) {
      count += 1;
      const repeated = pairsOf(tree, '[id]').flatMap(([, copy]) => {
        const id = attributeOf(copy, 'id') ?? '';
        const isFirst = (first.get(id) ?? tree) === tree;
        if (isFirst) first.set(id, tree);
        return isFirst || id === '' || css.includes(`#${CSS.escape(id)}`) ? [] : [[id, copy] as const];
      });
      if (repeated.length > 0) renameIds(tree, new Map(repeated), `tree-${count}`);
    }
  }
}

/** @param suffix of the new ids */
export function renameIds(tree: Tree, repeated: ReadonlyMap<string, Element>, suffix: string): void {
  const lists =
    /^(?:for|list|form|headers|popovertarget|commandfor|aria-(?:labelledby|describedby|details|controls|owns|errormessage|activedescendant))$/;
  const renamed = new Map<string, string>();
  const rename = (id: string) => {
    if (!repeated.has(id)) return id;
    renamed.set(id, `${id}-${suffix}`);
    return `${id}-${suffix}`;
  };
  for (const copy of tree.copies) {
    for (const name of Element.prototype.getAttributeNames.call(copy)) {
      const value = attributeOf(copy, name) ?? '';
      let written = value;
      if (lists.test(name)) written = value.replaceAll(/\S+/g, rename);
      else if (/^(?:xlink:)?href$/.test(name) && copy instanceof SVGElement)
        written = value.replace(/(?<=^#).*$/s, rename);
      else if (value.includes('url(')) written = value.replaceAll(/(?<=url\(["']?#)[^"')]+/g, rename);
      if (written !== value) writeAttribute(copy, name, written);
    }
  }
  for (const [id, own] of renamed) repeated.get(id)?.setAttribute('id', own);
}

/** A node may be passed from slot to slot; the rules of each slot's tree apply to it. */
export function markSlotted(slots: ReturnType<typeof assignments>, scopes: readonly Scope[]): void {
  const idOf = new Map(scopes.flatMap(({ trees, id }) => trees.map((tree) => [tree, id])));
  for (const [node, first] of slots) {
    const copy = first.tree.host?.children.get(node);
    if (!(copy instanceof Element)) continue;
    const ids: string[] = [];
    for (let at = slots.get(node); at; at = slots.get(at.slot)) ids.push(idOf.get(at.tree) ?? '');
    Element.prototype.setAttribute.call(copy, 'data-slotted', ids.join(' '));
  }
}

/** Those of the children without a slot that have an effect although they are never shown. */
export function unseen({ copy }: Host): Node[] {
  const kept = 'style, link, meta, script, template';
  const nodes: Node[] = [];
  for (const child of copy.children) {
    if (child.matches(kept)) nodes.push(child);
    else nodes.push(...child.querySelectorAll(kept));
  }
  return nodes;
}
