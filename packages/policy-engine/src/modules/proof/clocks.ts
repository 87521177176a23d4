/** How far the clocks of hosts are from that of the database. Order does not depend on them; the times that people read do. */
import type { StoredEvent } from './rows.ts';

/** Seconds that a decision may take from the host's clock to the database's, and clocks may differ. */
export const CLOCK_SECONDS = 10;

/** By how many seconds an event's time by the host differs from the database's; 0 where nothing can be said. */
export function clockDifference({ leaf, storedAt }: Pick<StoredEvent, 'leaf' | 'storedAt'>): number {
  // Imported decisions were made long before, and the sealer's events have the times of what they are about.
  if (storedAt === null || leaf.how === 'import' || leaf.how === 'sealer') return 0;
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

  /** How many events, and the largest difference in whole seconds; null for none. */
  get found(): ClockDifferences | null {
    return this.#count === 0 ? null : { events: this.#count, largestSeconds: Math.round(this.#largest) };
  }
}

/** Events whose time by the host is far from the database's. */
export interface ClockDifferences {
  readonly events: number;
  readonly largestSeconds: number;
}
