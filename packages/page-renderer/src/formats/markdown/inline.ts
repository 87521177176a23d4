/** Text within a line. */
import type { Element, ElementContent, Text } from 'hast';
import { textOf } from '../tree/tree.ts';
import { text } from './made.ts';
import { isBlock } from './tables.ts';

/** Names of emphasis; those in one place look the same. */
const EMPHASIS: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  s: 'del',
  del: 'del',
  mark: 'em',
};

/** Whether an element emphasizes text. */
export const isEmphasis = ({ tagName }: Element): boolean => Object.hasOwn(EMPHASIS, tagName);

/** Hyphens that are seen only where a line breaks are no part of a word. */
export const plain = (node: Text): Text => text(node.value.replaceAll('\u00AD', ''));

/** Emphasis is within one block, and its marks stand at words. */
export function emphasized(element: Element): ElementContent[] {
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
  if (children.every((child) => child.type === 'text' && child.value === '')) return [];
  const isTwice = start === end && start?.type === 'element' && EMPHASIS[start.tagName] === EMPHASIS[element.tagName];
  return isTwice ? [start] : [element];
}

const LETTER_AT_END = /[\p{L}\p{N}]$/u;
const LETTER_AT_START = /^[\p{L}\p{N}]/u;
const MARKS_AT_START = /^[\p{P}\p{S}]+/u;
const MARKS_AT_END = /[\p{P}\p{S}]+$/u;

/**
 * Takes punctuation at the ends of emphasis out of it where letters follow without a space, as in Japanese: Markdown does not read marks
 * there (CommonMark, "left-flanking").
 */
export function withoutPunctuation(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node, index) => {
    const [start, end] = node.type === 'element' ? [node.children[0], node.children.at(-1)] : [];
    if (node.type !== 'element' || !isEmphasis(node) || start?.type !== 'text' || end?.type !== 'text') return [node];
    const [before, after] = [nodes[index - 1], nodes[index + 1]];
    const isAfterWord = before?.type === 'text' && LETTER_AT_END.test(before.value);
    const isBeforeWord = after?.type === 'text' && LETTER_AT_START.test(after.value);
    const first = isAfterWord ? (MARKS_AT_START.exec(start.value)?.[0] ?? '') : '';
    const last = isBeforeWord ? (MARKS_AT_END.exec(end.value)?.[0] ?? '') : '';
    if (first === '' && last === '') return [node];
    if (start === end && first.length + last.length >= start.value.length) return node.children;
    const children = node.children.map((child) => {
      if (child.type !== 'text') return child;
      const from = child === start ? first.length : 0;
      return text(child.value.slice(from, child.value.length - (child === end ? last.length : 0)));
    });
    return [text(first), { ...node, children }, text(last)].filter((one) => one.type !== 'text' || one.value !== '');
  });
}

/** A reading stands in parentheses after its characters: pages have them for browsers that do not show readings above. */
export function read(ruby: Element): ElementContent[] {
  return ruby.children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [child];
    if (child.tagName === 'rp') return [];
    if (child.tagName === 'rtc') return read(child);
    if (child.tagName !== 'rt') return child.children;
    const reading = textOf(child);
    return reading === '' ? [] : [text(`(${reading})`)];
  });
}
