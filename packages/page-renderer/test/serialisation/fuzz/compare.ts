/** Compares the elements of a page with those that a parser makes of its HTML. */
import type { DefaultTreeAdapterMap } from 'parse5';
import { parse } from 'parse5';
import type { Counts, Elements } from './count.ts';

/** The expected elements after the rules were applied that change elements. */
export function withChanges(live: Counts, changes: Counts): Counts {
  const expected = { ...live };
  const add = (name: string | undefined, count: number) => {
    if (name !== undefined && !name.startsWith('#')) expected[name] = (expected[name] ?? 0) + count;
  };
  for (const [change, count] of Object.entries(changes)) {
    const [rule, name, other] = change.split(' ');
    if (rule === 'table-parts') add(name, count);
    if (rule === 'left-out' || rule === 'head-content' || rule === 'renamed') add(name, -count);
    if (rule === 'renamed') add(other, count);
  }
  return expected;
}

/** Elements that are not compared: style sheets are merged, a parser fills `<selectedcontent>`, and there is one base. */
const OTHERS: ReadonlySet<string> = new Set(['style', 'kbd', 'base']);

/** The number of elements by name that are missing (negative) or too many. */
export function differences(expected: Counts, parsed: Counts): Counts {
  const found: Counts = {};
  for (const name of new Set([...Object.keys(expected), ...Object.keys(parsed)])) {
    const difference = (parsed[name] ?? 0) - (expected[name] ?? 0);
    if (difference !== 0 && !OTHERS.has(name)) found[name] = difference;
  }
  return found;
}

/**
 * What is not where it was: elements must be in the same order, and each within elements around it in the page. An element may have
 * lost what follows in it only if it was ended early.
 *
 * @param early how often the rule `closed-early` was used
 * @returns one misplaced element; undefined if there is none
 */
export function misplaced(live: Elements, parsed: Elements, early: number): string | undefined {
  const around = new Map(live.marks);
  const orderOf = new Map(live.marks.map(([mark], index) => [mark, index]));
  const written = new Set(parsed.marks.map(([mark]) => mark));
  const ended = new Set<string>();
  let last = -1;
  for (const [mark, parent] of parsed.marks) {
    const order = orderOf.get(mark);
    if (order === undefined) return `${mark} is not in the page`;
    if (order <= last) return `${mark} is not in its order`;
    last = order;
    let outermost = '';
    let outer = around.get(mark);
    for (; outer !== undefined && outer !== parent; outer = around.get(outer))
      if (written.has(outer)) outermost = outer;
    if (outer === undefined) return `${mark} is in ${parent}`;
    if (outermost !== '') ended.add(outermost);
  }
  return ended.size > early ? `${ended.size} elements end early, not ${early}: ${[...ended].join(' ')}` : undefined;
}

type Node5 = DefaultTreeAdapterMap['node'];

const KINDS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2000/svg': 'svg:',
  'http://www.w3.org/1998/Math/MathML': 'math:',
};

/** What parse5 finds in the head and the body of HTML. */
export function readByParse5(html: string): Elements {
  const elements: Elements = { counts: {}, marks: [], texts: [], written: {} };
  const root = parse(html).childNodes.find(({ nodeName }) => nodeName === 'html');
  const within = (node: Node5, around: string): void => {
    const isStyle = 'tagName' in node && node.tagName === 'style' && !(node.namespaceURI in KINDS);
    for (const child of 'childNodes' in node ? node.childNodes : []) {
      if ('value' in child && !isStyle) elements.texts.push([child.value, around, elements.marks.length]);
      if (!('tagName' in child)) continue;
      const name = `${KINDS[child.namespaceURI] ?? ''}${child.tagName}`;
      elements.counts[name] = (elements.counts[name] ?? 0) + 1;
      const mark = child.attrs.find((attribute) => attribute.name === 'data-mark')?.value;
      if (mark !== undefined) {
        elements.marks.push([mark, around]);
        const attributes = child.attrs.map(({ prefix, name: own, value }) => [
          prefix ? `${prefix}:${own}` : own,
          value,
        ]);
        elements.written[mark] = { name, attributes: attributes as Array<[string, string]> };
      }
      within('content' in child ? child.content : child, mark ?? around);
    }
  };
  for (const part of root && 'childNodes' in root ? root.childNodes : []) within(part, '');
  return elements;
}
