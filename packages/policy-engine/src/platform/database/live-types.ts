/** What types of columns mean, as each database writes them. */
import type { Dialect } from './port.ts';

/** What values a column holds. */
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

/** A declared type in words that people use, then by the affinity that SQLite gives it (datatype3.html §3.1). */
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

/** @param type as the database writes it */
export function kindOfType(dialect: Dialect, type: string): LiveKind {
  const plain = type.toLowerCase().trim();
  return kinds[dialect].find(([pattern]) => pattern.test(plain))?.[1] ?? 'other';
}

/** Characters of `varchar(255)`; undefined if no limit is told. */
export function lengthOfType(type: string): number | undefined {
  const [, length] =
    /^(?:national\s+)?(?:character|n?(?:var)?char)\w*(?:\s+varying)?\s*\(\s*(\d+)\s*\)/i.exec(type) ?? [];
  return length === undefined ? undefined : Number(length);
}
