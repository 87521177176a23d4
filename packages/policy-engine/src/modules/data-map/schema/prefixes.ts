/**
 * The words of tables' names without what only names the application: `gibbonPerson` and `ospos_people` are people, if most tables of
 * the schema begin like that.
 */
import { singular, tableTokensOf, tokensOf, wordsIn } from '../../../platform/columns/tokens.ts';
import type { LiveTable } from '../../../platform/database/schema/live-schema.ts';

type Named = Pick<LiveTable, 'table'>;

/** This share of the tables must have a prefix, and at least so many. */
const SHARE = 0.2;
const LEAST = 5;

/** Words that say what is in a table however many tables begin with them. */
const MEANING = wordsIn(`
  user person customer client member account patient student employee staff admin order product course message chat project payment
  invoice item ticket contact lead company event job email mail auth content media page report leave work team group workspace agent
  task document form notification`);

const known = new WeakMap<readonly Named[], ReadonlySet<string>>();

/** The words of a table's name in the singular, without the prefix of the application. */
export function wordsOfTable({ table }: Named, tables: readonly Named[]): string[] {
  const tokens = tableTokensOf(withoutLetters(table, tables));
  const prefixes = prefixesOf(tables);
  const at = tokens.findIndex((token) => !prefixes.has(token));
  return at === -1 ? tokens : tokens.slice(at);
}

/** A column's name in words without the prefix of the application: `gibbonPersonID` → person id. */
export function wordsOfColumn(name: string, tables: readonly Named[]): readonly string[] {
  const tokens = tokensOf(withoutLetters(name, tables));
  return tokens.length > 1 && prefixesOf(tables).has(singular(tokens[0] ?? '')) ? tokens.slice(1) : tokens;
}

/** A name without letters with which nearly all tables begin, in one word with the rest: `oxuser`, `OXFNAME` → user, FNAME. */
export function withoutLetters(name: string, tables: readonly Named[]): string {
  const letters = lettersOf(tables);
  return letters.length > 0 && name.length > letters.length && name.toLowerCase().startsWith(letters)
    ? name.slice(letters.length)
    : name;
}

const lettered = new WeakMap<readonly Named[], string>();

function lettersOf(tables: readonly Named[]): string {
  const before = lettered.get(tables);
  if (before !== undefined) return before;
  const names = tables.map(({ table }) => table.toLowerCase());
  const [first = ''] = names;
  let length = 0;
  while (length < first.length && names.every((name) => name[length] === first[length])) length++;
  const common = first.slice(0, length);
  const isPrefix = /^[a-z]{2,4}$/.test(common) && !MEANING.has(common);
  const isGlued = names.every((name) => /^[a-z]/.test(name.slice(length)));
  const letters = names.length >= LEAST && isPrefix && isGlued ? common : '';
  lettered.set(tables, letters);
  return letters;
}

function prefixesOf(tables: readonly Named[]): ReadonlySet<string> {
  const before = known.get(tables);
  if (before !== undefined) return before;
  const found = new Set<string>();
  const split = tables.map(({ table }) => tableTokensOf(withoutLetters(table, tables)));
  for (const [token, ones] of Map.groupBy(split, ([first = '']) => first)) {
    if (token === '' || MEANING.has(token) || ones.length < LEAST || ones.length < SHARE * tables.length) continue;
    found.add(token);
    // Of two words: `hs_hr_`.
    const [, second = ''] = ones[0] ?? [];
    if (ones.every((tokens) => tokens[1] === second && tokens.length > 2)) found.add(second);
  }
  known.set(tables, found);
  return found;
}
