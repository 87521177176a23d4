/** Splits names of columns and tables into words. */

/** Names that were split before: a check asks for the words of each name of a schema many times. */
const split = new Map<string, readonly string[]>();

/** Names of the largest schemas; what documents use as keys has no limit. */
const MOST_SPLIT = 20_000;

/** `billingE-MailAdresse2` → billing e mail adresse; without accents, in lower case, without digits at the end of words. */
export function tokensOf(name: string): readonly string[] {
  const known = split.get(name);
  if (known !== undefined) return known;
  const tokens = name
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{Ll}\p{Lo}]+/u)
    .filter((token) => token !== '');
  if (split.size >= MOST_SPLIT) split.clear();
  split.set(name, tokens);
  return tokens;
}

/** The words of a table's name in the singular, without what only says that it is a table, or its version: `wp_user_entity_v2` → wp user. */
export function tableTokensOf(name: string): string[] {
  const tokens = tokensOf(name).map(singular);
  const plain = tokens.filter((token) => !IDLE.has(token));
  return plain.length === 0 ? tokens : plain;
}

const IDLE: ReadonlySet<string> = new Set(['entity', 'table', 'tbl', 'model', 'record', 'v']);

/** The singular of an English word, good enough to compare names. */
export function singular(word: string): string {
  if (word === 'people') return 'person';
  if (word === 'children') return 'child';
  if (/(?:ss|us|is|ics|news)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

/** Words in a list, separated by spaces. */
export function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

/** Phrases in a list, separated by commas. */
export function phrasesIn(text: string): ReadonlyArray<readonly string[]> {
  return text
    .split(',')
    .map((phrase) => phrase.split(/\s+/).filter((word) => word !== ''))
    .filter(({ length }) => length > 0);
}

/** Where a phrase begins in a sequence of words; -1 if it does not occur. */
export function placeOf(phrase: readonly string[], tokens: readonly string[]): number {
  for (let at = 0; at + phrase.length <= tokens.length; at++) {
    if (phrase.every((word, index) => tokens[at + index] === word)) return at;
  }
  return -1;
}
