/** The versions that are in force or scheduled, from one read of the table; which one is in force is computed per moment. */
import { timeText } from '../../../platform/database/statements/times.ts';
import type { TermStamp } from '../store.ts';
import type { PublishedTerm, TermInForce } from '../term.ts';

/** The result of a read of the table. */
export interface TimelineRows {
  /** Of each rule the newest version in force, and every scheduled one. */
  readonly terms: readonly PublishedTerm[];
  /** By rule, the newest material version in force; 0 before the first. */
  readonly askedSince: ReadonlyMap<string, number>;
}

/** Distinguishes two reads of a row. */
export function stampOf(term: TermStamp): string {
  const { id, version, hash, publishedAt, locale, material, note } = term;
  const translations = term.translations.map((one) => [one.locale, one.hash]);
  return JSON.stringify([id, version, hash, publishedAt, locale, material, note, translations]);
}

/** The content of a row, by its hashes. */
function hashesOf({ hash, translations }: TermStamp): string {
  return [hash, ...translations.flatMap((one) => [one.locale, one.hash])].join(' ');
}

/** The versions of all rules along time. */
export class Timeline {
  /** Equal for the same versions. */
  readonly stamp: string;
  readonly #byRule: ReadonlyMap<string, readonly PublishedTerm[]>;
  readonly #askedSince: ReadonlyMap<string, number>;
  readonly #begun: Set<string>;
  #inForce: ReadonlyMap<string, TermInForce> = new Map();
  #from = Infinity;
  #until = -Infinity;

  /** @param before - the timeline that this one replaces */
  constructor({ terms, askedSince }: TimelineRows, before?: Timeline) {
    const ordered = terms.toSorted((a, b) => a.version - b.version);
    this.stamp = ordered.map(stampOf).join('\n');
    this.#byRule = Map.groupBy(ordered, ({ rule }) => rule);
    this.#askedSince = askedSince;
    this.#begun = new Set(before?.begun);
  }

  /** Stamps of the versions that were in force at a requested moment. */
  get begun(): ReadonlySet<string> {
    return this.#begun;
  }

  /** The term of a row, if it is known and no text of it has changed. */
  termOf(stamp: TermStamp): PublishedTerm | undefined {
    const known = this.#byRule.get(stamp.rule)?.find(({ id }) => id === stamp.id);
    return known !== undefined && hashesOf(known) === hashesOf(stamp) ? known : undefined;
  }

  /**
   * The newest version of each rule in force at a moment. A version that was in force stays so, even if the clock of this machine
   * is set back to before that.
   */
  inForce(at: Date): ReadonlyMap<string, TermInForce> {
    const moment = at.getTime();
    if (moment >= this.#from && moment < this.#until) return this.#inForce;
    const found = [...this.#byRule].flatMap(([rule, terms]): [string, TermInForce][] => {
      const term = this.#newest(rule, terms, timeText(at));
      return term === undefined ? [] : [[rule, term]];
    });
    for (const [, term] of found) this.#begun.add(stampOf(term));
    const next = [...this.#byRule.values()].flat().map(({ publishedAt }) => Date.parse(publishedAt));
    this.#from = moment;
    this.#until = Math.min(...next.filter((time) => time > moment));
    this.#inForce = new Map(found);
    return this.#inForce;
  }

  /** Versions of each rule that are not yet in force at a moment, the next one first. */
  scheduled(at: Date): ReadonlyMap<string, readonly PublishedTerm[]> {
    const inForce = this.inForce(at);
    const later = [...this.#byRule.values()].flat().filter(({ rule, version }) => {
      return version > (inForce.get(rule)?.version ?? 0);
    });
    return Map.groupBy(later, ({ rule }) => rule);
  }

  #newest(rule: string, terms: readonly PublishedTerm[], at: string): TermInForce | undefined {
    let newest: PublishedTerm | undefined;
    let askedSince = this.#askedSince.get(rule) ?? 0;
    for (const term of terms) {
      if (term.publishedAt > at && !this.#begun.has(stampOf(term))) continue;
      newest = term;
      if (term.material) askedSince = Math.max(askedSince, term.version);
    }
    return newest && { ...newest, askedSince };
  }
}
