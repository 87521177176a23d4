/** Acts on several requests at once: each in its own transaction, with its own result. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import { errorText } from '../../../platform/i18n/error-text.ts';
import { refusals as refusalsOfEngine } from '../../../errors/refusals.ts';
import type { RequestDesk } from '../desk.ts';
import type { KindRequest } from './kind.ts';
import type { BulkAct } from '../views/kind-pages.ts';

/** Most requests that can be acted on at once: as many as a form has room for. */
export const MOST_AT_ONCE = 100;

/** The result for one of them. */
export interface BulkOutcome {
  readonly kind: string;
  readonly id: string;
  /** The request as it is now; null if there is none. */
  readonly found: KindRequest | null;
  readonly outcome: 'done' | 'proposed' | 'refused';
  /** Why nothing was done; null otherwise. */
  readonly refused: { readonly code: string; readonly detail: string } | null;
}

/** Identifies a request: `portability:0190…`. */
export interface RequestKey {
  readonly kind: string;
  readonly id: string;
}

/** The request of a form value; null for an invalid text. */
export function requestKeyOf(value: string): RequestKey | null {
  const colon = value.indexOf(':');
  const [kind, id] = [value.slice(0, colon), value.slice(colon + 1)];
  return colon < 1 || id === '' ? null : { kind, id };
}

/** What acts on several requests need. */
export interface BulkOptions {
  readonly desk: RequestDesk;
  readonly logger: WebLogger;
}

/**
 * Applies an act to requests, one after the other. A failure of one does not stop the others.
 *
 * @param reason for the person, if the act needs one
 */
export async function actOnAll(
  { desk, logger }: BulkOptions,
  keys: readonly RequestKey[],
  { act, reason, language }: { readonly act: BulkAct; readonly reason: string; readonly language: Language },
): Promise<BulkOutcome[]> {
  const results: Pick<BulkOutcome, 'outcome' | 'refused'>[] = [];
  for (const { kind: name, id } of keys) {
    const kind = desk.kinds.find((one) => one.name === name);
    const run =
      kind === undefined ? () => Promise.reject(refusalsOfEngine.notFound()) : () => kind.act(act, id, reason);
    results.push(await resultOf(run, language, logger));
  }
  const loaded = await desk.load(keys);
  return keys.map((place, index) => ({
    ...place,
    found: loaded.find(({ kind, request }) => kind.name === place.kind && request.id === place.id) ?? null,
    ...results[index]!,
  }));
}

/** What became of an act. After a technical error, such as a lost connection, it is unknown whether it was done. */
async function resultOf(
  act: () => Promise<boolean>,
  language: Language,
  logger: WebLogger,
): Promise<Pick<BulkOutcome, 'outcome' | 'refused'>> {
  try {
    return { outcome: (await act()) ? 'done' : 'proposed', refused: null };
  } catch (error) {
    const detail = error instanceof PolicyEngineError ? errorText(error, language) : null;
    if (error instanceof PolicyEngineError && detail !== null) {
      return { outcome: 'refused', refused: { code: error.code, detail } };
    }
    logger.error('an action on one of several requests failed', { error });
    return { outcome: 'refused', refused: { code: 'internal_error', detail: language.t('requests.bulk.failed') } };
  }
}
