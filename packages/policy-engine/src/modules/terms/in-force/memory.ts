/**
 * The texts in force, kept in memory: they are read on every request of a host and change a few times a year.
 *
 * - A change by this process is visible to the next read.
 * - What another process changes is seen after {@link RECHECK_MS} at most: a read whose knowledge is older looks at the
 *   table first, and concurrent reads wait for the same query. There is no timer: without reads there are no queries.
 * - Queries never overlap, so that a late result cannot replace a newer one.
 */
import type { Timeline } from './timeline.ts';

/**
 * Maximum age of the memory, in milliseconds. Two queries a second are negligible for a database, and nobody notices within half a
 * second that two pages differ.
 */
export const RECHECK_MS = 500;

/** Reads the table; what is already known need not be read again. */
export type Look = (known: Timeline | undefined) => Promise<Timeline>;

/** The state of the table, never older than {@link RECHECK_MS} or the last change of this process. */
export class TermsMemory {
  readonly #look: Look;
  #known: Timeline | undefined;
  #knownSince = -Infinity;
  /** Counts changes; a result from before the last change is no longer used. */
  #changes = 0;
  #knownChanges = -1;
  #looking: Promise<void> | undefined;

  constructor(look: Look) {
    this.#look = look;
  }

  /** The known timeline, possibly outdated. */
  get known(): Timeline | undefined {
    return this.#known;
  }

  /** The timeline, from memory if that is recent enough. */
  async read(): Promise<Timeline> {
    const oldest = performance.now() - RECHECK_MS;
    for (;;) {
      const known = this.#known;
      if (known !== undefined && this.#knownChanges === this.#changes && this.#knownSince > oldest) return known;
      this.#looking ??= this.#lookAgain().finally(() => (this.#looking = undefined));
      await this.#looking;
    }
  }

  /** Marks the table as changed, or possibly changed. */
  forget(): void {
    this.#changes += 1;
  }

  /** Compares a read inside a transaction: if it differs, memory must read the table again. */
  compare(seen: Timeline): void {
    if (this.#known?.stamp !== seen.stamp) this.forget();
  }

  async #lookAgain(): Promise<void> {
    const began = performance.now();
    const changes = this.#changes;
    this.#known = await this.#look(this.#known);
    this.#knownSince = began;
    this.#knownChanges = changes;
  }
}
