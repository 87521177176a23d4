/** Makes results of finished renders. */
import { createHash } from 'node:crypto';
import type { Verdict } from '../render/verdicts.ts';
import type { Inputs } from '../renewal/inputs.ts';
import { packInputs, refused } from '../renewal/inputs.ts';
import { encodeBody } from './encoding.ts';
import type { CacheKey } from './key.ts';
import type { CachedResult } from './store.ts';

/** A finished render with its response. */
export interface Representation {
  status: number;
  verdict: Verdict;
  /** Headers that come from the page and its type. */
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  body: Uint8Array;
  contentType: string;
  tags: readonly string[];
  /** Characters of visible text; null where nothing counts them. */
  textLength: number | null;
  /** The inputs of the page; missing if they are not recorded. */
  inputs?: Inputs | undefined;
}

/** A result as it is stored, without its bodies. */
export function unencoded(
  key: CacheKey,
  rendered: Representation,
  begunAt: number,
  storedAt: number,
): Omit<CachedResult, 'bodies'> {
  const { status, verdict, headers, body, tags, textLength } = rendered;
  return {
    key: key.text,
    url: key.url,
    tags,
    begunAt,
    storedAt,
    status,
    verdict,
    headers,
    renewedAt: null,
    inputs: inputsOf(rendered),
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    size: body.byteLength,
    textLength,
  };
}

/** Only complete results can be compared. */
function inputsOf({ inputs, verdict }: Representation): Uint8Array {
  if (!inputs) return new Uint8Array();
  return packInputs(verdict === 'complete' ? inputs : refused('verdict'));
}

/** A result as it is stored. @param begunAt when its render began @param storedAt now; both in milliseconds since 1970 */
export async function cachedResult(
  key: CacheKey,
  rendered: Representation,
  begunAt: number,
  storedAt: number,
): Promise<CachedResult> {
  const result = unencoded(key, rendered, begunAt, storedAt);
  return { ...result, bodies: await encodeBody(rendered.body, rendered.contentType) };
}
