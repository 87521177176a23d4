/** Ends of flights: what the work on a key has given, for all requests that wait for it. */
import { RendererError } from '../../kernel/errors.ts';
import { inTime } from '../../kernel/in-time.ts';
import { wasStopped } from '../../kernel/verdicts.ts';
import type { Source } from './requests.ts';
import type { Representation } from './make-result.ts';
import type { Failure } from '../nodes/failures.ts';
import type { Flight } from './flights.ts';
import type { CachedResult } from '../stores/store.ts';

/** How this process came to a result. */
export type Origin =
  | 'render'
  | 'renewal'
  /** Another node has rendered it for this request. */
  | 'other-node'
  /** It is an error page that was rendered a moment ago. */
  | 'failure';

/** What a render, a renewal or another node has given. */
export type FlightEnd =
  /** `kept`: whether the store has it, as soon as that is known. */
  | {
      kind: 'result';
      result: CachedResult;
      origin: Origin;
      isHeldBack: boolean;
      kept: PromiseWithResolvers<boolean>;
    }
  | { kind: 'rendered'; rendered: Representation };

/** What a render has given: a result that may be stored, or not. */
export type Rendered = { result: CachedResult } | { rendered: Representation };

/** A flight that ends with a result. */
export function endWith(result: CachedResult, origin: Origin, isHeldBack = false): FlightEnd {
  const kept = Promise.withResolvers<boolean>();
  if (origin === 'other-node' || origin === 'failure') kept.resolve(true);
  return { kind: 'result', result, origin, isHeldBack, kept };
}

/** Errors that are not about the page, so that an older result may be served (RFC 5861 §4). */
export function isPassing(error: unknown): boolean {
  return !(error instanceof RendererError) || error.status >= 500 || error.code === 'unknown-host';
}

/**
 * Maximum time to wait until it is known whether a result is stored, in milliseconds: for a client, and for work that no client
 * waits for; the latter is longer than a store may take.
 */
export const STORING = { client: 50, background: 60_000 } as const;

/** Whether a result is known to be stored (RFC 9211 §2.6). @param storing see {@link STORING} */
export async function isStored(
  end: FlightEnd & { kind: 'result' },
  flight: Flight<FlightEnd>,
  storing: number,
): Promise<boolean> {
  if (end.isHeldBack || flight.superseded) return false;
  return inTime(end.kept.promise, storing).catch(() => false);
}

/** An error that is worse than an older result. */
export function isFailure({ status, verdict }: Pick<Representation, 'status' | 'verdict'>): boolean {
  return status >= 500 || wasStopped(verdict);
}

/** The end of a flight for a page whose render failed a moment ago. @throws {RendererError} its error */
export function endOfFailed(failure: Failure): FlightEnd {
  if ('error' in failure) throw failure.error;
  return endWith(failure.result, 'failure');
}

/** @param isJoined whether the render had been started for another request */
export function sourceOf(end: FlightEnd, isJoined: boolean): Source {
  const origin = end.kind === 'result' ? end.origin : 'render';
  switch (origin) {
    case 'renewal':
      return 'renewed';
    case 'failure':
      return 'hit';
    case 'other-node':
      return 'collapsed';
    case 'render':
      return isJoined ? 'collapsed' : 'miss';
  }
}
