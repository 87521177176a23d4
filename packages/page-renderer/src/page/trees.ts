/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { allElements, documentProperty, openRootOf, rootOf, selectAll } from './dom.ts';

/** The document or a shadow tree, beside its copy. Both lists of elements are in tree order and of the same length. */
export interface Tree {
  root: Document | ShadowRoot;
  copy: Document | DocumentFragment;
  live: NodeListOf<Element>;
  copies: NodeListOf<Element>;
  /** How many shadow roots it is within. */
  depth: number;
  /** None for the document. */
  host?: Host;
  /** It is what a frame shows, and not live: the state of its fields and sheets is in its HTML. */
  isFrame?: boolean;
}

/** A tree whose elements have not been listed. */
export type BareTree = Omit<Tree, 'live' | 'copies'>;

/** The element that has a shadow tree. */
export interface Host {
  live: Element;
  copy: Element;
  tree: Tree;
  /** The host's own children with their copies, as they were before anything was moved. */
  children: Map<Node, Node>;
}

/**
 * Copies the document and every shadow tree of it into a document without a window, where nothing is fetched and no
 * custom element comes alive. The document comes first, a host's tree before the trees within it.
 *
 * @param plant puts elements into the copy of a tree that hold trees which are not live, and gives these
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
    // The elements in their places count from now on.
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

/** The elements of some names, each with its copy. */
export function pairsOf(tree: Tree, selector: string): Array<[HTMLElement, HTMLElement]> {
  const copies = selectAll(tree.copy, selector);
  return selectAll(tree.root, selector).flatMap((live, index) => {
    const copy = copies[index];
    return copy ? [[live, copy]] : [];
  });
}
