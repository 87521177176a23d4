/** A browser of the supervisor. */
import type { Browser } from './browser.ts';
import type { PageSlots } from './page-slots.ts';

/** A browser and its open pages. */
export interface Member {
  readonly browser: Browser;
  readonly slots: PageSlots;
  readonly started: number;
  /** The site of each open page. */
  readonly open: string[];
  renders: number;
  /** Number of pages that are rendered, without those that are being closed. */
  active: number;
  /** Whether it gets no more pages. */
  isRetired: boolean;
  /** When a process of a page was last ended because of its memory. */
  memoryKill: number;
  /** Number of processes that the kernel had ended because of their memory by then. */
  endedByKernel: number;
}

/** Counts a page as open. */
export function countOpen(member: Member, site: string): void {
  member.renders += 1;
  member.active += 1;
  member.open.push(site);
}

/** The first that succeeds. @throws the error of the first that failed, if all fail */
export async function firstOf(starting: Array<Promise<Member>>): Promise<void> {
  try {
    await Promise.any(starting);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
}
