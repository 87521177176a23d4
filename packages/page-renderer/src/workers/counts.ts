import type { Snapshot } from '../telemetry/metrics.ts';
import { sumOf } from '../telemetry/metrics.ts';

/** What worker processes have counted. The counts of a process that has ended are kept, so that no sum decreases. */
export class WorkerCounts<Worker> {
  readonly #running = new Map<Worker, Snapshot>();
  #ended: Snapshot = [];
  /** The processes that have ended are added one after the other. */
  #ending: Promise<void> = Promise.resolve();

  /** All counts. */
  get all(): readonly Snapshot[] {
    return [this.#ended, ...this.#running.values()].filter((snapshot) => snapshot.length > 0);
  }

  /** Replaces the counts of a process with newer ones. */
  keep(worker: Worker, snapshot: Snapshot): void {
    this.#running.set(worker, snapshot);
  }

  /** Adds the counts of a process to those of the processes that have ended. */
  end(worker: Worker): Promise<void> {
    this.#ending = this.#add(worker, this.#ending);
    return this.#ending;
  }

  async #add(worker: Worker, before: Promise<void>): Promise<void> {
    await before;
    const last = this.#running.get(worker);
    if (!last) return;
    const ended = await sumOf([this.#ended, last]).getMetricsAsJSON();
    // At the same moment: they are always part of the sum, and only once.
    this.#running.delete(worker);
    this.#ended = ended;
  }
}
