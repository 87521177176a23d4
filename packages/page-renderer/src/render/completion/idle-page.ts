import { unlessOurs } from '../../devtools/errors.ts';
import type { Session } from '../../devtools/connection.ts';
import type { Waits } from '../pending/pending-work.ts';

/** For how many milliseconds what is read of a page has not changed, before what repeats is not waited for. */
export const IDLE = 1_000;
/** A page computes if it is busy for more than this part of the time, with more than so many milliseconds for each run of a source. */
const COMPUTES = { part: 0.5, run: 2 };

/** The state of a page at a time of {@link monotonic}: milliseconds of its tasks, changes of what is read, runs of its sources. */
interface Sample {
  readonly at: number;
  readonly tasks: number;
  readonly changes: number;
  readonly runs: number;
}

/**
 * Tells since when a page only repeats itself: nothing that is read of it has changed, and it does not compute anything. Tasks that
 * compute in parts run more than three times before they have a result.
 */
export class IdlePage {
  readonly #session: Session;
  #since: Sample | undefined;
  #isEnabled = false;

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * @param waits how often what is read has changed, and sources have run
   * @param newAt when something else last changed
   * @returns the time; undefined if it is less than {@link IDLE} milliseconds ago
   */
  async since(
    now: number,
    { changes, runs }: Pick<Waits, 'changes' | 'runs'>,
    newAt: number,
  ): Promise<number | undefined> {
    const since = this.#since;
    if (since && changes === since.changes && newAt <= since.at && runs >= since.runs) {
      if (now - since.at < IDLE) return undefined;
      const tasks = await this.#tasks();
      const each = (tasks - since.tasks) / Math.max(1, runs - since.runs);
      const computes = tasks - since.tasks > COMPUTES.part * (now - since.at) && each > COMPUTES.run;
      if (!computes) return since.at;
    }
    this.#since = { at: now, tasks: await this.#tasks(), changes, runs };
    return undefined;
  }

  /** Milliseconds for which the page's thread has been busy. */
  async #tasks(): Promise<number> {
    if (!this.#isEnabled) await this.#session.send('Performance.enable').catch(unlessOurs);
    this.#isEnabled = true;
    const answer = await this.#session.send('Performance.getMetrics').catch(unlessOurs);
    return (answer?.metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  }
}
