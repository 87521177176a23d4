import { LRUCache } from 'lru-cache';
import { monotonic } from '../../kernel/clock.ts';
import type { PageRequest } from '../requests/requests.ts';

/** Requests that hung in earlier renders of a site, for one render. */
export interface HungBefore {
  /** Whether it hung. The result stays the same during a render. */
  has(request: PageRequest): boolean;
  /** Whether nothing is known about it, so that a render may leave it without a response. */
  isNew(request: PageRequest): boolean;
  /** Notes that it hung to the end of the render. */
  note(request: PageRequest): void;
  /** Notes that it was left without a response. */
  leave(request: PageRequest): void;
  /** Notes that it ended by itself. @param isLate whether later than it would have been left */
  forget(request: PageRequest, isLate: boolean): void;
}

/** Maximum number of requests that are remembered, for all sites together. */
const MOST = 1_000;
/** Maximum number of characters of each. */
const MOST_KEY = 1_000;
/** Milliseconds after which a request is waited for again like any other. */
const REMEMBERED = 3_600_000;
/** Number of renders in a row in which a request must hang: a server may fail once. */
const TIMES = 2;
/** The same in one of this number of renders. */
const RENDERS = 10;

interface Hung {
  /** On the clock of {@link monotonic}. */
  readonly at: number;
  /** Number of renders in a row in which it hung, 1 also if it was only left; 0: it has a response, but late. */
  readonly times: number;
  /** Number of renders with this request. */
  renders: number;
}

/**
 * Requests that did not end although nothing else was pending, and those whose response comes late: by site, method, and address
 * without its query and with `*` for identifiers. The first render leaves a request of which nothing is known; the next one waits for it
 * to the end of its time budget, and so learns which of the two it is. A request that ends by itself no longer counts as one that hangs.
 */
export class HangingRequests {
  readonly #hung = new LRUCache<string, Hung>({ max: MOST });
  readonly #clock: () => number;

  constructor(clock: () => number = monotonic) {
    this.#clock = clock;
  }

  /** For one render. @param site origin of the page */
  for(site: string): HungBefore {
    const asked = new Map<string, boolean>();
    const noted = new Set<string>();
    return {
      has: (request) => {
        const key = keyOf(site, request);
        const known = asked.get(key) ?? this.#isKnown(key);
        asked.set(key, known);
        return known;
      },
      isNew: (request) => !this.#isRemembered(keyOf(site, request)),
      note: (request) => {
        const key = keyOf(site, request);
        if (noted.has(key)) return;
        noted.add(key);
        const times = (this.#hung.get(key)?.times ?? 0) + 1;
        this.#hung.set(key, { at: this.#clock(), times, renders: 0 });
      },
      leave: (request) => {
        const key = keyOf(site, request);
        if (!this.#isRemembered(key)) this.#hung.set(key, { at: this.#clock(), times: 1, renders: 0 });
      },
      forget: (request, isLate) => {
        const key = keyOf(site, request);
        asked.set(key, false);
        if (isLate) {
          this.#hung.set(key, { at: this.#clock(), times: 0, renders: 0 });
        } else if (this.#hung.get(key)?.times !== 0) this.#hung.delete(key);
      },
    };
  }

  #isRemembered(key: string): boolean {
    const hung = this.#hung.get(key);
    if (!hung) return false;
    const isRemembered = this.#clock() - hung.at <= REMEMBERED;
    if (!isRemembered) this.#hung.delete(key);
    return isRemembered;
  }

  #isKnown(key: string): boolean {
    const hung = this.#hung.get(key);
    if (!hung || hung.times < TIMES || !this.#isRemembered(key)) return false;
    hung.renders += 1;
    return hung.renders % RENDERS !== 0;
  }
}

/** Numbers, and words of letters and digits in the form of generated identifiers. */
const IDENTIFIER = /^(?:\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=[a-z_-]*\d)[\w-]{16,})$/i;

function keyOf(site: string, { url, method }: PageRequest): string {
  const { origin, pathname } = URL.parse(url) ?? { origin: '', pathname: url };
  const pattern = pathname.split('/').map((part) => (IDENTIFIER.test(part) ? '*' : part));
  return `${site} ${method} ${origin}${pattern.join('/')}`.slice(0, MOST_KEY);
}
