/** Markdown → the document of the formatted editor, with the parser that also makes the HTML of a policy text. */
import { Marked, type Token, type Tokens } from 'marked';
import { Fragment, type Mark, type Node } from 'prosemirror-model';
import { schema } from './schema.ts';

/**
 * Why the formatted editor can't hold a text: `reference` addresses of links are collected apart from them; `entity` characters
 * are written by name (`&copy;`); `break` a heading has several lines; `other` the editor would write it in another meaning.
 */
export type Unheld = 'reference' | 'entity' | 'break' | 'other';

/** Thrown by `blocksOf`; its `reason` tells the person why the text stays in the text field. */
export class UnheldError extends Error {
  readonly reason: Unheld;
  constructor(reason: Unheld) {
    super(`The formatted editor can't hold this text: ${reason}`);
    this.reason = reason;
  }
}

/** As `marked` of `terms/markdown`: HTML is text. */
const marked = new Marked({ gfm: true, async: false, tokenizer: { html: () => undefined, tag: () => undefined } });

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);/i;

const textNode = (text: string, on: readonly Mark[]): readonly Node[] => (text === '' ? [] : [schema.text(text, on)]);

/** Line ends within a paragraph are spaces to the reader. */
function plain(text: string, on: readonly Mark[]): readonly Node[] {
  if (ENTITY.test(text)) throw new UnheldError('entity');
  return textNode(text.replaceAll(/[ \t]*\n[ \t]*/g, ' '), on);
}

const withMark = (on: readonly Mark[], mark: Mark): readonly Mark[] => mark.addToSet(on);

function inlineOf(token: Token, on: readonly Mark[]): readonly Node[] {
  const inner = (mark: Mark): readonly Node[] => inlinesOf((token as Tokens.Generic).tokens ?? [], withMark(on, mark));
  switch (token.type) {
    case 'text': {
      const { tokens, raw } = token as Tokens.Text;
      return tokens === undefined ? plain(raw, on) : inlinesOf(tokens, on);
    }
    case 'escape': {
      return textNode((token as Tokens.Escape).text, on);
    }
    case 'strong': {
      return inner(schema.mark('strong'));
    }
    case 'em': {
      return inner(schema.mark('em'));
    }
    case 'del': {
      return inner(schema.mark('del'));
    }
    case 'codespan': {
      const text = (token as Tokens.Codespan).text.replaceAll('\n', ' ');
      return textNode(text, withMark(on, schema.mark('code')));
    }
    case 'br': {
      return [schema.node('hard_break', undefined, undefined, on)];
    }
    case 'link': {
      const { href, title } = token as Tokens.Link;
      return inner(schema.mark('link', { href, title: title ?? null }));
    }
    case 'image': {
      const { href, text, title } = token as Tokens.Image;
      if (ENTITY.test(text)) throw new UnheldError('entity');
      return [schema.node('image', { src: href, alt: text, title: title ?? null }, undefined, on)];
    }
    // Of a list item, which has it as an attribute.
    case 'checkbox': {
      return [];
    }
    default: {
      throw new UnheldError('other');
    }
  }
}

function inlinesOf(tokens: readonly Token[], on: readonly Mark[] = []): readonly Node[] {
  return tokens.flatMap((token) => inlineOf(token, on));
}

/** White space at the ends of a line is not shown. */
function filled(type: string, attrs: Record<string, unknown> | null, content: readonly Node[]): Node {
  try {
    const node = schema.node(type, attrs, Fragment.fromArray([...content]));
    node.check();
    return node;
  } catch {
    throw new UnheldError(content.some((node) => node.type.name === 'hard_break') ? 'break' : 'other');
  }
}

function itemOf({ tokens, task, checked }: Tokens.ListItem): Node {
  const inside = blocksIn(tokens.filter(({ type }) => type !== 'checkbox'));
  return filled('list_item', { checked: task ? checked === true : null }, inside);
}

/** A list is loose if an item has more than one block, apart from lists within it. */
export function isTightItem(item: Node): boolean {
  return item.children.slice(1).every((child) => child.type.name.endsWith('_list'));
}

function listOf({ items, ordered, start, loose }: Tokens.List): Node {
  const content = items.map(itemOf);
  const tight = !loose && content.every(isTightItem);
  return ordered
    ? filled('ordered_list', { start: start === '' ? 1 : start, tight }, content)
    : filled('bullet_list', { tight }, content);
}

function tableOf({ align, header, rows }: Tokens.Table): Node {
  const row = (type: string, cells: readonly Tokens.TableCell[]): Node =>
    filled(
      'table_row',
      null,
      cells.map(({ tokens }, index) => filled(type, { align: align[index] ?? null }, inlinesOf(tokens))),
    );
  return filled('table', null, [row('table_header', header), ...rows.map((cells) => row('table_cell', cells))]);
}

function blockOf(token: Token): readonly Node[] {
  switch (token.type) {
    case 'space': {
      return [];
    }
    case 'paragraph':
    case 'text': {
      return [filled('paragraph', null, inlinesOf((token as Tokens.Paragraph).tokens ?? []))];
    }
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      return [filled('heading', { level: depth }, inlinesOf(tokens))];
    }
    case 'blockquote': {
      return [filled('blockquote', null, blocksIn((token as Tokens.Blockquote).tokens))];
    }
    case 'code': {
      const { text, lang } = token as Tokens.Code;
      return [filled('code_block', { info: lang ?? '' }, textNode(text, []))];
    }
    case 'hr': {
      return [filled('horizontal_rule', null, [])];
    }
    case 'list': {
      return [listOf(token as Tokens.List)];
    }
    case 'table': {
      return [tableOf(token as Tokens.Table)];
    }
    default: {
      throw new UnheldError(token.type === 'def' ? 'reference' : 'other');
    }
  }
}

/** Blocks of a place that needs at least one. */
function blocksIn(tokens: readonly Token[]): readonly Node[] {
  const found = tokens.flatMap(blockOf);
  return found.length > 0 ? found : [filled('paragraph', null, [])];
}

/** A block with its Markdown, and the line ends after it. */
export interface SourceBlock {
  readonly node: Node;
  readonly source: string;
  readonly gap: string;
}

const LINE_ENDS = /\n[\s]*$/;

/**
 * The blocks of a text, in order; their sources and gaps together are the text.
 *
 * @param markdown - with LF line ends
 * @throws {UnheldError} if the editor cannot hold the text
 */
export function blocksOf(markdown: string): readonly SourceBlock[] {
  const blocks: { node: Node; source: string; gap: string }[] = [];
  const tokens = marked.lexer(markdown);
  if (Object.keys(tokens.links).length > 0) throw new UnheldError('reference');
  for (const token of tokens) {
    const [node] = blockOf(token);
    const last = blocks.at(-1);
    if (node === undefined) {
      if (last !== undefined) last.gap += token.raw;
      else if (token.raw.trim() !== '') throw new UnheldError('other');
      continue;
    }
    const end = LINE_ENDS.exec(token.raw)?.index ?? token.raw.length;
    blocks.push({ node, source: token.raw.slice(0, end), gap: token.raw.slice(end) });
  }
  const written = blocks.map(({ source, gap }) => source + gap).join('');
  if (written.trimEnd() !== markdown.trimEnd()) throw new UnheldError('other');
  return blocks;
}
