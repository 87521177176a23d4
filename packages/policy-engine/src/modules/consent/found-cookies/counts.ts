/** Counts of cookies by name, in memory, of a limited size. */

/** How often a cookie was found. */
export interface CookieCount {
  /** UTC, `2026-11-26`. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** Requests that contained it. */
  readonly requests: number;
  /** Those of them whose browser had not consented to it. */
  readonly withoutConsent: number;
  /** Day of the last of those; empty for none. */
  readonly lastWithoutConsent: string;
}

/** Counts by name. */
export type CookieCounts = ReadonlyMap<string, CookieCount>;

/** The name under which requests as a whole are counted; no cookie has it. */
export const ALL_REQUESTS = '';

/**
 * Begins the names under which reports of pages are counted that were made for somebody else, one for each day: ` foreign 2026-11-28`.
 * No cookie has a name with a space.
 */
export const FOREIGN_PAGES = ' foreign ';

/** Whether a name is of something other than a cookie. */
export function isNoCookie(name: string): boolean {
  return name === ALL_REQUESTS || name.startsWith(FOREIGN_PAGES);
}

/** Names without a declaration that are kept. */
export const MOST_NAMES = 300;

/** A database column holds 2³¹ − 1. */
export const HIGHEST_COUNT = 2_000_000_000;
/** Highest count of one write. */
const HIGHEST_ADDITION = 100_000_000;

const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);

/** The sum of two counts. */
export function sumOf(one: CookieCount, other: CookieCount, highest: number = HIGHEST_COUNT): CookieCount {
  return {
    firstDay: earlier(one.firstDay, other.firstDay),
    lastDay: later(one.lastDay, other.lastDay),
    requests: Math.min(highest, one.requests + other.requests),
    withoutConsent: Math.min(highest, one.withoutConsent + other.withoutConsent),
    lastWithoutConsent: later(one.lastWithoutConsent, other.lastWithoutConsent),
  };
}

/** Orders the names that are rather kept before the others: found often, and lately. */
export function byWeight([, one]: readonly [string, CookieCount], [, other]: readonly [string, CookieCount]): number {
  return other.requests - one.requests || (other.lastDay < one.lastDay ? -1 : 1);
}

interface Running {
  firstDay: string;
  lastDay: string;
  requests: number;
  withoutConsent: number;
  lastWithoutConsent: string;
  /** Declared names are never dropped. */
  readonly isDeclared: boolean;
  /** Number of the request that was counted last: two cookies may be noted under one name. */
  at: number;
}

/** What is counted of a cookie of a request. */
export interface Addition {
  readonly name: string;
  readonly day: string;
  readonly isDeclared: boolean;
  readonly lacksConsent: boolean;
}

/** What was noted and is not stored yet. */
export class NotedCookies {
  readonly #counts = new Map<string, Running>();
  #requests = 0;

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  get counts(): CookieCounts {
    return this.#counts;
  }

  /** Begins the next request. */
  next(day: string): void {
    this.#requests += 1;
    this.add({ name: ALL_REQUESTS, day, isDeclared: true, lacksConsent: false });
  }

  /** Counts something that is not a cookie of a request. */
  count(addition: Addition): void {
    this.#requests += 1;
    this.add(addition);
  }

  /** Counts a cookie of the present request. */
  add({ name, day, isDeclared, lacksConsent }: Addition): void {
    const found = this.#counts.get(name);
    const without = lacksConsent ? 1 : 0;
    if (found === undefined) {
      const lastWithoutConsent = lacksConsent ? day : '';
      const first = { firstDay: day, lastDay: day, requests: 1, withoutConsent: without, lastWithoutConsent };
      this.#counts.set(name, { ...first, isDeclared, at: this.#requests });
      if (this.#counts.size > 2 * MOST_NAMES) this.#drop();
      return;
    }
    if (found.at === this.#requests) return;
    found.at = this.#requests;
    found.lastDay = day;
    found.requests += 1;
    found.withoutConsent += without;
    if (lacksConsent) found.lastWithoutConsent = day;
  }

  /** Adds what could not be stored. */
  restore(earlierNoted: NotedCookies): void {
    for (const [name, count] of earlierNoted.#counts) {
      const now = this.#counts.get(name);
      const sum = now === undefined ? count : sumOf(count, now, HIGHEST_ADDITION);
      this.#counts.set(name, { ...sum, isDeclared: count.isDeclared, at: now?.at ?? -1 });
    }
    if (this.#counts.size > 2 * MOST_NAMES) this.#drop();
  }

  /** Half at once, so that many invented names do not sort at each request. */
  #drop(): void {
    const names = [...this.#counts].filter(([, { isDeclared }]) => !isDeclared);
    for (const [name] of names.toSorted(byWeight).slice(MOST_NAMES)) this.#counts.delete(name);
  }
}
