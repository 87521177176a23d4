import { monotonic } from '../../kernel/clock.ts';
import { RendererError } from '../../kernel/errors.ts';
import { Urgency } from '../../kernel/priority.ts';
import type { QueueEntry } from './fair-queue.ts';
import { FairQueue } from './fair-queue.ts';
import { SlotTimes } from './slot-times.ts';

/** What decides how long a render waits. */
export interface Demand {
  /** Default: that of a person. */
  readonly urgency?: Urgency | undefined;
  /** Host and port of the target: sites of the same class take turns. */
  readonly site?: string;
  /** Milliseconds until the time budget of the render ends. Default: no end. */
  readonly timeLeft?: number;
}

interface Waiting extends QueueEntry {
  readonly admit: () => void;
  readonly displace: () => void;
}

/** Limits of `Retry-After`, in seconds. */
const RETRY = { least: 1, most: 120 };

/**
 * Runs a fixed number of renders at the same time, and lets a fixed number wait in a queue: see {@link FairQueue} for their order. A
 * render whose signal ends while it waits leaves the queue. A render is refused immediately if its time budget would end before
 * its turn even if each render ahead of it took only as long as the fastest quarter of the last ones: it would only delay those
 * that can still succeed.
 */
export class Admission {
  readonly #limit: number;
  readonly #maxQueue: number;
  readonly #onWaited: (milliseconds: number) => void;
  readonly #queue = new FairQueue<Waiting>();
  readonly #times = new SlotTimes();
  #running = 0;
  /** Number of running renders that have their result, and occupy their slot until they have cleaned up. */
  #leaving = 0;

  /** @param onWaited called with the time that a render has waited, when it gets its slot, gives up, or is displaced */
  constructor(limit: number, maxQueue: number, onWaited: (milliseconds: number) => void = () => {}) {
    this.#limit = limit;
    this.#maxQueue = maxQueue;
    this.#onWaited = onWaited;
  }

  /** Number of occupied slots. */
  get running(): number {
    return this.#running;
  }

  /** Number of waiting renders. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Runs `work` as soon as there is a slot.
   *
   * @param tidyUp the work that remains after the result; no client waits for it, but the slot is occupied until then
   * @throws {RendererError} `overloaded` if the queue is full, the signal ended while waiting, or a more urgent render took the
   *   place in the queue; with the time after which there should be a slot
   */
  async run<T>(
    work: () => Promise<T>,
    signal: AbortSignal,
    tidyUp?: () => Promise<unknown>,
    demand: Demand = {},
  ): Promise<T> {
    await this.#enter(signal, demand);
    const started = monotonic();
    try {
      return await work();
    } finally {
      void this.#leave(started, tidyUp);
    }
  }

  async #leave(started: number, tidyUp: (() => Promise<unknown>) | undefined): Promise<void> {
    this.#leaving += 1;
    await tidyUp?.().catch(() => {});
    this.#leaving -= 1;
    this.#times.add(monotonic() - started);
    // The slot is passed to the next one directly: if it were released first, another render could take it.
    const next = this.#queue.next();
    if (next) next.admit();
    else this.#running -= 1;
  }

  async #enter(signal: AbortSignal, { urgency = new Urgency('person'), site = '', timeLeft = Infinity }: Demand) {
    if (this.#running < this.#limit) {
      this.#running += 1;
      this.#onWaited(0);
      return;
    }
    const { priority } = urgency;
    // Do not queue when a slot is about to be released.
    const isNext = this.#queue.length < this.#leaving;
    if (!isNext && (this.#queue.ahead(priority, site) * this.#times.least) / this.#limit > timeLeft) {
      throw this.#overloaded('No slot for this render becomes free within its time budget', priority, site);
    }
    if (this.#queue.length >= this.#maxQueue + this.#leaving) {
      const displaced = this.#queue.displaceable(priority, site);
      if (!displaced) throw this.#overloaded('The queue of renders is full', priority, site);
      displaced.displace();
    }
    const begun = monotonic();
    await this.#wait(signal, urgency, site).finally(() => this.#onWaited(monotonic() - begun));
  }

  /** Resolves when this render has its slot. */
  async #wait(signal: AbortSignal, urgency: Urgency, site: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (message: string) => {
      this.#queue.remove(waiting);
      reject(this.#overloaded(message, waiting.priority, site));
    };
    const onAbort = () => giveUp('No slot for this render became free in time');
    const waiting: Waiting = {
      priority: urgency.priority,
      site,
      admit: resolve,
      displace: () => giveUp('The queue of renders is full, and a more urgent render took the place of this one'),
    };
    this.#queue.add(waiting);
    const unwatch = urgency.onRaised(() => this.#queue.move(waiting, urgency.priority));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      await promise;
    } finally {
      unwatch();
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** The error of a render that gets no slot, with the time after which a new one of its class and site should get one. */
  #overloaded(message: string, priority: Urgency['priority'], site: string): RendererError {
    const turns = this.#queue.ahead(priority, site) + 1;
    const seconds = Math.ceil((turns * this.#times.mean) / this.#limit / 1_000);
    return new RendererError('overloaded', message, {
      retryAfter: Math.min(RETRY.most, Math.max(RETRY.least, seconds)),
    });
  }
}
