/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { mayHaveHandlers, removeHandlers, removeScripts } from './clean.ts';
import { markUndefined, settleDefined } from './defined.ts';
import { documentProperty, rootOf, selectAll } from './dom.ts';
import { flattenTrees } from './flatten.ts';
import { writeFormState } from './forms.ts';
import type { PageMetas } from './metas.ts';
import { readMetas } from './metas.ts';
import { declareUtf8, documentHtml, keepThroughParsing, pinBase } from './output.ts';
import { nestTrees } from './declarative.ts';
import { writeAdopted, writeSheets } from './styles.ts';
import type { Tree } from './trees.ts';
import { copyTrees } from './trees.ts';

/** What a snapshot is to be like. */
export interface SnapshotOptions {
  shadow: 'flat' | 'declarative';
  /** Where whoever asked for the page has it. */
  servedUrl: string;
  /** Characters that the HTML may have. */
  limit: number;
  /** Characters that are handed over at once. The others wait in the world for {@link readSnapshot}. */
  chunk: number;
  /** How many nodes the browser counts, closed shadow trees included; null when that is not to be looked at. */
  counted: number | null;
}

/** The document as it is now, or why it is not here. */
export type Snapshot =
  | { outcome: 'done'; html: string; length: number; metas: PageMetas }
  /** There are shadow roots that were not given. */
  | { outcome: 'closed-roots' }
  | { outcome: 'too-large'; length: number };

/**
 * Serialises the document without its scripts. Runs inside the page, in a world of its own where the page's scripts
 * have changed nothing. The document itself is left as it is: the work is done on a copy.
 *
 * @param closed the closed shadow roots, which a page can't find by itself
 */
export function snapshotDocument(options: SnapshotOptions, ...closed: ShadowRoot[]): Snapshot {
  const trees = copyTrees(closed);
  if (options.counted !== null && closed.length === 0 && options.counted !== countNodes(trees)) {
    return { outcome: 'closed-roots' };
  }
  const copy = trees[0]?.copy as Document;
  const parsed = new Map<string, string[]>();
  for (const tree of trees) {
    writeFormState(tree);
    writeSheets(tree, parsed);
    markUndefined(tree);
  }
  const adopted = writeAdopted(documentProperty('adoptedStyleSheets', document), copy);
  if (options.shadow === 'declarative') nestTrees(trees);
  else if (trees.length > 1) flattenTrees(trees, adopted);
  settleDefined(copy);
  removeScripts(copy);
  declareUtf8(copy);
  pinBase(copy, options.servedUrl);
  keepThroughParsing(copy);
  let html = documentHtml(copy, document);
  if (mayHaveHandlers(html)) {
    removeHandlers(copy);
    html = documentHtml(copy, document);
  }
  if (html.length > options.limit) return { outcome: 'too-large', length: html.length };
  const metas = readMetas(trees);
  if (html.length <= options.chunk) return { outcome: 'done', html, length: html.length, metas };
  Reflect.set(globalThis, 'pageRendererHtml', html);
  return { outcome: 'done', html: chunkOf(html, 0, options.chunk), length: html.length, metas };
}

/** A part of the HTML that {@link snapshotDocument} made. Runs in the same world. */
export function readSnapshot({ from, chunk }: { from: number; chunk: number }): string {
  return chunkOf(Reflect.get(globalThis, 'pageRendererHtml') as string, from, chunk);
}

/** A part of a text that does not end within a character: half of one can't be handed over. */
export function chunkOf(text: string, from: number, chunk: number): string {
  const end = from + chunk;
  const isWithin = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return text.slice(from, isWithin ? end - 1 : end);
}

/**
 * Counts the nodes that `DOM.performSearch` finds by nothing: all within the root element and within frames of the same
 * origin. It goes into closed shadow roots, so more than is found here means that there are some.
 */
export function countNodes(trees: readonly Tree[]): number {
  const roots: Array<Document | ShadowRoot> = trees.map(({ root }) => root);
  let count = 0;
  for (const root of roots) {
    count += root.nodeType === Node.DOCUMENT_NODE ? countInDocument(root as Document) : countWithin(root);
    for (const frame of selectAll<HTMLIFrameElement>(root, 'iframe, frame')) {
      if (frame.contentDocument) roots.push(frame.contentDocument);
    }
  }
  return count;
}

export function countInDocument(of: Document): number {
  const root = rootOf(of);
  if (!root) return 0;
  const path = 'count(descendant-or-self::node())';
  return Document.prototype.evaluate.call(of, path, root, null, XPathResult.NUMBER_TYPE, null).numberValue;
}

export function countWithin(root: Node): number {
  const nodes = Document.prototype.createTreeWalker.call(document, root);
  let count = 0;
  while (nodes.nextNode()) count += 1;
  return count;
}
