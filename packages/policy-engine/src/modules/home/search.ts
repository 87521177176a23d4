/** The search over everything in the panel: people, requests, texts, entries of the ledger, pages, settings and error codes. */
import type { ErrorCodes } from '../../errors/errors.ts';
import type { LedgerService, StoredEvent } from '../proof/index.ts';
import type { KindRequest, RequestDesk } from '../requests/index.ts';
import type { Rule, Rules } from '../rules/index.ts';
import type { FoundPerson, PeopleList } from '../subjects/index.ts';

/** Longest text that is searched for. */
export const LONGEST_TEXT = 100;
/** Results of each kind: the list of the kind has the others. */
const OF_A_KIND = 5;
/** Shorter texts are in nearly every name. */
const SHORTEST_PART = 2;

/** What the search reads. */
export interface SearchSources {
  readonly people: Pick<PeopleList, 'page'>;
  readonly desk: Pick<RequestDesk, 'page' | 'search'>;
  readonly ledger: Pick<LedgerService, 'event'>;
  readonly rules: Rules;
  /** The texts in force, by rule. */
  readonly current: () => Promise<ReadonlyMap<string, FoundText['inForce']>>;
  /** Names of the options of the engine. */
  readonly settings: readonly string[];
  readonly errors: ErrorCodes;
}

/** A policy, with its text in force. */
export interface FoundText {
  readonly rule: Rule;
  readonly inForce: { readonly id: string; readonly version: number } | null;
}

/** Some results of a kind, and how many there are. */
export interface Some<Result> {
  readonly results: readonly Result[];
  readonly total: number;
  /** Whether there are more than were counted. */
  readonly isCapped: boolean;
}

/** The results. Pages are found where they are drawn: each reader has others. */
export interface Findings {
  readonly people: Some<FoundPerson>;
  readonly requests: Some<KindRequest>;
  readonly texts: Some<FoundText>;
  /** The entry with this ID; null for none. */
  readonly event: StoredEvent | null;
  readonly settings: Some<string>;
  readonly errors: Some<string>;
}

/** Text without case and diacritics, so that `politica` finds “Política”. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
}

/** Those whose names contain every word of a text. @param namesOf of one of them */
export function matching<Thing>(
  things: readonly Thing[],
  text: string,
  namesOf: (thing: Thing) => readonly string[],
): Thing[] {
  const words = folded(text)
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
  if (words.length === 0 || words.join('').length < SHORTEST_PART) return [];
  return things.filter((thing) => {
    const names = folded(namesOf(thing).join(' '));
    return words.every((word) => names.includes(word));
  });
}

/** Some of many. */
export function someOf<Result>(all: readonly Result[]): Some<Result> {
  return { results: all.slice(0, OF_A_KIND), total: all.length, isCapped: false };
}

/**
 * Searches. Each query uses an index, and reads about a page of rows.
 *
 * @param text not empty
 * @param locale of the labels of policies
 */
export async function search(sources: SearchSources, text: string, locale: string): Promise<Findings> {
  const { people, desk, ledger, rules, current, settings, errors } = sources;
  const [found, requests, event, texts] = await Promise.all([
    people.page({ text, standing: null }, 1),
    desk.search(text).then((asked) => desk.page({ scope: 'all', search: asked }, 1)),
    ledger.event(text),
    current(),
  ]);
  const policies = matching(rules.all, text, ({ name, label }) => {
    const version = texts.get(name)?.version;
    return [name, label(locale), version === undefined ? '' : String(version)];
  });
  return {
    people: { results: found.found.slice(0, OF_A_KIND), total: found.total.count, isCapped: found.total.isCapped },
    requests: { results: requests.requests.slice(0, OF_A_KIND), total: requests.total, isCapped: false },
    texts: someOf(policies.map((rule) => ({ rule, inForce: texts.get(rule.name) ?? null }))),
    event,
    settings: someOf(matching(settings, text, (name) => [name])),
    errors: someOf(matching(Object.keys(errors).toSorted(), text, (code) => [code])),
  };
}
