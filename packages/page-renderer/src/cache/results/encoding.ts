/** Bodies in the codings of RFC 9110 §8.4.1: created once, selected for each request. */
import { promisify } from 'node:util';
// By name, an older Node refuses the import of zstd before `node-version.ts` can say which version is needed.
import zlib, { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Bodies, CachedResult, Encoding } from '../stores/store.ts';

/** A smaller body fits into one packet anyway. */
const WORTHWHILE = 860;
/** The level above which compression costs more than it saves. */
const BROTLI_QUALITY = 6;

const ENCODERS = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength },
    }),
  zstd: (body: Uint8Array) => promisify(zlib.zstdCompress)(body),
  gzip: (body: Uint8Array) => promisify(gzip)(body),
} satisfies Record<Encoding, (body: Uint8Array) => Promise<Uint8Array>>;

const DECODERS = {
  gzip: promisify(gunzip),
  zstd: promisify(zlib.zstdDecompress),
  br: promisify(brotliDecompress),
} satisfies Record<Encoding, unknown>;

/** The codings, the fastest to decode first. */
const ENCODINGS = ['zstd', 'gzip', 'br'] as const;

/** The body in each coding that makes it smaller; uncompressed if none does. */
export async function encodeBody(body: Uint8Array, contentType: string): Promise<Bodies> {
  if (body.byteLength < WORTHWHILE || !contentType.startsWith('text/')) return { identity: body };
  const encoded = await Promise.all(ENCODINGS.map(async (name) => [name, await ENCODERS[name](body)] as const));
  const smaller = encoded.filter(([, bytes]) => bytes.byteLength < body.byteLength);
  return smaller.length > 0 ? Object.fromEntries(smaller) : { identity: body };
}

const decoded = new WeakMap<Bodies, Uint8Array | Promise<Uint8Array>>();

/** The decoded body; decoded once while the result is in memory. */
export function plainBody({ bodies, size }: Pick<CachedResult, 'bodies' | 'size'>): Uint8Array | Promise<Uint8Array> {
  if (bodies.identity) return bodies.identity;
  const known = decoded.get(bodies);
  if (known) return known;
  const decoding = decode(bodies, size);
  decoded.set(bodies, decoding);
  void decoding.then(
    (body) => decoded.set(bodies, body),
    () => decoded.delete(bodies),
  );
  return decoding;
}

async function decode(bodies: Bodies, size: number): Promise<Uint8Array> {
  for (const name of ENCODINGS) {
    const bytes = bodies[name];
    if (!bytes) continue;
    // Stored data may have been modified: it must not become larger than it says.
    const body = await DECODERS[name](bytes, { maxOutputLength: Math.max(1, size) });
    if (body.byteLength !== size) throw new Error('a cached result of another size than it says');
    return body;
  }
  throw new Error('a cached result without a body');
}

type Preference = (coding: string) => number;
const preferences = new LRUCache<string, Preference>({ max: 500 });

/**
 * Selects the coding of the response (RFC 9110 §12.5.3): the preferred one, of equal ones the smallest. Without
 * the header, or if no stored coding is acceptable, `identity`.
 */
export function chooseEncoding(acceptEncoding: string | undefined, bodies: Bodies): Encoding | 'identity' {
  if (acceptEncoding === undefined) return 'identity';
  let preference = preferences.get(acceptEncoding);
  if (!preference) {
    preference = readPreference(acceptEncoding);
    preferences.set(acceptEncoding, preference);
  }
  let chosen: Encoding | 'identity' = 'identity';
  let best = preference('identity');
  for (const name of ENCODINGS) {
    const bytes = bodies[name];
    if (!bytes) continue;
    const quality = preference(name);
    const isSmaller = chosen === 'identity' || bytes.byteLength < (bodies[chosen]?.byteLength ?? Infinity);
    if (quality > best || (quality > 0 && quality === best && isSmaller)) {
      chosen = name;
      best = quality;
    }
  }
  return chosen;
}

function readPreference(header: string): Preference {
  const qualities = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
    const quality = weight === undefined ? 1 : Number(weight);
    qualities.set(name === 'x-gzip' ? 'gzip' : name, quality >= 0 && quality <= 1 ? quality : 0);
  }
  // A client that sends only `*` may be older than the newer codings.
  const star = qualities.get('*');
  const unnamed = (coding: string) => {
    if (coding === 'gzip') return star ?? 0;
    // Always acceptable unless it is refused, but with a lower preference than listed codings.
    return coding === 'identity' && star !== 0 ? Number.MIN_VALUE : 0;
  };
  return (coding) => qualities.get(coding) ?? unnamed(coding);
}
