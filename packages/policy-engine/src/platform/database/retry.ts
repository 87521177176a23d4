import { setTimeout as sleep } from 'node:timers/promises';
import { PolicyEngineError } from '../../errors.ts';
import { isConflict } from './sql-errors.ts';

export const defaultWaitLimit = 10_000;
const longestPause = 64;

/**
 * Runs `attempt` until it meets no conflict or `waitLimit` milliseconds have passed. Pauses grow and are random, so
 * that processes that collided once do not collide again.
 *
 * @throws {PolicyEngineError} `database_busy` at the limit, with the last conflict as its cause.
 */
export async function retryConflicts<T>(waitLimit: number, attempt: (deadline: number) => Promise<T>): Promise<T> {
  const deadline = performance.now() + waitLimit;
  for (let pause = 2; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await attempt(deadline);
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (performance.now() >= deadline) {
        throw new PolicyEngineError('database_busy', `Other writers kept the database busy for ${waitLimit} ms.`, {
          cause: error,
        });
      }
    }
    await sleep(pause * (0.5 + Math.random() / 2));
  }
}
