/** What is looked at on the page of an address, read from its HTML at once. */
import type { PageLinks } from './links.ts';
import { linksOf } from './links.ts';
import { rdfaThings } from './rdfa.ts';
import { parsePage } from './tree/tree.ts';
import type { SocialCards } from './cards.ts';
import { cardsOf } from './cards.ts';
import type { StructuredData } from './structured-data.ts';
import { structuredDataOf } from './structured-data.ts';

/** See the head of the file. */
export interface InspectedHtml {
  /** What addresses in the page are relative to. */
  readonly base: string;
  readonly data: StructuredData;
  readonly cards: SocialCards;
  readonly links: PageLinks;
}

/** @param url the address that was asked for @throws {RangeError} if elements are nested too deeply */
export async function inspectedOf(html: string, url: string): Promise<InspectedHtml> {
  const page = parsePage(html, url);
  const data = structuredDataOf(page, await rdfaThings(html, page));
  return { base: page.base, data, cards: cardsOf(page), links: linksOf(page) };
}
