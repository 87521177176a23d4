/** Cached results as bytes, for stores outside the process. */
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { Objection } from '../../headers/caching.ts';
import type { Verdict } from '../../kernel/verdicts.ts';
import type { Bodies, CachedResult, Metadata } from './store.ts';

/**
 * "Page-renderer cache", format 3: followed by the CRC of the rest, the length of the header, header, bodies and inputs. A
 * removal reads only what comes before the bodies.
 */
export const MAGIC: Buffer = Buffer.from('PRC3');
const PREAMBLE = MAGIC.byteLength + 8;
/** Number of bytes that is sufficient for nearly every header. */
export const HEADER: number = 8 * 1_024;
/** Maximum number of bytes to the end of a header that is read without the rest. */
export const MAX_HEADER: number = 2 ** 20;

const count = z.int().min(0);
/** What `Date` can represent (ECMA-262 §21.4.1.1). */
const time = z.number().min(-8.64e15).max(8.64e15);
const verdict = z.enum([
  'complete',
  'settled',
  'ready-signal',
  'client-redirect',
  'redirect',
  'blank',
  'over-pixels',
]) satisfies z.ZodType<Verdict>;
const objection = z.union([
  z.literal(['no-store', 'private']),
  z.templateLiteral(['vary: ', z.string().min(1).max(64)]),
]) satisfies z.ZodType<Objection>;
const headerSchema = z.strictObject({
  key: z.string(),
  url: z.string(),
  tags: z.array(z.string()),
  begunAt: time,
  storedAt: time,
  renewedAt: time.nullable(),
  status: z.int().min(200).max(599),
  verdict,
  objections: z.array(objection),
  headers: z.array(z.tuple([z.string().regex(/^[!#$%&'*+\-.^_`|~\w]+$/), z.string().regex(/^[\t\x20-\x7e]*$/)])),
  etag: z.string().regex(/^[\w-]+$/),
  size: count,
  textLength: count.nullable(),
  content: z.string().nullable(),
  contentSince: time.nullable(),
  changedAt: time.nullable(),
  inputs: count,
  bodies: z.array(z.tuple([z.enum(['identity', 'br', 'zstd', 'gzip']), count])).min(1),
});

/**
 * @param limit maximum size in bytes: codings are left out, the longest first, until the result fits
 * @returns undefined for a result that is too large in every coding
 */
export function pack(result: CachedResult, limit: number = Infinity): Buffer | undefined {
  const bodies = Object.entries(result.bodies).toSorted(([, a], [, b]) => a.byteLength - b.byteLength);
  for (let kept = bodies.length; kept > 0; kept -= 1) {
    const packed = join(result, bodies.slice(0, kept));
    if (packed.byteLength <= limit) return packed;
  }
  return undefined;
}

function join(result: CachedResult, bodies: Array<[string, Uint8Array]>): Buffer {
  const lengths = bodies.map(([name, bytes]) => [name, bytes.byteLength]);
  const header = Buffer.from(JSON.stringify({ ...result, inputs: result.inputs.byteLength, bodies: lengths }));
  const preamble = Buffer.alloc(PREAMBLE);
  MAGIC.copy(preamble);
  preamble.writeUInt32BE(header.byteLength, PREAMBLE - 4);
  const packed = Buffer.concat([preamble, header, ...bodies.map(([, bytes]) => bytes), result.inputs]);
  packed.writeUInt32BE(crc32(packed.subarray(PREAMBLE - 4)), MAGIC.byteLength);
  return packed;
}

/** The stored bytes are not a result: truncated, of another format, or not ours. */
export class GarbageError extends Error {
  override readonly name = 'GarbageError';
}

/** The number of the format of a packed result, which may be that of another version; undefined for something else. */
export function formatOf(start: Buffer): number | undefined {
  const digit = /^PRC(\d)$/.exec(start.toString('latin1', 0, MAGIC.byteLength))?.[1];
  return digit === undefined ? undefined : Number(digit);
}

/** Whether a packed result has the format of another version. */
export function isForeign(start: Buffer): boolean {
  const format = formatOf(start);
  return format !== undefined && format !== formatOf(MAGIC);
}

/**
 * @param maxBody bytes that the decoded body may have: a few kilobytes could become gigabytes
 * @returns undefined for a result in the format of another version
 * @throws {GarbageError}
 */
export function unpack(packed: Buffer, maxBody: number): CachedResult | undefined {
  if (isForeign(packed)) return undefined;
  try {
    return read(packed, maxBody);
  } catch (error) {
    throw new GarbageError('not a cached result', { cause: error });
  }
}

/** Number of bytes from the start of a packed result that contain its header; 0 for something else. */
export function headerEnd(start: Buffer): number {
  const isOurs = start.byteLength >= PREAMBLE && start.subarray(0, MAGIC.byteLength).equals(MAGIC);
  return isOurs ? PREAMBLE + start.readUInt32BE(PREAMBLE - 4) : 0;
}

/** Reads the properties of a packed result whose header is complete; undefined for something else. */
export function unpackMetadata(start: Buffer): Metadata | undefined {
  try {
    const header = headerSchema.parse(JSON.parse(start.toString('utf8', PREAMBLE, headerEnd(start))));
    const { bodies: _bodies, inputs: _inputs, ...metadata } = header;
    return metadata;
  } catch {
    return undefined;
  }
}

function read(packed: Buffer, maxBody: number): CachedResult {
  if (!packed.subarray(0, MAGIC.byteLength).equals(MAGIC)) throw new Error('unknown format');
  if (packed.readUInt32BE(MAGIC.byteLength) !== crc32(packed.subarray(PREAMBLE - 4))) throw new Error('damaged');
  const end = PREAMBLE + packed.readUInt32BE(PREAMBLE - 4);
  const header = headerSchema.parse(JSON.parse(packed.toString('utf8', PREAMBLE, end)));
  const isEncoded = header.bodies.every(([name]) => name !== 'identity');
  if (isEncoded && header.size > maxBody) throw new Error('too large when it is decoded');
  let position = end;
  const bodies: Record<string, Uint8Array> = {};
  for (const [name, length] of header.bodies) {
    bodies[name] = packed.subarray(position, position + length);
    position += length;
  }
  if (position + header.inputs !== packed.byteLength) throw new Error('wrong length');
  return { ...header, inputs: packed.subarray(position), bodies: bodies satisfies Bodies };
}
