import { LRUCache } from 'lru-cache';

/** Which pages are alike, so that what is learned of one counts for the others. */
const MAX_ROUTES = 10_000;
/** One in so many expired results of a route is rendered although it could be renewed, to see that it comes out the same. */
const CHECKED = 20;
/**
 * How many times as old as a result was that was seen to come out the same, one may become by being renewed. What changes with
 * the day shows only after a day.
 */
const LONGER = 4;
/** For how many milliseconds the pages of a route are rendered after one came out otherwise. */
const VARYING = 24 * 60 * 60_000;

/** What is known of the pages of a route. */
export type RouteState =
  /** None of them was seen to come out the same: it has to be, before any is renewed. */
  | 'unknown'
  /** They come out the same where their inputs are. */
  | 'steady'
  /** One came out otherwise although no input had changed: a clock, chance, or what the page is not seen to ask for. */
  | 'varying';

interface Route {
  /** Renewed since the last check. */
  renewed: number;
  /** The longest time after which a page came out the same, in milliseconds. */
  steadyFor: number;
  /** Milliseconds since 1970; 0 for a steady route. */
  varyingUntil: number;
}

/** Learns by renders whether pages with the same inputs come out the same. */
export class Routes {
  readonly #routes = new LRUCache<string, Route>({ max: MAX_ROUTES });

  stateOf(route: string, now: number): RouteState {
    const known = this.#routes.get(route);
    if (!known || (known.varyingUntil > 0 && known.varyingUntil <= now)) return 'unknown';
    return known.varyingUntil > 0 ? 'varying' : 'steady';
  }

  /**
   * Whether an expired result may be renewed now; one in {@link CHECKED} is rendered, and one that is much older than any that
   * was seen to come out the same.
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
   * @param isSame whether a page came out the same, its inputs being the same
   * @param span milliseconds between the two renders
   */
  learn(route: string, isSame: boolean, span: number, now: number): void {
    const state = this.stateOf(route, now);
    if (!isSame) this.#routes.set(route, { renewed: 0, steadyFor: 0, varyingUntil: now + VARYING });
    // One page that stays the same does not make the others do so.
    if (!isSame || state === 'varying') return;
    const before = state === 'steady' ? (this.#routes.get(route)?.steadyFor ?? 0) : 0;
    this.#routes.set(route, { renewed: 0, steadyFor: Math.max(before, span), varyingUntil: 0 });
  }
}

/**
 * The pattern of a page's address: its origin, its path without what looks like a name or a number of one page among many, and
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
