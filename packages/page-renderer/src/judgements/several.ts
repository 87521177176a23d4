/** What a page should say once, and says more often. */
import { inOneSpelling } from '../kernel/url.ts';
import type { Finding, Judgement, Said } from './evidence/judgement.ts';
import { found } from './evidence/judgement.ts';
import { baseOf } from './evidence/document.ts';
import { linksOf } from './evidence/links.ts';

/** Two or more `<title>`. */
export const SEVERAL_TITLES: Judgement = {
  name: 'several-titles',
  severity: 'warning',
  judge: ({ document }) =>
    several(
      'titles',
      document.titles,
      '<title>',
      'Browsers and bots use the first one, even if a script has added another.',
    ),
};

/** Two or more `<meta name="description">`. */
export const SEVERAL_DESCRIPTIONS: Judgement = {
  name: 'several-descriptions',
  severity: 'warning',
  judge: ({ document }) => {
    const consequence = 'Search engines may show any of them, or both.';
    return several('descriptions', document.descriptions, '<meta name="description">', consequence);
  },
};

/** Two or more different canonical addresses. The same one twice, or in HTML and in a header, loses nothing. */
export const SEVERAL_CANONICALS: Judgement = {
  name: 'several-canonicals',
  severity: 'warning',
  covers: 'canonical',
  judge: ({ document, headers, url }) => {
    const sent = linksOf(headers, 'canonical').map(({ href: value, place }): Said => ({ place, value }));
    const own = document.canonicals.map((value): Said => ({ place: '<link rel="canonical">', value }));
    const says = [...sent, ...own];
    const base = baseOf(document, url);
    const different = new Set([...sent.map(absolute(url)), ...own.map(absolute(base))]);
    if (different.size < 2) return undefined;
    const consequence = 'Search engines choose one of them, or ignore all.';
    return found(`The page names ${says.length} canonical addresses. ${consequence}`, says);
  },
};

const absolute =
  (base: string) =>
  ({ value }: Said): string => {
    const parsed = URL.parse(value, base);
    return parsed === null ? value : inOneSpelling(parsed);
  };

function several(what: string, values: readonly string[], place: string, consequence: string): Finding | undefined {
  if (values.length < 2) return undefined;
  const says = values.map((value): Said => ({ place, value }));
  const areSame = new Set(values).size === 1;
  const sentence = areSame ? 'They are the same, so nothing is lost; one is enough.' : consequence;
  return found(`The page has ${values.length} ${what}. ${sentence}`, says);
}
