/** The orders in which the words of a name are written. */

/** Words beyond which a text is no name. */
const MOST_WORDS = 6;

/**
 * A name as given, and with its last word first; of three words and more also without those between: `Anna Maria Müller`,
 * `Müller, Anna Maria`, `Anna Müller`, `Müller Anna`. Anything but words that consist of letters has one form.
 */
export function nameForms(name: string): string[] {
  const words = name.trim().split(/[\s,]+/);
  const [first, last] = [words[0], words.at(-1)];
  const isName = words.length > 1 && words.length <= MOST_WORDS && words.every((word) => NAME.test(word));
  if (!isName || first === undefined || last === undefined) return [name];
  const short = words.length > 2 && isLong(first) && isLong(last) ? [`${first} ${last}`, `${last} ${first}`] : [];
  return [...new Set([name, [last, ...words.slice(0, -1)].join(' '), ...short])];
}

/** Letters, with the signs within names. */
const NAME = /^\p{L}[\p{L}\p{M}.'’ʼ\-‐–]*$/u;

/** Two initials, or two short words, would be found in texts about anybody. */
function isLong(word: string): boolean {
  return (word.match(/\p{L}/gu) ?? []).length > 2;
}
