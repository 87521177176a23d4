/** A person's access request, as every module sees it. */
import type { TimeText } from '../../../platform/database/statements/times.ts';
import type { PersonRequest, States } from '../../requests/index.ts';

/**
 * `pending` waits for an administrator, `progress` is being created, `completed` can be downloaded. `denied` has a reason, `failed`
 * has an error and waits for an administrator again, `expired`: the export was deleted.
 */
export const requestStates = ['pending', 'progress', 'completed', 'denied', 'failed', 'expired'] as const;
/** One of {@link requestStates}. */
export type RequestState = (typeof requestStates)[number];

/** Progress of an export. */
export interface RequestProgress {
  readonly rows: number;
  /** Approximate number of rows; null while it is unknown. */
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
  /** When the export is deleted. */
  readonly expireAt: TimeText | null;
  /** Why the last attempt failed. For administrators. */
  readonly error: string | null;
  /** When an export last failed that is not retried automatically. */
  readonly failedAt: TimeText | null;
  /** Token of the last attempt, 0 before the first. */
  readonly attempt: number;
  readonly progress: RequestProgress | null;
  readonly file: RequestFile | null;
}

/** The states, and those in which the request is open. */
export const states: States<RequestState> = { all: requestStates, open: ['pending', 'progress', 'failed'] };

/** The states in which an administrator can reopen a request: it was denied, or its export lacks something. */
export const reopenableStates: readonly RequestState[] = ['denied', 'completed', 'expired'];

/** The states that a person is shown. */
export function isDownloadable({ state, expireAt, file }: PortabilityRequest, now: Date): boolean {
  return state === 'completed' && file !== null && (expireAt === null || expireAt > now.toISOString());
}

/** Milliseconds within which a running worker takes a confirmed request. */
const SOON = 60_000;

/** Whether a confirmed request has not been taken by a worker yet. */
export function isWaiting({ state, attempt, confirmedAt }: PortabilityRequest, now: Date): boolean {
  if (state !== 'progress' || attempt > 0 || confirmedAt === null) return false;
  return now.getTime() - new Date(confirmedAt).getTime() > SOON;
}
