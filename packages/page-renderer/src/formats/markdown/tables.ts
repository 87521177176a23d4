/** Tables, as Markdown can write them: cells of one line, one row of headings, no layout. */
import type { Element, ElementContent } from 'hast';
import { codeOf } from './code.ts';
import { attribute, elementsOf, textOf } from '../tree/tree.ts';
import { made, text } from './made.ts';

const BLOCKS = new Set(['p', 'div', 'section', 'ul', 'ol', 'dl', 'li', 'dt', 'dd', 'blockquote', 'pre', 'figure']);
const isHeading = ({ tagName }: Element) => /^h[1-6]$/.test(tagName);

/** Whether a node begins a line of its own. */
export function isBlock(node: ElementContent): node is Element {
  return node.type === 'element' && (BLOCKS.has(node.tagName) || node.tagName === 'table' || isHeading(node));
}

const named = (node: ElementContent, ...names: readonly string[]): node is Element =>
  node.type === 'element' && names.includes(node.tagName);

/** A table of data as it is written; of layout as its cells; of lines of code as code. */
export function dataTable(table: Element): ElementContent[] {
  const caption = table.children.find((child) => named(child, 'caption'));
  const before = caption === undefined || textOf(caption) === '' ? [] : [made('p', caption.children)];
  if (isLayout(table)) return [...before, ...cellsOf(table).map(({ children }) => made('div', children))];
  const numbers = cellsOf(table).filter(isNumbering);
  if (numbers.length > 0) return [...before, codeIn(table, new Set(numbers))];
  if (cellsOf(table).length === 0) return before;
  const isFoot = (node: ElementContent) => named(node, 'tfoot');
  const sections = [
    ...table.children.filter((child) => !isFoot(child) && !named(child, 'caption')),
    ...table.children.filter(isFoot),
  ];
  const children = withHeadings(sections.map(spanned)).map(cellsInLine).map(aligned);
  return [...before, { ...table, children }];
}

/** Tables for layout say so, or contain what no cell of data does. */
function isLayout(table: Element): boolean {
  const role = attribute(table, 'role');
  if (role === 'presentation' || role === 'none') return true;
  for (const element of elementsOf(table)) if (element.tagName === 'table' || isHeading(element)) return true;
  return false;
}

/** The outermost cells. */
function cellsOf(node: ElementContent): Element[] {
  if (node.type !== 'element') return [];
  return node.tagName === 'td' || node.tagName === 'th' ? [node] : node.children.flatMap(cellsOf);
}

/** The numbers of lines of code, as the usual highlighters write them. */
function isNumbering(cell: Element): boolean {
  const isNamed = /(?:^|[\s-])(?:gutter|linenos?|line-?num(?:ber)?s?|blob-num|hljs-ln-numbers)(?:$|\s)/.test(
    attribute(cell, 'className') ?? '',
  );
  return isNamed && /^[\d\s]*$/.test(textOf(cell));
}

function codeIn(table: Element, numbers: ReadonlySet<Element>): Element {
  const rows = [...elementsOf(table)].filter(({ tagName }) => tagName === 'tr');
  const lines = rows.map((row) =>
    cellsOf(row)
      .filter((cell) => !numbers.has(cell))
      .map((cell) => codeOf(cell).replace(/\n$/, ''))
      .join(''),
  );
  const classes = [table, ...elementsOf(table)].map((element) => attribute(element, 'className') ?? '').join(' ');
  return made('pre', [made('code', [text(`${lines.join('\n')}\n`)], { className: classes.split(/\s+/) })]);
}

/** `rowspan="0"` is the rest of a section. */
function spanned(section: ElementContent): ElementContent {
  if (!named(section, 'thead', 'tbody', 'tfoot')) return section;
  const rows = section.children.filter((child) => named(child, 'tr'));
  return {
    ...section,
    children: section.children.map((row) => {
      if (!named(row, 'tr')) return row;
      const children = row.children.map((cell) =>
        named(cell, 'td', 'th') && Number(attribute(cell, 'rowSpan') ?? 1) === 0
          ? { ...cell, properties: { ...cell.properties, rowSpan: rows.length - rows.indexOf(row) } }
          : cell,
      );
      return { ...row, children };
    }),
  };
}

/** A first row with data is no row of headings: the headings of rows are strong instead. */
function withHeadings(sections: ElementContent[]): ElementContent[] {
  if (sections.some((section) => named(section, 'thead'))) return sections;
  const row = sections
    .flatMap((section) => [section, ...(section.type === 'element' ? section.children : [])])
    .find((node) => named(node, 'tr'));
  const cells = row === undefined ? [] : cellsOf(row);
  const hasHeading = cells.some(({ tagName }) => tagName === 'th');
  if (!hasHeading || !cells.some((cell) => cell.tagName === 'td' && textOf(cell) !== '')) return sections;
  const strong = (node: ElementContent): ElementContent => {
    if (node.type !== 'element' || node.tagName === 'td') return node;
    if (node.tagName !== 'th') return { ...node, children: node.children.map(strong) };
    return { ...node, tagName: 'td', children: textOf(node) === '' ? node.children : [made('strong', node.children)] };
  };
  return sections.map(strong);
}

/** Generators of pages align columns by style. */
function aligned(node: ElementContent): ElementContent {
  if (node.type !== 'element') return node;
  const children = node.children.map(aligned);
  const isCell = named(node, 'td', 'th');
  const align = isCell
    ? /(?:^|;)\s*text-align\s*:\s*(left|center|right)/i.exec(attribute(node, 'style') ?? '')?.[1]
    : undefined;
  return {
    ...node,
    children,
    ...(align !== undefined && { properties: { align: align.toLowerCase(), ...node.properties } }),
  };
}

/** A cell is one line: blocks within it follow each other after a break. */
function cellsInLine(node: ElementContent): ElementContent {
  if (node.type !== 'element') return node;
  const isCell = node.tagName === 'td' || node.tagName === 'th';
  return { ...node, children: isCell ? inLine(node.children) : node.children.map(cellsInLine) };
}

function inLine(nodes: readonly ElementContent[]): ElementContent[] {
  const lines: ElementContent[][] = [[]];
  const add = (node: ElementContent): void => {
    if (node.type !== 'element') lines.at(-1)!.push(node);
    else if (node.tagName === 'br') lines.push([]);
    else if (node.tagName === 'pre') {
      for (const line of codeOf(node).split('\n')) {
        if (line.trim() !== '') lines.push([made('code', [text(line.trim())])]);
      }
      lines.push([]);
    } else if (BLOCKS.has(node.tagName)) {
      lines.push([]);
      for (const child of node.children) add(child);
      lines.push([]);
    } else lines.at(-1)!.push(node);
  };
  for (const node of nodes) add(node);
  const isFull = (line: readonly ElementContent[]) =>
    line.some((node) => node.type !== 'text' || /\S/.test(node.value));
  const inOne: ElementContent[] = [];
  for (const line of lines.filter(isFull)) {
    if (inOne.length > 0) inOne.push(text(' / '));
    inOne.push(...line);
  }
  return inOne;
}
