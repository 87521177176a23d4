/// <reference lib="dom" />

import { attributeOf, inertName, localNameOf, namespaceOf, textOf } from '../dom/dom.ts';
import type { HtmlNames } from './html-names.ts';

/*
 * Where the parser of the HTML Standard (§13.2.6) would put an element that is written at some place. A script can make trees
 * that no HTML describes: a list in a paragraph, a link in a link, a row without a table. These functions follow the parser's
 * stack of open elements, and change what is written so that the parser leaves it where it is. Each change is counted under
 * the name of its rule; the guide describes the rules ("What HTML cannot express" in `docs/snapshot.md`).
 */

/** Rules for trees that HTML cannot express, by the names under which their uses are counted. */
export type WritingRule =
  | 'closed-early'
  | 'table-parts'
  | 'renamed'
  | 'left-out'
  | 'head-content'
  | 'raw-text'
  | 'comment'
  | 'instruction';

/** An element that the parser has on its stack of open elements. */
export interface Open {
  /** As written. */
  name: string;
  kind: 'html' | 'svg' | 'math';
  /** For the rules of tables: the name, or that of the element that the content of a template begins with. */
  table: string;
  /** What an element of another language contains: HTML, HTML except in rare cases, or its own language. */
  content: 'html' | 'text' | 'own';
  isOpen: boolean;
}

/** HTML that is being written, with the state of a parser at its end. */
export interface Writing {
  names: HtmlNames;
  out: string[];
  stack: Open[];
  /** How many elements of a name are open. */
  open: Map<string, number>;
  form: Open | null;
  /** Whether a table may be in a paragraph. */
  isQuirky: boolean;
  /** The length of `out` after the start of an element at whose beginning the parser drops a newline. */
  dropsLine: number;
  /** How often each rule was used, with what it changed: `left-out div`. */
  changes: Record<string, number>;
}

/** How an element is written; `'contents'`: only what it contains and a head allows; null: not at all. */
export type Placement = { name: string; kind: Open['kind'] } | 'contents' | null;

export function topOf({ stack }: Writing): Open | undefined {
  return stack.at(-1);
}

export function countChange(writing: Writing, rule: WritingRule, what: string): void {
  const key = `${rule} ${what}`;
  writing.changes[key] = (writing.changes[key] ?? 0) + 1;
}

export function pushOpen(writing: Writing, name: string, kind: Open['kind'], element: Element | null): Open {
  const open: Open = { name, kind, table: kind === 'html' ? name : '', content: 'own', isOpen: true };
  if (kind === 'html') open.content = 'html';
  else if (kind === 'svg' && /^(?:foreignObject|desc|title)$/.test(name)) open.content = 'html';
  else if (kind === 'math' && /^m[inos]$|^mtext$/.test(name)) open.content = 'text';
  else if (kind === 'math' && name === 'annotation-xml' && element) {
    const encoding = (attributeOf(element, 'encoding') ?? '').toLowerCase();
    if (encoding === 'text/html' || encoding === 'application/xhtml+xml') open.content = 'html';
  }
  writing.stack.push(open);
  writing.open.set(name, (writing.open.get(name) ?? 0) + 1);
  return open;
}

/** Ends the elements from the given one to the innermost. */
export function closeFrom(writing: Writing, index: number): void {
  while (writing.stack.length > index) {
    const open = writing.stack.pop() as Open;
    open.isOpen = false;
    writing.open.set(open.name, (writing.open.get(open.name) ?? 1) - 1);
    if (writing.form === open) writing.form = null;
    writing.out.push('</', open.name, '>');
  }
}

/** Whether the search for an open element ends here. */
export function isScopeEnd({ names }: Writing, { name, kind, content }: Open): boolean {
  if (kind === 'html') return names.scope.has(name);
  return content !== 'own' || name === 'annotation-xml';
}

/** The innermost open element of HTML that is in scope, as an index of the stack; -1 if there is none. */
export function findInScope(writing: Writing, name: string, alsoEndsAt = ''): number {
  if (!writing.open.get(name)) return -1;
  for (let index = writing.stack.length - 1; index >= 0; index -= 1) {
    const open = writing.stack[index] as Open;
    if (open.kind === 'html' && open.name === name) return index;
    if (isScopeEnd(writing, open) || (open.kind === 'html' && open.name === alsoEndsAt)) return -1;
  }
  return -1;
}

/** Ends an element, if there is one, because the parser would end it at the start tag that follows. */
export function closeEarly(writing: Writing, index: number): void {
  const open = writing.stack[index];
  if (!open) return;
  countChange(writing, 'closed-early', open.name);
  closeFrom(writing, index);
}

/** Opens an element that the tree does not have, but without which the parser would move or lose what follows. */
export function openMissing(writing: Writing, name: string, added: Open[]): void {
  if (name === 'table') endOpenElements(writing, name);
  countChange(writing, 'table-parts', name);
  writing.out.push('<', name, '>');
  added.push(pushOpen(writing, name, 'html', null));
}

/** Whether an element, or text if the name is empty, can be put into the innermost open element with regard to tables. */
export function fitsTable({ names }: Writing, parent: string, name: string, element: Element | null): boolean {
  const parents = names.tableParts.get(name);
  if (parents) return parents.has(parent);
  switch (parent) {
    case 'colgroup':
      return name === 'template';
    case 'table':
    case 'tbody':
    case 'thead':
    case 'tfoot':
    case 'tr':
      if (/^(?:style|script|template)$/.test(name)) return true;
      return name === 'input' && /^hidden$/i.test((element && attributeOf(element, 'type')) ?? '');
    default:
      return true;
  }
}

/**
 * Opens the missing parts of tables, as CSS does for boxes (CSS 2.2 §17.2.1): a row gets a table, and text in a table gets a cell.
 *
 * @param added the elements that were opened before for other children of the same parent
 * @returns whether there is a place
 */
export function completeTable(writing: Writing, name: string, element: Element | null, added: Open[]): boolean {
  const fits = () => fitsTable(writing, topOf(writing)?.table ?? '', name, element);
  for (let steps = 0; steps < 8 && !fits(); steps += 1) {
    const parent = topOf(writing)?.table ?? '';
    if (parent === 'colgroup') return false;
    const isPart = writing.names.tableParts.has(name);
    if (parent === 'table') openMissing(writing, name === 'col' ? 'colgroup' : 'tbody', added);
    else if (/^t(?:body|head|foot)$/.test(parent)) openMissing(writing, 'tr', added);
    else if (parent === 'tr') openMissing(writing, 'td', added);
    else if (isPart) openMissing(writing, 'table', added);
  }
  return fits();
}

/** Ends what the parser would end at a start tag of HTML. */
export function endOpenElements(writing: Writing, name: string): void {
  const { names, stack } = writing;
  if (!names.endsOthers.has(name)) return;
  if (writing.open.get('p') && names.endsParagraph.has(name) && !(name === 'table' && writing.isQuirky)) {
    closeEarly(writing, findInScope(writing, 'p', 'button'));
  }
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const top = topOf(writing);
      if (top?.kind === 'html' && /^h[1-6]$/.test(top.name)) closeEarly(writing, stack.length - 1);
      break;
    }
    case 'li':
    case 'dd':
    case 'dt':
      closeEarly(writing, openItem(writing, name));
      break;
    case 'a':
      endLink(writing);
      break;
    case 'button':
    case 'nobr':
      closeEarly(writing, findInScope(writing, name));
      break;
    case 'option':
    case 'optgroup':
    case 'hr':
      if (name !== 'hr' && topOf(writing)?.name === 'option') closeEarly(writing, stack.length - 1);
      if (findInScope(writing, 'select') >= 0) closeImplied(writing, name === 'option' ? 'optgroup' : '');
      break;
    case 'rb':
    case 'rp':
    case 'rt':
    case 'rtc':
      if (findInScope(writing, 'ruby') >= 0) closeImplied(writing, name === 'rt' || name === 'rp' ? 'rtc' : '');
      break;
    default:
  }
}

/**
 * Ends the link that another link would end. Beyond text of MathML or a `foreignObject`, the parser ends only the link itself: what is
 * open in it stays open.
 */
export function endLink(writing: Writing): void {
  const { stack, open } = writing;
  if (!open.get('a')) return;
  const isEnd = ({ kind, name }: Open) =>
    kind === 'html' && /^(?:a|applet|caption|marquee|object|t[dh]|template)$/.test(name);
  const index = stack.findLastIndex(isEnd);
  const link = stack[index];
  if (link?.name !== 'a') return;
  if (index === findInScope(writing, 'a')) return closeEarly(writing, index);
  countChange(writing, 'closed-early', 'a');
  stack.splice(index, 1);
  link.isOpen = false;
  open.set('a', (open.get('a') ?? 1) - 1);
}

/** Ends the innermost elements whose end tag may be missing. */
export function closeImplied(writing: Writing, except: string): void {
  for (let top = topOf(writing); top?.kind === 'html' && writing.names.implied.has(top.name); top = topOf(writing)) {
    if (top.name === except) return;
    closeEarly(writing, writing.stack.length - 1);
  }
}

/** The open item of a list that another item would end, as an index of the stack; -1 if there is none. */
export function openItem({ names, stack, open }: Writing, name: string): number {
  const wanted = name === 'li' ? ['li'] : ['dd', 'dt'];
  if (wanted.every((one) => !open.get(one))) return -1;
  for (let index = stack.length - 1; index >= 0; index -= 1) {
    const at = stack[index] as Open;
    if (at.kind === 'html' ? wanted.includes(at.name) : false) return index;
    const passes =
      at.kind === 'html' ? !names.special.has(at.name) : at.content === 'own' && at.name !== 'annotation-xml';
    if (!passes && !/^(?:address|div|p)$/.test(at.name)) return -1;
  }
  return -1;
}

/** Ends the parts of a table that were opened for a child before this one, and do not fit it. */
export function endAdded(writing: Writing, name: string, element: Element | null, added: Open[]): void {
  for (let last = added.at(-1); last; last = added.at(-1)) {
    if (last.isOpen) {
      if (topOf(writing) !== last || fitsTable(writing, last.table, name, element)) return;
      closeFrom(writing, writing.stack.length - 1);
    }
    added.pop();
  }
}

/** Decides how an element is written, and prepares its place. @param added see {@link completeTable} */
export function placeElement(writing: Writing, element: Element, added: Open[]): Placement {
  const kind = kindOf(element);
  const name = localNameOf(element);
  if (added.length > 0) endAdded(writing, kind === 'html' ? writtenName(element) : '', element, added);
  const top = topOf(writing);
  const isForeign = top !== undefined && top.content === 'own';
  if (kind !== 'html') return placeForeign(writing, kind, name, element, added);
  if (isForeign || (top?.content === 'text' && /^m(?:glyph|alignmark)$/.test(name))) {
    // In SVG, elements of HTML are not shown. In MathML they are, and only text elements can contain them.
    if (isNeverShown(writing, element)) return leftOut(writing, element);
    if (top.kind === 'math' && !isForeign) return renamed(writing, element, 'span');
    if (top.kind === 'math') return renamed(writing, element, 'mtext', 'math');
    return leftOut(writing, element);
  }
  return placeHtml(writing, element, added);
}

/** Whether the content of an element is not text that people see: in an `<mtext>` it would be. */
export function isNeverShown({ names }: Writing, element: Element): boolean {
  const { name, namespace } = inertName(element);
  if (namespace !== 'http://www.w3.org/1999/xhtml') return false;
  return names.empty.has(name) || /^(?:iframe|noembed|noframes|script|style|template|title)$/.test(name);
}

export function renamed(writing: Writing, from: Element, name: string, kind: Open['kind'] = 'html'): Placement {
  countChange(writing, 'renamed', `${ruleName(from)} ${kind === 'html' ? name : `${kind}:${name}`}`);
  return { name, kind };
}

/** Counts an element that is not written, with everything in it. */
export function leftOut(writing: Writing, element: Element): null {
  const roots: Array<Element | DocumentFragment> = [element];
  countChange(writing, 'left-out', ruleName(element));
  for (const root of roots) {
    const within: Iterable<Element> =
      root instanceof Element ? Element.prototype.querySelectorAll.call(root, '*') : root.querySelectorAll('*');
    for (const inner of within) {
      countChange(writing, 'left-out', ruleName(inner));
      if (inner instanceof HTMLTemplateElement) roots.push(inner.content);
    }
    if (root instanceof HTMLTemplateElement) roots.push(root.content);
  }
  return null;
}

/** The name of an element, with its kind. */
export function ruleName(element: Element): string {
  const kind = kindOf(element);
  if (kind !== 'html') return `${kind}:${localNameOf(element)}`;
  return inertName(element).name;
}

export function kindOf(element: Element): Open['kind'] {
  const namespace = namespaceOf(element);
  if (namespace === 'http://www.w3.org/2000/svg') return 'svg';
  return namespace === 'http://www.w3.org/1998/Math/MathML' ? 'math' : 'html';
}

/** Elements of SVG and MathML that the parser would make HTML, or would give another name, are not shown by browsers either. */
export function placeForeign(
  writing: Writing,
  kind: 'svg' | 'math',
  name: string,
  element: Element,
  added: Open[],
): Placement {
  const top = topOf(writing);
  const outer = kind === 'svg' ? 'svg' : 'math';
  const isHtml = top === undefined || top.content !== 'own';
  if (name === outer) {
    const isAllowed = isHtml || top.kind === kind || (kind === 'svg' && top.name === 'annotation-xml');
    if (!isAllowed) return leftOut(writing, element);
    if (isHtml && !completeTable(writing, name, element, added)) return leftOut(writing, element);
    return { name, kind };
  }
  const isText = kind === 'math' && top?.content === 'text' && /^m(?:glyph|alignmark)$/.test(name);
  const isRead =
    /^[a-z][^\s/>\0]*$/i.test(name) &&
    (kind === 'svg' ? (writing.names.svg.get(name.toLowerCase()) ?? name.toLowerCase()) : name.toLowerCase()) === name;
  const isKept = isRead && !writing.names.endsForeign.has(name) && name !== 'font' && !/^(?:svg|math)$/.test(name);
  if (isKept && (isText || (!isHtml && top.kind === kind))) return { name, kind };
  if (kind === 'math' && isHtml && completeTable(writing, 'span', element, added))
    return renamed(writing, element, 'span');
  return leftOut(writing, element);
}

/** The name of an element of HTML that the parser reads as the same name. */
export function writtenName(element: Element): string {
  const { name, namespace } = inertName(element);
  const isHtml = namespace === 'http://www.w3.org/1999/xhtml' || namespace === 'urn:page-renderer:inert';
  const isRead = /^[a-z][^\s/>\0A-Z]*$/.test(name) && name !== 'image';
  // An element of another language does nothing; one of HTML with the same name might.
  return isRead && (isHtml || /[:-]/.test(name)) ? name : 'span';
}

export function placeHtml(writing: Writing, element: Element, added: Open[]): Placement {
  const { names } = writing;
  const top = topOf(writing);
  let name = writtenName(element);
  if (top?.name === 'head' && top.kind === 'html') {
    if (names.head.has(name)) return { name, kind: 'html' };
    countChange(writing, 'head-content', ruleName(element));
    return 'contents';
  }
  if (top?.name === 'frameset' && top.kind === 'html') {
    return /^(?:frameset|frame|noframes)$/.test(name) ? { name, kind: 'html' } : leftOut(writing, element);
  }
  if (name === 'head' || name === 'frame') return leftOut(writing, element);
  if (findInScope(writing, 'select') >= 0 && /^(?:select|input)$/.test(name)) return leftOut(writing, element);
  const isInnerForm = name === 'form' && writing.form !== null && !writing.open.get('template');
  const isEndless = name === 'plaintext' || (name === 'xmp' && /<\/xmp/i.test(textOf(element)));
  if (isInnerForm || /^(?:html|body|frameset)$/.test(name)) name = 'div';
  else if (isEndless) name = 'pre';
  const isInTable = top?.name !== 'template' && /^(?:table|tbody|thead|tfoot|tr)$/.test(top?.table ?? '');
  // In a template, the standard ignores a form directly in a table; Chromium does not.
  const isOutside = !writing.open.get('template');
  const isEmptyForm = name === 'form' && isInTable && isOutside && !Node.prototype.hasChildNodes.call(element);
  if (!isEmptyForm) {
    if (!completeTable(writing, name, element, added)) return leftOut(writing, element);
    endOpenElements(writing, name);
  }
  return name === inertName(element).name ? { name, kind: 'html' } : renamed(writing, element, name);
}
