/** Pages that search engines cannot tell apart by their titles or descriptions. */
import type { AcrossPages } from '../data/kinds.ts';
import { severityOf } from '../data/kinds.ts';
import type { AuditFinding } from '../data/finding.ts';
import { MAX_SAID } from '../data/finding.ts';
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
      const pages = placed(group);
      const lists = listsOf(pages);
      for (const one of pages) {
        const others = othersOf(one, lists);
        if (others.length > 0) yield { ...findingOf(kind, what, textOf(one.page), others), url: one.page.url };
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
function othersOf({ page, place, number }: Placed, lists: Lists): string[] {
  const others: string[] = [];
  for (const [list, numbers] of lists) {
    const rivals = list === place ? [numbers.get(number) ?? []] : numbers.values();
    for (const { page: other } of [...rivals].flat()) {
      if (other === page || isTranslation(page, other) || isShownAs(page, other)) continue;
      others.push(other.url);
      if (others.length > MAX_SAID) return others;
    }
  }
  return others;
}

/** A page with the list that it is a page of, and its number in it. */
interface Placed {
  readonly page: SitePage;
  readonly place: string;
  readonly number: number;
}

type Lists = ReadonlyMap<string, ReadonlyMap<number, readonly Placed[]>>;

/**
 * Pages of one list may have the same title (developers.google.com/search/docs, "Pagination"). A list is one whose first page, without a
 * number, is among them: otherwise the numbers may be those of things.
 */
function placed(group: readonly SitePage[]): Placed[] {
  const all = group.map((page) => ({ page, own: page.url.replace(/\/$/, ''), at: inList(page.url) }));
  const first = new Map(all.filter(({ at }) => !at || at.isBare).map(({ own, page }) => [own, page]));
  return all.map(({ page, own, at }) => {
    const head = at && first.get(at.place);
    const isOfList = head !== undefined && (!at?.isBare || isHeadedAs(page, head));
    return at && isOfList ? { page, place: at.place, number: at.number } : { page, place: own, number: 1 };
  });
}

/** A number alone may be that of a thing, which has a heading of its own. */
function isHeadedAs(page: SitePage, first: SitePage): boolean {
  const plain = ({ heading }: SitePage) =>
    compared(heading)
      .replaceAll(/[\d\s\p{P}]+/gu, ' ')
      .trim();
  return plain(first) !== '' && plain(page).startsWith(plain(first));
}

function listsOf(pages: readonly Placed[]): Lists {
  const lists = new Map<string, Map<number, Placed[]>>();
  for (const one of pages) {
    const numbers = lists.get(one.place) ?? new Map<number, Placed[]>();
    lists.set(one.place, numbers);
    const same = numbers.get(one.number);
    if (same) same.push(one);
    else numbers.set(one.number, [one]);
  }
  return lists;
}

/** Whether scripts have changed the address of one page to that of the other, or of both to a third one: they are one page. */
function isShownAs(one: SitePage, other: SitePage): boolean {
  return one.own.includes(other.url) || other.own.some((url) => url === one.url || one.own.includes(url));
}

function isTranslation(one: SitePage, other: SitePage): boolean {
  const isOther = one.language !== '' && other.language !== '' && one.language !== other.language;
  return isOther || one.alternates.includes(other.url) || other.alternates.includes(one.url);
}

/** Names of parameters and of folders for the number of a page, in several languages. */
const NAMES =
  'pages?|pg|paged|page_?(?:number|num|no|index)|current_?page|seite|pagina|sayfa|strona|strana|stranka|side|sida|sivu|oldal';
/** The number in the address of a page of a list, as `?page=2` or `/page/2`. */
const NUMBER = new RegExp(
  `(?<=[?&](?:${NAMES}|p|page(?:\\[|%5b)number(?:\\]|%5d)|offset|start|skip|from)=|/(?:${NAMES})[/-]?)\\d+(?=$|[/&#.])`,
  'i',
);
/** A number that is a folder or a file: `/news/2/`. */
const BARE = /(?<=\/)\d{1,4}(?=\/?$|\/index\.\w+$|\.html?$)/;

interface InList {
  /** The address without its number. */
  readonly place: string;
  readonly number: number;
  readonly isBare: boolean;
}

function inList(url: string): InList | undefined {
  const found = NUMBER.exec(url) ?? BARE.exec(url);
  if (!found) return undefined;
  const [number] = found;
  const isBare = !NUMBER.test(url);
  const before = url.slice(0, found.index).replace(isBare ? /\/$/ : /(?:[?&][^?&=]+=|\/\w+[/-]?)$/, '');
  const after = url.slice(found.index + number.length).replace(/^&/, before.includes('?') ? '&' : '?');
  const rest = isBare ? after.replace(/^\.html?$/, '') : after;
  // Some generators count from 0, and the first page has no number.
  return { place: (before + rest).replace(/\/$/, ''), number: isBare ? Number(number) + 1 : Number(number), isBare };
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
