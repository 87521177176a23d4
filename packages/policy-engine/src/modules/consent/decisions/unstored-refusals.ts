/**
 * Rejections that could not be stored, because the database is read-only or unavailable. The caller gets an error, and until a
 * decision is stored this process treats the rule as rejected: what was withdrawn must not continue because a disk is full. Other
 * processes, and this one after a restart, use what the database holds.
 */

/** Above this number the oldest is erased. */
const MOST = 10_000;

export class UnstoredRefusals {
  readonly #known = new Set<string>();

  add(userId: string, rule: string): void {
    this.#known.add(keyOf(userId, rule));
    for (const oldest of this.#known) {
      if (this.#known.size <= MOST) return;
      this.#known.delete(oldest);
    }
  }

  /** A decision was stored after all. */
  delete(userId: string, rule: string): void {
    if (this.#known.size > 0) this.#known.delete(keyOf(userId, rule));
  }

  has(userId: string | undefined, rule: string): boolean {
    return this.#known.size > 0 && userId !== undefined && this.#known.has(keyOf(userId, rule));
  }
}

function keyOf(userId: string, rule: string): string {
  return JSON.stringify([userId, rule]);
}
