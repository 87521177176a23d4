/** The difference between the text of a page without JavaScript and as rendered, by lines and in words. */

/** Maximum number of lines that are shown, and of characters of each. */
const SHOWN = { lines: 30, characters: 200 };

/** Lines that only one of the two has. */
export interface OwnLines {
  readonly words: number;
  /** The first ones. */
  readonly lines: readonly string[];
  /** Number of the others. */
  readonly more: number;
}

/** What each side has. */
export interface TextDifference {
  /** Number of words. */
  readonly plain: number;
  readonly rendered: number;
  /** Missing without JavaScript. */
  readonly missing: OwnLines;
  /** There only without JavaScript. */
  readonly extra: OwnLines;
}

/** Compares two texts with one line per block. */
export function textDifference(plain: string, rendered: string): TextDifference {
  const [before, after] = [linesOf(plain), linesOf(rendered)];
  return {
    plain: wordsIn(plain),
    rendered: wordsIn(rendered),
    missing: ownLines(after, before),
    extra: ownLines(before, after),
  };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** Lines of the one that the other does not have, or not as often. */
function ownLines(one: readonly string[], other: readonly string[]): OwnLines {
  const left = new Map<string, number>();
  for (const line of other) left.set(line, (left.get(line) ?? 0) + 1);
  const own = one.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
  const shown = own.slice(0, SHOWN.lines);
  const cut = (line: string) => (line.length > SHOWN.characters ? `${line.slice(0, SHOWN.characters)}…` : line);
  return { words: wordsIn(own.join('\n')), lines: shown.map(cut), more: own.length - shown.length };
}

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** Number of words, also in languages that are written without spaces. */
export function wordsIn(text: string): number {
  let count = 0;
  for (const { isWordLike } of WORDS.segment(text)) if (isWordLike === true) count += 1;
  return count;
}
