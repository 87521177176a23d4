/** The traffic of the last hour, day and week, in memory: its size does not depend on what is requested. */
import { monotonic, wallClock } from '../kernel/clock.ts';
import type { Counts, NotedRequest } from './counts.ts';
import { addCounts, countRequest, emptyCounts } from './counts.ts';
import { addDuration } from './histogram.ts';
import type { Step } from './ring.ts';
import { Ring } from './ring.ts';

const MINUTE = 60_000;
/** Milliseconds after which what was counted moves on into the rings. */
const BATCH = 5_000;
/** Maximum number of sites of the sum of all steps. */
const SUMMED_SITES = 256;

/** The ranges of time that are kept, and the steps that they consist of. */
export const RANGES = ['hour', 'day', 'week'] as const;
/** One of {@link RANGES}. */
export type Range = (typeof RANGES)[number];

/** The traffic in a range. */
export interface TrafficView {
  readonly range: Range;
  /** Milliseconds. */
  readonly step: number;
  readonly steps: readonly Step[];
  readonly total: Counts;
  /** When counting began, in milliseconds since 1970. */
  readonly since: number;
  readonly now: number;
}

/** See the head of the file. */
export class Traffic {
  readonly #now: () => number;
  readonly #rings: Readonly<Record<Range, Ring>> = {
    hour: new Ring(MINUTE, 60),
    day: new Ring(15 * MINUTE, 96),
    week: new Ring(120 * MINUTE, 84),
  };
  readonly #since: number;
  #batch: Counts = emptyCounts();
  #batchBegun: number;

  /** @param now milliseconds since 1970 on a clock that never goes back */
  constructor(now: () => number = steadyClock()) {
    this.#now = now;
    this.#since = now();
    this.#batchBegun = this.#since;
  }

  /** Counts a request for a page. */
  note(request: NotedRequest): void {
    countRequest(this.#current(), request);
  }

  /** Counts a render. */
  noteRender(): void {
    this.#current().renders += 1;
  }

  /** Counts a browser that was started. */
  noteBrowser(): void {
    this.#current().browsers += 1;
  }

  /** Notes that a render has waited for a slot. @param waiting number of renders that are still waiting */
  noteWait(ms: number, waiting: number): void {
    const counts = this.#current();
    addDuration(counts.queued, ms);
    counts.queue = Math.max(counts.queue, ms > 0 ? waiting + 1 : waiting);
  }

  /** Adds what another process has counted. */
  add(counts: Counts): void {
    this.#keep(counts, this.#now());
  }

  /** The traffic in a range. */
  view(range: Range): TrafficView {
    this.#keep(this.#batch, this.#batchBegun);
    this.#batch = emptyCounts();
    const now = this.#now();
    this.#batchBegun = now;
    const ring = this.#rings[range];
    const steps = ring.until(now);
    const total = emptyCounts();
    for (const { counts } of steps) if (counts) addCounts(total, counts, SUMMED_SITES);
    return { range, step: ring.step, steps, total, since: this.#since, now };
  }

  /** Counting into one place is cheap; it is added to all rings every few seconds. */
  #current(): Counts {
    const now = this.#now();
    if (now - this.#batchBegun >= BATCH) {
      this.#keep(this.#batch, this.#batchBegun);
      this.#batch = emptyCounts();
      this.#batchBegun = now;
    }
    return this.#batch;
  }

  #keep(counts: Counts, at: number): void {
    for (const ring of Object.values(this.#rings)) ring.add(counts, at);
  }
}

/** The time of day at the start, continued by the monotonic clock: a corrected clock does not move what was counted. */
function steadyClock(): () => number {
  const offset = wallClock() - monotonic();
  return () => monotonic() + offset;
}
