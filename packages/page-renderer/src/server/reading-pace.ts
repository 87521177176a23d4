/** How slowly clients may read: one that takes less occupies memory, or a place, that others need. */
import type { ServerResponse } from 'node:http';
import { monotonic } from '../clock.ts';

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
  // What is taken quickly, for example into the buffers of the connection, gives no time for later.
  let late = 0;
  for await (const part of parts) {
    const begun = monotonic();
    const timer = setTimeout(onSlow, Math.max(0, pace.grace - late));
    try {
      yield part;
    } finally {
      clearTimeout(timer);
    }
    late = Math.max(0, late + monotonic() - begun - Buffer.byteLength(part) / pace.rate);
  }
}
