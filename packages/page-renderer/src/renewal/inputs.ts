/** The inputs of a result: every response that could have changed it, and how to check whether it is still the same. */
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { objectionsIn } from '../headers/caching.ts';

/** Why a result cannot be renewed. */
export const REFUSALS = [
  /** The render did not end as `complete`. */
  'verdict',
  /** A request had another method than GET. */
  'method',
  /** A WebSocket, an event source or the like. */
  'socket',
  /** A shared worker. */
  'shared-worker',
  /** Neither a validator, nor fresh by its own headers. */
  'no-validator',
  /** It depends on cookies or credentials. */
  'personal',
  /** Its address contains the time. */
  'clock',
  /** `Vary: *`: it is not known what it depends on. */
  'vary',
  /** It had no complete response. */
  'failed',
  /** It was requested twice, and changed in between. */
  'changed',
  /** It is not known how it was requested. */
  'unknown',
  /** There are more inputs than are stored. */
  'too-many',
] as const;
/** One of {@link REFUSALS}. */
export type Refusal = (typeof REFUSALS)[number];

/** Maximum number of inputs of a result that are stored. */
export const MAX_INPUTS = 200;
/** Their maximum size in bytes, before and after compression. */
const MAX_PLAIN = 256 * 1024;
const MAX_PACKED = 64 * 1024;

const text = z.string();
const inputSchema = z.strictObject({
  url: text,
  method: z.enum(['GET', 'OPTIONS']),
  type: text,
  status: z.int(),
  etag: text.nullable(),
  lastModified: text.nullable(),
  freshUntil: z.number(),
  sent: z.int().min(0),
  head: z.array(z.tuple([text, text])),
});
const inputsSchema = z.strictObject({
  refusal: z.strictObject({ reason: z.enum(REFUSALS), url: text.nullable() }).nullable(),
  inputs: z.array(inputSchema).max(MAX_INPUTS),
  sent: z.array(z.array(z.tuple([text, text]))),
});

/** A response that a result was made of. */
export interface Input {
  readonly url: string;
  /** OPTIONS: whether a script may ask another origin (Fetch Standard, "CORS-preflight request"). */
  readonly method: 'GET' | 'OPTIONS';
  /** The type in the DevTools protocol, such as `Script`. */
  readonly type: string;
  readonly status: number;
  /** Validators (RFC 9110 §8.8). With neither, only its status and headers are compared, as for a redirect. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Until when it need not be checked, in milliseconds since 1970 (RFC 9111 §4.2); 0: not at all. */
  readonly freshUntil: number;
  /** Which of the {@link Inputs.sent} headers its request had. */
  readonly sent: number;
  /** Digests of the headers that may change a page, by name. */
  readonly head: ReadonlyArray<readonly [name: string, digest: string]>;
}

/** All inputs of a result, or why they are not known. */
export interface Inputs {
  /** Why the result cannot be renewed, and because of which address; null if it can. */
  readonly refusal: { readonly reason: Refusal; readonly url: string | null } | null;
  readonly inputs: readonly Input[];
  /** Headers of their requests, without those that the configuration and the render add, because these may be secrets. */
  readonly sent: ReadonlyArray<ReadonlyArray<readonly [name: string, value: string]>>;
}

/** Inputs of a result that cannot be renewed. */
export function refused(reason: Refusal, url: string | null = null): Inputs {
  return { refusal: { reason, url: url === null ? null : url.slice(0, 2_000) }, inputs: [], sent: [] };
}

/** The stored form; inputs that are too large are stored as a refusal. */
export function packInputs(inputs: Inputs): Uint8Array {
  const plain = Buffer.from(JSON.stringify(inputs));
  const packed = plain.byteLength <= MAX_PLAIN ? deflateRawSync(plain) : undefined;
  if (packed && packed.byteLength <= MAX_PACKED) return packed;
  return packInputs(refused('too-many'));
}

/** Undefined for invalid data: then nothing is known. */
export function unpackInputs(packed: Uint8Array): Inputs | undefined {
  if (packed.byteLength === 0) return undefined;
  try {
    return inputsSchema.parse(JSON.parse(inflateRawSync(packed, { maxOutputLength: MAX_PLAIN }).toString()));
  } catch {
    return undefined;
  }
}

/** Headers of a response that change the result, or that are passed on to the client. */
const TELLING: ReadonlySet<string> = new Set([
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-tag',
  'content-disposition',
  'content-language',
  'content-security-policy',
  'content-type',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'document-policy',
  'link',
  'location',
  'no-vary-search',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'refresh',
  'retry-after',
  'speculation-rules',
  'timing-allow-origin',
  'x-content-type-options',
  'x-frame-options',
  'x-robots-tag',
]);

/**
 * Digests of the {@link TELLING} headers of a response, and of what `Cache-Control` and `Vary` say against keeping it.
 *
 * @param pageHeaders names of others that are passed on
 */
export function headOf(headers: Readonly<Record<string, string>>, pageHeaders: readonly string[]): Input['head'] {
  const also = new Set(pageHeaders.map((name) => name.toLowerCase()));
  const objections = objectionsIn(headers);
  const vary = objections.filter((one) => one.startsWith('vary: '));
  const control = objections.filter((one) => !one.startsWith('vary: '));
  const said = Object.entries(headers).filter(([name]) => TELLING.has(name) || also.has(name));
  if (control.length > 0) said.push(['cache-control', control.join()]);
  if (vary.length > 0) said.push(['vary', vary.join()]);
  return said.map(([name, value]) => [name, digest(value)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Lines of one name are one list, in any form (RFC 9110 §5.3). */
function digest(value: string): string {
  const list = value.split(/[\n,]/).map((item) => item.trim());
  return createHash('sha256').update(list.join()).digest('base64url').slice(0, 11);
}
