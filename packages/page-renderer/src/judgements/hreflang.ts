/** Pages in other languages that do not link back. */
import { inOneSpelling } from '../kernel/url.ts';
import type { BotDocument } from './evidence/document.ts';
import { baseOf } from './evidence/document.ts';
import type { JudgedPage, Judgement, OtherPage } from './evidence/judgement.ts';
import { found, isOpened } from './evidence/judgement.ts';
import type { HeaderOutcome } from '../headers/page.ts';
import { linksIn, linksOf } from './evidence/links.ts';

/** Maximum number of pages in other languages that are rendered. */
export const MAX_ALTERNATES = 5;

/** Absolute addresses of the pages in other languages, each once. */
export function alternatesOf(document: BotDocument, headers: readonly HeaderOutcome[], url: string): string[] {
  return each([
    ...absolute(document.alternates, baseOf(document, url)),
    ...absolute(linksOf(headers, 'alternate'), url),
  ]);
}

/** The same of a page that was rendered for comparison. @param link its `Link` header */
export function alternatesIn(document: BotDocument, link: string, url: string): string[] {
  const sent = linksIn(link.replaceAll('\n', ', '), 'alternate');
  return each([...absolute(document.alternates, baseOf(document, url)), ...absolute(sent, url)]);
}

function absolute(links: ReadonlyArray<{ language: string; href: string }>, base: string): string[] {
  return links.flatMap(({ language, href }) => {
    const target = URL.parse(href, base);
    return language !== '' && target && /^https?:$/.test(target.protocol) ? [inOneSpelling(target)] : [];
  });
}

const each = (urls: readonly string[]) => [...new Set(urls)];

/** The addresses that a page in another language may link back to: those of the page, and its canonical one. */
export function ownAddresses({
  addresses,
  document,
  url,
}: Pick<JudgedPage, 'addresses' | 'document' | 'url'>): Set<string> {
  const base = baseOf(document, url);
  const canonicals = document.canonicals.map((canonical) => URL.parse(canonical, base));
  const all = [...[...addresses, url].map((one) => URL.parse(one)), ...canonicals];
  return new Set(all.flatMap((one) => (one ? [inOneSpelling(one)] : [])));
}

/** See the head of the file: search engines ignore a pair without a return. */
export const HREFLANG_NO_RETURN: Judgement = {
  name: 'hreflang-no-return',
  severity: 'warning',
  needs: 'alternates',
  judge: (page) => {
    const own = ownAddresses(page);
    const opened = page.alternates.filter(isOpened);
    const wrong = opened.flatMap((other) => {
      const fault = faultOf(other, own);
      return fault === undefined ? [] : [{ place: `hreflang, ${fault}`, value: other.url }];
    });
    if (wrong.length > 0) {
      const which =
        opened.length === 1
          ? 'The page in another language'
          : `${wrong.length} of ${opened.length} checked pages in other languages`;
      const verb = wrong.length === 1 ? 'does' : 'do';
      const sentence = `${which} ${verb} not link back to this one with hreflang. Search engines ignore such a pair.`;
      return found(sentence, wrong);
    }
    const [unknown] = page.alternates.flatMap((other) => (isOpened(other) ? [] : [other]));
    if (opened.length > 0 || !unknown) return undefined;
    return { outcome: 'not-judged', sentence: `No page in another language could be rendered: ${unknown.reason}` };
  },
};

function faultOf({ status, document, alternates }: OtherPage, own: ReadonlySet<string>): string | undefined {
  if (status >= 400) return `is answered ${status}`;
  if (document === undefined) return 'is not a page';
  return alternates.some((url) => own.has(url)) ? undefined : 'does not link back';
}
