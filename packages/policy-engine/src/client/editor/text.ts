/**
 * A policy text in the formatted editor, and back to the same text.
 *
 * A block that was not changed is written as its author wrote it, to the byte: other marks of lists, wrapped lines and the
 * like stay. Only a changed block is written by the editor, in one style. What is written is read again each time and compared:
 * a document that would come back as another one is refused.
 */
import type { Node } from 'prosemirror-model';
import { blocksOf, isTightItem, type SourceBlock, UnheldError } from './read.ts';
import { schema } from './schema.ts';
import { isEmpty, writeBlock } from './write.ts';

/** A text that the editor holds. */
export interface HeldText {
  readonly doc: Node;
  readonly blocks: readonly SourceBlock[];
}

/** What a node means: without what is not shown, and whether a bare address is a link. */
function meaningOf(node: Node): unknown {
  const { type, attrs } = node;
  if (node.isTextblock) {
    if (type.name === 'code_block') {
      const lines = node.textContent.split('\n').map((line) => line.trimEnd());
      return [type.name, attrs['info'], lines.join('\n').trimEnd()];
    }
    const name = type.name.startsWith('table_') ? ['cell', attrs['align']] : [type.name, attrs['level']];
    return [...name, inlineMeaning(node)];
  }
  const children = node.children.filter(
    (child, index) => !isEmpty(child) || (type.name === 'list_item' && index === 0),
  );
  const tight = type.name.endsWith('_list') ? attrs['tight'] === true && node.children.every(isTightItem) : null;
  return [type.name, attrs['start'] ?? null, attrs['checked'] ?? null, tight, children.map(meaningOf)];
}

/** Words with their marks; white space has none. */
function inlineMeaning(node: Node): unknown {
  const parts: [string, string][] = [];
  for (const child of node.children) {
    const marks = child.marks.map(({ type, attrs }) => `${type.name} ${JSON.stringify(attrs)}`).join();
    const words = child.isText
      ? (child.text ?? '').split(/(?<=\s)|(?=\s)/)
      : [JSON.stringify([child.type.name, child.attrs])];
    for (const word of words) {
      const on = word.trim() === '' ? '' : marks;
      const last = parts.at(-1);
      if (last?.[1] === on) last[0] += word;
      else parts.push([word, on]);
    }
  }
  const shown = parts.map(([text, on]) => [text.replaceAll(/\s+/g, ' '), on] as const);
  if (shown[0]?.[0].trim() === '') shown.shift();
  if (shown.at(-1)?.[0].trim() === '') shown.pop();
  const last = shown.length - 1;
  return shown.map(([text, on], index) => {
    const begun = index === 0 ? text.trimStart() : text;
    return [index === last ? begun.trimEnd() : begun, on];
  });
}

const meaning = (node: Node): string => JSON.stringify(meaningOf(node));

/** The whole of a document in the editor's own style. */
function restyled(doc: Node): string {
  return writeText(doc, []);
}

/**
 * Opens a text.
 *
 * @param markdown with LF line ends
 * @throws {UnheldError} if the editor cannot hold the text without changing what it says
 */
export function openText(markdown: string): HeldText {
  const blocks = blocksOf(markdown);
  const nodes = blocks.map(({ node }) => node);
  const doc = schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph')]);
  const held = { doc, blocks };
  if (!isHeld(doc, restyled(doc))) throw new UnheldError('other');
  return held;
}

/** Whether a text is read as this document. */
export function isHeld(doc: Node, markdown: string): boolean {
  try {
    const nodes = blocksOf(markdown).map(({ node }) => node);
    return meaning(schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph')])) === meaning(doc);
  } catch (error) {
    if (error instanceof UnheldError) return false;
    throw error;
  }
}

/** The block that a node came from; one that was restored by an undo equals it, and is another object. */
function originOf(node: Node, blocks: readonly SourceBlock[], from: number): number {
  const same = blocks.findIndex((one) => one.node === node);
  return same === -1 ? blocks.findIndex((one, index) => index >= from && one.node.eq(node)) : same;
}

/**
 * Writes a document.
 *
 * @param blocks those of the text that was opened: a block that is still the same is written as it was
 */
export function writeText(doc: Node, blocks: readonly SourceBlock[]): string {
  let text = '';
  let last: { node: Node; text: string; origin: number } | undefined;
  for (const node of doc.children) {
    const origin = originOf(node, blocks, (last?.origin ?? -1) + 1);
    const known = blocks[origin];
    if (known === undefined && isEmpty(node)) continue;
    const written = known?.source ?? writeBlock(node, last?.node.type === node.type ? last.text : '');
    const isNext = last === undefined ? origin === 0 : origin > 0 && origin === last.origin + 1;
    if (last !== undefined) text += isNext ? (blocks[last.origin]?.gap ?? '\n\n') : '\n\n';
    text += written;
    last = { node, text: written, origin };
  }
  const end = last !== undefined && last.origin === blocks.length - 1 ? blocks.at(-1)?.gap : undefined;
  return text === '' ? '' : text + (end ?? '\n');
}
