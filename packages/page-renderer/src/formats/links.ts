/** The links of a page. */
import type { Element } from 'hast';
import { Names } from './tree/names.ts';
import { attribute, elementsOf, isHidden, isUnread, type PageTree, resolved } from './tree/tree.ts';

/** A link of `format=links`. */
export interface PageLink {
  /** Absolute. */
  readonly href: string;
  /** What a reader sees, pictures by their alternative, otherwise what labels it; empty for a link without a name. */
  readonly text: string;
  /** Its relations, as `nofollow`. */
  readonly rel: readonly string[];
  /** Whether it leads to the origin of the page. */
  readonly isInternal: boolean;
}

/** The result of `format=links`. */
export interface PageLinks {
  /** The address that was asked for. */
  readonly url: string;
  /** In their order; the same address may occur several times. */
  readonly links: readonly PageLink[];
  /** How many links there are; more than are listed if the list is cut. */
  readonly count: number;
}

const MOST = 10_000;

/** Links to the web. @returns at most 10,000 */
export function linksOf({ root, url, base }: PageTree): PageLinks {
  const { origin } = new URL(url);
  // Drawings have links.
  const isLeftOut = (element: Element) => (element.tagName === 'svg' ? isHidden(element) : isUnread(element));
  const all = [...elementsOf(root, isLeftOut)].filter(({ tagName }) => tagName === 'a' || tagName === 'area');
  const names = new Names(root);
  const found = all.flatMap((element) => linkOf(element, names, base, origin));
  return { url, links: found.slice(0, MOST), count: found.length };
}

function linkOf(element: Element, names: Names, base: string, origin: string): PageLink[] {
  const written = attribute(element, 'href') ?? attribute(element, 'xLinkHref');
  const href = written === undefined ? undefined : resolved(written, base);
  if (href === undefined || !/^https?:/.test(href)) return [];
  const rel = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return [{ href, text: names.of(element), rel, isInternal: new URL(href).origin === origin }];
}
