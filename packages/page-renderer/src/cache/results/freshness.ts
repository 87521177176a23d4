import type { CacheConfig } from '../../options/options.ts';
import type { Objection } from '../../headers/caching.ts';
import type { Verdict } from '../../kernel/verdicts.ts';
import { saysPending } from '../../kernel/verdicts.ts';
import { OriginRules } from '../origin/origin-rules.ts';
import type { Metadata } from '../stores/store.ts';
import { CLOCK_SKEW } from '../stores/store.ts';

/** How a result of some age can be used. */
export type Age =
  /** It is served. */
  | 'fresh'
  /** It is served while a new one is rendered (RFC 5861 §3). */
  | 'stale'
  /** It is served if no new one can be rendered (RFC 5861 §4). */
  | 'stale-if-error'
  | 'expired';

const REDIRECTS_AND_GONE = new Set([301, 302, 303, 307, 308, 404, 410]);
const MINUTE = 60_000;
/** Maximum time in milliseconds for which a result is stored for comparison with a new one. */
const COMPARED = 24 * 60 * MINUTE;

/** What the lifetime of a result depends on. */
export interface Lasting {
  readonly url: string;
  readonly status: number;
  readonly verdict: Verdict;
  /** Those that come from the page and its render. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** What its origin says against keeping it, less what its key settles. */
  readonly objections: readonly Objection[];
}

/** The lifetimes of results. */
export class Freshness {
  readonly #duration: number;
  readonly #short: number;
  readonly #whileRevalidate: number;
  readonly #ifError: number;
  readonly #compared: number;
  readonly #renewable: number;
  /** What the configuration ignores of what origins say. */
  readonly origins: OriginRules;

  constructor(config: CacheConfig) {
    const { cacheDurationMinutes, shortDurationMinutes, shrinkThreshold } = config;
    this.#duration = cacheDurationMinutes === -1 ? Infinity : cacheDurationMinutes * MINUTE;
    this.#short = Math.min(this.#duration, shortDurationMinutes * MINUTE);
    this.#whileRevalidate = config.staleWhileRevalidateMinutes * MINUTE;
    this.#ifError = config.staleIfErrorMinutes * MINUTE;
    this.#compared = shrinkThreshold === 0 ? 0 : Math.min(this.#duration, COMPARED);
    this.origins = new OriginRules(config.originRules);
    this.#renewable = config.renewForMinutes * MINUTE;
  }

  /** Milliseconds after which a result is of no use, not even for a comparison with the next one. */
  get keptFor(): number {
    const needed = this.#duration + Math.max(this.#whileRevalidate, this.#ifError, this.#compared);
    return Math.max(needed, this.#renewable);
  }

  /** For how many milliseconds after its render a result may be renewed; 0: never. */
  get renewable(): number {
    return this.#renewable;
  }

  /**
   * For how many milliseconds a result is fresh: complete pages for the configured time, redirects, missing pages, blank pages and those
   * whose request was left without a response for a short time; all others for 0, that is they are not stored. So are those that their origin does not want to be kept. The rules
   * for this are those of now, also for a result that was stored under others.
   */
  lifetimeOf(result: Lasting): number {
    return this.origins.standing(result.url, result.objections).length > 0 ? 0 : this.#usualLifetimeOf(result);
  }

  #usualLifetimeOf({ status, verdict, headers }: Lasting): number {
    switch (verdict) {
      case 'redirect':
      case 'client-redirect':
      case 'blank':
        return status === 200 || REDIRECTS_AND_GONE.has(status) ? this.#short : 0;
      case 'complete':
      case 'settled':
      case 'ready-signal':
      case 'over-pixels':
        if (status === 200) return saysPending(headers, 'unanswered') ? this.#short : this.#duration;
        return REDIRECTS_AND_GONE.has(status) ? this.#short : 0;
      default:
        return 0;
    }
  }

  /** When a result is no longer fresh, in milliseconds since 1970; Infinity: it is fresh until it is removed. */
  freshUntil(result: Metadata): number {
    const { storedAt, renewedAt } = result;
    const lifetime = this.lifetimeOf(result);
    const renewed = renewedAt === null ? 0 : Math.min(renewedAt + lifetime, storedAt + this.#renewable);
    return Math.max(storedAt + lifetime, renewed);
  }

  /** A renewal restarts the lifetime, but not beyond the time in which the result may be renewed. */
  ageOf(result: Metadata, now: number): Age {
    const { storedAt, renewedAt } = result;
    const lifetime = this.lifetimeOf(result);
    if (lifetime === 0 || now - (renewedAt ?? storedAt) < -CLOCK_SKEW) return 'expired';
    const isWithin = (time: number) => {
      if (now < storedAt + time) return true;
      return renewedAt !== null && now < Math.min(renewedAt + time, storedAt + this.#renewable);
    };
    if (isWithin(lifetime)) return 'fresh';
    if (isWithin(lifetime + this.#whileRevalidate)) return 'stale';
    return isWithin(lifetime + this.#ifError) ? 'stale-if-error' : 'expired';
  }
}
