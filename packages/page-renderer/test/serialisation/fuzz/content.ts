/** Compares the text and the attributes of a page with those that a parser makes of its HTML. */
import type { DefaultTreeAdapterMap } from 'parse5';
import { parse } from 'parse5';
import type { Counts, Elements, Form } from './count.ts';

/** What is wrong, and how often a difference followed a rule. */
export interface Content {
  wrong: string[];
  rules: Counts;
}

/** Elements without content. */
const EMPTY =
  /^(?:area|base|basefont|bgsound|br|col|embed|frame|hr|img|input|keygen|link|meta|param|source|track|wbr)$/;
/** Elements whose text is not escaped. */
const RAW = /^(?:xmp|iframe|noembed|noframes|script)$/;
/** Attributes that are added to tell trees apart, and to say that no script has defined an element. */
const ADDED = /^data-(?:shadow-tree|shadow-host|slotted|undefined)$/;

/** @param changes how often the writer used each of its rules */
export function compareContent(live: Elements, parsed: Elements, form: Form, changes: Counts): Content {
  const content: Content = { wrong: [], rules: {} };
  for (const [mark] of parsed.marks) compareAttributes(mark, live, parsed, form, content);
  compareTexts(live, parsed, changes, content);
  return content;
}

function use({ rules }: Content, rule: string): void {
  rules[rule] = (rules[rule] ?? 0) + 1;
}

/** Null characters and halves of characters cannot be written. */
function readable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

function compareAttributes(mark: string, live: Elements, parsed: Elements, form: Form, content: Content): void {
  const before = live.written[mark];
  if (!before) return;
  const after = new Map(parsed.written[mark]?.attributes);
  for (const [name, value] of before.attributes) {
    const expected = expectedValue(name, value, content);
    const found = after.get(name) ?? null;
    after.delete(name);
    if (before.name === 'iframe' && name === 'srcdoc' && expected !== null && found !== null) {
      if (readable(textOfHtml(value)) !== textOfHtml(found))
        content.wrong.push(`${mark} srcdoc: ${JSON.stringify([value, found])}`);
    } else if (expected === found) continue;
    else if (before.name === 'option' && name === 'selected') use(content, 'field-state');
    else content.wrong.push(`${mark} ${before.name} ${name}: ${JSON.stringify([value, found])}`);
  }
  for (const [name, value] of after) {
    if (ADDED.test(name) && (form !== 'declarative' || name === 'data-undefined')) use(content, 'added-mark');
    else if (before.name === 'option' && name === 'selected') use(content, 'field-state');
    // Another title than the first one.
    else if (before.name === 'svg:style' && name === 'media') use(content, 'style-state');
    else content.wrong.push(`${mark} ${before.name} ${name}: ${JSON.stringify([null, value])}`);
  }
}

/** The value that an attribute should have; null for one that is not written. */
function expectedValue(name: string, value: string, content: Content): string | null {
  if (/^on/i.test(name)) {
    use(content, 'event-handler');
    return null;
  }
  if (/^(?:href|xlink:href|src|action|formaction|data)$/.test(name)) {
    // oxlint-disable-next-line no-control-regex -- a URL parser ignores them
    const address = value.replace(/^[\0- ]+/, '').replaceAll(/[\t\n\r]/g, '');
    if (/^javascript:/i.test(address)) {
      use(content, 'script-address');
      return name.endsWith('href') ? 'about:invalid' : null;
    }
  }
  return readable(value);
}

function textOfHtml(html: string): string {
  const texts: string[] = [];
  const within = (node: DefaultTreeAdapterMap['node']): void => {
    if ('value' in node) texts.push(node.value);
    for (const child of 'childNodes' in node ? node.childNodes : []) within(child);
  };
  within(parse(html));
  return texts.join('');
}

/** Text of one node of the page. */
interface Piece {
  text: string;
  around: string;
  /** `either`: space, of which it does not matter; `perhaps`: what a rule of the writer may have left out. */
  fate: 'written' | 'left-out' | 'either' | 'perhaps';
}

/**
 * Compares the text between the start of an element that was written and the start of the next one: an element that ends early changes
 * nothing of it. Then looks at the elements that it is in.
 */
function compareTexts(live: Elements, parsed: Elements, changes: Counts, content: Content): void {
  const around = new Map(live.marks);
  const isWritten = new Set(parsed.marks.map(([mark]) => mark));
  const early = Object.entries(changes).reduce(
    (sum, [rule, count]) => sum + (rule.startsWith('closed-early ') ? count : 0),
    0,
  );
  let mayMiss = (changes['left-out #text'] ?? 0) + (changes['head-content #text'] ?? 0);
  const ended = new Set<string>();
  const runs = runsOf(live, (at) => {
    for (let index = at - 1; index >= 0; index -= 1) {
      const mark = live.marks[index]?.[0] ?? '';
      if (isWritten.has(mark)) return mark;
    }
    return '';
  });
  const found = runsOf(parsed, (at) => parsed.marks[at - 1]?.[0] ?? '');
  for (const mark of new Set([...runs.keys(), ...found.keys()])) {
    let pieces = (runs.get(mark) ?? []).map(([text, parent]) => pieceOf(text, parent, live, parsed, content));
    let texts = found.get(mark) ?? [];
    if (texts.some(([, parent]) => parent === '') && !matched(pieces, texts.map(([one]) => one).join(''))) {
      // Text of an element that ended early is directly in the body now.
      pieces = pieces.map((piece) => ({ ...piece, text: withoutSpace(piece.text) }));
      texts = texts.map(([one, parent]) => [withoutSpace(one), parent]);
    }
    const text = texts.map(([one]) => one).join('');
    let match = matched(pieces, text);
    if (!match && mayMiss > 0) {
      match = matched(
        pieces.map((piece) => (piece.fate === 'written' ? { ...piece, fate: 'perhaps' as const } : piece)),
        text,
      );
      const isLost = (index: number) => match?.[index] === undefined && pieces[index]?.fate === 'written';
      // The writer joins text that is side by side.
      const isNew = (index: number) => !isLost(index - 1) || pieces[index - 1]?.around !== pieces[index]?.around;
      mayMiss -= pieces.filter((_, index) => isLost(index) && isNew(index)).length;
      if (mayMiss < 0) match = undefined;
    }
    if (!match) {
      content.wrong.push(
        `text after ${mark}: ${JSON.stringify([pieces.filter(({ fate }) => fate !== 'left-out').map((piece) => piece.text), text]).slice(0, 400)}`,
      );
      continue;
    }
    for (const [index, range] of match.entries()) {
      const piece = pieces[index];
      if (!range || !piece) {
        if (piece && piece.text !== '') use(content, 'text-left-out');
        continue;
      }
      for (const parent of parentsIn(texts, range)) {
        let outermost = '';
        let outer: string | undefined = piece.around;
        for (; outer !== undefined && outer !== parent; outer = outer === '' ? undefined : (around.get(outer) ?? '')) {
          if (isWritten.has(outer)) outermost = outer;
        }
        if (outer === undefined)
          content.wrong.push(`text of ${piece.around} is in ${parent}: ${JSON.stringify(piece.text)}`);
        else if (outermost !== '' && piece.fate === 'written') ended.add(outermost);
      }
    }
  }
  if (ended.size > early)
    content.wrong.push(`${ended.size} elements end before their text, not ${early}: ${[...ended].join(' ')}`);
}

type Texts = Array<[text: string, around: string]>;

const withoutSpace = (text: string): string => text.replaceAll(/[ \t\n\f\r]+/g, '');

/** Text by the written element that starts before it. */
function runsOf({ texts }: Elements, markAt: (at: number) => string): Map<string, Texts> {
  const runs = new Map<string, Texts>();
  for (const [written, parent, at] of texts) {
    const mark = markAt(at);
    // Space around a head and a body is nowhere in particular.
    const text = parent === '' ? withoutSpace(written) : written;
    const run = runs.get(mark) ?? [];
    run.push([text, parent]);
    runs.set(mark, run);
  }
  return runs;
}

function pieceOf(from: string, around: string, live: Elements, parsed: Elements, content: Content): Piece {
  let text = from;
  // As it was written.
  const name = parsed.written[around]?.name ?? '';
  const isSpace = !/[^ \t\n\f\r]/.test(text);
  let fate: Piece['fate'] = 'written';
  if (around !== '' && name === '') fate = isSpace ? 'either' : 'left-out';
  // Text has no place between columns.
  else if (EMPTY.test(name) || (name === 'colgroup' && !isSpace)) fate = 'left-out';
  if (RAW.test(name)) {
    text = text.replaceAll(/\r\n?/g, '\n');
    if (text !== from) use(content, 'line-end');
    if (name === 'script') {
      const escaped = text.replaceAll(/<(?=\/?script|!--)/gi, String.raw`\u003c`);
      if (escaped !== text) use(content, 'data-escaped');
      text = escaped;
    } else if (name !== 'xmp' && live.texts.some(([one, parent]) => parent === around && one.includes('<'))) {
      // Browsers do not show it.
      fate = 'left-out';
    }
  }
  return { text: readable(text), around, fate };
}

/** Where each piece is in a text; undefined if the text is not made of them. */
function matched(
  pieces: readonly Piece[],
  text: string,
): Array<readonly [from: number, to: number] | undefined> | undefined {
  const endings = { written: '', 'left-out': '{0}', either: '??', perhaps: '?' };
  const source = pieces
    .map((piece) => `(${piece.text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)})${endings[piece.fate]}`)
    .join('');
  const indices = new RegExp(`^${source}$`, 'd').exec(text)?.indices;
  return indices?.slice(1);
}

/** The elements that contain a range of a text. */
function parentsIn(texts: Texts, [from, to]: readonly [from: number, to: number]): Set<string> {
  const parents = new Set<string>();
  let at = 0;
  for (const [text, parent] of texts) {
    if (at < to && at + text.length > from) parents.add(parent);
    at += text.length;
  }
  return parents;
}
