import { LRUCache } from 'lru-cache';
import { monotonic } from '../clock.ts';
import type { PageRequest } from './requests.ts';

/** What hung in earlier renders of a site, as one render takes it. */
export interface HungBefore {
  /** Whether it did. A render that asks once is answered the same to its end. */
  has(request: PageRequest): boolean;
  /** Notes that it hung to the end of the render's time. */
  note(request: PageRequest): void;
  /** Notes that it came to an end by itself. */
  forget(request: PageRequest): void;
}

/** Requests that are remembered, of all sites together. */
const MOST = 1_000;
/** Characters that are remembered of each. */
const MOST_KEY = 1_000;
/** Milliseconds after which one is waited for again as any other. */
const REMEMBERED = 3_600_000;
/** Renders in which one has to hang, one after the other: a server may fail once. */
const TIMES = 2;
/** The same in each render of so many. */
const RENDERS = 10;

interface Hung {
  /** On the clock of {@link monotonic}. */
  readonly at: number;
  /** In how many renders it hung, one after the other. */
  readonly times: number;
  /** Renders that have asked for it. */
  renders: number;
}

/**
 * Requests that had no end when the time of a render was over, though nothing else was pending: by the site, the method, and the
 * address without its query and with `*` for what looks like an identifier. One that ends by itself is forgotten at once.
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

/** Numbers, and words of letters and digits as only machines make them. */
const IDENTIFIER = /^(?:\d+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=[a-z_-]*\d)[\w-]{16,})$/i;

function keyOf(site: string, { url, method }: PageRequest): string {
  const { origin, pathname } = URL.parse(url) ?? { origin: '', pathname: url };
  const pattern = pathname.split('/').map((part) => (IDENTIFIER.test(part) ? '*' : part));
  return `${site} ${method} ${origin}${pattern.join('/')}`.slice(0, MOST_KEY);
}
