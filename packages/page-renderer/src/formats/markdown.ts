/** A page as Markdown (CommonMark with the tables of GFM), after a head with what a reader needs to cite it. */
import type { Element, ElementContent, Text } from 'hast';
import { type Handle, toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { mainContent } from './content.ts';
import { metadataOf } from './metadata.ts';
import { attribute, elementsOf, type PageTree, resolved, textOf } from './tree.ts';

/** Markdown of the main content. Addresses are absolute, and lead nowhere but to the web, mail and telephone. */
export function markdownOf(page: PageTree): string {
  const { title, url, canonical, language, description } = metadataOf(page);
  const head = Object.entries({ title, url, canonical, language, description })
    .filter(([, value]) => value !== null)
    // A JSON string is a string in YAML, too.
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const children = mainContent(page).flatMap(prepared(page.base));
  const tree = toMdast({ type: 'root', children }, { handlers: { pre } });
  const text = toMarkdown(tree, { bullet: '-', rule: '-', extensions: [gfmToMarkdown({ tablePipeAlign: false })] });
  return `---\n${head.join('\n')}\n---\n\n${text}`;
}

/** Changes a node of the page so that its Markdown is right wherever it is read. */
function prepared(base: string): (node: ElementContent) => ElementContent[] {
  const prepare = (node: ElementContent): ElementContent[] => {
    if (node.type !== 'element') return [node];
    const element = { ...node, children: node.children.flatMap(prepare) };
    switch (element.tagName) {
      case 'a':
        return linked(element, base);
      case 'img':
        return pictured(element, base);
      case 'table':
        return isLayout(element) ? unwrapped(element) : [{ ...element, children: element.children.map(cellsInLine) }];
      // Markdown has no frames, and the fallback of media is for browsers that cannot play them.
      case 'iframe':
      case 'object':
      case 'canvas':
      case 'video':
      case 'audio':
        return framed(element, base);
      // A closed one is left out before.
      case 'dialog':
        return [{ ...element, tagName: 'div' }];
      case 'input':
      case 'select':
      case 'textarea':
        return attribute(element, 'type') === 'checkbox' ? [element] : [];
      default:
        return [element];
    }
  };
  return prepare;
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

function addressOf(element: Element, name: string, base: string): string | undefined {
  const address = resolved(attribute(element, name) ?? '', base);
  return address !== undefined && SCHEMES.has(new URL(address).protocol) ? address : undefined;
}

/** A link without a text, or to something else than a page, is its text. */
function linked(element: Element, base: string): ElementContent[] {
  const href = attribute(element, 'href') === undefined ? undefined : addressOf(element, 'href', base);
  if (href === undefined || textOf(element) === '') return element.children;
  return [{ ...element, properties: { ...element.properties, href } }];
}

/** A picture without an alternative is decoration (HTML, `alt=""`). */
function pictured(element: Element, base: string): ElementContent[] {
  const alt = attribute(element, 'alt')?.trim() ?? '';
  const src = addressOf(element, 'src', base);
  if (alt === '') return [];
  return [src === undefined ? text(alt) : { ...element, properties: { src, alt } }];
}

function framed(element: Element, base: string): ElementContent[] {
  const src = addressOf(element, 'src', base);
  if (src === undefined || attribute(element, 'src') === undefined) return [];
  const label = attribute(element, 'title') ?? attribute(element, 'ariaLabel') ?? src;
  const link: Element = { type: 'element', tagName: 'a', properties: { href: src }, children: [text(label)] };
  return [{ type: 'element', tagName: 'p', properties: {}, children: [link] }];
}

const text = (value: string): Text => ({ type: 'text', value });

const BLOCKS = new Set(['p', 'div', 'section', 'ul', 'ol', 'dl', 'li', 'dt', 'dd', 'blockquote', 'pre', 'figure']);
const isHeading = ({ tagName }: Element) => /^h[1-6]$/.test(tagName);

/** Tables for layout say so, or contain what no cell of data does. */
function isLayout(table: Element): boolean {
  const role = attribute(table, 'role');
  if (role === 'presentation' || role === 'none') return true;
  for (const element of elementsOf(table)) if (element.tagName === 'table' || isHeading(element)) return true;
  return false;
}

/** The content of cells as blocks. */
function unwrapped(table: Element): ElementContent[] {
  return cellsOf(table).map(({ children }) => ({ type: 'element', tagName: 'div', properties: {}, children }));
}

/** The outermost cells. */
function cellsOf(node: ElementContent): Element[] {
  if (node.type !== 'element') return [];
  return node.tagName === 'td' || node.tagName === 'th' ? [node] : node.children.flatMap(cellsOf);
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
    else if (BLOCKS.has(node.tagName)) {
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

/** Code keeps its language, by whichever convention it is named. */
const pre: Handle = (state, element: Element) => {
  const code = element.children.find((child) => child.type === 'element' && child.tagName === 'code');
  const classes = [element, ...(code?.type === 'element' ? [code] : [])].map(
    (one) => attribute(one, 'className') ?? '',
  );
  const language = /(?:^|\s)(?:language|lang|highlight-source|brush:)-?\s*([\w+#-]+)/.exec(classes.join(' '))?.[1];
  const value = codeOf(element).replace(/\n$/, '');
  const result = { type: 'code' as const, lang: language ?? null, meta: null, value };
  state.patch(element, result);
  return result;
};

/** The text of code: lines may be elements of their own. */
function codeOf(element: Element): string {
  const parts: string[] = [];
  const waiting: ElementContent[] = [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'text') parts.push(node.value);
    else if (node.type === 'element') {
      if (node.tagName === 'br') parts.push('\n');
      else if (['div', 'p', 'li', 'tr'].includes(node.tagName) && parts.length > 0 && !parts.at(-1)!.endsWith('\n')) {
        parts.push('\n');
      }
      for (const child of node.children.toReversed()) waiting.push(child);
    }
  }
  return parts.join('');
}
