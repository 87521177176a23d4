/**
 * The texts in force, kept in memory: they are asked for on every request of a host and change a few times a year.
 *
 * - What this process changes, the next read sees.
 * - What another process changes is seen after {@link RECHECK_MS} at most: a read whose knowledge is older looks at the
 *   table first, and reads that come in the meantime wait for the same look. There is no timer: who is not asked, asks
 *   nobody.
 * - Looks never overlap, so that a late answer can't take the place of a newer one.
 */
import type { Timeline } from './timeline.ts';

/**
 * How old knowledge of the table may be, in milliseconds. Two looks a second are nothing to a database, and half a second
 * is less than anybody needs to notice that two pages disagree.
 */
export const RECHECK_MS = 500;

/** Looks at the table; what is known already need not be read again. */
export type Look = (known: Timeline | undefined) => Promise<Timeline>;

/** Knowledge of the table, never older than {@link RECHECK_MS} nor than the last change of this process. */
export class TermsMemory {
  readonly #look: Look;
  #known: Timeline | undefined;
  #knownSince = -Infinity;
  /** Counts changes; what was looked up before the last one is not served any more. */
  #changes = 0;
  #knownChanges = -1;
  #looking: Promise<void> | undefined;

  constructor(look: Look) {
    this.#look = look;
  }

  /** What is known, without asking whether it still holds. */
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

  /** Says that the table has changed, or may have. */
  forget(): void {
    this.#changes += 1;
  }

  /** Takes note of a look inside of a transaction: where it saw something else, memory has to look for itself. */
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
