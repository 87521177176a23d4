/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { allElements, attributeOf, documentProperty, dropAttribute, rootOf, selectAll } from '../dom/dom.ts';
import { layoutOf } from '../styles/layout.ts';
import { frameLengths } from '../styles/lengths.ts';
import { absoluteUrls } from '../styles/scopes.ts';
import { parseSelectors, writeSelector } from '../styles/selectors.ts';
import { markLost, withLost } from '../styles/source.ts';
import { forEachRule, parseSheet, rulesText } from '../styles/styles.ts';
import { mayHaveUrls } from '../styles/urls.ts';
import type { Addressing } from './bases.ts';
import { addressNames, addressingOf, resolved, writeAddress, writeAttribute } from './bases.ts';
import type { BareTree, Tree } from '../dom/trees.ts';
import { replaceCopy } from '../dom/trees.ts';
import { elementHtml } from './writer.ts';

/*
 * A frame is inserted into its page in the same way as a shadow tree: as an element with the content of the frame, and with
 * style sheets that apply to nothing else. In the frame, its document is converted into HTML that needs no document of its
 * own, with elements in place of `<html>` and `<body>`; in the page, this HTML becomes a tree.
 */

/** The document of a frame, serialised so that {@link insertFrame} can insert it into another document. */
export function frameHtml(copy: Document): string {
  const addressing = addressingOf();
  const base = documentProperty('baseURI', document);
  for (const element of allElements(copy)) makeAbsolute(element, base, addressing);
  const root = rootOf(copy);
  const body = documentProperty('body', copy);
  if (!root || !body) return '';
  // Elements of a page that are not part of its content.
  for (const element of selectAll(copy, 'title, base, meta, link')) element.remove();
  const styles = selectAll(copy, 'style');
  renameMarks(copy, styles);
  for (const style of styles) {
    style.textContent = frameCss(style.textContent ?? '', base);
    const media = attributeOf(style, 'media');
    if (media !== null) style.setAttribute('media', frameMedia(media));
  }
  const margin = copy.createElement('style');
  margin.textContent = 'div:where([data-frame="body"]) { display: block; margin: 8px; }';
  const inner = standIn(body, 'body');
  inner.append(...body.childNodes);
  const outer = standIn(root, 'html');
  outer.append(margin, ...styles.filter((style) => !inner.contains(style)), inner);
  return elementHtml(outer).toWellFormed();
}

/** The trees within the frame have already been merged; the attributes that distinguish them differ from those of its page. */
export function renameMarks(copy: Document, styles: readonly Element[]): void {
  const names = ['data-shadow-tree', 'data-shadow-host', 'data-slotted', 'data-frame'];
  for (const name of names.map((one) => `data-frame-${one.slice('data-'.length)}`)) {
    // From a nested frame.
    if (selectAll(copy, `[${name}]`).length > 0) renameAttribute(copy, styles, name);
  }
  for (const name of names) renameAttribute(copy, styles, name);
}

export function renameAttribute(copy: Document, styles: readonly Element[], name: string): void {
  const renamed = `data-frame-${name.slice('data-'.length)}`;
  for (const element of selectAll(copy, `[${name}]`)) {
    Element.prototype.setAttribute.call(element, renamed, attributeOf(element, name) ?? '');
    dropAttribute(element, name);
  }
  const mention = new RegExp(`\\[${name}(?=[\\]=~|^$*])`, 'g');
  for (const style of styles) style.textContent = (style.textContent ?? '').replaceAll(mention, `[${renamed}`);
}

export function standIn(element: Element, name: 'html' | 'body'): Element {
  const div = element.ownerDocument.createElement('div');
  for (const attribute of element.getAttributeNames()) {
    div.setAttribute(attribute, attributeOf(element, attribute) ?? '');
  }
  div.setAttribute('data-frame', name);
  return div;
}

export function makeAbsolute(element: Element, base: string, addressing: Addressing): void {
  for (const name of addressNames()) {
    const value = attributeOf(element, name);
    if (value === null || value.startsWith('#')) continue;
    writeAddress(element, name, (address) => resolved(address, base, addressing));
  }
  const style = attributeOf(element, 'style');
  if (style === null) return;
  const written = frameLengths(mayHaveUrls(style) ? absoluteUrls(style, base) : style);
  if (written !== style) writeAttribute(element, 'style', written);
}

/** The text of a style sheet with absolute addresses, and with the elements in place of `html` and `body`. */
export function frameCss(text: string, base: string): string {
  const sheet = parseSheet(text);
  const lost = markLost(sheet, text);
  const names: Record<string, string> = {
    html: 'div:where([data-frame="html"])',
    body: 'div:where([data-frame="body"])',
    ':root': '[data-frame="html"]',
  };
  const isNamed = /(?:^|[^\w.#-])(?:html|body|:root)(?![\w-])/i;
  forEachRule([...sheet.cssRules], (rule) => {
    if (rule instanceof CSSMediaRule) rule.media.mediaText = frameMedia(rule.media.mediaText);
    if (!(rule instanceof CSSStyleRule) || !isNamed.test(` ${rule.selectorText}`)) return;
    const complexes = parseSelectors(rule.selectorText).map((complex) =>
      writeSelector(
        complex.map(({ combinator, parts }) => ({
          combinator,
          parts: parts.map((part) => names[part.toLowerCase()] ?? part),
        })),
      ),
    );
    rule.selectorText = complexes.join(', ');
  });
  return frameLengths(absoluteUrls(withLost(rulesText([...sheet.cssRules]), lost), base));
}

/** Media of a frame. What asks for its size is decided: in the page it would ask for that of the window. */
export function frameMedia(media: string): string {
  if (!/width|height|orientation|aspect-ratio/i.test(media)) return media;
  return matchMedia(media).matches ? 'all' : 'not all';
}

/** Inserts the content of frames into a tree. @param frames their HTML, of {@link frameHtml} */
export function insertFrames(tree: Tree, frames: ReadonlyMap<Element, string>): BareTree[] {
  if (frames.size === 0) return [];
  const own = new Set(tree.live);
  return [...frames].flatMap(([live, html]) => {
    const copy = own.has(live) ? tree.copyOf.get(live) : undefined;
    return copy && html ? [insertFrame(live as HTMLIFrameElement, copy as Element, tree, html)] : [];
  });
}

/** Replaces the copy of a frame by an element. @returns the tree of its content */
export function insertFrame(live: HTMLIFrameElement, copy: Element, tree: Tree, html: string): BareTree {
  const root = inertRoot(html);
  const div = copy.ownerDocument.createElement('div');
  for (const name of ['id', 'class', 'title', 'lang', 'dir', 'slot', 'part', 'exportparts', 'aria-label']) {
    const value = attributeOf(copy, name);
    if (value !== null) div.setAttribute(name, value);
  }
  const source = attributeOf(live, 'srcdoc') === null ? attributeOf(live, 'src') : null;
  const url = source === null ? null : URL.parse(source, documentProperty('baseURI', document));
  if (url && /^https?:$/.test(url.protocol)) div.setAttribute('data-frame-src', url.href);
  // A frame inherits nothing, and its surroundings do not position its content. All of it is shown.
  const { width, height } = live.getBoundingClientRect();
  const display = getComputedStyle(live).display.replace(/^inline$/, 'inline-block');
  const size = {
    display,
    width: `${width}px`,
    'min-height': `${height}px`,
    'max-width': '100%',
    'box-sizing': 'border-box',
    ...canvasOf(live),
  };
  div.setAttribute('style', `all: initial; contain: layout; ${layoutOf(live, size)}`);
  replaceCopy(tree, live, div);
  const fragment = div.ownerDocument.createDocumentFragment();
  const host = { live, copy: div, tree, children: new Map<Node, Node>() };
  return { root, copy: fragment, depth: tree.depth + 1, host, isFrame: true };
}

/**
 * The background of a frame (CSS Backgrounds 3 §2.11.2): the colour of its root element, otherwise of its body. Without one,
 * the frame is transparent, unless its colour scheme differs from that of its surroundings.
 */
export function canvasOf(live: HTMLIFrameElement): Record<string, string> {
  const { contentDocument } = live;
  const root = contentDocument && rootOf(contentDocument);
  if (!root) return {};
  const { colorScheme } = getComputedStyle(root);
  const colours = [root, documentProperty('body', contentDocument)].flatMap((element) =>
    element ? [getComputedStyle(element).backgroundColor] : [],
  );
  const shown = colours.find((colour) => colour !== 'rgba(0, 0, 0, 0)');
  const behind = colorScheme === getComputedStyle(live).colorScheme ? 'transparent' : 'Canvas';
  return { 'color-scheme': colorScheme, 'background-color': shown ?? behind };
}

/** A shadow root in a document without a window: its style sheets are parsed, and nothing is fetched. */
export function inertRoot(html: string): ShadowRoot {
  const inert = new DOMParser().parseFromString(html, 'text/html');
  const host = inert.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const body = documentProperty('body', inert);
  root.append(...body.childNodes);
  body.append(host);
  return root;
}

/**
 * Whether the page may access the document of a frame, and the frame is visible to a person: it is shown, and larger than a
 * pixel. Runs inside the page.
 *
 * @param which `lost` for those only whose document is nowhere else: a script of the page has made it
 */
export function isReadableFrame(which: 'all' | 'lost', frame: Element): boolean {
  if (!(frame instanceof HTMLIFrameElement) || frame.contentDocument === null) return false;
  if (which === 'lost') {
    const source = frame.getAttribute('src') ?? '';
    const srcdoc = frame.getAttribute('srcdoc');
    const textIn = (of: Document) => {
      const body = of.body?.cloneNode(true) as HTMLElement | undefined;
      for (const script of body?.querySelectorAll('script') ?? []) script.remove();
      return (body?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    };
    const { contentDocument } = frame;
    if (srcdoc === null) {
      if (!/^\s*(?:$|about:blank|blob:|javascript:)/i.test(source) || !textIn(contentDocument)) return false;
    } else if (
      !/<script/i.test(srcdoc) ||
      textIn(contentDocument) === textIn(new DOMParser().parseFromString(srcdoc, 'text/html'))
    )
      return false;
  }
  const { width, height } = frame.getBoundingClientRect();
  return frame.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1;
}
