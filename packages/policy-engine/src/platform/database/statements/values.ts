import { PolicyEngineError } from '../../../errors/errors.ts';
import type { Row } from '../port.ts';
import type { EncodedValue } from '../connection/source.ts';
import { timeText } from './times.ts';

const longestInteger = 2n ** 63n;

/**
 * Converts parameters to values that all drivers bind alike, or rejects them. Otherwise node:sqlite would take an
 * object in first position for named parameters and shift all others, and mysql2 would turn an object into SQL.
 *
 * @throws {PolicyEngineError} `database_value_refused`, or `database_text_refused` (status 400: it may come from a form).
 */
export function encodeParameters(parameters: readonly unknown[]): EncodedValue[] {
  return parameters.map((value, index) => encode(value, index + 1));
}

function encode(value: unknown, position: number): EncodedValue {
  if (value === null) return null;
  switch (typeof value) {
    case 'string':
      return faithful(value, position);
    case 'number':
      if (!Number.isFinite(value)) throw refused(position, `is ${value}`);
      return value;
    case 'boolean':
      return value ? 1 : 0;
    case 'bigint':
      if (value >= longestInteger || value < -longestInteger) throw refused(position, 'does not fit into 64 bits');
      return value;
    case 'undefined':
      throw refused(position, 'is undefined; pass null');
    case 'object':
      if (value instanceof Date) return encodeDate(value, position);
      if (value instanceof Uint8Array) return value;
      throw refused(position, Array.isArray(value) ? 'is an array' : 'is an object; store its JSON text');
    default:
      throw refused(position, `is a ${typeof value}`);
  }
}

function encodeDate(value: Date, position: number): string {
  try {
    return timeText(value);
  } catch (cause) {
    throw refused(position, 'is an invalid date, or a date without a year of four digits', cause);
  }
}

/**
 * PostgreSQL rejects U+0000, and every driver writes U+FFFD for an unpaired surrogate: neither would be read back
 * unchanged.
 */
function faithful(text: string, position: number): string {
  if (text.isWellFormed() && !text.includes('\0')) return text;
  throw new PolicyEngineError(
    'database_text_refused',
    `Parameter ${position} is text that databases cannot store unchanged.`,
  );
}

function refused(position: number, why: string, cause?: unknown): PolicyEngineError {
  const options = cause === undefined ? {} : { cause };
  return new PolicyEngineError('database_value_refused', `Parameter ${position} ${why}.`, options);
}

/** Converts a row of any driver, including a host's, to the same kind of plain object. */
export function decodeRow(row: Row): Row {
  const plain: Row = {};
  for (const name of Object.keys(row)) plain[name] = decode(row[name]);
  return plain;
}

/** The same for rows as arrays of values. */
export function rowsOf(names: readonly string[], lists: readonly (readonly unknown[])[]): Row[] {
  let first: Row | undefined;
  return lists.map((values) => {
    // A copy has all members at once: adding them to a new object one by one takes longer.
    const row: Row = { ...first };
    let index = 0;
    for (const name of names) {
      row[name] = decode(values[index]);
      index += 1;
    }
    first ??= row;
    return row;
  });
}

function decode(value: unknown): unknown {
  switch (typeof value) {
    case 'boolean':
      return value ? 1 : 0;
    case 'bigint':
      return safeInteger(value);
    case 'object':
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
      // Buffers may be slices of a network packet; a copy does not keep the packet in memory.
      if (value instanceof Uint8Array) return new Uint8Array(value);
      return value;
    default:
      return value ?? null;
  }
}

/** The number if it is exact, otherwise the bigint. Also takes the integer texts of drivers. */
export function safeInteger(value: bigint | string): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : BigInt(value);
}

/**
 * A count as a number, whatever form the driver of a host gave it (text of a PostgreSQL bigint, bigint, number).
 *
 * @throws {PolicyEngineError} `database_value_refused` if it is not a whole number that JavaScript represents exactly.
 */
export function countOf(value: unknown): number {
  const number = typeof value === 'number' ? value : Number(String(value));
  if (Number.isSafeInteger(number) && value !== '' && value !== null) return number;
  throw new PolicyEngineError('database_value_refused', `Not a count: ${String(value)}.`);
}
