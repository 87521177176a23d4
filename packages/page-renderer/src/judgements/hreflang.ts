/** Pages in other languages that do not link back. */
import type { BotDocument } from './evidence/document.ts';
import type { JudgedPage, Judgement, OtherPage } from './evidence/judgement.ts';
import { found, isOpened } from './evidence/judgement.ts';
import type { HeaderOutcome } from '../headers/page.ts';
import { linksIn, linksOf } from './evidence/links.ts';

/** Maximum number of pages in other languages that are rendered. */
export const MAX_ALTERNATES = 5;

/** Absolute addresses of the pages in other languages, each once. */
export function alternatesOf(document: BotDocument, headers: readonly HeaderOutcome[], url: string): string[] {
  return absolute([...document.alternates, ...linksOf(headers, 'alternate')], url);
}

/** The same of a page that was rendered for comparison. @param link its `Link` header */
export function alternatesIn(document: BotDocument, link: string, url: string): string[] {
  return absolute([...document.alternates, ...linksIn(link.replaceAll('\n', ', '), 'alternate')], url);
}

function absolute(links: ReadonlyArray<{ language: string; href: string }>, url: string): string[] {
  const found = links.flatMap(({ language, href }) => {
    const { href: target, protocol } = URL.parse(href, url) ?? {};
    return language !== '' && target !== undefined && /^https?:$/.test(protocol ?? '') ? [withoutFragment(target)] : [];
  });
  return [...new Set(found)];
}

const withoutFragment = (url: string) => url.replace(/#.*$/, '');

/** The addresses that a page in another language may link back to: those of the page, and its canonical one. */
export function ownAddresses({
  addresses,
  document,
  url,
}: Pick<JudgedPage, 'addresses' | 'document' | 'url'>): Set<string> {
  const canonicals = document.canonicals.flatMap((canonical) => URL.parse(canonical, url)?.href ?? []);
  return new Set([...addresses, url, ...canonicals].map(withoutFragment));
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
