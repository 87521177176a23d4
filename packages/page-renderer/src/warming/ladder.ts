/** The ladder: results that are requested more often are kept fresher, and those that nobody requests fall out of it. */
import { LRUCache } from 'lru-cache';
import { monotonic } from '../kernel/clock.ts';
import type { ReadItem } from './queue/queue.ts';
import { itemsOfKeys } from './read-job.ts';
import type { WarmPort } from './jobs/warm-page.ts';

const HOUR = 60 * 60_000;

/** From the top: requests per day, and the maximum age of a result on this rung in milliseconds. */
export const RUNGS: ReadonlyArray<{ readonly perDay: number; readonly age: number }> = [
  { perDay: 24, age: HOUR },
  { perDay: 4, age: 6 * HOUR },
  { perDay: 1, age: 24 * HOUR },
  { perDay: 1 / 7, age: 7 * 24 * HOUR },
];
/** Maximum number of results that become due together. */
const MAX_DUE = 500;
/** Part of the age of a rung after which a render that failed is tried again. */
const AGAIN = 1 / 4;
const REMEMBERED = 20_000;

/** See the head of the file. */
export class Ladder {
  readonly #port: WarmPort;
  /** When a result must be looked at again, on the monotonic clock; its store is not asked before. */
  readonly #next = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(port: WarmPort) {
    this.#port = port;
  }

  /** The results that are older than their rung allows, the most requested ones first. */
  async due(): Promise<ReadItem[]> {
    const { demand } = this.#port;
    const due: ReadItem[] = [];
    for (const key of demand.keys()) {
      const requests = demand.perDay(key);
      const rung = RUNGS.find(({ perDay }) => requests >= perDay);
      if (!rung || due.length >= MAX_DUE) break;
      if (monotonic() < (this.#next.get(key) ?? -Infinity)) continue;
      const age = await this.#ageOf(key);
      // What is not stored is rendered when it is requested.
      const isDue = age !== undefined && age > rung.age;
      this.#next.set(key, monotonic() + (isDue ? rung.age * AGAIN : Math.max(0, rung.age - (age ?? 0))));
      if (isDue) due.push(...itemsOfKeys([key], this.#port.now() - rung.age, this.#port));
    }
    return due;
  }

  /** Milliseconds since the render of a result began; undefined if there is none. */
  async #ageOf(key: string): Promise<number | undefined> {
    const request = this.#port.requestOf(key);
    if (!request) return undefined;
    const { result } = await this.#port.lookUp(this.#port.locate(request));
    return result && this.#port.now() - result.begunAt;
  }
}
