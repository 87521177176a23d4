/** Parts of a file (RFC 9110 §14). */
import type { ByteRange } from './storage.ts';

/**
 * The range that a `Range` header requests: null for the whole file, also for an invalid range and for several ranges
 * (RFC 9110 §14.2 lets a server ignore them).
 */
export function rangeOf(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i.exec(header?.trim() ?? '');
  if (match === null) return null;
  const [, first, last, suffix] = match;
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === undefined || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return 'unsatisfiable';
  return start > end ? null : { start, end };
}

/** The bytes of a stream within a range. */
export async function* within(
  stream: AsyncIterable<Uint8Array | string>,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let position = 0;
  for await (const part of stream) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part;
    const from = Math.max(0, start - position);
    const to = Math.min(chunk.length, end + 1 - position);
    if (from < to) yield chunk.subarray(from, to);
    position += chunk.length;
    if (position > end) return;
  }
}
