/** What is looked at on the page of an address, read from its HTML at once. */
import type { PageLinks } from './links.ts';
import { linksOf } from './links.ts';
import type { PageTree } from './tree.ts';
import type { SocialCards } from './cards.ts';
import { cardsOf } from './cards.ts';
import type { StructuredData } from './structured-data.ts';
import { structuredDataOf } from './structured-data.ts';

/** See the head of the file. */
export interface InspectedHtml {
  readonly data: StructuredData;
  readonly cards: SocialCards;
  readonly links: PageLinks;
}

/** @throws {RangeError} if elements are nested too deeply */
export function inspectedOf(page: PageTree): InspectedHtml {
  return { data: structuredDataOf(page), cards: cardsOf(page), links: linksOf(page) };
}
