/** Finds JSON that names a person, in mails and jobs. */
import { type RawBuilder, sql } from 'kysely';

/** Whether JSON contains a string that equals one of these words, at any depth. Invalid JSON names nobody. */
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

/** Condition that a column of JSON may contain a word as a string: it matches slightly too much, never too little. */
export function mayMention(column: string, word: string): RawBuilder<boolean> {
  const text = JSON.stringify(word).replaceAll(/[!%_]/g, (sign) => `!${sign}`);
  return sql<boolean>`${sql.ref(column)} like ${`%${text}%`} escape '!'`;
}
