/** The meaning of column types, as each database reports them. */
import type { Dialect } from './port.ts';

/** The kind of values of a column. */
export type LiveKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'uuid'
  | 'json'
  | 'bytes'
  | 'other';

type Kinds = ReadonlyArray<readonly [pattern: RegExp, kind: LiveKind]>;

const postgres: Kinds = [
  [/\[\]$/, 'other'],
  [/^(?:character|text$|citext$|name$|"char")/, 'text'],
  [/^(?:smallint|integer|bigint)$/, 'integer'],
  [/^(?:numeric|real$|double precision$|money$)/, 'number'],
  [/^boolean$/, 'boolean'],
  [/^date$/, 'date'],
  [/^timestamp/, 'time'],
  [/^uuid$/, 'uuid'],
  [/^jsonb?$/, 'json'],
  [/^bytea$/, 'bytes'],
];

const mysql: Kinds = [
  [/^tinyint\(1\)|^bool/, 'boolean'],
  [/^(?:tiny|small|medium|big)?int|^year/, 'integer'],
  [/^(?:decimal|numeric|float|double|real)/, 'number'],
  [/^(?:var)?char|text$|^enum|^set/, 'text'],
  [/^uuid$/, 'uuid'],
  [/^date$/, 'date'],
  [/^(?:datetime|timestamp)/, 'time'],
  [/^json$/, 'json'],
  [/binary|blob$|^bit/, 'bytes'],
];

/** A declared type by common names, then by its affinity in SQLite (datatype3.html §3.1). */
const sqlite: Kinds = [
  [/^bool/, 'boolean'],
  [/^date$/, 'date'],
  [/^(?:datetime|timestamp)/, 'time'],
  [/^json/, 'json'],
  [/^(?:uuid|guid)$/, 'text'],
  [/int/, 'integer'],
  [/char|clob|text/, 'text'],
  [/^$|blob/, 'bytes'],
  [/real|floa|doub|dec|num/, 'number'],
];

const kinds: { readonly [dialect in Dialect]: Kinds } = { sqlite, postgres, mysql };

/** @param type as the database reports it */
export function kindOfType(dialect: Dialect, type: string): LiveKind {
  const plain = type.toLowerCase().trim();
  return kinds[dialect].find(([pattern]) => pattern.test(plain))?.[1] ?? 'other';
}

/** Maximum length of `varchar(255)`; undefined if there is no limit. */
export function lengthOfType(type: string): number | undefined {
  const [, length] =
    /^(?:national\s+)?(?:character|n?(?:var)?char)\w*(?:\s+varying)?\s*\(\s*(\d+)\s*\)/i.exec(type) ?? [];
  return length === undefined ? undefined : Number(length);
}
