/** A browser of the supervisor. */
import type { Browser } from './browser.ts';
import type { PageSlots } from './page-slots.ts';

/** Why a browser is replaced: each has one reason, the first. */
export const REPLACEMENT_REASONS = [
  /** It ended by itself, or was killed. */
  'ended',
  /** It does not respond. */
  'unresponsive',
  /** It uses more memory than `maxBrowserMemory`. */
  'memory',
  /** It did not open a page. */
  'not-opening',
  /** It did not close a page. */
  'not-closing',
  /** `recycleAfterRenders` or `recycleAfterMinutes`. */
  'age',
  /** `closeBrowser`: it is replaced after each render. */
  'each-render',
] as const;
/** One of {@link REPLACEMENT_REASONS}. */
export type ReplacementReason = (typeof REPLACEMENT_REASONS)[number];

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
  /** Whether the reason for its replacement has been reported. */
  isReported: boolean;
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
