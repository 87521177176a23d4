/** Renders that failed because of the target, which are not repeated for a short time. */
import { z } from 'zod';
import type { RendererErrorCode } from '../../kernel/errors.ts';
import { RENDERER_ERROR_CODES, RendererError } from '../../kernel/errors.ts';
import { VERDICTS } from '../../kernel/verdicts.ts';
import { formatOf, pack, unpack } from '../stores/pack.ts';
import type { CachedResult } from '../stores/store.ts';

/** How a render failed: with an error, or with a page whose status is an error. */
export type Failure = { readonly error: RendererError } | { readonly result: CachedResult };

/**
 * Errors whose cause is the target. They do not include a lack of slots, a browser that ended, faults of the
 * service, or a `target-timeout`: the render may have waited for a slot for most of its time.
 */
const OF_TARGET: ReadonlySet<RendererErrorCode> = new Set([
  'unknown-host',
  'connection-failed',
  'tls-failed',
  'page-too-large',
  'over-budget',
]);

/** Statuses of pages that are not stored as results, and say something about the target. */
const isErrorStatus = (status: number) => status === 401 || status === 403 || status === 429 || status >= 500;

const errorSchema = z.strictObject({
  code: z.enum(RENDERER_ERROR_CODES as [RendererErrorCode, ...RendererErrorCode[]]),
  reason: z.string(),
  shown: z.string(),
  verdict: z.enum(VERDICTS).optional(),
});

/** Errors that the next render of the page need not have. */
const OF_SERVICE: ReadonlySet<RendererErrorCode> = new Set([
  'overloaded',
  'closing',
  'browser-unavailable',
  'page-crashed',
  'internal',
]);

/** Whether the next render of the page is likely to throw this, too. */
export function isOfPage(thrown: unknown): boolean {
  return thrown instanceof RendererError && !OF_SERVICE.has(thrown.code);
}

/** The failure of a render that threw; undefined if it may succeed when it is repeated. */
export function failureOf(thrown: unknown): Failure | undefined {
  return thrown instanceof RendererError && OF_TARGET.has(thrown.code) ? { error: thrown } : undefined;
}

/** Whether a page that was rendered completely is an error of the target. */
export function isErrorPage({ status, verdict }: Pick<CachedResult, 'status'> & { verdict: string }): boolean {
  return isErrorStatus(status) && (verdict === 'complete' || verdict === 'settled' || verdict === 'ready-signal');
}

/** A failure as bytes. @param limit maximum number of them @returns undefined for a page that is larger in every coding */
export function packFailure(failure: Failure, limit: number): Buffer | undefined {
  if ('result' in failure) return pack(failure.result, limit);
  const { code, reason, shown, verdict } = failure.error;
  return Buffer.from(JSON.stringify({ code, reason, shown, verdict }));
}

/** @param maxBody see {@link unpack} @returns undefined for bytes of another version */
export function unpackFailure(bytes: Buffer, maxBody: number): Failure | undefined {
  try {
    if (formatOf(bytes) !== undefined) {
      const result = unpack(bytes, maxBody);
      return result && { result };
    }
    const { code, reason, shown, verdict } = errorSchema.parse(JSON.parse(bytes.toString()));
    return { error: new RendererError(code, reason, { shown, ...(verdict && { verdict }) }) };
  } catch {
    return undefined;
  }
}
