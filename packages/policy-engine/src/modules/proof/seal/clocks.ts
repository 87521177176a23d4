/**
 * How far the clocks of hosts differ from the database's. Order does not depend on them, but the times that people read
 * do.
 */
import { isImported } from '../projection/effective-decision.ts';
import type { StoredEvent } from '../ledger/rows.ts';

/** Seconds by which the host's time of a decision may differ from the database's. */
export const CLOCK_SECONDS = 10;

/** By how many seconds an event's time by the host differs from the database's; 0 if it cannot be determined. */
export function clockDifference({ leaf, storedAt }: Pick<StoredEvent, 'leaf' | 'storedAt'>): number {
  // Imported decisions were made long before; the sealer's events have the times of what they are about.
  if (storedAt === null || isImported(leaf) || leaf.how === 'sealer') return 0;
  return Math.abs(Date.parse(leaf.at) - Date.parse(storedAt)) / 1000;
}

/** Collects differences over the limit. */
export class ClockCheck {
  #count = 0;
  #largest = 0;

  add(event: Pick<StoredEvent, 'leaf' | 'storedAt'>): void {
    const seconds = clockDifference(event);
    if (!(seconds > CLOCK_SECONDS)) return;
    this.#count += 1;
    this.#largest = Math.max(this.#largest, seconds);
  }

  /** How many events, and the largest difference in whole seconds; null if there are none. */
  get found(): ClockDifferences | null {
    return this.#count === 0 ? null : { events: this.#count, largestSeconds: Math.round(this.#largest) };
  }
}

/** Events whose time by the host is far from the database's. */
export interface ClockDifferences {
  readonly events: number;
  readonly largestSeconds: number;
}
