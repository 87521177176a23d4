/** What an export contains of the matrix, and the way back into a table. */
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createPolicyEngine, type Database, type PolicyEngineOptions } from 'policy-engine';
import type { Dialect } from 'policy-engine/database';
import { openPromise } from 'yauzl';
import { temporaryFolder } from '../../export/export.ts';

/** A number as JSON has it. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** JSON of another reader than that of the engine: no number is converted. */
export function readJson(text: string): unknown {
  const reviver = (_key: string, value: unknown, { source = '' }: { source?: string } = {}) =>
    typeof value === 'number' ? new JsonNumber(source) : value;
  return JSON.parse(text, reviver);
}

/** The compact JSON of what {@link readJson} returned. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonNumber) return value.source;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`)
    .join(',')}}`;
}

export type ExportedRow = Readonly<Record<string, unknown>>;

/** An export of the rows of a table. */
export interface ExportedTable {
  readonly rows: readonly ExportedRow[];
  readonly page: string;
  /** JSON Schema of a row. */
  readonly schema: { readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
  readonly json: string;
  /** Content of the files of the archive by path. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Exports the table `samples` through the engine. */
export function exportSamples(
  database: Database,
  dataMap: PolicyEngineOptions['dataMap'] = {},
): Promise<ExportedTable> {
  const table = { table: 'samples', person: 'person' };
  return exportOf(database, { dataMap, dataRules: [{ name: 'samples', table, portability: { per: 100 } }] });
}

/** Exports rows that the application has read itself. */
export function exportRows(database: Database, rows: readonly unknown[]): Promise<ExportedTable> {
  return exportOf(database, { portabilityRules: [{ name: 'samples', collection: () => rows }] });
}

async function exportOf(
  database: Database,
  rules: Pick<PolicyEngineOptions, 'dataMap' | 'dataRules' | 'portabilityRules'>,
): Promise<ExportedTable> {
  const engine = createPolicyEngine({ database, rules: [{ name: 'cookie' }], currentUser: () => null, ...rules });
  await using folder = await temporaryFolder();
  const zip = path.join(folder.path, 'export.zip');
  const out = createWriteStream(zip);
  await engine.exporter.write({ userId: '1', user: { id: 1 }, locale: 'en', timeZone: 'Asia/Seoul', out });
  const files = new Map<string, Buffer>();
  const archive = await openPromise(zip, { lazyEntries: true, autoClose: false });
  for await (const entry of archive.eachEntry()) {
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  }
  archive.close();
  const textOf = (name: string) => files.get(name)?.toString('utf8') ?? assert.fail(`${name} is missing`);
  const { $defs } = JSON.parse(textOf('schema.json')) as { $defs: Record<string, ExportedTable['schema']> };
  const json = textOf('samples/all.json');
  return {
    rows: readJson(json) as ExportedRow[],
    json,
    page: textOf('samples/index.html'),
    schema: $defs['samples'] ?? assert.fail('no schema'),
    files,
  };
}

const quoted: Readonly<Record<Dialect, (text: string) => string>> = {
  postgres: (text) => `'${text.replaceAll("'", "''")}'`,
  sqlite: (text) => `cast(x'${Buffer.from(text).toString('hex')}' as text)`,
  mysql: (text) => `convert(x'${Buffer.from(text).toString('hex')}' using utf8mb4)`,
};
const binary = (dialect: Dialect, bytes: Buffer) =>
  dialect === 'postgres' ? `'\\x${bytes.toString('hex')}'` : `x'${bytes.toString('hex')}'`;

/** An array of PostgreSQL as its text. */
function arrayText(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(arrayText).join(',')}}`;
  if (value === null) return 'NULL';
  const text = value instanceof JsonNumber ? value.source : (value as string);
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

const NO_JSON: ReadonlySet<string> = new Set(['not JSON', '[1,]']);

/**
 * A value of the export as SQL, by what `schema.json` states of its column.
 *
 * @param files content of the files of the archive
 */
export function sqlOf(
  dialect: Dialect,
  value: unknown,
  { form, files }: { readonly form: unknown; readonly files: ExportedTable['files'] },
): string {
  const text = quoted[dialect];
  if (form === 'json') {
    // SQLite may hold text that is not JSON in such a column; JSON with a name twice is exported as its text.
    const isText =
      typeof value === 'string' && (value.startsWith('{"a":1,"a"') || (dialect === 'sqlite' && NO_JSON.has(value)));
    return text(isText ? value : writeJson(value));
  }
  if (value === null) return 'null';
  if (typeof value === 'boolean') return dialect === 'postgres' ? String(value) : String(Number(value));
  if (value instanceof JsonNumber) {
    // A zero has a sign as a float only, and a number of SQLite with a point is real.
    if (value.source === '-0') return dialect === 'postgres' ? `'-0'` : '-0e0';
    return value.source;
  }
  if (Array.isArray(value)) return text(arrayText(value));
  if (typeof value === 'object' && 'text' in value) return text(String(value.text));
  if (typeof value === 'object' && 'base64' in value)
    return binary(dialect, Buffer.from(String(value.base64), 'base64'));
  if (typeof value === 'object') {
    const { path: file } = value as { readonly path: string };
    return binary(dialect, files.get(file) ?? assert.fail(`${file} is missing`));
  }
  assert.ok(typeof value === 'string');
  if (dialect === 'sqlite' && form === 'float' && value.endsWith('Infinity')) return value.replace('Infinity', '9e999');
  if (form === 'bytes') return binary(dialect, Buffer.from(value, 'base64'));
  if (form === 'bits') return `b'${value}'`;
  if (dialect === 'mysql' && form === 'moment') return text(value.replace('Z', ''));
  if (dialect === 'mysql' && form === 'geometry') {
    const [, srid = '', hex, wkt = ''] = /^SRID=(\d+);(?:WKB=([\dA-F]+)|(.*))$/.exec(value) ?? [];
    return hex === undefined ? `st_geomfromtext('${wkt}', ${srid})` : `st_geomfromwkb(x'${hex}', ${srid})`;
  }
  return text(value);
}
