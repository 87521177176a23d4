/** The rules for a page: how fast, and when, the pages of its site are rendered in the background. */
import type { WarmedSite } from '../../options/warming.ts';
import { DEFAULT_RATE } from '../../options/warming.ts';

/** The rules of a site. */
export interface SiteRules {
  /** Distinguishes sites: the prefix of a configured one, otherwise the origin. */
  readonly name: string;
  /** Milliseconds between the starts of two renders. */
  readonly interval: number;
  readonly concurrency: number;
  readonly hours: Hours | undefined;
}

/** Times of day in a time zone. */
export interface Hours {
  /** Minutes since midnight. */
  readonly from: number;
  /** Minutes since midnight; before `from` for hours over midnight. */
  readonly to: number;
  readonly timeZone: string;
}

const MINUTE = 60_000;
/** Hours are checked again after this number of milliseconds, because clocks may be set, and zones change their offset. */
const CHECK_AGAIN = 60 * MINUTE;

/** All sites. */
export class Sites {
  readonly #sites: ReadonlyArray<SiteRules & { readonly prefix: string }>;

  constructor(sites: readonly WarmedSite[]) {
    const rules = sites.map(({ prefix, rendersPerMinute, concurrency, hours, timeZone }) => ({
      prefix: URL.parse(prefix)?.href ?? prefix,
      name: prefix,
      interval: MINUTE / rendersPerMinute,
      concurrency,
      hours: hours === null ? undefined : readHours(hours, timeZone),
    }));
    // The longest prefix applies.
    this.#sites = rules.toSorted((a, b) => b.prefix.length - a.prefix.length);
  }

  /** The hosts, with ports, of configured sites. */
  get hosts(): Set<string> {
    return new Set(this.#sites.flatMap(({ prefix }) => URL.parse(prefix)?.host ?? []));
  }

  /** The rules for a page. */
  of(url: string): SiteRules {
    const site = this.#sites.find(({ prefix }) => url.startsWith(prefix));
    if (site) return site;
    const { rendersPerMinute, concurrency } = DEFAULT_RATE;
    return { name: new URL(url).origin, interval: MINUTE / rendersPerMinute, concurrency, hours: undefined };
  }
}

/** Reads hours such as `22:00-06:00`, as the configuration has checked them. */
export function readHours(text: string, timeZone: string): Hours {
  const [from = 0, to = 0] = text.split('-').map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return hour * 60 + minute;
  });
  return { from, to, timeZone };
}

/** Milliseconds until the hours begin, at most an hour; 0 within them. @param now milliseconds since 1970 */
export function waitForHours(hours: Hours | undefined, now: number): number {
  if (!hours || hours.from === hours.to) return 0;
  const parts = new Intl.DateTimeFormat('en', {
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    timeZone: hours.timeZone,
  }).formatToParts(now);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const minutes = read('hour') * 60 + read('minute');
  const { from, to } = hours;
  const isWithin = from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
  if (isWithin) return 0;
  const left = (from - minutes + 24 * 60) % (24 * 60);
  return Math.min(CHECK_AGAIN, left * MINUTE - (now % MINUTE));
}

/** Maximum number of seconds between two requests that a `robots.txt` can ask for. */
const MAX_DELAY = 60;

/** The rules of a site that asks for a pause between two requests. @param seconds as in its `robots.txt` */
export function addCrawlDelay(site: SiteRules, seconds: number): SiteRules {
  return { ...site, interval: Math.max(site.interval, Math.min(seconds, MAX_DELAY) * 1_000) };
}
