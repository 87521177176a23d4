/** Compares what people type with names: without case and accents, and with one slip of the keyboard in a word. */

/** Shorter texts are in nearly every name. */
const SHORTEST_PART = 2;
/** In a shorter word, one other letter makes another word. */
const SHORTEST_MISTYPED = 4;

/** Text without case and diacritics, so that `politica` finds “Política”. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
}

/** The words of a text, folded. */
export function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
}

/** Whether a text is long enough to be searched for in names. */
export function isSearchable(words: readonly string[]): boolean {
  return words.join('').length >= SHORTEST_PART;
}

/** Whether two words are the same but for one letter that is missing, too much, another, or exchanged with its neighbour. */
function isNear(word: string, other: string): boolean {
  const shorter = Math.min(word.length, other.length);
  if (Math.abs(word.length - other.length) > 1) return false;
  let start = 0;
  while (start < shorter && word[start] === other[start]) start += 1;
  const rest = (text: string, from: number): string => text.slice(start + from);
  return (
    rest(word, 1) === rest(other, 1) ||
    rest(word, 1) === rest(other, 0) ||
    rest(word, 0) === rest(other, 1) ||
    (word[start] === other[start + 1] && word[start + 1] === other[start] && rest(word, 2) === rest(other, 2))
  );
}

/** Whether a name has a word that begins nearly like this one. */
function hasNear(name: string, word: string): boolean {
  if (word.length < SHORTEST_MISTYPED) return name.includes(word);
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .some((one) => [-1, 0, 1].some((more) => isNear(word, one.slice(0, word.length + more))));
}

/** Chooses things by their names. */
export type Match = <Thing>(
  things: readonly Thing[],
  text: string,
  namesOf: (thing: Thing) => readonly string[],
) => Thing[];

function matchBy(isMatch: (name: string, word: string) => boolean): Match {
  return (things, text, namesOf) => {
    const words = wordsOf(text);
    if (!isSearchable(words)) return [];
    return things.filter((thing) => {
      const names = folded(namesOf(thing).join(' '));
      return words.every((word) => isMatch(names, word));
    });
  };
}

/** Those whose names contain every word of a text. */
export const matching: Match = matchBy((name, word) => name.includes(word));

/** Those whose names nearly do: for a text that finds nothing. */
export const nearlyMatching: Match = matchBy(hasNear);
