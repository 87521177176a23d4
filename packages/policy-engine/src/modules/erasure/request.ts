/** A person's erasure request, as every module sees it (GDPR Art. 17). */
import type { TimeText } from '../../platform/database/times.ts';
import type { PersonRequest, States } from '../requests/request.ts';
import type { ErasureReceipt } from './receipt.ts';

/**
 * `pending` waits for the person to confirm who they are where they are mailed a link, then for an administrator, and
 * once confirmed for the end of the grace period. `held` waits as long as a legal ground keeps the data. `running` is
 * being carried out, and can't be withdrawn. `failed` stopped in the middle and waits for an administrator. `denied`,
 * `cancelled` and `completed` are final.
 */
export const erasureStates = ['pending', 'held', 'denied', 'cancelled', 'running', 'failed', 'completed'] as const;
/** One of {@link erasureStates}. */
export type ErasureState = (typeof erasureStates)[number];

/** An erasure request. */
export interface ErasureRequest extends PersonRequest<ErasureState> {
  /**
   * When the person's identity was confirmed again; null if nobody has asked them, and until they follow their link.
   */
  readonly identifiedAt: TimeText | null;
  /** How many links were asked for by which the person confirms who they are; 0 where they need none. */
  readonly linksAsked: number;
  /** Until when the person has time to think again; null until they have followed their link. */
  readonly graceUntil: TimeText | null;
  /** Whether the person agreed that it may begin before {@link ErasureRequest.graceUntil}. */
  readonly waivesGrace: boolean;
  /** Why it is held. */
  readonly holdReason: string | null;
  /** When the first step began. */
  readonly begunAt: TimeText | null;
  /** Why the last attempt failed. For administrators. */
  readonly error: string | null;
  /** Token of the last attempt, 0 before the first. */
  readonly attempt: number;
  /** What was done; null until it is completed. */
  readonly receipt: ErasureReceipt | null;
}

/** The states, and those in which the person still waits for an answer. */
export const states: States<ErasureState> = { all: erasureStates, open: ['pending', 'held', 'running', 'failed'] };

/** Whether the person still has to follow the link that was mailed to them: nothing runs until then. */
export function awaitsIdentity({
  state,
  linksAsked,
  identifiedAt,
}: Pick<ErasureRequest, 'state' | 'linksAsked' | 'identifiedAt'>): boolean {
  return (state === 'pending' || state === 'held') && linksAsked > 0 && identifiedAt === null;
}

/** Whether the person may withdraw it: nothing was erased yet. */
export function mayCancelErasure({ state }: Pick<ErasureRequest, 'state'>): boolean {
  return leadsTo(state, 'cancelled');
}

/** The states that may follow each state. What is not here never happens. */
const FOLLOWING: Readonly<Record<ErasureState, readonly ErasureState[]>> = {
  pending: ['held', 'denied', 'cancelled', 'running'],
  held: ['pending', 'denied', 'cancelled', 'running'],
  running: ['failed', 'completed'],
  failed: ['running'],
  denied: [],
  cancelled: [],
  completed: [],
};

/** Whether a request in one state may come into another. */
export function leadsTo(state: ErasureState, next: ErasureState): boolean {
  return FOLLOWING[state].includes(next);
}
