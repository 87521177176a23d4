/** JSON that names a person: what mails and jobs carry. */
import { type RawBuilder, sql } from 'kysely';

/** Whether JSON has a text that is one of these words, at any depth. Text that is not JSON names nobody. */
export function mentions(json: string, words: ReadonlySet<string>): boolean {
  try {
    return hasWord(JSON.parse(json), words);
  } catch {
    return false;
  }
}

function hasWord(value: unknown, words: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return words.has(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one) => hasWord(one, words));
}

/** That a column of JSON may have a word as a text of its own: finds a little too much, and never too little. */
export function mayMention(column: string, word: string): RawBuilder<boolean> {
  const text = JSON.stringify(word).replaceAll(/[!%_]/g, (sign) => `!${sign}`);
  return sql<boolean>`${sql.ref(column)} like ${`%${text}%`} escape '!'`;
}
