import { setTimeout as sleep } from 'node:timers/promises';
import { PolicyEngineError } from '../../../errors/errors.ts';
import { isConflict } from './sql-errors.ts';

export const defaultWaitLimit = 10_000;
const longestPause = 64;

/**
 * The attempts at one statement or transaction: another one follows each conflict, until `waitLimit` milliseconds have passed. Pauses
 * grow and are random, so that processes that collided once do not collide again.
 */
export class Attempts {
  /** By `performance.now()`. */
  readonly deadline: number;
  readonly #waitLimit: number;
  #pause = 2;

  constructor(waitLimit: number) {
    this.#waitLimit = waitLimit;
    this.deadline = performance.now() + waitLimit;
  }

  /**
   * Waits before the next attempt.
   *
   * @param error why the last one failed
   * @throws the error, unless it is a conflict
   * @throws {PolicyEngineError} `database_busy` at the limit, with the last conflict as its cause
   */
  async next(error: unknown): Promise<void> {
    if (!isConflict(error)) throw error;
    if (performance.now() >= this.deadline) {
      const message = `Other writers kept the database busy for ${this.#waitLimit} ms.`;
      throw new PolicyEngineError('database_busy', message, { cause: error });
    }
    await sleep(this.#pause * (0.5 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }
}
