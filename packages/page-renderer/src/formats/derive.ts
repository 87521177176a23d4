/** Makes a form of a page from its HTML: pure, and bounded only by the thread that it runs in. */
import { linksOf } from './links.ts';
import { markdownOf } from './markdown/markdown.ts';
import { metadataOf } from './metadata.ts';
import type { DerivedFormat } from '../grammar/dialects/format.ts';
import { parsePage, type PageTree } from './tree/tree.ts';

const MAKERS: Readonly<Record<DerivedFormat, (page: PageTree) => string>> = {
  md: (page) => markdownOf(page, metadataOf(page)),
  metadata: (page) => JSON.stringify(metadataOf(page)),
  links: (page) => JSON.stringify(linksOf(page)),
};

/** @param url the address that was asked for @throws {RangeError} if elements are nested too deeply */
export function derive(html: string, url: string, format: DerivedFormat): string {
  return MAKERS[format](parsePage(html, url));
}
