/** The document of the formatted editor → Markdown. */
import type { Mark, Node } from 'prosemirror-model';

/** Characters that mean something wherever they are; an underscore within a word means nothing. */
const SPECIAL = /[\\`*[\]~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w+;)/giu;
/** What would become a link by itself: the colon, dot or at sign is escaped. */
const ADDRESS = /(?<=https?|ftp):(?=\/\/)|(?<=www)\.|(?<=[\w.+-])@(?=[\w-]+\.)/gi;
/** What would begin a block at the start of a line. */
const OPENER = /^(?:[-+>=:]|#{1,6}(?=\s|$)|\d{1,9}(?=[.)](?:\s|$)))/;

const escaped = (text: string): string => text.replace(SPECIAL, String.raw`\$&`).replace(ADDRESS, String.raw`\$&`);

/** A line that does not begin a heading, list, quote or rule. */
function unopened(line: string): string {
  return line.replace(OPENER, (found) => (/^\d/.test(found) ? `${found}\\` : `\\${found}`));
}

/** Code between as many backticks as it needs. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .*\S.* $/.test(text) ? ' ' : '';
  return fence + pad + text + pad + fence;
}

function address(href: string): string {
  const text = href.replaceAll(/[\\<>]/g, String.raw`\$&`);
  return href === '' || /[\s()<>]/.test(href) ? `<${text}>` : text;
}

function target(href: string, title: string | null): string {
  const said = title === null ? '' : ` "${title.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  return `(${address(href)}${said})`;
}

const DELIMITERS: Readonly<Record<string, string>> = { strong: '**', em: '*', del: '~~' };

function leafOf(node: Node): string {
  const { name } = node.type;
  if (name === 'image') {
    const { src, alt, title } = node.attrs as { src: string; alt: string; title: string | null };
    return `![${escaped(alt)}]${target(src, title)}`;
  }
  if (name === 'hard_break') return '\\\n';
  const text = node.text ?? '';
  return node.marks.some(({ type }) => type.name === 'code') ? codeSpan(text) : escaped(text);
}

/** Inline content with a part of its marks already written. */
function spans(content: readonly Node[], depth: number): string {
  let text = '';
  for (let at = 0; at < content.length;) {
    const node = content[at] as Node;
    const mark = node.marks[depth];
    let end = at + 1;
    if (mark === undefined || mark.type.name === 'code') {
      text += leafOf(node);
    } else {
      while (end < content.length && (content[end] as Node).marks[depth]?.eq(mark) === true) end += 1;
      // An exclamation mark before a link would make an image of it.
      if (mark.type.name === 'link') text = text.replace(/!$/, String.raw`\!`);
      text += marked(mark, content.slice(at, end), depth);
    }
    at = end;
  }
  return text;
}

/** An address that is its own text. */
function isOwnAddress(content: readonly Node[], { attrs }: Mark): boolean {
  const [node] = content;
  return content.length === 1 && node?.text === attrs['href'] && attrs['title'] === null && node?.marks.length === 1;
}

/** White space stays outside of the marks: Markdown ignores a mark that is next to it. */
function marked(mark: Mark, content: readonly Node[], depth: number): string {
  const { href, title } = mark.attrs as { href: string; title: string | null };
  const isLink = mark.type.name === 'link';
  if (isLink && isOwnAddress(content, mark) && /^https?:\/\/[^\s<>]+$/.test(href)) return `<${href}>`;
  const inner = spans(content, depth + 1);
  if (isLink) return `[${inner}]${target(href, title)}`;
  const [, start = '', middle = '', end = ''] = /^(\s*)(.*?)(\s*)$/s.exec(inner) ?? [];
  if (middle === '') return inner;
  const delimiter = DELIMITERS[mark.type.name] ?? '';
  return start + delimiter + middle + delimiter + end;
}

/** The inline content of a block, on one line for each of its breaks. */
function inline(node: Node): string {
  return spans(node.children, 0).trim();
}

function paragraph(node: Node): string {
  return inline(node)
    .split('\n')
    .map((line) => unopened(line.trim()))
    .join('\n')
    .replace(/\\+$/, (run) => (run.length % 2 === 1 ? run.slice(1) : run));
}

function codeBlock(node: Node): string {
  const text = node.textContent;
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${String(node.attrs['info'])}\n${text === '' ? '' : `${text}\n`}${fence}`;
}

function table(node: Node): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  // Text is written without an escaped bar, so that each is escaped once.
  const cell = (one: Node): string =>
    inline(one)
      .replaceAll(String.raw`\|`, '|')
      .replaceAll('|', String.raw`\|`);
  const marks: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' };
  const [head, ...rows] = node.children;
  const rule = (head?.children ?? []).map(({ attrs }) => marks[String(attrs['align'])] ?? '---');
  return [line((head?.children ?? []).map(cell)), line(rule), ...rows.map((row) => line(row.children.map(cell)))].join(
    '\n',
  );
}

const indented = (text: string, by: string): string => text.replaceAll(/\n(?=[^\n])/g, `\n${by}`);

function item(node: Node, marker: string, tight: boolean): string {
  const checked = node.attrs['checked'] as boolean | null;
  const box = checked === null ? '' : `[${checked ? 'x' : ' '}] `;
  const inside = blocks(node.children, tight ? '\n' : '\n\n', true);
  return (marker + indented(box + inside, ' '.repeat(marker.length))).trimEnd();
}

/** @param other - with the other kind of mark, so that it does not continue the list before it */
function list(node: Node, other: boolean): string {
  const { start = 1, tight } = node.attrs as { start?: number; tight: boolean };
  const marker = (index: number): string =>
    node.type.name === 'bullet_list' ? (other ? '* ' : '- ') : `${start + index}${other ? ')' : '.'} `;
  const items = node.children.map((one, index) => item(one, marker(index), tight));
  return items.join(tight ? '\n' : '\n\n');
}

/** @param other - see `list` */
function block(node: Node, other: boolean, isInItem: boolean): string {
  switch (node.type.name) {
    case 'heading': {
      const text = inline(node).replace(/#+$/, (run) => `\\${run}`);
      return `${'#'.repeat(Number(node.attrs['level']))} ${text}`.trimEnd();
    }
    case 'blockquote': {
      return blocks(node.children, '\n\n').replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '');
    }
    case 'code_block': {
      return codeBlock(node);
    }
    case 'horizontal_rule': {
      return isInItem ? '***' : '---';
    }
    case 'bullet_list':
    case 'ordered_list': {
      return list(node, other);
    }
    case 'table': {
      return table(node);
    }
    default: {
      return paragraph(node);
    }
  }
}

/** Which of the two marks a list has. */
const hasOtherMark = (written: string): boolean => /^ *(?:\*(?: |$)|\d+\))/.test(written);

/**
 * A block as Markdown, without a line end.
 *
 * @param before - the Markdown of the block before it, if that is a list of the same kind; else empty
 */
export function writeBlock(node: Node, before = '', isInItem = false): string {
  return block(node, before !== '' && !hasOtherMark(before), isInItem);
}

/** Blocks as Markdown. An empty paragraph says nothing and is left out, except as the start of a list item. */
function blocks(children: readonly Node[], gap: string, isInItem = false): string {
  let text = '';
  let last: { node: Node; text: string } | undefined;
  for (const [index, node] of children.entries()) {
    const isStart = isInItem && index === 0;
    if (isEmpty(node) && !isStart) continue;
    const written = writeBlock(node, last?.node.type === node.type ? last.text : '', isInItem);
    // In a tight list, only a list follows the text directly.
    const between = isInItem && !node.type.name.endsWith('_list') ? '\n\n' : gap;
    text += last === undefined ? written : between + written;
    last = { node, text: written };
  }
  return text;
}

/** Whether a block says nothing, so that Markdown does not have it. */
export function isEmpty(node: Node): boolean {
  return node.type.name === 'paragraph' && inline(node) === '';
}
