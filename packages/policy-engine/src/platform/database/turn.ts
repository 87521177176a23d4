import { PolicyEngineError } from '../../errors.ts';

/** Gives the turn to the next in line. */
export type EndTurn = () => void;

/** A queue in which one at a time has the turn, first come first served. */
export class Turn {
  #taken = false;
  readonly #waiting: (() => void)[] = [];

  /** Whether somebody has the turn. */
  get isTaken(): boolean {
    return this.#taken;
  }

  /** How many are in line behind the one that has the turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Resolves when it is the caller's turn.
   *
   * @param deadline `performance.now()` time after which waiting ends with `database_busy`.
   */
  take(deadline: number = Number.POSITIVE_INFINITY): Promise<EndTurn> {
    if (!this.#taken) {
      this.#taken = true;
      return Promise.resolve(this.#end());
    }
    return new Promise((resolve, reject) => {
      const timer =
        deadline === Number.POSITIVE_INFINITY
          ? undefined
          : setTimeout(() => reject(this.#tooLate(start)), Math.max(0, deadline - performance.now()));
      const start = (): void => {
        clearTimeout(timer);
        resolve(this.#end());
      };
      this.#waiting.push(start);
    });
  }

  #tooLate(start: () => void): PolicyEngineError {
    this.#waiting.splice(this.#waiting.indexOf(start), 1);
    const message = 'Other transactions held the connection for too long.';
    return new PolicyEngineError('database_busy', message);
  }

  #end(): EndTurn {
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken = false;
    };
  }
}
