import type { Waits } from '../pending/pending-work.ts';

/** Times of {@link monotonic} at which a page was checked. */
interface Check {
  /** When a request, a callback or anything else last changed something. */
  readonly movedAt: number;
  /** When a callback last ran, or something was observed or sent. */
  readonly calledAt: number;
  /** When the page was asked for the frame that it has drawn; undefined if it was not asked for one. */
  readonly drawnAt: number | undefined;
}

/**
 * The proof that a page whose work is all tracked is at rest: what is not pending cannot happen. It takes two checks, each by a task of the
 * lowest priority, of which the first follows a frame that was drawn after the last call, with nothing in between.
 */
export class RestProof {
  #begunAt: number | undefined;
  #untracked: readonly string[] = [];
  #sees = true;

  /** What the page has used that is not tracked to its end. */
  get untracked(): readonly string[] {
    return this.#untracked;
  }

  /** Whether nothing that was recorded waits for a part of the page to be seen; only of a page that may be proved to be at rest. */
  get seesNothing(): boolean {
    return this.#untracked.length === 0 && !this.#sees;
  }

  /** Whether the first of the two checks has succeeded. */
  get hasBegun(): boolean {
    return this.#begunAt !== undefined;
  }

  /** @param reasons why the page has to be observed in any case */
  note(waits: Waits, reasons: readonly string[]): void {
    const others = [...(waits.idleMoves > 0 ? ['repetition'] : []), ...(waits.reading === 'nobody' ? [] : ['stream'])];
    this.#untracked = [...new Set([...waits.untracked, ...others, ...reasons])];
    this.#sees = waits.sees;
  }

  /** Notes a check that has found nothing pending. */
  at(now: number, { movedAt, calledAt, drawnAt }: Check): 'done' | 'begun' | 'none' {
    if (this.#untracked.length > 0) return this.fail();
    if (this.#begunAt !== undefined && movedAt < this.#begunAt) return 'done';
    // What was observed since the frame is told with the next one.
    if (drawnAt === undefined || calledAt >= drawnAt) return this.fail();
    this.#begunAt = now;
    return 'begun';
  }

  /** Begins anew. */
  fail(): 'none' {
    this.#begunAt = undefined;
    return 'none';
  }
}
