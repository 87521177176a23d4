/** Tokens that identify user agents, and how they are matched. */

/** A text to search in a user agent: anywhere as a whole word, or at its beginning. */
export interface Token {
  readonly token: string;
  readonly at?: 'start';
}

const isWord = (letter: string | undefined) => letter !== undefined && /[a-z0-9]/i.test(letter);

/** Reads a token as the files of this folder write it: `^` before one that user agents start with. */
export function tokenOf(text: string): Token {
  return text.startsWith('^') ? { token: text.slice(1), at: 'start' } : { token: text };
}

/** The rule of `Agent` in render-middleware, implemented a second time, so that the list does not check itself. */
export function hasToken(userAgent: string, { token, at }: Token): boolean {
  const [text, part] = [userAgent.toLowerCase(), token.toLowerCase()];
  for (let from = text.indexOf(part); from !== -1; from = text.indexOf(part, from + 1)) {
    const end = from + part.length;
    const begins = at === 'start' ? from === 0 : !(isWord(part[0]) && isWord(text[from - 1]));
    if (begins && !(isWord(part.at(-1)) && isWord(text[end]))) return true;
  }
  return false;
}

/**
 * The match of a pattern in a user agent, extended to whole words, as a token.
 *
 * @returns undefined if there is no match
 */
export function tokenIn(userAgent: string, pattern: string): Token | undefined {
  const match = new RegExp(pattern).exec(userAgent) ?? new RegExp(pattern, 'i').exec(userAgent);
  if (!match) return undefined;
  let from = match.index;
  let end = from + match[0].length;
  while (isWord(userAgent[from]) && isWord(userAgent[from - 1])) from -= 1;
  while (isWord(userAgent[end - 1]) && isWord(userAgent[end])) end += 1;
  const token = userAgent.slice(from, end);
  return pattern.startsWith('^') && from === 0 ? { token, at: 'start' } : { token };
}
