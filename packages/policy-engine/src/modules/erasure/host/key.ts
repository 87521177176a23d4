/** Keys of the host's rows, as they are noted between two batches. */

/** What a column holds that tells rows apart. */
export type Key = string | number | bigint | Uint8Array;

/** A key as a database gave it. @throws {Error} for null, by which no row can be told apart */
export function keyOf(value: unknown): Key {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Uint8Array) return value;
  throw new Error('a row has no key; name the column that tells rows apart as the key of the rule’s table');
}

/** A key as text. */
export function keyText(key: Key): string {
  if (typeof key === 'bigint') return JSON.stringify(String(key));
  if (key instanceof Uint8Array) return JSON.stringify({ base64: Buffer.from(key).toString('base64') });
  return JSON.stringify(key);
}

/** The key of a text of {@link keyText}. */
export function keyFrom(text: string): Key {
  const read = JSON.parse(text) as string | number | { readonly base64: string };
  return typeof read === 'object' ? new Uint8Array(Buffer.from(read.base64, 'base64')) : read;
}
