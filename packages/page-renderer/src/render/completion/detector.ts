import type { OpenRequests } from '../pending/outstanding.ts';
import type { Pending } from '../pending/pending.ts';

/** How the wait for a page ended, and what was pending at that time. */
export interface Completion {
  /**
   * `complete`: nothing is pending; `settled`: what is pending is due later than the renderer waits, or never ends;
   * `ready-signal`: the page signalled that it is ready, or an element matches; `budget`: the job's signal ended first.
   */
  verdict: 'complete' | 'settled' | 'ready-signal' | 'budget';
  pending: Pending;
  /** Requests that had not ended. */
  open: OpenRequests;
  /** The part of it that only repeats without changing what is read, and was not waited for. */
  idle: Pending;
  /** How often what is read of the page had changed; 0 if it was not watched, NaN if not all of it was. */
  changes: number;
  /** What the page has used that is not tracked to its end, so that it had to be observed for a moment; none if its rest was proved. */
  untracked: readonly string[];
  /** Whether nothing that was recorded waits for a part of the page to be seen; only of a page whose rest was proved. */
  seesNothing: boolean;
}

/** Decides when a page is complete. Started before the navigation, so that it sees every request. */
export interface CompletionDetector extends Disposable {
  /**
   * May be called again after something was done to the page: the timers that this sets are treated like those after a
   * request.
   *
   * @param until ends the wait before the job does
   */
  complete(until?: AbortSignal): Promise<Completion>;
}
