/** A page as Markdown (CommonMark with the tables of GFM), after a head with what a reader needs to cite it. */
import type { Element, ElementContent, Text } from 'hast';
import { type Handle, toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { codeOf } from './code.ts';
import { mainContent } from './tree/content.ts';
import { formulaOf } from './tree/formula.ts';
import { metadataOf } from './metadata.ts';
import { dataTable, isBlock } from './tables.ts';
import { attribute, type PageTree, resolved, textOf } from './tree/tree.ts';

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
        return dataTable(element);
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
      case 'math':
        return formula(node);
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return textOf(element) === '' ? element.children : [element];
      default:
        return EMPHASIS.has(element.tagName) ? emphasized(element) : [element];
    }
  };
  return prepare;
}

const EMPHASIS = new Set(['b', 'strong', 'i', 'em', 's', 'del', 'mark']);

/** Emphasis is within one block, and its marks stand at words. */
function emphasized(element: Element): ElementContent[] {
  const { children } = element;
  if (children.some(isBlock)) {
    return children.flatMap((child) => {
      if (!isBlock(child)) return emphasized({ ...element, children: [child] });
      return [
        child.tagName === 'pre' || child.tagName === 'table'
          ? child
          : { ...child, children: emphasized({ ...element, children: child.children }) },
      ];
    });
  }
  const [start, end] = [children[0], children.at(-1)];
  const before = start?.type === 'text' ? (/^\s+/.exec(start.value)?.[0] ?? '') : '';
  if (before !== '' && start?.type === 'text') {
    return [
      text(before),
      ...emphasized({ ...element, children: [text(start.value.slice(before.length)), ...children.slice(1)] }),
    ];
  }
  const after = end?.type === 'text' ? (/\s+$/.exec(end.value)?.[0] ?? '') : '';
  if (after !== '' && end?.type === 'text') {
    return [
      ...emphasized({ ...element, children: [...children.slice(0, -1), text(end.value.slice(0, -after.length))] }),
      text(after),
    ];
  }
  return children.every((child) => child.type === 'text' && child.value === '') ? [] : [element];
}

/** TeX in the notation that is also code where mathematics is not rendered; otherwise a line of text. */
function formula(math: Element): ElementContent[] {
  const { tex, line } = formulaOf(math);
  if (tex === undefined) return line === '' ? [] : [text(line)];
  const code = (className: string[]): Element => ({
    type: 'element',
    tagName: 'code',
    properties: { className },
    children: [text(tex)],
  });
  if (attribute(math, 'display') !== 'block') return [text('$'), code([]), text('$')];
  return [{ type: 'element', tagName: 'pre', properties: {}, children: [code(['language-math'])] }];
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

function addressOf(element: Element, name: string, base: string): string | undefined {
  const address = resolved(attribute(element, name) ?? '', base);
  return address !== undefined && SCHEMES.has(new URL(address).protocol) ? address : undefined;
}

/** A link without a name, or to something else than a page, is its text. */
function linked(element: Element, base: string): ElementContent[] {
  const href = attribute(element, 'href') === undefined ? undefined : addressOf(element, 'href', base);
  const label = attribute(element, 'ariaLabel')?.trim() ?? '';
  const isNamed = textOf(element) !== '';
  if (href === undefined || (!isNamed && label === '')) return element.children;
  return [
    { ...element, properties: { ...element.properties, href }, children: isNamed ? element.children : [text(label)] },
  ];
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
