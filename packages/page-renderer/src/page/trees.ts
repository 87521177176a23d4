/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { allElements, documentProperty, openRootOf, rootOf, selectAll } from './dom.ts';

/** The document or a shadow tree, with its copy. Both lists of elements are in tree order and have the same length. */
export interface Tree {
  root: Document | ShadowRoot;
  copy: Document | DocumentFragment;
  live: NodeListOf<Element>;
  copies: NodeListOf<Element>;
  /** Number of shadow roots around it. */
  depth: number;
  /** Undefined for the document. */
  host?: Host;
  /** Whether it is the content of a frame, which is not live: the state of its fields and style sheets is in its HTML. */
  isFrame?: boolean;
}

/** A tree whose elements have not been listed. */
export type BareTree = Omit<Tree, 'live' | 'copies'>;

/** The element to which a shadow tree belongs. */
export interface Host {
  live: Element;
  copy: Element;
  tree: Tree;
  /** The host's own children with their copies, as they were before anything was moved. */
  children: Map<Node, Node>;
}

/**
 * Copies the document and all of its shadow trees into a document without a window, where nothing is fetched and no custom
 * element is upgraded. The document comes first, and a host's tree before the trees within it.
 *
 * @param plant inserts elements with trees that are not live into the copy of a tree, and returns these trees
 */
export function copyTrees(closed: readonly ShadowRoot[], plant: (tree: Tree) => BareTree[] = () => []): Tree[] {
  const copy = documentProperty('implementation', document).createHTMLDocument('');
  copy.documentElement.remove();
  const element = rootOf(document);
  if (element) copy.append(copy.importNode(element, true));
  const closedRoots = new Map(closed.map((root) => [root.host, root]));
  const trees: Tree[] = [];
  const add = (bare: BareTree) => {
    const tree = pairUp(bare);
    trees.push(tree);
    const planted = plant(tree);
    if (planted.length === 0) return;
    // From now on the inserted elements are used.
    tree.copies = allElements(tree.copy);
    trees.push(...planted.map(pairUp));
  };
  add({ root: document, copy, depth: 0 });
  for (const tree of trees) {
    for (const [index, live] of tree.live.entries()) {
      const root = openRootOf(live) ?? closedRoots.get(live);
      const hostCopy = tree.copies[index];
      if (!root || !hostCopy) continue;
      const fragment = copy.createDocumentFragment();
      for (const child of root.childNodes) fragment.append(copy.importNode(child, true));
      const host = { live, copy: hostCopy, tree, children: pairChildren(live, hostCopy) };
      add({ root, copy: fragment, depth: tree.depth + 1, host });
    }
  }
  return trees;
}

export function pairUp(tree: BareTree): Tree {
  return { ...tree, live: allElements(tree.root), copies: allElements(tree.copy) };
}

export function pairChildren(live: Element, copy: Element): Map<Node, Node> {
  const copies = [...copy.childNodes];
  return new Map(
    [...live.childNodes].flatMap((child, index) => {
      const copied = copies[index];
      return copied ? [[child, copied] as const] : [];
    }),
  );
}

/** The elements with the given names, each with its copy. */
export function pairsOf(tree: Tree, selector: string): Array<[HTMLElement, HTMLElement]> {
  const copies = selectAll(tree.copy, selector);
  return selectAll(tree.root, selector).flatMap((live, index) => {
    const copy = copies[index];
    return copy ? [[live, copy]] : [];
  });
}
