import { LRUCache } from 'lru-cache';
import { monotonic } from '../../kernel/clock.ts';
import type { PageRequest } from '../requests/requests.ts';

/** Requests that hung in earlier renders of a site, for one render. */
export interface HungBefore {
  /** Whether it hung. The result stays the same during a render. */
  has(request: PageRequest): boolean;
  /** Notes that it hung to the end of the render. */
  note(request: PageRequest): void;
  /** Notes that it ended by itself. */
  forget(request: PageRequest): void;
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
  /** Number of renders in a row in which it hung. */
  readonly times: number;
  /** Number of renders with this request. */
  renders: number;
}

/**
 * Requests that did not end within the time budget of a render although nothing else was pending: by site, method, and
 * address without its query and with `*` for identifiers. A request that ends by itself is forgotten immediately.
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
      note: (request) => {
        const key = keyOf(site, request);
        if (noted.has(key)) return;
        noted.add(key);
        const times = (this.#hung.get(key)?.times ?? 0) + 1;
        this.#hung.set(key, { at: this.#clock(), times, renders: 0 });
      },
      forget: (request) => {
        const key = keyOf(site, request);
        asked.set(key, false);
        this.#hung.delete(key);
      },
    };
  }

  #isKnown(key: string): boolean {
    const hung = this.#hung.get(key);
    if (!hung || hung.times < TIMES) return false;
    if (this.#clock() - hung.at > REMEMBERED) {
      this.#hung.delete(key);
      return false;
    }
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
