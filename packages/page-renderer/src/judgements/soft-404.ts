/** Pages that do not exist, but are answered as if they did. */
import type { BotDocument } from './evidence/document.ts';
import { baseOf } from './evidence/document.ts';
import type { Finding, Judgement, JudgedPage, OtherPage, PeopleView, Said } from './evidence/judgement.ts';
import { found, isOpened } from './evidence/judgement.ts';
import { saysNotFound, titleSaysNotFound } from './evidence/not-found-texts.ts';
import { isNoindex } from './evidence/robots-rules.ts';
import { compare, wordsOf } from './evidence/similar.ts';

/** Maximum number of words that a page which says "not found" has for itself: with more, it is a page about the words. */
const MAX_WORDS = { own: 100, all: 250 };
/** The same of one without a heading: a line of it may be one of a list. */
const MAX_PLAIN = { own: 30, all: 60 };
/** Part of the words that two pages which show the same may not share; more if both are not to be indexed. */
const DIFFERENT = { most: 0.02, mostIfHidden: 0.2 };
/** Fewest words that can be compared. */
const MIN_WORDS = 3;

/** A page whose headings or text say that there is none, with the status of a page. */
export const SOFT_404: Judgement = {
  name: 'soft-404',
  severity: 'error',
  needs: 'missing',
  judge: (page) => {
    const said = notFoundSaid(page);
    const { missing } = page;
    if (said) return softNotFound('The page says that it does not exist', [said], page);
    if (!isOpened(missing)) {
      const sentence = `Neither headings nor title say that the page does not exist. It could not be compared with an address that cannot exist: ${missing.reason}`;
      return { outcome: 'not-judged', sentence };
    }
    if (!isSameAsMissing(page, missing)) return undefined;
    const place = `address that cannot exist (${missing.status})`;
    return softNotFound(
      'The page shows the same as an address that cannot exist',
      [{ place, value: missing.url }],
      page,
    );
  },
};

function softNotFound(what: string, says: readonly Said[], { status, document }: JudgedPage): Finding {
  const robots = document.robots.find(({ content }) => isNoindex(content));
  const consequence = robots
    ? 'Its robots meta tag keeps it out of search engines, but caches and other bots take it for a page.'
    : 'Search engines call this a soft 404: they may index it, or drop it as a fault of the site.';
  const also = robots ? [{ place: `<meta name="${robots.name}">`, value: robots.content }] : [];
  return found(`${what}, but bots are answered ${status}. ${consequence}`, [...says, ...also]);
}

/** The heading that says it, or the title where no heading has a text. */
function notFoundSaid(page: JudgedPage): Said | undefined {
  const { document, people, missing } = page;
  const named = headingSaid(document, people) ?? titleSaid(document);
  const said = named ?? lineSaid(document, people);
  if (!said) return undefined;
  const isComparable = isOpened(missing) && missing.document !== undefined;
  const words = isComparable
    ? compare(document, missing.document, [...page.addresses, missing.url]).ownOfFirst
    : wordsOf(document.text).length;
  const most = named ? MAX_WORDS : MAX_PLAIN;
  return words <= (isComparable ? most.own : most.all) ? said : undefined;
}

const plain = (text: string) => text.replaceAll(/\s/g, '');

/** The only line that says it, of a page without headings. */
function lineSaid({ headings, text }: BotDocument, people: PeopleView | undefined): Said | undefined {
  if ([...headings.h1, ...headings.h2].some((heading) => heading !== '')) return undefined;
  const shown = people && plain(people.text);
  const lines = text.split('\n').filter((line) => saysNotFound(line) && shown?.includes(plain(line)) !== false);
  const [line] = lines;
  // The number and the sentence may be lines of their own.
  return line !== undefined && lines.length <= 2 ? { place: 'text', value: lines.join(' ') } : undefined;
}

/** Of second-level headings only a single one counts: a list of errors has several. */
function headingSaid({ headings: { h1, h2 } }: BotDocument, people: PeopleView | undefined): Said | undefined {
  const shown = people && plain(people.text);
  const isSeen = (text: string) => shown === undefined || shown.includes(plain(text));
  const first = h1.find((text) => saysNotFound(text) && isSeen(text));
  if (first !== undefined) return { place: '<h1>', value: first };
  const [second] = h2;
  if (second === undefined || h2.length > 1 || !saysNotFound(second) || !isSeen(second)) return undefined;
  return { place: '<h2>', value: second };
}

function titleSaid({ titles: [title = ''], headings: { h1 } }: BotDocument): Said | undefined {
  return h1.every((text) => text.trim() === '') && titleSaysNotFound(title)
    ? { place: '<title>', value: title }
    : undefined;
}

function isSameAsMissing({ url, addresses, document }: JudgedPage, missing: OtherPage): boolean {
  if (missing.document === undefined || isHome(url)) return false;
  const known = new Set(addresses.map(bare));
  // The site shows this page for unknown addresses, and says so.
  if (known.has(bare(missing.shown))) return false;
  const canonical = missing.document.canonicals[0];
  if (
    canonical !== undefined &&
    known.has(bare(URL.parse(canonical, baseOf(missing.document, missing.shown))?.href ?? ''))
  )
    return false;
  const { words, ownOfFirst, ownOfSecond, sameTitle } = compare(document, missing.document, [
    ...addresses,
    missing.url,
  ]);
  const areHidden = [document, missing.document].every(({ robots }) =>
    robots.some(({ content }) => isNoindex(content)),
  );
  const most = Math.floor(words * (areHidden ? DIFFERENT.mostIfHidden : DIFFERENT.most));
  return sameTitle && words >= MIN_WORDS && ownOfFirst + ownOfSecond <= most;
}

/** The start page may be what a site shows for every unknown address. */
function isHome(url: string): boolean {
  const { pathname = '', search = '', hash = '' } = URL.parse(url) ?? {};
  return /^\/(?:index\.\w+)?$/.test(pathname) && search === '' && !/^#!?\/./.test(hash);
}

const bare = (url: string) => url.replace(/#(?!!?\/).*$/, '');

/** A site that has a page for every address. */
export const MISSING_NOT_404: Judgement = {
  name: 'missing-not-404',
  severity: 'warning',
  needs: 'missing',
  judge: ({ missing }) => {
    if (!isOpened(missing)) {
      return {
        outcome: 'not-judged',
        sentence: `An address that cannot exist could not be rendered: ${missing.reason}`,
      };
    }
    const { url, shown, status, document } = missing;
    if (document === undefined || status >= 300) return undefined;
    if (document.robots.some(({ content }) => isNoindex(content))) return undefined;
    const says = [{ place: `address that cannot exist (${status})`, value: url }];
    if (bare(shown) === bare(url)) {
      const sentence = `An address that cannot exist is answered ${status} with a page, so search engines cannot tell which pages exist.`;
      return found(sentence, says);
    }
    // A redirect elsewhere may be for all who have not signed in.
    if (!isHome(shown)) return undefined;
    const sentence = 'An address that cannot exist leads to the start page, which search engines take for a soft 404.';
    return found(sentence, [...says, { place: 'leads to', value: shown }]);
  },
};
