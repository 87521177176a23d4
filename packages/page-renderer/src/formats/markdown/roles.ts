/** Elements that say with a role what others are by their names (https://www.w3.org/TR/html-aria/). */
import type { Element, ElementContent } from 'hast';
import { attribute } from '../tree/tree.ts';

/** Elements that mean nothing by themselves. */
const PLAIN = new Set(['div', 'span', 'p']);
/** The parts of tables and lists. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  table: { rowgroup: 'tbody', row: 'tr', columnheader: 'th', rowheader: 'th', cell: 'td', gridcell: 'td' },
  grid: { rowgroup: 'tbody', row: 'tr', columnheader: 'th', rowheader: 'th', cell: 'td', gridcell: 'td' },
  list: { listitem: 'li' },
};
const WHOLE: Readonly<Record<string, string>> = { table: 'table', grid: 'table', list: 'ul' };

const roleOf = (element: Element) =>
  PLAIN.has(element.tagName) ? (attribute(element, 'role') ?? '').trim().toLowerCase() : '';

/** The element that means the same as the role of another one; that one itself without such a role. */
export function asElement(element: Element): Element {
  const role = roleOf(element);
  if (role === 'heading') return { ...element, tagName: `h${levelOf(element)}` };
  const [parts, tagName] = [PARTS[role], WHOLE[role]];
  return parts === undefined || tagName === undefined ? element : { ...withParts(element, parts), tagName };
}

/** Of the second level without another one. */
function levelOf(element: Element): number {
  const level = Math.floor(Number(attribute(element, 'ariaLevel') ?? 2));
  return level >= 1 && level <= 6 ? level : 2;
}

function withParts(element: Element, parts: Readonly<Record<string, string>>): Element {
  const children = element.children.map((child): ElementContent => {
    if (child.type !== 'element') return child;
    const tagName = parts[roleOf(child)];
    return withParts(tagName === undefined ? child : { ...child, tagName }, parts);
  });
  return { ...element, children };
}
