/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import type { Copies } from './copy.ts';
import { copyChildren, copyEach } from './copy.ts';
import {
  allElements,
  childNodesOf,
  documentProperty,
  dropAttribute,
  localNameOf,
  openRootOf,
  selectAll,
} from './dom.ts';

/** The document or a shadow tree, with its copy. */
export interface Tree {
  root: Document | ShadowRoot;
  copy: Document | DocumentFragment;
  /** Its elements in tree order. */
  live: readonly Element[];
  /** The copy of each of these elements. */
  copies: Element[];
  /** The copies of the nodes of all trees. */
  copyOf: Copies;
  /** Number of shadow roots around it. */
  depth: number;
  /** Undefined for the document. */
  host?: Host;
  /** Whether it is the content of a frame, which is not live: the state of its fields and style sheets is in its HTML. */
  isFrame?: boolean;
}

/** A tree whose elements have not been copied. */
export type BareTree = Pick<Tree, 'root' | 'copy' | 'depth' | 'host' | 'isFrame'>;

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
  const copyOf: Copies = new Map();
  const closedRoots = new Map(closed.map((root) => [root.host, root]));
  // The browser would copy these roots, too.
  const mayImport = !closed.some((root) => root.clonable);
  const trees: Tree[] = [];
  const fill = (bare: BareTree): Tree => {
    const live = (mayImport ? copyChildren : copyEach)(bare.root, bare.copy, copy, copyOf);
    const copies = live.map((element) => copyOf.get(element) as Element);
    return { ...bare, live, copies, copyOf };
  };
  const add = (bare: BareTree) => {
    const tree = fill(bare);
    trees.push(tree);
    trees.push(...plant(tree).map(fill));
  };
  add({ root: document, copy, depth: 0 });
  // The browser's own report of errors in XML.
  if (documentProperty('contentType', document) !== 'text/html') {
    for (const report of selectAll(document, 'parsererror')) dropCopy(report, copyOf);
  }
  for (const tree of trees) {
    for (const live of tree.live) {
      // One that a script has put there declares nothing; in the copy it would.
      const hostCopy = copyOf.get(live);
      if (hostCopy instanceof HTMLTemplateElement && !tree.isFrame) dropAttribute(hostCopy, 'shadowrootmode');
      const root = openRootOf(live) ?? closedRoots.get(live);
      if (!root || !(hostCopy instanceof Element)) continue;
      // Chromium's own warning, in a document that it has made with XSLT.
      if (localNameOf(live) === 'xslt-warning-banner') {
        dropCopy(live, copyOf);
        continue;
      }
      const fragment = copy.createDocumentFragment();
      const host = { live, copy: hostCopy, tree, children: pairChildren(live, hostCopy, copyOf) };
      add({ root, copy: fragment, depth: tree.depth + 1, host });
    }
  }
  return trees;
}

/** Leaves an element that is not of the page out of its copy. */
export function dropCopy(live: Element, copyOf: Copies): void {
  const copy = copyOf.get(live);
  if (copy instanceof Element) Element.prototype.remove.call(copy);
  copyOf.delete(live);
}

/** The document, and the shadow roots that a page can access. @param closed others, in which there may be more */
export function openRoots(closed: readonly ShadowRoot[] = []): Array<Document | ShadowRoot> {
  const roots = new Set<Document | ShadowRoot>([document, ...closed]);
  for (const root of roots) {
    for (const element of allElements(root)) {
      const inner = openRootOf(element);
      if (inner) roots.add(inner);
    }
  }
  return [...roots];
}

/** Replaces the copy of an element. */
export function replaceCopy(tree: Tree, live: Element, copy: Element): void {
  const before = tree.copyOf.get(live) as Element;
  tree.copies[tree.copies.indexOf(before)] = copy;
  tree.copyOf.set(live, copy);
  before.replaceWith(copy);
}

/** The children of a host with their copies; of nodes other than elements only those of a tree that is the same are not known. */
export function pairChildren(live: Element, copy: Element, copyOf: Copies): Map<Node, Node> {
  const [children, copies] = [childNodesOf(live), childNodesOf(copy)];
  const isSame = children.length === copies.length;
  return new Map(
    children.flatMap((child, index) => {
      const copied = copyOf.get(child) ?? (isSame ? copies[index] : undefined);
      return copied ? [[child, copied] as const] : [];
    }),
  );
}

/** The elements with the given names, each with its copy. */
export function pairsOf(tree: Tree, selector: string): Array<[HTMLElement, HTMLElement]> {
  return selectAll(tree.root, selector).flatMap((live) => {
    const copy = tree.copyOf.get(live);
    return copy ? [[live, copy as HTMLElement]] : [];
  });
}
