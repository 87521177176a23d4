/** Chunks: the unit that workers take from the queue. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WarmPage } from '../jobs/job.ts';
import { CHUNK } from '../jobs/job.ts';
import type { Outcome } from '../jobs/warm-page.ts';

/** How a worker makes one result fresh, and notes the outcome. */
export interface ChunkWork {
  warm(page: WarmPage, signal: AbortSignal): Promise<Outcome>;
  /** @param at index of the page in its chunk */
  note(at: number, page: WarmPage, outcome: Exclude<Outcome, { kind: 'later' }>): Promise<void>;
}

/** A wait above which a worker does something else meanwhile, in milliseconds. */
const PATIENCE = 5_000;

/** Where a chunk was interrupted, and for how many milliseconds. */
export interface Interrupted {
  readonly at: number;
  readonly wait: number;
}

/**
 * Works on a chunk, one page after the other.
 *
 * @param from index of the first page that is not finished
 * @returns where it was interrupted because of a long wait; undefined if it is finished
 * @throws the reason of the signal
 */
export async function workOn(
  pages: readonly WarmPage[],
  from: number,
  work: ChunkWork,
  signal: AbortSignal,
): Promise<Interrupted | undefined> {
  for (const [index, page] of pages.slice(from).entries()) {
    const at = from + index;
    for (;;) {
      signal.throwIfAborted();
      const outcome = await work.warm(page, signal);
      if (outcome.kind !== 'later') {
        await work.note(at, page, outcome);
        break;
      }
      if (outcome.wait > PATIENCE) return { at, wait: outcome.wait };
      await sleep(outcome.wait, undefined, { signal });
    }
  }
  return undefined;
}

/** Number of hosts whose chunks are collected at the same time. */
const MAX_HOSTS = 100;

/** Groups pages into chunks of one host, so that a host that has to wait does not delay others. */
export class Chunker {
  readonly #add: (pages: WarmPage[]) => Promise<void>;
  readonly #hosts = new Map<string, WarmPage[]>();

  constructor(add: (pages: WarmPage[]) => Promise<void>) {
    this.#add = add;
  }

  async push(page: WarmPage): Promise<void> {
    const { host } = new URL(page.url);
    const pages = this.#hosts.get(host) ?? [];
    pages.push(page);
    this.#hosts.set(host, pages);
    const full = pages.length >= CHUNK ? host : this.#hosts.size > MAX_HOSTS ? [...this.#hosts.keys()][0] : undefined;
    if (full !== undefined) await this.#flush(full);
  }

  /** Adds the chunks that are not full. */
  async end(): Promise<void> {
    for (const host of this.#hosts.keys()) await this.#flush(host);
  }

  async #flush(host: string): Promise<void> {
    const pages = this.#hosts.get(host) ?? [];
    this.#hosts.delete(host);
    if (pages.length > 0) await this.#add(pages);
  }
}
