/** Ends work that takes too long, in the middle of a loop or a regular expression if need be. */
import { createContext, Script } from 'node:vm';

const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
// Not for safety: a script of its own is the only thing a thread lets itself be interrupted in.
const script = new Script('work()');

/** How often work is begun again that was not given the processor. */
const MOST_ATTEMPTS = 4;

/**
 * From which share of its processor time on work is ended permanently. Even on an idle machine the clock is a little
 * ahead of the processor time, so that all of it would never be reached at the first attempt.
 */
const ENOUGH = 0.75;

/**
 * Runs a synchronous function that may use this much of the processor. On a machine that is busy with something else
 * the clock goes on while the function does not: then it is begun again, with twice the time.
 *
 * @param work without side effects
 * @returns what it returned, `late` where it was ended; its own errors are thrown
 */
export function withinProcessorTime<T>(milliseconds: number, work: () => T): { readonly value: T } | 'late' {
  for (let attempt = 0, wait = milliseconds; ; attempt += 1, wait *= 2) {
    const before = process.cpuUsage();
    const outcome = withinTime(wait, work);
    const { user, system } = process.cpuUsage(before);
    const isUsedUp = (user + system) / 1000 >= milliseconds * ENOUGH;
    // Other threads of the process count as well, so that at worst this ends too early, as it would by the clock.
    if (outcome !== 'late' || isUsedUp || attempt === MOST_ATTEMPTS) return outcome;
  }
}

/**
 * Runs a synchronous function for as long as the limit allows.
 *
 * @returns what it returned, `late` where it was ended; its own errors are thrown
 */
function withinTime<T>(milliseconds: number, work: () => T): { readonly value: T } | 'late' {
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
