/** The search over everything in the panel: people, requests, texts, entries of the ledger, pages, settings and error codes. */
import type { ErrorCodes } from '../../../errors/errors.ts';
import type { LedgerService, StoredEvent } from '../../proof/index.ts';
import type { KindRequest, RequestDesk } from '../../requests/index.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import type { Setting } from '../../../kernel/module.ts';
import { type FoundText, type TextSources, textsFound } from './texts.ts';
import { type Match, matching, nearlyMatching } from './words.ts';
import type { FoundPerson, PeopleList } from '../../subjects/index.ts';

/** Longest text that is searched for. */
export const LONGEST_TEXT = 100;
/** Results of each kind: the list of the kind has the others. */
const OF_A_KIND = 5;

/** What the search reads. */
export interface SearchSources extends TextSources {
  readonly people: Pick<PeopleList, 'page'>;
  readonly desk: Pick<RequestDesk, 'page' | 'search'>;
  readonly ledger: Pick<LedgerService, 'event'>;
  /** The options of the engine. */
  readonly settings: () => readonly Setting[];
  readonly errors: ErrorCodes;
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
  readonly settings: Some<Setting>;
  readonly errors: Some<string>;
  /** Whether nothing was found, so that these only nearly have the name. */
  readonly isNear: boolean;
}

/** Some of many. */
export function someOf<Result>(all: readonly Result[]): Some<Result> {
  return { results: all.slice(0, OF_A_KIND), total: all.length, isCapped: false };
}

/**
 * Searches. Each query uses an index, and reads about a page of rows.
 *
 * @param text not empty
 * @param language of the labels of policies
 */
export async function search(sources: SearchSources, text: string, language: Language): Promise<Findings> {
  const { people, desk, ledger } = sources;
  const [found, requests, event, exact] = await Promise.all([
    people.page({ text, standing: null }, 1),
    desk.search(text).then((asked) => desk.page({ scope: 'all', search: asked }, 1)),
    ledger.event(text),
    namedBy(matching, sources, text, language),
  ]);
  const others = found.total.count + requests.total + (event === null ? 0 : 1);
  const isNothing = others + exact.texts.length + exact.settings.length + exact.errors.length === 0;
  const { texts, settings, errors } = isNothing ? await namedBy(nearlyMatching, sources, text, language) : exact;
  return {
    people: { results: found.found.slice(0, OF_A_KIND), total: found.total.count, isCapped: found.total.isCapped },
    requests: { results: requests.requests.slice(0, OF_A_KIND), total: requests.total, isCapped: false },
    texts: someOf(texts),
    event,
    settings: someOf(settings),
    errors: someOf(errors),
    isNear: isNothing,
  };
}

/** The title of the pages that answer with an error; null for an error that has none. */
export function titleOf({ isText, text }: Pick<Language, 'isText' | 'text'>, code: string): string | null {
  const key = `error.title.${code}`;
  return isText(key) ? text(key) : null;
}

/** What has a name. */
async function namedBy(
  match: Match,
  sources: SearchSources,
  text: string,
  language: Language,
): Promise<{ readonly texts: FoundText[]; readonly settings: Setting[]; readonly errors: string[] }> {
  const all = sources.settings();
  const settings = match(all, text, ({ name }) => [name]);
  return {
    texts: await textsFound(sources, text, language, match),
    settings: settings.length > 0 ? settings : match(all, text, ({ about }) => [about]),
    errors: match(Object.keys(sources.errors).toSorted(), text, (code) => [code, titleOf(language, code) ?? '']),
  };
}
