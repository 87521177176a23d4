/** Keys of the host's rows, as stored between two batches. */

/** The value of a key column. */
type KeyPart = string | number | bigint | Uint8Array;

/** The key of a row: the values of its key columns. */
export type Key = readonly KeyPart[];

type Written = string | number | { readonly base64: string };

/** A key from a database. @throws {Error} for null, which identifies no row */
export function keyOf(values: readonly unknown[]): Key {
  return values.map(partOf);
}

/** Unsigned integers of MySQL may be larger; no driver binds them as integers. */
const LARGEST = 2n ** 63n;

function partOf(value: unknown): KeyPart {
  if (typeof value === 'bigint' && value >= LARGEST) return String(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Uint8Array) return value;
  throw new Error('a row has no key; set the key of the rule’s table to columns that identify rows');
}

/** A key as text. */
export function keyText(key: Key): string {
  const written = key.map(writtenPart);
  return JSON.stringify(written.length === 1 ? written[0] : written);
}

/** The key of a text of {@link keyText}. */
export function keyFrom(text: string): Key {
  const read = JSON.parse(text) as Written | readonly Written[];
  return Array.isArray(read) ? read.map(readPart) : [readPart(read as Written)];
}

function writtenPart(part: KeyPart): Written {
  if (typeof part === 'bigint') return String(part);
  return part instanceof Uint8Array ? { base64: Buffer.from(part).toString('base64') } : part;
}

function readPart(written: Written): KeyPart {
  return typeof written === 'object' ? new Uint8Array(Buffer.from(written.base64, 'base64')) : written;
}
