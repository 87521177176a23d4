/** What a page says about itself. */
import type { Element } from 'hast';
import { attribute, elementsOf, first, isJsonLd, isUnread, type PageTree, resolved, textOf } from './tree/tree.ts';

/** The result of `format=metadata`. What a page does not say is null, or an empty list. */
export interface PageMetadata {
  /** The address that was asked for. */
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  /** Absolute. */
  readonly canonical: string | null;
  /** BCP 47 tag, as the page writes it. */
  readonly language: string | null;
  /** The rules of all `<meta name="robots">`, joined by commas. */
  readonly robots: string | null;
  readonly author: string | null;
  /** Other languages of the page; addresses are absolute. */
  readonly alternates: ReadonlyArray<{ readonly language: string; readonly href: string }>;
  /** Names and values of `og:` and `article:` in their order. */
  readonly openGraph: ReadonlyArray<readonly [name: string, value: string]>;
  readonly twitter: ReadonlyArray<readonly [name: string, value: string]>;
  readonly headings: ReadonlyArray<{ readonly level: number; readonly text: string }>;
  /** JSON-LD, as far as it parses. */
  readonly structuredData: readonly unknown[];
  /** Characters of JSON-LD that does not parse. */
  readonly unreadStructuredData: number;
}

/** At most this many of each list: a page of a hostile site may have millions. */
const MOST = 1_000;

/** @returns lists of at most 1,000 items */
export function metadataOf({ root, url, base }: PageTree): PageMetadata {
  const all = [...elementsOf(root, ({ tagName }) => tagName === 'svg')];
  const metas = all.filter(({ tagName }) => tagName === 'meta');
  const links = [...elementsOf(first(root, ({ tagName }) => tagName === 'head') ?? root)].filter(
    ({ tagName }) => tagName === 'link',
  );
  const said = (name: string) => metas.filter((meta) => named(meta) === name).map(contentOf);
  const html = first(root, ({ tagName }) => tagName === 'html');
  const title = all.find(({ tagName }) => tagName === 'title');
  const canonical = links.find(isCanonical);
  const scripts = all.filter(isJsonLd);
  const data = scripts.slice(0, MOST).map((script) => parsed(rawText(script)));
  return {
    url,
    title: title === undefined ? null : rawText(title).replaceAll(/\s+/g, ' ').trim() || null,
    description: said('description').find(Boolean) ?? null,
    canonical: canonical === undefined ? null : (resolved(attribute(canonical, 'href') ?? '', base) ?? null),
    language: attribute(html, 'lang')?.trim() || null,
    robots: said('robots').filter(Boolean).join(', ') || null,
    author: said('author').find(Boolean) ?? null,
    alternates: links.flatMap((link) => alternateOf(link, base)).slice(0, MOST),
    openGraph: pairs(metas, /^(?:og|article):/),
    twitter: pairs(metas, /^twitter:/),
    headings: headingsOf(root).slice(0, MOST),
    structuredData: data.flatMap((one) => ('value' in one ? [one.value] : [])),
    unreadStructuredData: data.reduce((sum, one) => sum + ('unread' in one ? one.unread : 0), 0),
  };
}

/** Names that only `name` gives. */
const named = (meta: Element) => (attribute(meta, 'name') ?? '').trim().toLowerCase();
/** Names of pairs, which some pages give by the one attribute and some by the other. */
const nameOf = (meta: Element) => named(meta) || (attribute(meta, 'property') ?? '').trim().toLowerCase();
const contentOf = (meta: Element) => (attribute(meta, 'content') ?? '').trim();
/** Search engines read such a link only in the head, and only one for all clients. */
const isCanonical = (link: Element) =>
  relationsOf(link).includes('canonical') &&
  attribute(link, 'href') !== undefined &&
  !['hrefLang', 'media', 'type', 'lang'].some((name) => attribute(link, name) !== undefined);
const relationsOf = (link: Element) => (attribute(link, 'rel') ?? '').toLowerCase().split(/\s+/);

function pairs(metas: readonly Element[], pattern: RegExp): Array<[string, string]> {
  const found = metas.map((meta): [string, string] => [nameOf(meta), contentOf(meta)]);
  return found.filter(([name]) => pattern.test(name)).slice(0, MOST);
}

function alternateOf(link: Element, base: string): PageMetadata['alternates'] {
  const language = attribute(link, 'hrefLang');
  const href = resolved(attribute(link, 'href') ?? '', base);
  if (language === undefined || href === undefined || !relationsOf(link).includes('alternate')) return [];
  return [{ language, href }];
}

function headingsOf(root: PageTree['root']): Array<{ level: number; text: string }> {
  return [...elementsOf(root, isUnread)].flatMap((element) => {
    const level = /^h([1-6])$/.exec(element.tagName)?.[1];
    return level === undefined ? [] : [{ level: Number(level), text: textOf(element) }];
  });
}

/** The text of an element without markup. */
function rawText(element: Element): string {
  return element.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
}

function parsed(text: string): { readonly value: unknown } | { readonly unread: number } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { unread: text.length };
  }
}
