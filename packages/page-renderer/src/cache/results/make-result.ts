/** Makes results of finished renders. */
import { createHash } from 'node:crypto';
import type { Objection } from '../../headers/caching.ts';
import type { Verdict } from '../../kernel/verdicts.ts';
import type { Inputs } from '../../renewal/inputs.ts';
import { packInputs, refused } from '../../renewal/inputs.ts';
import { contentDigest, historyOf } from './content-history.ts';
import { encodeBody } from './encoding.ts';
import type { CacheKey } from '../keys/key.ts';
import { unsettled } from '../origin/origin-rules.ts';
import type { Lasting } from './freshness.ts';
import type { CachedResult, ContentHistory } from '../stores/store.ts';

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
  /** What its origin says against keeping it; missing: nothing. */
  objections?: readonly Objection[];
  /** `No-Vary-Search` of the response; missing if there is none, or after a redirect. */
  noVarySearch?: string | undefined;
}

/** What the lifetime of a finished render depends on. */
export function lastingOf(key: CacheKey, { status, verdict, headers, objections = [] }: Representation): Lasting {
  return { url: key.url, status, verdict, headers, objections: unsettled(objections, key) };
}

/** When a render began, and when its result is stored: milliseconds since 1970, in the time of the store. */
export interface RenderTimes {
  readonly begunAt: number;
  readonly storedAt: number;
}

/**
 * A result as it is stored, without its bodies.
 *
 * @param previous history of the content before this render
 */
export function unencoded(
  key: CacheKey,
  rendered: Representation,
  { begunAt, storedAt }: RenderTimes,
  previous?: ContentHistory,
): Omit<CachedResult, 'bodies'> {
  const { headers, body, tags, textLength } = rendered;
  const { status, verdict, objections } = lastingOf(key, rendered);
  return {
    key: key.text,
    url: key.url,
    tags,
    begunAt,
    storedAt,
    status,
    verdict,
    objections,
    headers,
    renewedAt: null,
    inputs: inputsOf(rendered),
    etag: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    size: body.byteLength,
    textLength,
    ...historyOf(contentOf(rendered), previous, begunAt),
  };
}

/** Only pages are compared: other kinds of results are different each time. */
function contentOf({ status, contentType, body }: Representation): string | null {
  const isPage = status === 200 && contentType.startsWith('text/html') && body.byteLength > 0;
  return isPage ? contentDigest(Buffer.from(body).toString('utf8')) : null;
}

/** Only complete results can be compared. */
function inputsOf({ inputs, verdict }: Representation): Uint8Array {
  if (!inputs) return new Uint8Array();
  return packInputs(verdict === 'complete' ? inputs : refused('verdict'));
}

/**
 * A result with its body in each coding.
 *
 * @param previous history of the content before this render
 */
export async function makeResult(
  key: CacheKey,
  rendered: Representation,
  times: RenderTimes,
  previous?: ContentHistory,
): Promise<CachedResult> {
  const result = unencoded(key, rendered, times, previous);
  return { ...result, bodies: await encodeBody(rendered.body, rendered.contentType) };
}
