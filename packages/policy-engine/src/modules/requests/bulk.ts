/** Acts on several requests at once: each is done for itself, in a transaction of its own, and says what became of it. */
import { PolicyEngineError } from '../../errors.ts';
import type { WebLogger } from '../../platform/logger.ts';
import type { Language } from '../../platform/i18n/language.ts';
import { refusals as refusalsOfEngine } from '../../refusals.ts';
import type { RequestDesk } from './desk.ts';
import type { KindRequest } from './kind.ts';
import type { BulkAct } from './views/kind-pages.ts';

/** Requests that can be acted on at once: as many as a form has room for. */
export const MOST_AT_ONCE = 100;

/** What became of one of them. */
export interface BulkOutcome {
  readonly kind: string;
  readonly id: string;
  /** The request as it is now; null for one that is not there. */
  readonly found: KindRequest | null;
  /** Why nothing was done; null where it was. */
  readonly refused: { readonly code: string; readonly detail: string } | null;
}

/** Where a request is: `portability:0190…`. */
export interface RequestPlace {
  readonly kind: string;
  readonly id: string;
}

/** The place that a value of a form names; null for a text that names none. */
export function placeOf(value: string): RequestPlace | null {
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
 * Does an act to requests, one after the other. What one refuses keeps no other from being done.
 *
 * @param reason for the person, where the act needs one
 */
export async function actOnAll(
  { desk, logger }: BulkOptions,
  places: readonly RequestPlace[],
  { act, reason, language }: { readonly act: BulkAct; readonly reason: string; readonly language: Language },
): Promise<BulkOutcome[]> {
  const refusals: BulkOutcome['refused'][] = [];
  for (const { kind: name, id } of places) {
    const kind = desk.kinds.find((one) => one.name === name);
    const run =
      kind === undefined ? () => Promise.reject(refusalsOfEngine.notFound()) : () => kind.act(act, id, reason);
    refusals.push(await refusalOf(run, language, logger));
  }
  const loaded = await desk.load(places);
  return places.map((place, index) => ({
    ...place,
    found: loaded.find(({ kind, request }) => kind.name === place.kind && request.id === place.id) ?? null,
    refused: refusals[index] ?? null,
  }));
}

/** Why an act was not done. After an error of the surroundings, such as a lost connection, nobody knows whether it was. */
async function refusalOf(
  act: () => Promise<unknown>,
  language: Language,
  logger: WebLogger,
): Promise<BulkOutcome['refused']> {
  try {
    await act();
    return null;
  } catch (error) {
    if (error instanceof PolicyEngineError && error.text !== undefined) {
      return { code: error.code, detail: language.text(error.text.key, error.text.params) };
    }
    logger.error('an action on one of several requests failed', { error });
    return { code: 'internal_error', detail: language.t('requests.bulk.failed') };
  }
}
