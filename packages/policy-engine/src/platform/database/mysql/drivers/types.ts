/**
 * Values of MySQL and MariaDB, read from what the server sent: the settings of a host's pool (`typeCast`, `dateStrings`,
 * `decimalNumbers`, `jsonStrings`, `bigNumberStrings` …) and of a version of mysql2 change nothing.
 */
import { parseJson } from '../../statements/json-values.ts';
import { timeFromSql } from '../../statements/times.ts';
import { safeInteger } from '../../statements/values.ts';

/** The part of the description of a column that is used. */
export interface Field {
  readonly name: string;
  readonly columnType: number;
  readonly characterSet: number;
  readonly decimals: number;
  /** `json` for what MariaDB stores as text. Only newer versions of mysql2 have it. */
  readonly extendedFormat?: string;
}

type Read = (bytes: Buffer) => unknown;

/**
 * The `typeCast` of each query: the bytes of the server. A TIMESTAMP is converted to the time zone of the session, which only the
 * host's driver knows.
 */
export function asSent(field: { readonly type: string; buffer(): Buffer | null }, next: () => unknown): unknown {
  return field.type === 'TIMESTAMP' ? next() : field.buffer();
}

const text: Read = (bytes) => bytes.toString('utf8');
const number: Read = (bytes) => Number(bytes.toString('latin1'));
const integer: Read = (bytes) => safeInteger(bytes.toString('latin1'));
const time: Read = (bytes) => timeFromSql(bytes.toString('latin1')) ?? null;
const json: Read = (bytes) => parseJson(bytes.toString('utf8'));
const same: Read = (bytes) => bytes;

const DECIMAL = 0;
const NEWDECIMAL = 246;
/** The character set of bytes. */
const BINARY = 63;

/** By the type of a column: TINY, SHORT, LONG, FLOAT, DOUBLE, LONGLONG, INT24, DATE, TIME, DATETIME, YEAR, JSON, GEOMETRY. */
const readers: ReadonlyMap<number, Read> = new Map([
  [1, number],
  [2, number],
  [3, number],
  [4, number],
  [5, number],
  [8, integer],
  [9, number],
  [10, text],
  [11, text],
  [12, time],
  [13, number],
  [245, json],
  [255, same],
]);

/** How to read the values of a column. Sums of integers are decimals; fractions stay text, since a float would change them. */
export function readerOf({ columnType, characterSet, decimals, extendedFormat }: Field): Read {
  if (extendedFormat === 'json') return json;
  if (columnType === DECIMAL || columnType === NEWDECIMAL) return decimals === 0 ? integer : text;
  return readers.get(columnType) ?? (characterSet === BINARY ? same : text);
}
