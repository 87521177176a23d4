/** Counts calls to the ports of an engine, and makes one of them fail. */

/**
 * How a call fails.
 *
 * - `refused`: an error before the call took effect.
 * - `lost`: the call took effect, and an error replaced its response.
 * - `conflict`: the database ends the transaction in favour of another one (deadlock), and expects a retry. Counts only
 *   statements and commits of transactions.
 * - `dead`: this call and all after it are refused; the process counts as killed.
 */
export const MODES = ['refused', 'lost', 'conflict', 'dead'] as const;
export type Mode = (typeof MODES)[number];

/** The error of a port that fails on purpose. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code = 'ECONNRESET';
}

/** Whether an error is a fault, or wraps one. */
export function isFault(error: unknown): boolean {
  if (error instanceof Fault) return true;
  return error instanceof Error && error.cause !== undefined && isFault(error.cause);
}

/** The type of a call; conflicts only happen to `transaction`. */
type Kind = 'transaction' | 'other';

/** Decides about each call to a port of one engine. */
export class Faults {
  /** The calls while faults were armed, in order. */
  readonly calls: string[] = [];
  /** The number of calls that can meet a conflict. */
  conflicting = 0;
  /** The call that failed; null if none has yet. */
  hit: string | null = null;
  #mode: Mode | null = null;
  #at: number | string = Infinity;
  #isArmed = false;

  /**
   * Makes one of the following calls fail.
   *
   * @param at its number, counted from 1, or the name of the first one; default: only counts
   */
  arm(mode: Mode, at: number | string = Infinity): void {
    this.calls.length = 0;
    this.conflicting = 0;
    this.hit = null;
    this.#mode = mode;
    this.#at = at;
    this.#isArmed = true;
  }

  /** Stops the faults. A killed process stays dead. */
  disarm(): void {
    if (!this.isDead) this.#isArmed = false;
  }

  /** Whether the process counts as killed. */
  get isDead(): boolean {
    return this.#mode === 'dead' && this.hit !== null;
  }

  /** Counts a call. @returns how it must fail; null: not at all */
  next(name: string, kind: Kind = 'other'): Mode | null {
    if (!this.#isArmed || (this.#mode === 'conflict' && kind !== 'transaction')) return null;
    this.calls.push(name);
    if (kind === 'transaction') this.conflicting += 1;
    const count = this.calls.length;
    if (this.hit === null && (count === this.#at || name === this.#at)) this.hit = `call ${count}, ${name}`;
    else if (!this.isDead) return null;
    return this.#mode;
  }

  /** Makes a call, unless it fails. */
  async call<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mode = this.next(name);
    if (mode === null) return work();
    if (mode === 'lost') await work();
    throw this.error();
  }

  /** The error of the call that fails. */
  error(): Fault {
    return new Fault(`fault at ${this.hit}`);
  }
}
