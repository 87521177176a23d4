/** Aborts work that takes too long, even in the middle of a loop or a regular expression. */
import { type Context, createContext, Script } from 'node:vm';

const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
// Not for security: only code in a script of its own can be interrupted in a thread.
const script = new Script('work()');
const scope: { work?: () => void } = {};
/** Made when it is first needed, and used again: making one takes as long as rendering a text. */
let context: Context | undefined;

/** How often work that did not get the processor is retried. */
const MOST_ATTEMPTS = 4;

/**
 * The share of its processor time from which work is aborted permanently. Even on an idle machine the clock is slightly ahead of
 * the processor time, so that the full limit would never be reached at the first attempt.
 */
const ENOUGH = 0.75;

/**
 * Runs a synchronous function with a limit of processor time. On a busy machine the clock goes on while the function does not: then
 * it is run again, with twice the time.
 *
 * @param work without side effects
 * @returns its result, or `late` if it was aborted; its own errors are thrown
 */
export function withinProcessorTime<T>(milliseconds: number, work: () => T): { readonly value: T } | 'late' {
  for (let attempt = 0, wait = milliseconds; ; attempt += 1, wait *= 2) {
    const before = process.cpuUsage();
    const outcome = withinTime(wait, work);
    const { user, system } = process.cpuUsage(before);
    const isUsedUp = (user + system) / 1000 >= milliseconds * ENOUGH;
    // Other threads of the process are included, so that at worst this aborts too early, as it would by the clock.
    if (outcome !== 'late' || isUsedUp || attempt === MOST_ATTEMPTS) return outcome;
  }
}

/**
 * Runs a synchronous function within the limit.
 *
 * @returns its result, or `late` if it was aborted; its own errors are thrown
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
  scope.work = guarded;
  try {
    script.runInContext((context ??= createContext(scope)), { timeout: milliseconds });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === TIMED_OUT) return 'late';
    throw error;
  } finally {
    // What the work holds is not kept until the next one.
    delete scope.work;
  }
  if (outcome.failed === true) throw outcome.error;
  return { value: outcome.value as T };
}
