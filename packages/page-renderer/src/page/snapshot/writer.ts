/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, childNodesOf, firstChildOf, localNameOf, nextSiblingOf, textOf } from '../dom/dom.ts';
import { htmlNames } from './html-names.ts';
import type { Open, Placement, Writing } from './placement.ts';
import {
  closeFrom,
  completeTable,
  countChange,
  endAdded,
  kindOf,
  leftOut,
  placeElement,
  pushOpen,
  ruleName,
  topOf,
  writtenName,
} from './placement.ts';

/*
 * Writes a tree as HTML that a parser turns into the same tree again, without event handlers. Works on copies: nothing of a
 * page runs meanwhile.
 */

/** A node whose children are being written. */
export interface Level {
  next: Node | null;
  /** The element as written; null if only its children are. */
  entry: Open | null;
  /** Elements that were opened for the children, although the tree does not have them. */
  added: Open[];
  /** Whether only what a head allows is written. */
  isReduced: boolean;
}

export function newWriting(isQuirky: boolean): Writing {
  return { names: htmlNames(), out: [], stack: [], open: new Map(), form: null, isQuirky, changes: {}, dropsLine: -1 };
}

/** Writes a node with everything in it. @param level that of its parent */
export function writeNode(writing: Writing, node: Node, level: Level): void {
  const levels: Level[] = [];
  visit(writing, node, level, levels);
  for (let inner = levels.at(-1); inner; inner = levels.at(-1)) {
    const { next } = inner;
    if (next === null) {
      levels.pop();
      leave(writing, inner);
    } else {
      inner.next = nextSiblingOf(next);
      visit(writing, next, inner, levels);
    }
  }
}

export function visit(writing: Writing, node: Node, level: Level, levels: Level[]): void {
  if (node instanceof Element) enter(writing, node, level, levels);
  else if (node instanceof Text) writeText(writing, node.data, level);
  else if (node instanceof Comment) writeComment(writing, node.data);
  else if (node instanceof ProcessingInstruction) countChange(writing, 'instruction', '');
}

/** Writes an element that is not part of a document. */
export function elementHtml(element: Element): string {
  const writing = newWriting(false);
  const level: Level = { next: null, entry: null, added: [], isReduced: false };
  writeNode(writing, element, level);
  leave(writing, level);
  return writing.out.join('');
}

/** Writes the root element of a document. */
export function writeRoot(writing: Writing, root: Element): void {
  const top: Level = { next: null, entry: null, added: [], isReduced: false };
  if (kindOf(root) !== 'html' || localNameOf(root) !== 'html') return writeNode(writing, root, top);
  const html = openKnown(writing, root, 'html');
  const isNamed = (node: Node, name: RegExp) => {
    return node instanceof Element && kindOf(node) === 'html' && name.test(localNameOf(node));
  };
  const children = childNodesOf(root);
  const head = children.find((child) => isNamed(child, /^head$/));
  const body = children.find((child) => child !== head && isNamed(child, /^(?:body|frameset)$/));
  const isContent = (node: Node) => {
    if (node === head || node === body) return false;
    return node instanceof Element || (node instanceof Text && /[^ \t\n\f\r]/.test(node.data));
  };
  const bodyAt = body ? children.indexOf(body) : children.findIndex((child) => isContent(child));
  for (const [index, child] of children.entries()) {
    if (child === head) {
      const level = openKnown(writing, child as Element, 'head');
      for (const inner of childNodesOf(child)) writeNode(writing, inner, level);
      leave(writing, level);
    } else if (index === bodyAt) {
      const level = openKnown(
        writing,
        (body as Element | undefined) ?? null,
        body ? localNameOf(body as Element) : 'body',
      );
      const parts = [...children.slice(0, index).filter(isContent), ...(body ? childNodesOf(body) : [child])];
      for (const inner of [...parts, ...children.slice(index + 1).filter(isContent)]) writeNode(writing, inner, level);
      leave(writing, level);
    } else if (!isContent(child)) {
      writeNode(writing, child, html);
    }
  }
  leave(writing, html);
}

export function openKnown(writing: Writing, element: Element | null, name: string): Level {
  writing.out.push('<', name);
  if (element) writeAttributes(writing, element, 'html');
  writing.out.push('>');
  return { next: null, entry: pushOpen(writing, name, 'html', element), added: [], isReduced: false };
}

/** Ends an element, unless it had to be ended before. */
export function leave(writing: Writing, { entry, added }: Level): void {
  const first = entry?.isOpen ? entry : added.find(({ isOpen }) => isOpen);
  const index = first ? writing.stack.indexOf(first) : -1;
  if (index >= 0) closeFrom(writing, index);
}

/** Writes the start of an element, and everything of it that is not a node. */
export function enter(writing: Writing, element: Element, level: Level, levels: Level[]): void {
  const placed = level.isReduced ? placeReduced(writing, element) : placeElement(writing, element, level.added);
  if (placed === null) return;
  if (placed === 'contents') {
    levels.push({ next: firstChildOf(element), entry: null, added: [], isReduced: true });
    return;
  }
  const { name, kind } = placed;
  writing.out.push('<', name);
  writeAttributes(writing, element, kind);
  writing.out.push('>');
  if (kind === 'html' && writing.names.empty.has(name)) {
    // Browsers do not show what such elements contain.
    for (const child of childElements(element)) leftOut(writing, child);
    return;
  }
  if (kind === 'html' && writing.names.raw.has(name)) return writeRaw(writing, element, name);
  if (kind === 'html' && (name === 'pre' || name === 'listing')) writing.dropsLine = writing.out.length;
  const entry = pushOpen(writing, name, kind, element);
  if (name === 'form' && kind === 'html' && !writing.open.get('template')) writing.form = entry;
  const isTemplate = kind === 'html' && name === 'template' && element instanceof HTMLTemplateElement;
  const content = isTemplate ? element.content : element;
  if (isTemplate) entry.table = tableOf(element.content);
  levels.push({ next: firstChildOf(content), entry, added: [], isReduced: false });
}

/** Within something that a head cannot contain, only that is written which it can. */
export function placeReduced(writing: Writing, element: Element): Placement {
  const name = kindOf(element) === 'html' ? writtenName(element) : '';
  // The element whose shadow tree it declares is not written.
  if (name === 'template' && attributeOf(element, 'shadowrootmode') !== null) return leftOut(writing, element);
  if (writing.names.head.has(name)) return { name, kind: 'html' };
  countChange(writing, 'head-content', ruleName(element));
  return 'contents';
}

/** The part of a table that a template's content may belong to: the parser decides it by the first element. */
export function tableOf(content: DocumentFragment): string {
  const parents: Record<string, string> = { col: 'colgroup', tr: 'tbody', td: 'tr', th: 'tr' };
  for (const name of ['caption', 'colgroup', 'tbody', 'thead', 'tfoot']) parents[name] = 'table';
  const names = childElements(content).map((child) => (kindOf(child) === 'html' ? localNameOf(child) : ''));
  const relevant = names.filter((name) => !/^(?:style|script|template)$/.test(name));
  const groups = new Set(relevant.map((name) => (Object.hasOwn(parents, name) ? parents[name] : 'template')));
  const [group = 'template'] = groups;
  return groups.size === 1 ? group : 'template';
}

export function childElements(node: Node): Element[] {
  return childNodesOf(node).filter((child) => child instanceof Element);
}

export function escapeText(text: string): string {
  if (!/[&<>\u00A0\0\r]/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00A0', '&nbsp;')
    .replaceAll('\0', '\uFFFD')
    .replaceAll('\r', '&#13;');
}

export function writeText(writing: Writing, text: string, { added, isReduced }: Level): void {
  if (text === '') return;
  const top = topOf(writing);
  if (top?.kind === 'html' && /[^ \t\n\f\r]/.test(text)) {
    if (isReduced || top.name === 'head') return countChange(writing, 'head-content', '#text');
    if (top.name === 'frameset') return countChange(writing, 'left-out', '#text');
    endAdded(writing, '', null, added);
    if (topOf(writing)?.name !== 'template' && !completeTable(writing, '', null, added)) {
      return countChange(writing, 'left-out', '#text');
    }
  }
  if (writing.out.length === writing.dropsLine && text.startsWith('\n')) writing.out.push('\n');
  writing.out.push(escapeText(text));
}

export function writeComment(writing: Writing, data: string): void {
  if (isEndless(data)) countChange(writing, 'comment', '');
  else writing.out.push('<!--', data.replaceAll('\0', '\uFFFD'), '-->');
}

/** Whether a comment with this text would end earlier, or later. */
export function isEndless(data: string): boolean {
  return /^-?>|--!?>|--!?$/.test(data);
}

/** Writes the text of an element that contains no elements. */
export function writeRaw(writing: Writing, element: Element, name: string): void {
  for (const child of childElements(element)) leftOut(writing, child);
  const parts = childNodesOf(element).map((child) => (child instanceof Text ? child.data : ''));
  let text = parts.join('').replaceAll('\0', '\uFFFD');
  if (name === 'textarea' || name === 'title') {
    const isDropped = name === 'textarea' && text.startsWith('\n');
    text = `${isDropped ? '\n' : ''}${escapeText(text)}`;
  } else if (name === 'style') {
    // It can only occur in a CSS string, where `\/` means `/`.
    text = text.replaceAll(/<\/(?=style)/gi, String.raw`<\/`);
  } else if (name === 'script') {
    text = insideScript(element, text);
  } else if (name !== 'xmp' && text.includes('<')) {
    // For other readers than browsers, text would become elements.
    countChange(writing, 'raw-text', name);
    text = '';
  }
  writing.out.push(text, '</', name, '>');
}

/** Data that a script has set may contain text that, when parsed, would end its element, or prevent its end. */
export function insideScript(script: Element, text: string = textOf(script)): string {
  if (!/<(?:\/?script|!--)/i.test(text)) return text;
  const isJson = /json/i.test(attributeOf(script, 'type') ?? '');
  return text.replaceAll(/<(?=\/?script|!--)/gi, isJson ? String.raw`\u003c` : '&lt;');
}

export function writeAttributes({ out }: Writing, element: Element, kind: Open['kind']): void {
  const names = Element.prototype.getAttributeNames.call(element);
  for (const [index, name] of names.entries()) {
    // A script can add one with the name of another, and a namespace, which means nothing to the element.
    if (/^on/i.test(name) || names.indexOf(name) < index) continue;
    const written = kind === 'html' && !name.includes(':') ? name : writtenAttribute(element, name);
    if (written === '' || /[\s/>\0]|.=/.test(written)) continue;
    out.push(' ', written, '="', escapeText(valueOf(element, name)).replaceAll('"', '&quot;'), '"');
  }
}

export function valueOf(element: Element, name: string): string {
  return Element.prototype.getAttributeNS.call(element, null, name) ?? attributeOf(element, name) ?? '';
}

/** The name of an attribute as the parser expects it (HTML §13.3); empty for one that would be an event handler. */
export function writtenAttribute(element: Element, qualified: string): string {
  const attributes: NamedNodeMap = Reflect.get(Element.prototype, 'attributes', element);
  for (const { name, localName, namespaceURI } of attributes) {
    if (name !== qualified) continue;
    if (namespaceURI === null) return name;
    if (namespaceURI === 'http://www.w3.org/1999/xlink') return `xlink:${localName}`;
    if (namespaceURI === 'http://www.w3.org/XML/1998/namespace') return `xml:${localName}`;
    if (namespaceURI === 'http://www.w3.org/2000/xmlns/') return localName === 'xmlns' ? 'xmlns' : `xmlns:${localName}`;
    return /^on/i.test(name) ? '' : name;
  }
  return qualified;
}
