/** How the values of a host's columns are read so that none changes: by type, the SQL that gives them, and what they become. */
import type { Kind } from './live-schema-sql.ts';
import { ExactNumber } from '../../written-value.ts';
import { parseJsonExactly } from '../statements/json-values.ts';

/** What a value is once it is read; the export states it for each column. */
export type StoredForm =
  | 'any'
  | 'text'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'day'
  | 'clock'
  | 'moment'
  | 'local time'
  | 'json'
  | 'list'
  | 'bits'
  | 'geometry'
  | 'bytes';

/** How the values of a column are read. */
export interface StoredValue {
  readonly form: StoredForm;
  /** The expression that is selected. @param name of the column, quoted */
  readonly sql: (name: string) => string;
  /** Its value, which is not null, from what the driver returns. */
  readonly read: (value: unknown) => unknown;
}

/** The part of a column that decides how its values are read. */
export interface TypedColumn {
  readonly kind: Kind;
  /** As the database reports it: `character varying(255)`. */
  readonly type: string;
}

/** By column; a description of a kind of database. */
export type StoredValues = (column: TypedColumn) => StoredValue;

const same = (value: unknown): unknown => value;

/** A value that the driver returns unchanged. */
export const asRead = (form: StoredForm): StoredValue => ({ form, sql: (name) => name, read: same });

/** A value that is read as text, which loses nothing. @param type that it is cast to */
export const asText = (form: StoredForm, type: string, read: (text: string) => unknown = same): StoredValue => ({
  form,
  sql: (name) => `cast(${name} as ${type})`,
  read: (value) => (typeof value === 'string' ? read(value) : value),
});

/** The form of a kind of column. */
export const FORMS: Readonly<Record<Kind, StoredForm>> = {
  text: 'text',
  integer: 'integer',
  number: 'float',
  boolean: 'boolean',
  date: 'day',
  time: 'moment',
  uuid: 'text',
  json: 'json',
  bytes: 'bytes',
  other: 'text',
};

/** JSON as it is stored, with all digits; other text stays text, and so does JSON that names a member twice: an object has one of them. */
export function jsonValue(text: string): unknown {
  try {
    const value = parseJsonExactly(text);
    return membersIn(value) < membersWritten(text) ? text : value;
  } catch {
    return text;
  }
}

function membersWritten(text: string): number {
  if (text.indexOf(':') === text.lastIndexOf(':')) return 0;
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
}

function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return 0;
  const inner = Object.values(value).map(membersIn);
  const sum = inner.reduce((total, one) => total + one, 0);
  return Array.isArray(value) ? sum : sum + inner.length;
}

/** 1 and 0 of a column for truth values. */
export function truth(value: unknown): unknown {
  return value === 0 || value === 1 ? value === 1 : value;
}

const FRACTION = /^(\d{4,}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?/;

/**
 * A time in ISO 8601 with at least three and otherwise all its digits, before what follows it; text of another form (`infinity`,
 * `0000-00-00 00:00:00`) unchanged.
 */
export function isoText(text: string, zone: 'Z' | '' = ''): string {
  if (text.startsWith('0000-00-00')) return text;
  return text.replace(FRACTION, (_whole, day: string, clock: string, fraction = '') => {
    const digits = String(fraction).replace(/0+$/, '').padEnd(3, '0');
    return `${day}T${clock}.${digits}${zone}`;
  });
}

const WITHOUT_ZONE = /^\d{4,}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?: BC)?$/;

/** Times without a zone as instants, where they are of UTC; other values unchanged. */
export const inUtc = (stored: StoredValue): StoredValue => ({
  ...stored,
  form: 'moment',
  read: (value) => {
    const read = stored.read(value);
    return typeof read === 'string' && WITHOUT_ZONE.test(read) ? isoText(read, 'Z') : read;
  },
});
