import type { Objection } from '../../headers/caching.ts';
import type { Ignorable, OriginRule, WholeOriginRule } from '../../options/origin-rules.ts';
import type { CacheKey } from '../keys/key.ts';

/** What the configuration ignores of what origins say; see {@link OriginRule}. */
export class OriginRules {
  readonly #rules: ReadonlyArray<WholeOriginRule & { readonly pattern: RegExp }>;

  constructor(rules: readonly OriginRule[]) {
    this.#rules = rules.map(({ urlPattern, ignore = [], keyHeaders = [] }) => {
      const names = keyHeaders.map((name) => name.toLowerCase());
      return { urlPattern, ignore, keyHeaders: names, pattern: new RegExp(urlPattern) };
    });
  }

  /** The rule for a page: the first that matches. */
  ruleFor(url: string): WholeOriginRule | undefined {
    return this.#rules.find(({ pattern }) => pattern.test(url));
  }

  /** Whether a rule ignores what an origin says. */
  ignores(url: string, what: Ignorable): boolean {
    return this.ruleFor(url)?.ignore.includes(what) ?? false;
  }

  /**
   * What keeps a result from being cached.
   *
   * @param objections those that its key does not settle, see {@link unsettled}
   */
  standing(url: string, objections: readonly Objection[]): readonly Objection[] {
    // Nearly all results.
    if (objections.length === 0) return objections;
    const ignored = this.ruleFor(url)?.ignore ?? [];
    return objections.filter((objection) => !ignored.includes(kindOf(objection)));
  }
}

/** What a rule says to ignore an objection. */
export function kindOf(objection: Objection): Exclude<Ignorable, 'no-vary-search'> {
  return objection === 'no-store' || objection === 'private' ? objection : 'vary';
}

/** The objections that a key does not settle by saying which value a request header has. */
export function unsettled(objections: readonly Objection[], { headers }: CacheKey): readonly Objection[] {
  return objections.filter((one) => !one.startsWith('vary: ') || !headers.includes(one.slice('vary: '.length)));
}
