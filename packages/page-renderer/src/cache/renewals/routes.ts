import { LRUCache } from 'lru-cache';

/** Which pages are similar, so that what is learned about one applies to the others. */
const MAX_ROUTES = 10_000;
/** One in this number of expired results of a route is rendered although it could be renewed, to verify that it is the same. */
const CHECKED = 20;
/**
 * A result may be renewed up to this multiple of the age at which a result was verified to be the same. Changes with
 * the day are visible only after a day.
 */
const LONGER = 4;
/** For how many milliseconds the pages of a route are rendered after one gave a different result. */
const VARYING = 24 * 60 * 60_000;

/** What is known about the pages of a route. */
export type RouteState =
  /** None was verified yet: that is necessary before any is renewed. */
  | 'unknown'
  /** They give the same result if their inputs are the same. */
  | 'steady'
  /** One gave a different result although no input had changed: because of a clock, chance, or an unknown input. */
  | 'varying';

interface Route {
  /** Number of renewals since the last check. */
  renewed: number;
  /** The longest time after which a page gave the same result, in milliseconds. */
  steadyFor: number;
  /** Milliseconds since 1970; 0 for a steady route. */
  varyingUntil: number;
}

/** Learns from renders whether pages with the same inputs give the same result. */
export class Routes {
  readonly #routes = new LRUCache<string, Route>({ max: MAX_ROUTES });

  stateOf(route: string, now: number): RouteState {
    const known = this.#routes.get(route);
    if (!known || (known.varyingUntil > 0 && known.varyingUntil <= now)) return 'unknown';
    return known.varyingUntil > 0 ? 'varying' : 'steady';
  }

  /**
   * Whether an expired result may be renewed now; one in {@link CHECKED} is rendered, and one that is much older than any that
   * was verified to be the same.
   *
   * @param age milliseconds since it was rendered
   */
  mayRenew(route: string, age: number, now: number): boolean {
    const known = this.#routes.get(route);
    if (!known || this.stateOf(route, now) !== 'steady' || age > LONGER * known.steadyFor) return false;
    known.renewed += 1;
    if (known.renewed < CHECKED) return true;
    known.renewed = 0;
    return false;
  }

  /**
   * @param isSame whether a page gave the same result with the same inputs
   * @param span milliseconds between the two renders
   */
  learn(route: string, isSame: boolean, span: number, now: number): void {
    const state = this.stateOf(route, now);
    if (!isSame) this.#routes.set(route, { renewed: 0, steadyFor: 0, varyingUntil: now + VARYING });
    // One page that stays the same does not mean that the others do.
    if (!isSame || state === 'varying') return;
    const before = state === 'steady' ? (this.#routes.get(route)?.steadyFor ?? 0) : 0;
    this.#routes.set(route, { renewed: 0, steadyFor: Math.max(before, span), varyingUntil: 0 });
  }
}

/**
 * The pattern of a page's address: its origin, its path without parts that look like the name or number of a single page, and
 * the names of its parameters. `/lamps/12` and `/lamps/13` are one route, and so are `/blog/one` and `/blog/two`.
 */
export function routeOf(url: URL): string {
  const names = [...new Set([...url.searchParams.keys()].toSorted())].join('&');
  return `${url.origin}${patternOf(url.pathname)}?${names}${url.hash === '' ? '' : `#${patternOf(url.hash.slice(1))}`}`;
}

function patternOf(path: string): string {
  const segments = path.split('/').filter(Boolean);
  const last = segments.length - 1;
  return segments
    .map((segment, index) => ((index > 0 && index === last) || /\d/.test(segment) ? '/*' : `/${segment}`))
    .join('');
}
