/** What columns of a draft refer to, by foreign keys and by their names. */
import { singular, wordsIn } from '../../../platform/columns/tokens.ts';
import type { LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { wordsOfColumn, wordsOfTable } from '../schema/prefixes.ts';

const OTHER_PEOPLE = wordsIn(
  'contact lead patient customer client person member student employee candidate applicant guest subscriber attendee participant partner',
);

/** Whether rows refer to people who are not those of the host's accounts: its contacts, leads or patients. */
export function leadsToOthers(table: LiveTable, tables: readonly LiveTable[]): boolean {
  return table.foreignKeys.some(({ columns, to }) => {
    const target = tables.find((one) => one.table === to.table && one.schema === to.schema);
    if (target === undefined || target === table || columns.length > 1) return false;
    const words = wordsOfTable(target, tables);
    const named = wordsOfColumn(columns[0] ?? '', tables).map(singular);
    return words.length === 1 && OTHER_PEOPLE.has(words[0] ?? '') && named.join(' ').startsWith(words[0] ?? '');
  });
}

/** `deviceId`, where there is another table of devices. */
export function isNamedLikeKey(name: string, table: LiveTable, tables: readonly LiveTable[]): boolean {
  const words = wordsOfColumn(name, tables);
  if (words.length < 2 || !['id', 'uuid'].includes(words.at(-1) ?? '')) return false;
  const stem = words.slice(0, -1).join(' ');
  return (
    namedBy(tables)
      .get(stem)
      ?.some((other) => other !== table) ?? false
  );
}

const named = new WeakMap<readonly LiveTable[], ReadonlyMap<string, readonly LiveTable[]>>();

/** Tables by the words of their names. */
function namedBy(tables: readonly LiveTable[]): ReadonlyMap<string, readonly LiveTable[]> {
  const before = named.get(tables);
  if (before !== undefined) return before;
  const found = Map.groupBy(tables, (table) => wordsOfTable(table, tables).join(' '));
  named.set(tables, found);
  return found;
}
