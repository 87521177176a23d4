/** How slowly clients may read: one that takes less occupies memory, or a place, that others need. */
import type { ServerResponse } from 'node:http';
import { monotonic } from '../../kernel/clock.ts';

/** The least that a client has to read. */
export interface Pace {
  /** Milliseconds by which it may be late. */
  readonly grace: number;
  /** Bytes per millisecond. */
  readonly rate: number;
  /** Milliseconds between two looks at the responses of a server. */
  readonly step: number;
}

/** 64 kB per second, with half a minute for interruptions. */
export const PACE: Pace = { grace: 30_000, rate: 64, step: 5_000 };

/**
 * Closes the connections of clients that read complete responses too slowly. How long a response takes to be made does not count.
 *
 * @param open the responses of a server that have not been sent yet
 * @returns what ends it
 */
export function dropSlowReaders(open: ReadonlySet<ServerResponse>, pace: Pace): () => void {
  const deadlines = new WeakMap<ServerResponse, number>();
  const look = () => {
    const now = monotonic();
    for (const response of open) {
      if (!response.writableEnded) continue;
      const known = deadlines.get(response);
      if (known === undefined) {
        deadlines.set(response, now + pace.grace + response.writableLength / pace.rate);
        // And a client that reads nothing at all: the second time that the timer of its connection finds no progress.
        response.setTimeout(pace.grace, () => response.destroy());
      } else if (now >= known) {
        response.destroy();
      }
    }
  };
  const timer = setInterval(look, pace.step).unref();
  return () => clearInterval(timer);
}

/** How far a reader is behind. The time in which the next part is made does not count. */
export class Reading {
  readonly #onSlow: () => void;
  readonly #pace: Pace;
  /** What is taken quickly, for example into the buffers of the connection, gives no time for later. */
  #late = 0;
  #given: { readonly at: number; readonly bytes: number } | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param onSlow called when parts are taken too slowly */
  constructor(onSlow: () => void, pace: Pace = PACE) {
    this.#onSlow = onSlow;
    this.#pace = pace;
  }

  /** The reader is given a part. */
  give(bytes: number): void {
    this.#given = { at: monotonic(), bytes };
    this.#timer = setTimeout(this.#onSlow, Math.max(0, this.#pace.grace - this.#late));
  }

  /** It has taken the part, or there is nothing more to take. */
  take(): void {
    clearTimeout(this.#timer);
    if (!this.#given) return;
    const { at, bytes } = this.#given;
    this.#late = Math.max(0, this.#late + monotonic() - at - bytes / this.#pace.rate);
    this.#given = undefined;
  }
}

/**
 * Passes the parts of a text on. The time in which the next part is made does not count.
 *
 * @param onSlow called when they are taken too slowly
 */
export async function* atPace(
  parts: AsyncIterable<string>,
  onSlow: () => void,
  pace: Pace = PACE,
): AsyncGenerator<string> {
  const reading = new Reading(onSlow, pace);
  for await (const part of parts) {
    reading.give(Buffer.byteLength(part));
    try {
      yield part;
    } finally {
      reading.take();
    }
  }
}
