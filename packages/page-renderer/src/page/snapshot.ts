/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { removeScripts } from './clean.ts';
import { markUndefined, settleDefined } from './defined.ts';
import { allElements, documentProperty, selectAll } from './dom.ts';
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
  /** How many nodes the browser counts, closed shadow trees included; null when that is not to be looked at. */
  counted: number | null;
}

/** The document as it is now, or why it is not here. */
export type Snapshot =
  | { outcome: 'done'; html: string; metas: PageMetas }
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
  if (options.counted !== null && closed.length === 0 && options.counted !== countNodes(trees, options.counted)) {
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
  const html = documentHtml(copy, document);
  if (html.length > options.limit) return { outcome: 'too-large', length: html.length };
  return { outcome: 'done', html, metas: readMetas(trees) };
}

/**
 * What the browser counts by `DOM.performSearch` for "<": elements, and text and comments that hold it. It goes into
 * closed shadow roots, so more than is found here means that there are some.
 */
export function countNodes(trees: readonly Tree[], expected: number): number {
  const roots: Array<Document | ShadowRoot> = trees.map(({ root }) => root);
  let elements = 0;
  for (const root of roots) {
    elements += allElements(root).length;
    for (const frame of selectAll<HTMLIFrameElement>(root, 'iframe, frame')) {
      if (frame.contentDocument) roots.push(frame.contentDocument);
    }
  }
  return elements === expected ? elements : elements + roots.reduce((sum, root) => sum + countTexts(root), 0);
}

export function countTexts(root: Document | ShadowRoot): number {
  const kinds = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT;
  const texts = Document.prototype.createTreeWalker.call(document, root, kinds);
  let count = 0;
  while (texts.nextNode()) if ((texts.currentNode as CharacterData).data.includes('<')) count += 1;
  return count;
}
