/** A person's erasure request, as every module sees it (GDPR Art. 17). */
import type { TimeText } from '../../../platform/database/statements/times.ts';
import type { PersonRequest, States } from '../../requests/index.ts';
import type { ErasureReceipt } from '../plan/receipt.ts';

/**
 * `pending` waits for the person to verify their identity if they are mailed a link, then for an administrator, and once confirmed
 * for the end of the grace period. `held` waits as long as a legal ground keeps the data. `running` is being executed, and cannot
 * be withdrawn. `failed` stopped before the end and waits for an administrator. `cancelled` is final, and `denied` and
 * `completed` are unless an administrator reopens it, or a later search finds the person's data again: then it is `reopened`, and waits for an administrator.
 */
export const erasureStates = [
  'pending',
  'held',
  'denied',
  'cancelled',
  'running',
  'failed',
  'completed',
  'reopened',
] as const;
/** One of {@link erasureStates}. */
export type ErasureState = (typeof erasureStates)[number];

/** An erasure request. */
export interface ErasureRequest extends PersonRequest<ErasureState> {
  /**
   * When the person's identity was verified; null if that is not required, and until they follow their link.
   */
  readonly identifiedAt: TimeText | null;
  /** Number of links requested to verify the person's identity; 0 if they need none. */
  readonly linksAsked: number;
  /** End of the grace period; null until the person has followed their link. */
  readonly graceUntil: TimeText | null;
  /** Whether the person agreed that it may start before {@link ErasureRequest.graceUntil}. */
  readonly waivesGrace: boolean;
  /** Why it is held. */
  readonly holdReason: string | null;
  /** When the first step started. */
  readonly begunAt: TimeText | null;
  /** Why the last attempt failed. For administrators. */
  readonly error: string | null;
  /** Token of the last attempt, 0 before the first. */
  readonly attempt: number;
  /** What was done; null until it is completed. */
  readonly receipt: ErasureReceipt | null;
}

/** The states, and those in which the request is open. */
export const states: States<ErasureState> = {
  all: erasureStates,
  open: ['pending', 'held', 'running', 'failed', 'reopened'],
};

/** Whether the person must still follow the mailed link: nothing runs until then. */
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

/** The states that may follow each state. Other transitions are errors. */
const FOLLOWING: Readonly<Record<ErasureState, readonly ErasureState[]>> = {
  pending: ['held', 'denied', 'cancelled', 'running'],
  held: ['pending', 'denied', 'cancelled', 'running'],
  running: ['failed', 'completed'],
  failed: ['running'],
  denied: ['pending'],
  cancelled: [],
  completed: ['reopened'],
  reopened: ['completed'],
};

/** Whether a request may change from one state to another. */
export function leadsTo(state: ErasureState, next: ErasureState): boolean {
  return FOLLOWING[state].includes(next);
}
