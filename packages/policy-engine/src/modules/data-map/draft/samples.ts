/** Finds personal data by the values of columns whose names say nothing, in a few rows of each table. */
import { identifier, tableIdentifier } from '../../../platform/database/schema/identifiers.ts';
import type { LiveColumn, LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import type { Database } from '../../../platform/database/port.ts';

/** What the values of columns are, by table and name. */
export type SampledWords = ReadonlyMap<LiveTable, ReadonlyMap<string, string>>;

/** Rows that are read of a table. */
const ROWS = 50;

/** Share of the values that must have a form: a column of notes with some addresses in it is not one of addresses. */
const MOST = 0.6;

/** With fewer values nothing is concluded. */
const LEAST = 3;

const FORMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^[^\s@"'<>]+@[^\s@"'<>]+\.\p{L}{2,}$/u, 'e-mail addresses'],
  [/^(?:\d{1,3}\.){3}\d{1,3}$|^(?:[0-9a-f]{1,4}:){2,7}[0-9a-f:]{1,4}$/i, 'network addresses'],
  [/^Mozilla\/\d\.\d \(/, 'user agents'],
  [/^\+\d[\d ()./-]{7,18}\d$/, 'phone numbers'],
  [/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/, 'account numbers'],
];

/** Reads some rows of each table. A table that cannot be read is left to its names. */
export async function sampledWords(
  database: Database,
  tables: readonly LiveTable[],
  schema: LiveSchema,
): Promise<SampledWords> {
  const found = new Map<LiveTable, ReadonlyMap<string, string>>();
  for (const table of tables) {
    const columns = [...table.columns.values()].filter(({ kind, labels }) => kind === 'text' && labels === undefined);
    if (columns.length > 0) found.set(table, await wordsOf(database, table, columns, schema));
  }
  return found;
}

async function wordsOf(
  database: Database,
  table: LiveTable,
  columns: readonly LiveColumn[],
  { dialect }: LiveSchema,
): Promise<ReadonlyMap<string, string>> {
  const names = columns.map(
    ({ name }, index) => `${identifier(dialect, name)} as ${identifier(dialect, `value_${index}`)}`,
  );
  let rows: ReadonlyArray<Readonly<Record<string, unknown>>>;
  try {
    ({ rows } = await database.execute(
      `select ${names.join(', ')} from ${tableIdentifier(dialect, table)} limit ${ROWS}`,
    ));
  } catch {
    // Without permission, or with a virtual table that reads another way.
    return new Map();
  }
  return new Map(
    columns.flatMap(({ name }, index) => {
      const word = formOf(rows.map((row) => row[`value_${index}`]));
      return word === undefined ? [] : [[name, word] as const];
    }),
  );
}

/** The form that most values have; undefined for none. */
export function formOf(values: readonly unknown[]): string | undefined {
  const texts = values.filter((value): value is string => typeof value === 'string' && value.trim() !== '');
  if (texts.length < LEAST) return undefined;
  return FORMS.find(([form]) => texts.filter((text) => form.test(text.trim())).length >= MOST * texts.length)?.[1];
}
