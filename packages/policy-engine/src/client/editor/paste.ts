/**
 * What is pasted into the formatted editor, from Word, Google Docs and web pages: brought into the elements that the schema knows.
 * Bold and italic that are styles become elements, lists of Word become lists, and tables get one cell for each place. What a
 * policy text cannot hold is left out, which the caller says.
 */
import { Fragment, type Node, Slice } from 'prosemirror-model';
import { schema } from './schema.ts';
import { isHeld, writeText } from './text.ts';

/** What was pasted, as far as it can be held. */
export interface Pasted<Content> {
  readonly content: Content;
  /** Whether all of it is there. */
  readonly isWhole: boolean;
}

/** Columns that a table gets from merged cells at most. */
const MOST_COLUMNS = 50;
/** Of an element; each is on a line of its own to the reader. */
const BLOCKS = 'p, div, li, h1, h2, h3, h4, h5, h6, blockquote, pre, br';
/** Of a list of Word, while it is read. */
const FIRST_MARK = 'data-first-mark';
/** The style of an element, by another name, see `inert`. */
const STYLE = 'data-style';
const LEFT_OUT = 'img, picture, video, audio, iframe, object, embed, svg, canvas, math';

/**
 * Renames what the policy of the page does not allow, also in a document that nobody sees: a browser would complain about each style
 * and handler.
 */
function inert(html: string): string {
  const shown = html.replaceAll(/<(style|script)\b[^]*?<\/\1\s*>/gi, '');
  return shown.replaceAll(/<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi, (tag) =>
    tag.replaceAll(/(?<=[\s"'/])(?:style|on\w+)(?=\s*=)/gi, (name) => (/^style$/i.test(name) ? STYLE : 'data-off')),
  );
}

/** A property of an element's style. */
function styleOf(element: Element, property: string): string {
  for (const part of (element.getAttribute(STYLE) ?? '').split(';')) {
    const [name = '', ...value] = part.split(':');
    if (name.trim().toLowerCase() === property) return value.join(':').trim().toLowerCase();
  }
  return '';
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Puts what is in an element into another one within it. */
function wrapContent(element: Element, tag: string): void {
  const inner = element.ownerDocument.createElement(tag);
  inner.append(...element.childNodes);
  element.append(inner);
}

const isHeavy = (weight: string): boolean => /^(?:bold|bolder|[6-9]00)$/.test(weight);
const isLight = (weight: string): boolean => /^(?:normal|lighter|[1-5]00)$/.test(weight);

function readStyles(body: Element): void {
  for (const element of body.querySelectorAll('b, strong, i, em, span, font, p, li, td')) {
    const [weight, slope] = [styleOf(element, 'font-weight'), styleOf(element, 'font-style')];
    const line = `${styleOf(element, 'text-decoration')} ${styleOf(element, 'text-decoration-line')}`;
    // Headings are heavy by themselves.
    const isHeading = element.closest('h1, h2, h3, h4, h5, h6, th') !== null;
    if (line.includes('line-through')) wrapContent(element, 'del');
    if (!isHeading && slope === 'italic' && !/^(?:I|EM)$/.test(element.tagName)) wrapContent(element, 'em');
    if (!isHeading && isHeavy(weight) && !/^(?:B|STRONG)$/.test(element.tagName)) wrapContent(element, 'strong');
    const isPlain =
      (/^(?:B|STRONG)$/.test(element.tagName) && isLight(weight)) ||
      (/^(?:I|EM)$/.test(element.tagName) && slope === 'normal');
    if (isPlain) unwrap(element);
  }
}

/** Word writes an item of a list as a paragraph that names its level, with the mark of the list as its first words. */
function readWordLists(body: Element): void {
  let open: Element[] = [];
  for (const paragraph of body.querySelectorAll(`p[${STYLE}*="mso-list"]`)) {
    const level = Number(/level(\d)/i.exec(styleOf(paragraph, 'mso-list'))?.[1] ?? 0);
    const mark = [...paragraph.querySelectorAll('span')].find((span) => styleOf(span, 'mso-list') === 'ignore');
    if (level === 0 || mark === undefined) continue;
    const words = mark.textContent.trim();
    mark.remove();
    const tag = /[\p{L}\p{N}]+[.)]/u.test(words) ? 'ol' : 'ul';
    if (paragraph.previousElementSibling !== open[0]) open = [];
    open.length = Math.min(open.length, level);
    if (open.length === level && open.at(-1)?.localName !== tag) open.pop();
    while (open.length < level) {
      const list = body.ownerDocument.createElement(tag);
      const first = /^\d{1,9}/.exec(words)?.[0];
      if (tag === 'ol') list.setAttribute(FIRST_MARK, words);
      if (tag === 'ol' && first !== undefined && open.length === level - 1) list.setAttribute('start', first);
      const outer = open.at(-1);
      if (outer === undefined) paragraph.before(list);
      else (outer.lastElementChild ?? outer.appendChild(body.ownerDocument.createElement('li'))).append(list);
      open.push(list);
    }
    const item = body.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    open.at(-1)?.append(item);
    paragraph.remove();
  }
}

/** Whether the items of a list have letters: a text refers to “(b)”, which becomes a number. */
function hasLetters(body: Element): boolean {
  const isLettered = (list: Element): boolean =>
    /alpha|latin|roman|greek/.test(styleOf(list, 'list-style-type') + styleOf(list, 'list-style')) ||
    /^[AI]$/i.test(list.getAttribute('type') ?? '') ||
    /^\(?\p{L}+[.)]/u.test(list.getAttribute(FIRST_MARK) ?? '');
  return [...body.querySelectorAll('ol, ol > li')].some(isLettered);
}

/** Google Docs puts the list within an item beside it. */
function readNestedLists(body: Element): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const before = list.previousElementSibling;
    if (before?.localName === 'li') before.append(list);
    else {
      const item = body.ownerDocument.createElement('li');
      list.replaceWith(item);
      item.append(list);
    }
  }
}

/** What is on lines of its own becomes one line. */
function joinLines(element: Element): void {
  for (const block of element.querySelectorAll(BLOCKS)) {
    block.before(' ');
    block.after(' ');
    unwrap(block);
  }
  for (const list of element.querySelectorAll('ul, ol')) unwrap(list);
}

/** Merged cells become one cell with the words and empty ones; every row gets as many cells as the longest. */
function readTable(table: HTMLTableElement): void {
  const { caption, ownerDocument } = table;
  if (caption !== null) {
    const paragraph = ownerDocument.createElement('p');
    paragraph.append(...caption.childNodes);
    table.before(paragraph);
    caption.remove();
  }
  /** In how many rows more a cell above takes the place. */
  const covered: number[] = [];
  const empty = (): Element => ownerDocument.createElement('td');
  for (const row of table.rows) {
    let column = 0;
    const skip = (cell: Element | null): void => {
      for (; (covered[column] ?? 0) > 0 && column < MOST_COLUMNS; column += 1) {
        covered[column] = (covered[column] ?? 0) - 1;
        row.insertBefore(empty(), cell);
      }
    };
    // A copy: cells are added meanwhile.
    for (const cell of Array.from(row.cells)) {
      skip(cell);
      const { colSpan, rowSpan } = cell;
      for (let at = 0; at < colSpan && column < MOST_COLUMNS; at += 1, column += 1) {
        covered[column] = rowSpan - 1;
        if (at > 0) cell.after(empty());
      }
      cell.removeAttribute('colspan');
      cell.removeAttribute('rowspan');
      joinLines(cell);
    }
    while (column < covered.length) {
      skip(null);
      if (column < covered.length) row.append(empty());
      column += 1;
    }
  }
  const most = Math.max(0, ...[...table.rows].map(({ cells }) => cells.length));
  for (const row of table.rows) while (row.cells.length < most) row.append(empty());
  if (most === 0) table.remove();
}

/** Addresses that a reader of the policy can open; those of places in the pasted document lead nowhere. */
function readLink(link: Element): void {
  const href = link.getAttribute('href') ?? '';
  const shared = href.startsWith('https://www.google.com/url?') ? new URL(href).searchParams.get('q') : null;
  if (shared !== null) link.setAttribute('href', shared);
  if (!/^(?:https?:|mailto:|tel:)/i.test(shared ?? href)) unwrap(link);
}

/** Runs of spaces that indent are one space; a single space that does not break stays. */
function readSpaces(body: Element): void {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    text.nodeValue = (text.nodeValue ?? '').replaceAll(/[ \u00A0]*\u00A0[ \u00A0]+|[ \u00A0]+\u00A0[ \u00A0]*/g, ' ');
  }
}

/** HTML of the clipboard as HTML that the schema reads. What the editor itself copied stays as it is. */
export function readHtml(html: string): Pasted<string> {
  if (html.includes('data-pm-slice')) return { content: html, isWhole: true };
  const { body } = new DOMParser().parseFromString(inert(html), 'text/html');
  for (const hidden of body.querySelectorAll('script, style, template, xml, title, meta, link, noscript'))
    hidden.remove();
  for (const note of body.querySelectorAll(`[${STYLE}*="mso-element:comment-list"], .MsoCommentReference`))
    note.remove();
  const left = body.querySelectorAll(LEFT_OUT);
  for (const one of left) one.remove();
  for (const title of body.querySelectorAll('p.MsoTitle')) {
    const heading = body.ownerDocument.createElement('h1');
    heading.append(...title.childNodes);
    title.replaceWith(heading);
  }
  readWordLists(body);
  const isLettered = hasLetters(body);
  readNestedLists(body);
  for (const inner of body.querySelectorAll(':is(td, th) table')) inner.replaceWith(` ${inner.textContent} `);
  for (const table of body.querySelectorAll('table')) readTable(table);
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) joinLines(heading);
  readStyles(body);
  for (const link of body.querySelectorAll('a[href]')) readLink(link);
  readSpaces(body);
  return { content: body.innerHTML, isWhole: left.length === 0 && !isLettered };
}

function withoutMarks(node: Node): Node {
  if (node.isText) return node.mark(node.marks.filter(({ type }) => type.name === 'link'));
  return node.copy(Fragment.fromArray(node.children.map(withoutMarks)));
}

/** A block of its own as a text would say it. A part of one, such as a row, is not a block: it is compared when it is in its place. */
function isHeldAlone(block: Node): boolean {
  const doc = schema.topNodeType.createChecked(null, [block]);
  return isHeld(doc, writeText(doc, []));
}

/** A block that a text can hold: without its formatting where this would read differently, and in the worst case as its words. */
function heldBlock(block: Node): Node {
  if (!block.isBlock || block.type.spec.group !== 'block' || isHeldAlone(block)) return block;
  const plain = withoutMarks(block);
  if (isHeldAlone(plain)) return plain;
  const words = block.textBetween(0, block.content.size, ' ', ' ');
  return schema.node('paragraph', null, words === '' ? [] : [schema.text(words)]);
}

/** What is about to be inserted, block by block: one that cannot be held does not keep out all others. */
export function heldSlice(slice: Slice): Pasted<Slice> {
  const before = slice.content.content;
  const held = before.map(heldBlock);
  if (held.every((block, index) => block === before[index])) return { content: slice, isWhole: true };
  // Blocks may have other insides than before, so that they are closed.
  return { content: new Slice(Fragment.fromArray(held), 0, 0), isWhole: false };
}
