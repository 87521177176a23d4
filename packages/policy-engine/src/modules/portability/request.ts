/** A person's request for a copy of their data, as every module sees it. */
import type { TimeText } from '../../platform/database/times.ts';
import type { PersonRequest, States } from '../requests/request.ts';

/**
 * `pending` waits for an administrator, `progress` is being put together, `completed` can be downloaded. `denied` has a
 * reason, `failed` an error and waits for an administrator again, `expired` was there and is no more.
 */
export const requestStates = ['pending', 'progress', 'completed', 'denied', 'failed', 'expired'] as const;
/** One of {@link requestStates}. */
export type RequestState = (typeof requestStates)[number];

/** Progress of an export. */
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
export interface PortabilityRequest extends PersonRequest<RequestState> {
  readonly userId: string;
  /** When the copy goes. */
  readonly expireAt: TimeText | null;
  /** Why the last attempt failed. For administrators. */
  readonly error: string | null;
  /** Token of the last attempt, 0 before the first. */
  readonly attempt: number;
  readonly progress: RequestProgress | null;
  readonly file: RequestFile | null;
}

/** The states, and those in which the person still waits for an answer. */
export const states: States<RequestState> = { all: requestStates, open: ['pending', 'progress', 'failed'] };

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
