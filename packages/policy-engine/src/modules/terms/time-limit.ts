/** Ends work that takes too long, in the middle of a loop or a regular expression if need be. */
import { createContext, Script } from 'node:vm';

const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
// Not for safety: a script of its own is the only thing a thread lets itself be interrupted in.
const script = new Script('work()');

/**
 * Runs a synchronous function for as long as the limit allows.
 *
 * @returns what it returned, `late` where it was ended; its own errors are thrown
 */
export function withinTime<T>(milliseconds: number, work: () => T): { readonly value: T } | 'late' {
  const outcome: { value?: T; error?: unknown; failed?: boolean } = {};
  const guarded = (): void => {
    try {
      outcome.value = work();
    } catch (error) {
      Object.assign(outcome, { error, failed: true });
    }
  };
  try {
    script.runInContext(createContext({ work: guarded }), { timeout: milliseconds });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === TIMED_OUT) return 'late';
    throw error;
  }
  if (outcome.failed === true) throw outcome.error;
  return { value: outcome.value as T };
}
