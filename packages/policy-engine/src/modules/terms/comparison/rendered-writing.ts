/** Writes compared blocks as HTML, each within its lists, quotes and tables. */
import type { Language } from '../../../platform/i18n/language.ts';
import type { Block, Cell, Container, Format, Token } from './rendered-blocks.ts';

/** Neighbouring words of a block with the same status. */
export interface WordRun {
  readonly kind: 'same' | 'added' | 'removed';
  readonly tokens: Token[];
}

/** A block, or a cell of a row, word by word. */
export interface ComparedCell {
  readonly tag: Cell['tag'];
  readonly runs: readonly WordRun[];
}

/** A block of the later text, or one that was removed from the earlier. */
export type Compared =
  | { readonly kind: 'added' | 'removed'; readonly block: Block }
  | { readonly kind: 'same'; readonly block: Block; readonly before: Block }
  | {
      readonly kind: 'changed';
      readonly block: Block;
      readonly before: Block;
      readonly cells: readonly ComparedCell[];
    };

/** Unchanged blocks that are shown around a change, and the fewest that are collapsed. */
const AROUND = 1;
const MIN_FOLDED = 2;

type Words = Pick<Language, 't' | 'locale'>;

/** @returns HTML; at least of the later text */
export function writtenDifference(compared: readonly Compared[], words: Words): string {
  const writer = new Writer(words);
  for (const { folded, blocks } of foldingOf(compared)) {
    if (folded) writer.fold(blocks);
    else for (const one of blocks) writer.write(one);
  }
  return writer.end();
}

/** Which unchanged blocks are far from any change. Items of lists are collapsed as a whole. */
function foldingOf(compared: readonly Compared[]): { folded: boolean; blocks: Compared[] }[] {
  const isNear = compared.map(() => false);
  for (const [index, { kind }] of compared.entries()) {
    if (kind !== 'same') isNear.fill(true, Math.max(0, index - AROUND), index + AROUND + 1);
  }
  const itemOf = ({ block }: Compared): Container | undefined => block.path.find(({ tag }) => tag === 'li');
  const open = new Set(compared.filter((_, index) => isNear[index]).map(itemOf));
  open.delete(undefined);
  const groups: { folded: boolean; blocks: Compared[] }[] = [];
  for (const [index, one] of compared.entries()) {
    const folded = isNear[index] !== true && !open.has(itemOf(one));
    const last = groups.at(-1);
    if (last?.folded === folded) last.blocks.push(one);
    else groups.push({ folded, blocks: [one] });
  }
  return groups.map(({ folded, blocks }) => ({ folded: folded && blocks.length >= MIN_FOLDED, blocks }));
}

class Writer {
  readonly #words: Words;
  readonly #open: Container[] = [];
  /** Tables whose head was written. */
  readonly #headed = new Set<Container>();
  #html = '';

  constructor(words: Words) {
    this.#words = words;
  }

  write(compared: Compared): void {
    this.#enter(compared.block.path);
    if (compared.block.path.at(-1)?.tag === 'thead') this.#headed.add(compared.block.path.at(-2) as Container);
    this.#html += this.#block(compared);
  }

  /** Collapsed blocks. They interrupt lists and tables. */
  fold(blocks: readonly Compared[]): void {
    this.#enter([]);
    const summary = this.#words.t('terms.difference.unchanged_blocks', { count: blocks.length });
    this.#html += `<details class="pe-unchanged"><summary lang="${this.#words.locale}">${escapedText(summary)}</summary>`;
    for (const one of blocks) this.write(one);
    this.#enter([]);
    this.#html += '</details>\n';
  }

  end(): string {
    this.#enter([]);
    return this.#html;
  }

  /** Closes and opens elements until exactly the given ones are open. */
  #enter(path: readonly Container[]): void {
    let shared = 0;
    while (shared < path.length && this.#open[shared] === path[shared]) shared += 1;
    for (const { tag } of this.#open.splice(shared).toReversed()) this.#html += `</${tag}>\n`;
    for (const container of path.slice(shared)) {
      const table = this.#open.at(-1);
      if (container.tag === 'tbody' && table?.head && this.#headed.has(table) && this.#html.endsWith('<table>')) {
        this.#html += `<thead>${this.#block({ kind: 'same', block: table.head, before: table.head })}</thead>`;
      }
      this.#html += container.value === null ? `<${container.tag}>` : `<li value="${container.value}">`;
      this.#open.push(container);
    }
  }

  #block(compared: Compared): string {
    const { kind, block } = compared;
    if (block.tag === 'hr') return this.#marked(kind, '<hr>');
    const cells =
      kind === 'changed'
        ? compared.cells
        : block.cells.map(({ tag, tokens }): ComparedCell => ({ tag, runs: [{ kind, tokens }] }));
    const content = cells.map(({ tag, runs }) => {
      const html = runs.map((run) => this.#marked(run.kind, inlineHtml(run.tokens))).join('');
      return tag === null ? html : `<${tag}>${html}</${tag}>`;
    });
    const tag = block.tag ?? (kind === 'same' ? null : 'div');
    if (tag === null) return content.join('');
    const mark = kind === 'same' || tag === 'tr' ? '' : ` class="pe-line-${kind}"`;
    return `<${tag}${mark}>${content.join('')}</${tag}>\n`;
  }

  #marked(kind: Compared['kind'], html: string): string {
    if ((kind !== 'added' && kind !== 'removed') || html === '') return html;
    const element = kind === 'added' ? 'ins' : 'del';
    return `<${element}>${this.#heard(`[${this.#words.t(`terms.difference.${kind}`)}] `)}${html}${this.#heard(` [${this.#words.t('terms.difference.end')}] `)}</${element}>`;
  }

  #heard(text: string): string {
    return `<span class="pe-hidden" lang="${this.#words.locale}">${escapedText(text)}</span>`;
  }
}

/** Words with the formats around them, each opened and closed inside. */
function inlineHtml(tokens: readonly Token[]): string {
  const open: Format[] = [];
  let html = '';
  const enter = (formats: readonly Format[]): void => {
    let shared = 0;
    while (shared < formats.length && open[shared] === formats[shared]) shared += 1;
    for (const { tag } of open.splice(shared).toReversed()) html += `</${tag}>`;
    for (const format of formats.slice(shared)) {
      html += format.open;
      open.push(format);
    }
  };
  for (const token of tokens) {
    enter(token.formats);
    html += token.html;
  }
  enter([]);
  return html;
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
