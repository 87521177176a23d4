/** Finds personal data by the values of columns whose names say nothing, in a few rows of each table. */
import { identifier, tableIdentifier } from '../../../platform/database/schema/identifiers.ts';
import type { LiveColumn, LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import type { Database } from '../../../platform/database/port.ts';
import { personalWord } from '../schema/personal-words.ts';

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
  [/^(?:Mozilla|Opera|Dalvik|okhttp|CFNetwork)\/\d+\.\d/, 'user agents'],
  [/^\+\d[\d ()./-]{7,18}\d$|^[(]?0\d{1,4}\)?[ /-]\d[\d ./-]{4,14}\d$/, 'phone numbers'],
  [/^[A-Z]{2}\d{2} ?(?:[A-Z\d]{4} ?){2,7}[A-Z\d]{1,4}$/, 'account numbers'],
  [/^-?\d{1,2}\.\d{3,}\s*,\s*-?\d{1,3}\.\d{3,}$/, 'coordinates'],
  [
    /^\d+[a-z]?,? (?:rue|avenue|av\.?|boulevard|bd|place|chemin|allée|impasse|\p{Lu}[\p{L}'. ]+ (?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|way|boulevard|blvd|close|square))\b/iu,
    'postal addresses',
  ],
  [
    /^\p{Lu}[\p{L}. -]*(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer|laan|straat|plein|gracht) ?\d+/u,
    'postal addresses',
  ],
  [
    /^(?:calle|c\/|avenida|avda\.?|plaza|paseo|via|viale|piazza|corso|rua|ul\.) \p{Lu}[\p{L}. ]+,? (?:n\.?º? ?)?\d+/iu,
    'postal addresses',
  ],
];

/** Years between the oldest and the youngest of some people: dates of orders and contracts are nearer to each other. */
const SPREAD = 20;

/** Reads some rows of each table. A table that cannot be read is left to its names. */
export async function sampledWords(
  database: Database,
  tables: readonly LiveTable[],
  schema: LiveSchema,
): Promise<SampledWords> {
  const found = new Map<LiveTable, ReadonlyMap<string, string>>();
  for (const table of tables) {
    const columns = [...table.columns.values()].filter(
      ({ kind, labels }) => (kind === 'text' || kind === 'json' || kind === 'date') && labels === undefined,
    );
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
    columns.flatMap(({ name, kind }, index) => {
      const values = rows.map((row) => row[`value_${index}`]);
      const word = kind === 'date' ? bornIn(values) : formOf(values);
      return word === undefined ? [] : [[name, word] as const];
    }),
  );
}

/** The form that most values have; undefined for none. Of documents, their keys and values are looked at. */
export function formOf(values: readonly unknown[]): string | undefined {
  const documents = values.map(documentOf).filter((one) => one !== undefined);
  if (documents.length >= LEAST) {
    const words = documents.flatMap((one) => personalIn(one, DEEPEST) ?? []);
    const [word] = words;
    if (word !== undefined && words.length >= MOST * documents.length) return `${word} in documents`;
  }
  const texts = values.filter((value): value is string => typeof value === 'string' && value.trim() !== '');
  if (texts.length < LEAST) return undefined;
  return FORMS.find(([form]) => texts.filter((text) => form.test(text.trim())).length >= MOST * texts.length)?.[1];
}

/** Levels of a document that are looked at. */
const DEEPEST = 4;

/** An object or array, also as text; undefined for other values. */
function documentOf(value: unknown): object | undefined {
  if (typeof value === 'object' && value !== null && !(value instanceof Date) && !ArrayBuffer.isView(value))
    return value;
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** What in a document says who somebody is; undefined for nothing. */
function personalIn(value: unknown, levels: number): string | undefined {
  if (typeof value === 'string') return FORMS.find(([form]) => form.test(value.trim()))?.[1];
  if (typeof value !== 'object' || value === null || levels === 0) return undefined;
  for (const [key, one] of Object.entries(value)) {
    const isFilled = typeof one === 'string' && one.trim() !== '';
    const word = isFilled && !Array.isArray(value) ? personalWord(key) : undefined;
    const found = word ?? personalIn(one, levels - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether dates are those of births: decades apart. */
function bornIn(values: readonly unknown[]): string | undefined {
  const years = values
    .map((value) => (value instanceof Date ? value.getUTCFullYear() : Number(/^\d{4}(?=-)/.exec(String(value))?.[0])))
    .filter((year) => Number.isInteger(year))
    .toSorted((one, other) => one - other);
  // Without the outermost: one wrong year makes no decades.
  const middle = years.slice(1, -1);
  const [first = 0] = middle;
  return middle.length >= LEAST && (middle.at(-1) ?? 0) - first >= SPREAD ? BORN_THEN : undefined;
}

/** The word of columns whose values are dates of birth: it counts only in rows about people. */
export const BORN_THEN = 'dates of birth';
