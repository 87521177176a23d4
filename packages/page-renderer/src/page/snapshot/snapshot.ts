/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { deadPictures, mayHaveDead, visitDead } from './addresses.ts';
import { addressingOf, writeAddresses, writeStyleAddresses } from './bases.ts';
import type { PictureBudget } from '../state/canvases.ts';
import { readCanvases } from '../state/canvases.ts';
import { removeScripts, removeServiceMetas, showNoscripts } from './clean.ts';
import { keepCounted, placePictures } from './counted.ts';
import { markCustomStates, markStates, settleStates, writeMentioning, writeUnsaid } from '../styles/defined.ts';
import { documentProperty, rootOf, selectAll } from '../dom/dom.ts';
import { flattenTrees } from './flatten.ts';
import { writeAnimations, writeBegun, writeLostStyles } from '../state/animations.ts';
import { showsByFocus } from '../state/focus.ts';
import { writeFormState } from '../state/forms.ts';
import { writeReferences } from '../state/references.ts';
import { writeTopLayer } from '../state/top-layer.ts';
import { frameHtml, insertFrames } from './frames.ts';
import { fillLazyImages } from '../scroll/lazy-images.ts';
import type { PageMetas } from '../facts/metas.ts';
import { readMetas } from '../facts/metas.ts';
import { declareUtf8, documentHtml, pinBase } from './output.ts';
import { nestTrees } from './declarative.ts';
import { allowWritten, blockedStyles, dropBlocked, dropBlockedAddresses } from './policy.ts';
import { writeLinked } from '../styles/sheets-of-links.ts';
import { mayHaveLost } from '../styles/source.ts';
import type { SheetTexts } from '../styles/write-sheets.ts';
import { touchedSheets, writeAdopted, writeInstructed, writeSheets } from '../styles/write-sheets.ts';
import { copyTrees, openRoots } from '../dom/trees.ts';

/** Options of a snapshot. */
export interface SnapshotOptions {
  shadow: 'flat' | 'declarative';
  /** The address under which the client has the page. */
  servedUrl: string;
  /** Maximum number of characters of the HTML. */
  limit: number;
  /** Number of characters that are returned at once. The others stay in the world for {@link readSnapshot}. */
  chunk: number;
  /** Number of nodes that the browser counts, including closed shadow trees; null if it is not to be checked. */
  counted: number | null;
  /** Maximum number of characters of `data:` URLs. */
  room: { each: number; all: number };
  /** Maximum time for reading canvases, in milliseconds. */
  time: number;
  /** The content of frames, in the order of the given elements. Empty for frames that stay unchanged. */
  frames: readonly string[];
  /** Texts of style sheets that the page may have changed; null if they are not known yet. */
  sheets: SheetTexts | null;
  /** What policies of the page have blocked; see {@link dropBlockedAddresses}. */
  blocked: readonly string[];
  /** Whether the document is that of a frame, and becomes a part of another document. */
  isFrame: boolean;
}

/** The document in its current state, or why it is missing. */
export type Snapshot =
  | { outcome: 'done'; html: string; length: number; metas: PageMetas; changes: Record<string, number> }
  /** There are shadow roots that were not given. */
  | { outcome: 'closed-roots' }
  /** It needs the texts of these style sheets, as they were loaded. */
  | { outcome: 'sheets'; addresses: string[] }
  /** {@link finishSnapshot} needs what the page has loaded from these addresses. */
  | { outcome: 'addresses'; addresses: string[] }
  | { outcome: 'too-large'; length: number };

/** A snapshot that is not written yet. */
export interface Draft {
  copy: Document;
  options: SnapshotOptions;
  metas: PageMetas;
  room: PictureBudget;
  /** How often each rule for what HTML cannot express was used; see {@link Writing}. */
  changes: Record<string, number>;
}

/**
 * Serialises the document without its scripts. Runs inside the page, in an isolated world where the page's scripts have
 * changed nothing. The document itself is not changed: the work is done on a copy.
 *
 * @param nodes the closed shadow roots, which a page cannot find by itself, and the frames of `options.frames`
 */
export function snapshotDocument(options: SnapshotOptions, ...nodes: Array<ShadowRoot | Element>): Snapshot {
  const closed = nodes.filter((node) => node instanceof ShadowRoot);
  const elements = nodes.filter((node) => node instanceof Element);
  const frames = new Map(elements.map((element, index) => [element, options.frames[index] ?? '']));
  if (options.counted !== null && closed.length === 0 && options.counted !== countNodes()) {
    return { outcome: 'closed-roots' };
  }
  const roots = openRoots(closed);
  // Sheets of frames are written from their rules anyway.
  const touched = options.sheets === null && !options.isFrame ? touchedSheets(roots) : [];
  if (touched.length > 0) return { outcome: 'sheets', addresses: touched };
  const blocked = blockedStyles(roots);
  const trees = copyTrees(closed, (tree) => insertFrames(tree, frames));
  const copy = trees[0]?.copy as Document;
  if (trees[0]) dropBlocked(blocked, trees[0].copyOf);
  const room = { each: options.room.each, left: options.room.all };
  const pictures = readCanvases(trees, room, options.time);
  const parsed = new Map<string, string[]>();
  const addressing = addressingOf();
  const marks = new Set<string>();
  const isFocusSeen = showsByFocus(trees);
  let replaced = 0;
  for (const tree of trees) {
    if (tree.isFrame) continue;
    writeAddresses(tree, addressing);
    writeFormState(tree, marks);
    replaced += writeSheets(tree, parsed, options.sheets ?? {});
    markStates(tree, marks, isFocusSeen);
    fillLazyImages(tree);
    dropBlockedAddresses(tree, options.blocked);
    showNoscripts(tree);
    writeBegun(tree);
    writeReferences(tree);
    replaced += writeTopLayer(tree);
  }
  markCustomStates(trees, marks);
  for (const tree of trees) if (!tree.isFrame) replaced += writeMentioning(tree, marks);
  const animated = writeAnimations(trees, options.shadow);
  const adopted = writeAdopted(documentProperty('adoptedStyleSheets', document), copy);
  if (options.shadow === 'flat' && trees.length > 1) flattenTrees(trees, adopted);
  const isUnsaid = writeUnsaid(trees, marks);
  writeInstructed(copy, options.isFrame);
  if (options.shadow === 'declarative') nestTrees(trees);
  const linked = writeLinked(trees, options.isFrame ? 'all' : 'blob');
  placePictures(pictures);
  settleStates(copy, marks);
  if (trees[0]) keepCounted(copy, trees[0]);
  removeScripts(copy);
  removeServiceMetas(copy);
  declareUtf8(copy);
  writeStyleAddresses(copy, addressing);
  if (!options.isFrame) pinBase(copy, options.servedUrl);
  const hasStyles = isUnsaid || trees.length > 1 || replaced + animated + linked + adopted.length > 0;
  if (pictures.length > 0) allowWritten(copy, 'styles and pictures');
  else if (hasStyles || Document.prototype.querySelector.call(copy, '[style]')) allowWritten(copy, 'styles');
  const changes: Record<string, number> = {};
  const draft: Draft = { copy, options, metas: readMetas(trees), room, changes };
  let html = documentHtml(copy, document, changes);
  if (mayHaveLost(html) && writeLostStyles(trees) > 0) html = documentHtml(copy, document, changes);
  if (!mayHaveDead(html)) return writeDraft(draft, html);
  const addresses = deadPictures(copy, 200);
  if (addresses.length === 0) return settleDraft(draft, {});
  Reflect.set(globalThis, 'pageRendererDraft', draft);
  return { outcome: 'addresses', addresses };
}

/**
 * Finishes a snapshot that needed the content of addresses. Runs in the same world.
 *
 * @param found `data:` URLs by address; addresses that are missing here are dead
 */
export function finishSnapshot(found: Record<string, string>): Snapshot {
  const draft = Reflect.get(globalThis, 'pageRendererDraft') as Draft;
  Reflect.deleteProperty(globalThis, 'pageRendererDraft');
  return settleDraft(draft, found);
}

/** Writes the `data:` URLs that were found, as far as the limit allows, and removes dead addresses. */
export function settleDraft(draft: Draft, found: Record<string, string>): Snapshot {
  const { room } = draft;
  let isFilled = false;
  visitDead(draft.copy, (address, isPicture) => {
    const url = isPicture && Object.hasOwn(found, address) ? found[address] : undefined;
    if (url === undefined || url.length > Math.min(room.each, room.left)) return null;
    room.left -= url.length;
    isFilled = true;
    return url;
  });
  if (isFilled) allowWritten(draft.copy, 'styles and pictures');
  return writeDraft(draft, documentHtml(draft.copy, document));
}

/** Returns the document, or its beginning. */
export function writeDraft({ copy, options, metas, changes }: Draft, written: string): Snapshot {
  const html = options.isFrame ? frameHtml(copy) : written;
  if (html.length > options.limit) return { outcome: 'too-large', length: html.length };
  if (html.length <= options.chunk) return { outcome: 'done', html, length: html.length, metas, changes };
  Reflect.set(globalThis, 'pageRendererHtml', html);
  return { outcome: 'done', html: chunkOf(html, 0, options.chunk), length: html.length, metas, changes };
}

/** A part of the HTML of {@link snapshotDocument}. Runs in the same world. */
export function readSnapshot({ from, chunk }: { from: number; chunk: number }): string {
  return chunkOf(Reflect.get(globalThis, 'pageRendererHtml') as string, from, chunk);
}

/** A part of a text that does not end within a character: half a character cannot be transferred. */
export function chunkOf(text: string, from: number, chunk: number): string {
  const end = from + chunk;
  const isWithin = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return text.slice(from, isWithin ? end - 1 : end);
}

/**
 * Counts the nodes that `DOM.performSearch` finds for an empty query: all within the root element and within frames of the
 * same origin. That search includes closed shadow roots, so if it finds more than this function, there are some.
 */
export function countNodes(): number {
  const roots: Array<Document | ShadowRoot> = openRoots();
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
