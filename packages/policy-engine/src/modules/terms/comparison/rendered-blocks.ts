/**
 * A rendered text as the blocks in which it is read: headings, paragraphs, list items, table rows, each with the lists, quotes and
 * tables around it, and with its words.
 */
import { Parser } from 'htmlparser2';
import { WORDS } from './difference.ts';

/** An element around blocks, such as a list or a list item. */
export interface Container {
  readonly tag: string;
  /** Number of an item of an ordered list, repeated where the list is interrupted. */
  readonly value: number | null;
  /** First row of a table with a head, repeated where the table is interrupted. */
  head: Block | null;
}

/** An inline element around words, as its opening tag. */
export interface Format {
  readonly tag: string;
  readonly open: string;
}

/** A word, white space, a punctuation mark, or an element without content, such as an image. */
export interface Token {
  readonly html: string;
  readonly formats: readonly Format[];
  /** Two tokens of one key look alike. */
  readonly key: string;
  /** Characters, without white space. */
  readonly weight: number;
}

/** The content of a block, or of one cell of a row. */
export interface Cell {
  readonly tag: 'th' | 'td' | null;
  readonly tokens: Token[];
}

/** A unit of reading. */
export interface Block {
  /** Its element; null for text directly in its container. */
  readonly tag: string | null;
  /** From outermost to innermost. */
  readonly path: readonly Container[];
  readonly cells: Cell[];
}

const CONTAINERS: ReadonlySet<string> = new Set(['ul', 'ol', 'li', 'blockquote', 'table', 'thead', 'tbody']);
const BLOCKS: ReadonlySet<string> = new Set(['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'pre', 'tr', 'hr']);
const FORMATS: ReadonlySet<string> = new Set(['strong', 'em', 'del', 'a', 'code']);
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = { a: ['href', 'rel'], img: ['src', 'alt'] };

/** Most nested inline elements, and containers; deeper ones are left out. */
const MAX_NESTING = 32;

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function openingTag(tag: string, attributes: Readonly<Record<string, string>>): string {
  const named = (ATTRIBUTES[tag] ?? []).filter((name) => attributes[name] !== undefined);
  return `<${[tag, ...named.map((name) => `${name}="${escaped(attributes[name] ?? '')}"`)].join(' ')}>`;
}

/** Reads a rendered text element by element. */
class BlockReader {
  readonly blocks: Block[] = [];
  readonly #containers: Container[] = [];
  readonly #formats: Format[] = [];
  /** How many items each ordered list has so far, with the number it starts from. */
  readonly #numbers = new Map<Container, number>();
  #block: Block | null = null;
  #text = '';

  open(tag: string, attributes: Readonly<Record<string, string>>): void {
    this.#flushText();
    if (CONTAINERS.has(tag)) this.#openContainer(tag, attributes);
    else if (BLOCKS.has(tag)) this.#openBlock(tag);
    else if (tag === 'td' || tag === 'th') this.#block?.cells.push({ tag, tokens: [] });
    // Text that the author struck out was not removed from the text.
    else if (FORMATS.has(tag)) {
      const written = tag === 'del' ? 's' : tag;
      this.#formats.push({ tag: written, open: openingTag(written, attributes) });
    } else if (tag === 'br' || tag === 'img') this.#add(openingTag(tag, attributes), 1);
  }

  close(tag: string): void {
    this.#flushText();
    if (FORMATS.has(tag)) this.#formats.pop();
    if (BLOCKS.has(tag)) this.#endBlock();
    if (CONTAINERS.has(tag)) {
      this.#endBlock();
      this.#containers.pop();
    }
  }

  text(text: string): void {
    this.#text += text;
  }

  end(): readonly Block[] {
    this.#flushText();
    this.#endBlock();
    return this.blocks;
  }

  #openContainer(tag: string, attributes: Readonly<Record<string, string>>): void {
    this.#endBlock();
    const list = this.#containers.at(-1);
    const number = tag === 'li' && list !== undefined ? this.#numbers.get(list) : undefined;
    if (list !== undefined && number !== undefined) this.#numbers.set(list, number + 1);
    const container: Container = { tag, value: number ?? null, head: null };
    this.#containers.push(container);
    if (tag === 'ol') this.#numbers.set(container, Number(attributes['start'] ?? 1));
  }

  #openBlock(tag: string | null): Block {
    this.#endBlock();
    const path = this.#containers.slice(0, MAX_NESTING);
    const block: Block = { tag, path, cells: tag === 'tr' ? [] : [{ tag: null, tokens: [] }] };
    this.#block = block;
    return block;
  }

  #endBlock(): void {
    const block = this.#block;
    this.#block = null;
    if (block === null) return;
    for (const { tokens } of block.tag === 'pre' ? [] : block.cells) trim(tokens);
    const isEmpty = block.cells.every(({ tokens }) => tokens.length === 0);
    if (isEmpty && block.tag !== 'tr' && block.tag !== 'hr' && block.path.at(-1)?.tag !== 'li') return;
    this.blocks.push(block);
    const table = block.path.at(-2);
    if (block.path.at(-1)?.tag === 'thead' && table !== undefined) table.head = block;
  }

  #flushText(): void {
    const text = this.#text;
    this.#text = '';
    if (this.#block === null && text.trim() === '') return;
    const isPre = this.#block?.tag === 'pre';
    for (const word of text.match(WORDS) ?? []) {
      const isSpace = word.trim() === '';
      this.#add(isSpace && !isPre ? ' ' : escaped(word), isSpace ? 0 : word.length);
    }
  }

  #add(html: string, weight: number): void {
    const cell = (this.#block ?? this.#openBlock(null)).cells.at(-1);
    const formats = this.#formats.slice(0, MAX_NESTING);
    cell?.tokens.push({ html, formats, key: formats.map(({ open }) => open).join('') + html, weight });
  }
}

function trim(tokens: Token[]): void {
  while (tokens.at(-1)?.weight === 0) tokens.pop();
  while (tokens[0]?.weight === 0) tokens.shift();
}

/**
 * The blocks of a text, in reading order.
 *
 * @param html - from our Markdown renderer; elements that it does not write are left out
 */
export function blocksOf(html: string): readonly Block[] {
  const reader = new BlockReader();
  const parser = new Parser({
    onopentag: (tag, attributes) => reader.open(tag, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (tag) => reader.close(tag),
  });
  parser.end(html);
  return reader.end();
}
