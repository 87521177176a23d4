/** Pages that search engines cannot tell apart by their titles or descriptions. */
import type { AcrossPages } from '../kinds.ts';
import { severityOf } from '../kinds.ts';
import type { AuditFinding } from '../finding.ts';
import { MAX_SAID } from '../finding.ts';
import type { AuditedSite, SitePage } from './site.ts';

interface Compared {
  readonly kind: AcrossPages;
  readonly what: string;
  readonly textOf: (page: SitePage) => string;
}

const COMPARED: readonly Compared[] = [
  { kind: 'duplicate-titles', what: 'title', textOf: ({ title }) => title },
  { kind: 'duplicate-descriptions', what: 'description', textOf: ({ description }) => description },
];

/**
 * Only pages that may be indexed as pages of their own are compared: not those that name another canonical address, and not those for
 * readers of different languages.
 */
export function* duplicates(site: AuditedSite): Generator<AuditFinding> {
  for (const { kind, what, textOf } of COMPARED) {
    const groups = new Map<string, SitePage[]>();
    for (const page of site.pages.values()) {
      const text = compared(textOf(page));
      if (text === '' || !site.isIndexable(page)) continue;
      const group = groups.get(text);
      if (group) group.push(page);
      else groups.set(text, [page]);
    }
    for (const group of groups.values()) {
      if (group.length < 2) continue;
      for (const page of group) {
        const others = othersOf(page, group);
        if (others.length > 0) yield { ...findingOf(kind, what, textOf(page), others), url: page.url };
      }
    }
  }
}

/** Without what nobody sees: case, white space, forms of the same characters, and characters that are not shown. */
function compared(text: string): string {
  const shown = text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return shown.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

/** At most one more than are shown: a site may have the same title on all of its pages. */
function othersOf(page: SitePage, group: readonly SitePage[]): string[] {
  const others: string[] = [];
  for (const other of group) {
    if (other === page || isTranslation(page, other) || areOfOneList(page.url, other.url)) continue;
    others.push(other.url);
    if (others.length > MAX_SAID) break;
  }
  return others;
}

function isTranslation(one: SitePage, other: SitePage): boolean {
  const isOther = one.language !== '' && other.language !== '' && one.language !== other.language;
  return isOther || one.alternates.includes(other.url) || other.alternates.includes(one.url);
}

/** The number in the address of a page of a list, as `?page=2` or `/page/2`. */
const NUMBER =
  /(?<=[?&](?:page|p|pg|paged|pagenumber|page_no|seite|pagina|offset|start)=|\/(?:page|p|seite|pagina)[/-])\d+(?=$|[/&#.])/i;

/** Whether both are pages of the same list, which may have the same title (developers.google.com/search/docs, "Pagination"). */
function areOfOneList(one: string, other: string): boolean {
  const [[place, number], [otherPlace, otherNumber]] = [inList(one), inList(other)];
  return place === otherPlace && number !== otherNumber;
}

/** The address without its number; a list without a number is its first page. */
function inList(url: string): [place: string, number: number] {
  const found = NUMBER.exec(url);
  if (!found) return [url.replace(/\/$/, ''), 1];
  const before = url.slice(0, found.index).replace(/(?:[?&][\w]+=|\/\w+[/-])$/, '');
  const after = url.slice(found.index + found[0].length).replace(/^&/, before.includes('?') ? '&' : '?');
  return [(before + after).replace(/\/$/, ''), Number(found[0])];
}

function findingOf(
  kind: AcrossPages,
  what: string,
  text: string,
  others: readonly string[],
): Omit<AuditFinding, 'url'> {
  const number = others.length > MAX_SAID ? `more than ${MAX_SAID} other pages have` : pages(others.length);
  const sentence = `The ${what} of this page is that of others, too: ${number} it. Search engines show pages that nobody can tell apart.`;
  const says = others.slice(0, MAX_SAID - 1).map((value) => ({ place: `page with the same ${what}`, value }));
  return { kind, severity: severityOf(kind), sentence, says: [{ place: what, value: text }, ...says] };
}

const pages = (number: number) => (number === 1 ? 'one other page has' : `${number} other pages have`);
