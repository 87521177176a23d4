/** A page as Markdown (CommonMark with the tables of GFM), after a head with what a reader needs to cite it. */
import type { Element, ElementContent } from 'hast';
import { type Handle, toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { mainContent } from '../tree/content.ts';
import { formulaOf } from '../tree/formula.ts';
import { Names } from '../tree/names.ts';
import { attribute, elementsOf, type PageTree, resolved, textOf } from '../tree/tree.ts';
import { codeOf, languageOf, nameLanguages } from './code.ts';
import { emphasized, isEmphasis, plain, read, withoutPunctuation } from './inline.ts';
import { made, text } from './made.ts';
import { mediaAddress, pictureAddress, withSources } from './media.ts';
import { asElement } from './roles.ts';
import { dataTable } from './tables.ts';

/** What a reader needs to cite a page; null for what it does not say. */
export interface MarkdownHead {
  readonly title: string | null;
  readonly url: string;
  readonly canonical: string | null;
  readonly language: string | null;
  readonly description: string | null;
}

/** Markdown of the main content. Addresses are absolute, and lead nowhere but to the web, mail and telephone. */
export function markdownOf(page: PageTree, { title, url, canonical, language, description }: MarkdownHead): string {
  const head = Object.entries({ title, url, canonical, language, description })
    .filter(([, value]) => value !== null)
    // A JSON string is a string in YAML, too.
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  nameLinks(page);
  nameLanguages(page.root);
  const children = mainContent(page).flatMap(prepared(page.base));
  const tree = toMdast({ type: 'root', children }, { handlers: { pre } });
  const body = toMarkdown(tree, { bullet: '-', rule: '-', extensions: [gfmToMarkdown({ tablePipeAlign: false })] });
  return `---\n${head.join('\n')}\n---\n\n${body}`;
}

/** Names links before drawings and labels are left out. */
function nameLinks({ root }: PageTree): void {
  const names = new Names(root);
  for (const element of elementsOf(root)) {
    if (element.tagName === 'a' && textOf(element) === '') element.properties['ariaLabel'] = names.of(element);
  }
}

/** Changes a node of the page so that its Markdown is right wherever it is read. */
function prepared(base: string): (node: ElementContent) => ElementContent[] {
  const prepare = (node: ElementContent): ElementContent[] => {
    if (node.type === 'text') return [plain(node)];
    if (node.type !== 'element') return [node];
    if (node.tagName === 'pre') return [node];
    const element = asElement({ ...node, children: withoutPunctuation(childrenOf(node).flatMap(prepare)) });
    switch (element.tagName) {
      case 'a':
        return linked(element, base);
      // Nothing but spaces is between the links of a picture.
      case 'area':
        return [text(' '), ...linked(element, base)];
      case 'img':
        return pictured(element, base);
      case 'table':
        return dataTable(element);
      // Markdown has no frames, and the fallback of media is for browsers that cannot play them.
      case 'iframe':
      case 'frame':
      case 'embed':
      case 'object':
      case 'canvas':
      case 'video':
      case 'audio':
        return framed(node, base);
      case 'frameset':
        return element.children;
      // A closed one is left out before.
      case 'dialog':
        return [{ ...element, tagName: 'div' }];
      case 'menu':
        return [{ ...element, tagName: 'ul' }];
      case 'input':
      case 'select':
      case 'textarea':
        return attribute(element, 'type') === 'checkbox' ? [element] : [];
      case 'math':
        return formula(node);
      case 'ruby':
        return read(element);
      case 'wbr':
        return [];
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return textOf(element) === '' ? element.children : [inOneLine(element)];
      default:
        return isEmphasis(element) ? emphasized(element) : [element];
    }
  };
  return prepare;
}

/** Pictures know what else they may be loaded from. */
const childrenOf = (element: Element) => (element.tagName === 'picture' ? withSources(element) : element.children);

/** A line break would make an underlined heading of several lines. */
function inOneLine(element: Element): Element {
  const children = element.children.map((child) => {
    if (child.type !== 'element') return child;
    return child.tagName === 'br' ? text(' ') : inOneLine(child);
  });
  return { ...element, children };
}

/** TeX in the notation that is also code where mathematics is not rendered; otherwise a line of text. */
function formula(math: Element): ElementContent[] {
  const { tex, line } = formulaOf(math);
  if (tex === undefined) return line === '' ? [] : [text(line)];
  const code = (className: string[]) => made('code', [text(tex)], { className });
  if (attribute(math, 'display') !== 'block') return [text('$'), code([]), text('$')];
  return [made('pre', [code(['language-math'])])];
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

function addressOf(written: string | undefined, base: string): string | undefined {
  const address = written === undefined ? undefined : resolved(written, base);
  return address !== undefined && SCHEMES.has(new URL(address).protocol) ? address : undefined;
}

/** A link without a name, or to something else than a page, is its text. */
function linked(element: Element, base: string): ElementContent[] {
  const href = addressOf(attribute(element, 'href'), base);
  const label = (attribute(element, 'ariaLabel') ?? attribute(element, 'alt') ?? '').trim();
  const isNamed = textOf(element) !== '';
  if (href === undefined || (!isNamed && label === '')) return element.children;
  const { properties, children } = element;
  return [
    { ...element, tagName: 'a', properties: { ...properties, href }, children: isNamed ? children : [text(label)] },
  ];
}

/** A picture without an alternative is decoration (HTML, `alt=""`). */
function pictured(element: Element, base: string): ElementContent[] {
  const alt = attribute(element, 'alt')?.trim() ?? '';
  if (alt === '') return [];
  const src = pictureAddress(element, (written) => addressOf(written, base));
  return [src === undefined ? text(alt) : { ...element, properties: { src, alt } }];
}

function framed(element: Element, base: string): ElementContent[] {
  const src = addressOf(mediaAddress(element), base);
  if (src === undefined) return [];
  const label = attribute(element, 'title') ?? attribute(element, 'ariaLabel') ?? src;
  return [made('p', [made('a', [text(label)], { href: src })])];
}

const pre: Handle = (state, element: Element) => {
  const value = codeOf(element).replace(/\n$/, '');
  const result = { type: 'code' as const, lang: languageOf(element) ?? null, meta: null, value };
  state.patch(element, result);
  return result;
};
