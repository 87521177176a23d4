/** Contradictions of a page: between its server, meta tags for the renderer, and meta tags for search engines. */
import type { PageMetas } from '../../../page/index.ts';
import { isPageStatus } from '../../../render/navigation/status.ts';
import type { HeaderOutcome, HeaderReason } from '../../../headers/page.ts';
import { isPassed, isRedirectStatus, isSingle, leadsElsewhere } from '../../../headers/page.ts';
import { linksIn } from '../../../judgements/evidence/links.ts';
import { isNofollow, isNoindex } from '../../../judgements/evidence/robots-rules.ts';
import type { Disagreement } from './explanation.ts';
import { cut, MAX_ITEMS } from './texts.ts';

type Said = Disagreement['says'][number];

/** All places in which a page or its server tells search engines whether to index it. */
export function robotsSaid(outcomes: readonly HeaderOutcome[], metas: PageMetas | undefined): Said[] {
  const headers = outcomes.filter(({ name, reason }) => name === 'x-robots-tag' && isPassed(reason));
  const tags = metas?.robots ?? [];
  return [
    ...headers.map((outcome) => ({ place: placeOf(outcome), value: outcome.value })),
    ...tags.map(({ name, content }) => ({ place: `<meta name="${name}">`, value: content })),
  ];
}

/**
 * @param outcomes what happened to the headers
 * @param url URL of the page, for resolving addresses
 */
export function disagreementsOf(
  outcomes: readonly HeaderOutcome[],
  metas: PageMetas | undefined,
  url: string,
): Disagreement[] {
  const found = [
    robots(outcomes, metas),
    canonical(outcomes, metas, url),
    status(metas),
    redirect(metas, url),
    ...headers(outcomes),
  ];
  return found
    .filter((one) => one !== undefined)
    .map(({ subject, sentence, says }) => ({
      subject,
      sentence,
      says: says.slice(0, MAX_ITEMS).map(({ place, value }) => ({ place, value: cut(value) })),
    }));
}

function robots(outcomes: readonly HeaderOutcome[], metas: PageMetas | undefined): Disagreement | undefined {
  const says = robotsSaid(outcomes, metas);
  const differ = (test: (value: string) => boolean) => new Set(says.map(({ value }) => test(value))).size > 1;
  if (differ(isNoindex)) {
    return {
      subject: 'robots',
      sentence:
        'One place says noindex and another does not. Search engines apply the stricter one: the page is not indexed.',
      says,
    };
  }
  if (!differ(isNofollow)) return undefined;
  return {
    subject: 'robots',
    sentence:
      'One place says nofollow and another does not. Search engines apply the stricter one: links are not followed.',
    says,
  };
}

function canonical(
  outcomes: readonly HeaderOutcome[],
  metas: PageMetas | undefined,
  url: string,
): Disagreement | undefined {
  const links = outcomes.flatMap((outcome): Said[] => {
    if (outcome.name !== 'link' || !isPassed(outcome.reason)) return [];
    return linksIn(outcome.value, 'canonical').map(({ href }) => ({ place: placeOf(outcome), value: href }));
  });
  const own = metas?.canonical ?? null;
  const says = own === null ? links : [...links, { place: '<link rel="canonical">', value: own }];
  if (new Set(says.map(({ value }) => URL.parse(value, url)?.href ?? value)).size < 2) return undefined;
  const sentence = 'The page names more than one canonical address. Search engines choose one of them, or none.';
  return { subject: 'canonical', sentence, says };
}

function status(metas: PageMetas | undefined): Disagreement | undefined {
  const { statusCode = null, prerenderStatusCode = null } = metas ?? {};
  if (statusCode === null || prerenderStatusCode === null || statusCode.trim() === prerenderStatusCode.trim())
    return undefined;
  const used = [statusCode, prerenderStatusCode].findIndex(isPageStatus);
  const which = ['The one of render:status_code is used.', 'The one of prerender-status-code is used.'][used];
  return {
    subject: 'status',
    sentence: `The page sets two statuses. ${which ?? 'Neither is a status that a page can have.'}`,
    says: [
      { place: '<meta name="render:status_code">', value: statusCode },
      { place: '<meta name="prerender-status-code">', value: prerenderStatusCode },
    ],
  };
}

function redirect(metas: PageMetas | undefined, url: string): Disagreement | undefined {
  if (metas === undefined || leadsElsewhere([...metas.headers, ...metas.prerenderHeaders], url)) return undefined;
  const { statusCode, prerenderStatusCode } = metas;
  const says = [
    { place: '<meta name="render:status_code">', value: statusCode ?? '' },
    { place: '<meta name="prerender-status-code">', value: prerenderStatusCode ?? '' },
  ].filter(({ value }) => isRedirectStatus(Number(value)));
  const sentence =
    'The page asks for a redirect and names no address that it leads to. The status is not used: set a Location with <meta name="render:header">, too.';
  return says.length === 0 ? undefined : { subject: 'status', sentence, says };
}

/** Headers that can occur only once, or that have the same value in both. */
const SAID_ELSEWHERE: ReadonlySet<HeaderReason> = new Set(['set-by-page', 'said-before']);

/**
 * Headers of one name that the server and a meta tag, or several meta tags, set to different values; robots and canonical links
 * are handled above.
 */
function headers(outcomes: readonly HeaderOutcome[]): Disagreement[] {
  const counted = outcomes.filter(({ name, reason }) => {
    return name !== 'x-robots-tag' && name !== 'link' && (isPassed(reason) || SAID_ELSEWHERE.has(reason));
  });
  const names = [...new Set(counted.map(({ name }) => name))];
  return names.flatMap((name): Disagreement[] => {
    const same = counted.filter((outcome) => outcome.name === name);
    const [sent, asked] = (['server', 'meta'] as const).map((from) => same.filter((outcome) => outcome.from === from));
    const isOne = isSingle(name);
    const isTold = isOne || (sent?.length && asked?.length);
    if (!isTold || new Set(same.map(({ value }) => value)).size === 1) return [];
    const says = same.map((outcome) => ({ place: placeOf(outcome), value: outcome.value }));
    const which = isOne
      ? 'Only one is allowed in a response: the first that the page sets, otherwise that of the server.'
      : 'The response contains both.';
    return [{ subject: 'header', sentence: `${cut(name)} is set more than once, to different values. ${which}`, says }];
  });
}

function placeOf({ name, from }: HeaderOutcome): string {
  return from === 'server' ? `header ${cut(name)} of the server` : `header ${cut(name)} set by a meta tag of the page`;
}
