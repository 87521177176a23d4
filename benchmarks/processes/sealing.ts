/** How long events waited for their seal, seen from outside: by reading the newest checkpoint again and again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'policy-engine';
import { CheckpointStore } from '../../packages/policy-engine/dist/modules/proof/seal/checkpoint-store.js';
import { createQueries, engineNaming } from '../../packages/policy-engine/dist/schema.js';

const POLL_MILLISECONDS = 20;
const PAGE = 5000;

/** Observes checkpoints while others seal. */
export class SealObserver {
  readonly #database: Database;
  readonly #seen: { readonly size: number; readonly at: number }[] = [];
  readonly #ending = new AbortController();
  #observed: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  begin(): void {
    this.#observed ??= this.#observe();
  }

  async #observe(): Promise<void> {
    const checkpoints = new CheckpointStore(this.#database, engineNaming(this.#database.dialect));
    while (!this.#ending.signal.aborted) {
      const { size = 0 } = (await checkpoints.last()) ?? {};
      if (size > (this.#seen.at(-1)?.size ?? 0)) this.#seen.push({ size, at: Date.now() });
      await sleep(POLL_MILLISECONDS);
    }
  }

  /**
   * Stops, and compares with the times at which the database stored the events.
   *
   * @returns milliseconds of each event that was sealed meanwhile, the shortest first
   */
  async waits(): Promise<Float64Array> {
    this.#ending.abort();
    await this.#observed;
    const queries = createQueries(this.#database);
    const waits: number[] = [];
    let [from, index] = [this.#seen[0]?.size ?? 0, 1];
    for (;;) {
      const rows = await queries
        .selectFrom('ledger_events')
        .select(['sealed', 'stored_at'])
        .where('sealed', '>=', from)
        .where('kind', '=', 'decision')
        .orderBy('sealed')
        .limit(PAGE)
        .execute();
      for (const { sealed, stored_at: storedAt } of rows) {
        while (index < this.#seen.length && this.#seen[index].size <= sealed!) index += 1;
        if (index < this.#seen.length) waits.push(this.#seen[index].at - Date.parse(storedAt!));
      }
      if (rows.length < PAGE) return Float64Array.from(waits).toSorted();
      from = rows.at(-1)!.sealed! + 1;
    }
  }
}
