/** A person's request for a copy of their data, as every module sees it. */
import type { TimeText } from '../../platform/database/times.ts';

/**
 * `pending` waits for an administrator, `progress` is being put together, `completed` can be downloaded. `denied` has a
 * reason, `failed` an error and waits for an administrator again, `expired` was there and is no more.
 */
export const requestStates = ['pending', 'progress', 'completed', 'denied', 'failed', 'expired'] as const;
/** One of {@link requestStates}. */
export type RequestState = (typeof requestStates)[number];

/** How far an export is. */
export interface RequestProgress {
  readonly rows: number;
  /** About how many rows there are; null while nobody knows. */
  readonly expectedRows: number | null;
  readonly files: number;
  readonly bytes: number;
}

/** The export in the storage. */
export interface RequestFile {
  readonly name: string;
  readonly bytes: number;
}

/** A portability request. */
export interface PortabilityRequest {
  readonly id: string;
  readonly userId: string;
  readonly state: RequestState;
  /** The person's language, BCP 47; null where it was never known. */
  readonly locale: string | null;
  readonly createdAt: TimeText;
  /** Last moment of the legal deadline. */
  readonly dueAt: TimeText;
  readonly extendedAt: TimeText | null;
  readonly extensionReason: string | null;
  readonly confirmedAt: TimeText | null;
  /** When it was completed or denied. */
  readonly closedAt: TimeText | null;
  /** When the copy goes. */
  readonly expireAt: TimeText | null;
  /** Why it was denied. */
  readonly reason: string | null;
  /** Why the last attempt failed. For administrators. */
  readonly error: string | null;
  /** Token of the last attempt, 0 before the first. */
  readonly attempt: number;
  readonly progress: RequestProgress | null;
  readonly file: RequestFile | null;
}

/** States in which the person still waits for an answer. */
export const openStates: readonly RequestState[] = ['pending', 'progress', 'failed'];

/** Whether the person still waits for an answer. */
export function isOpen({ state }: Pick<PortabilityRequest, 'state'>): boolean {
  return openStates.includes(state);
}

/** Whether the answer is late. */
export function isOverdue(request: Pick<PortabilityRequest, 'state' | 'dueAt'>, now: Date): boolean {
  return isOpen(request) && request.dueAt < now.toISOString();
}

/** What a person may be told of, whatever stands behind it. */
export function isDownloadable({ state, expireAt, file }: PortabilityRequest, now: Date): boolean {
  return state === 'completed' && file !== null && (expireAt === null || expireAt > now.toISOString());
}

/** Milliseconds in which a worker takes what was confirmed, if there is one. */
const SOON = 60_000;

/** Whether a confirmed request still waits for a worker to take it. */
export function isWaiting({ state, attempt, confirmedAt }: PortabilityRequest, now: Date): boolean {
  if (state !== 'progress' || attempt > 0 || confirmedAt === null) return false;
  return now.getTime() - new Date(confirmedAt).getTime() > SOON;
}
