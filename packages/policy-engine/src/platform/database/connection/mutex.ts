import { PolicyEngineError } from '../../../errors/errors.ts';

/** Gives the lock to the next in line. */
export type ReleaseMutex = () => void;

/** A mutual exclusion lock, first come first served. */
export class Mutex {
  #isLocked = false;
  readonly #waiting: (() => void)[] = [];

  /** Whether the lock is held. */
  get isLocked(): boolean {
    return this.#isLocked;
  }

  /** How many callers wait for the lock. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Resolves when the caller holds the lock.
   *
   * @param deadline `performance.now()` time after which waiting ends with `database_busy`.
   */
  acquire(deadline: number = Number.POSITIVE_INFINITY): Promise<ReleaseMutex> {
    if (!this.#isLocked) {
      this.#isLocked = true;
      return Promise.resolve(this.#releaseOnce());
    }
    return new Promise((resolve, reject) => {
      const timer =
        deadline === Number.POSITIVE_INFINITY
          ? undefined
          : setTimeout(() => reject(this.#tooLate(start)), Math.max(0, deadline - performance.now()));
      const start = (): void => {
        clearTimeout(timer);
        resolve(this.#releaseOnce());
      };
      this.#waiting.push(start);
    });
  }

  #tooLate(start: () => void): PolicyEngineError {
    this.#waiting.splice(this.#waiting.indexOf(start), 1);
    const message = 'Other transactions held the connection for too long.';
    return new PolicyEngineError('database_busy', message);
  }

  #releaseOnce(): ReleaseMutex {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#isLocked = false;
    };
  }
}
