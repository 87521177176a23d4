/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, documentProperty, selectAll } from '../dom/dom.ts';
import { pairsOf } from '../dom/trees.ts';
import type { Tree } from '../dom/trees.ts';
import { mayHaveUrls, replaceUrls } from '../styles/urls.ts';
import { candidatesOf, mapAddresses } from '../dom/srcset.ts';

/*
 * An image, a style sheet or a frame was loaded with the base that the document had at that time: `pushState` and a new `<base>`
 * change the base, but not what is loaded. The copy has one base, the present one, with which links are followed. What was loaded
 * with another base gets an absolute address. Queries have the encoding of their document, and the copy is UTF-8.
 */

/** How a document resolves addresses. */
export interface Addressing {
  /** Every base that the document has had, the present one first. */
  bases: readonly string[];
  /** The addresses of style sheets that scripts have imported as modules: nothing else tells with which base they were parsed. */
  modules: readonly string[];
  /** The base of style sheets that have loaded nothing. */
  earliest: string;
  /** The addresses that the document has loaded, without fragments; read when they are needed. */
  loaded: () => ReadonlySet<string>;
  /** A link of the document, for its encoding; null for UTF-8. */
  link: HTMLAnchorElement | null;
}

/** How the document resolves addresses. */
export function addressingOf(): Addressing {
  const present = documentProperty('baseURI', document);
  const url = documentProperty('URL', document);
  const first = performance.getEntriesByType('navigation')[0]?.name ?? url;
  const hrefs = selectAll(document, 'base[href]').map((base) => attributeOf(base, 'href') ?? '');
  const urls = [url, ...visitedUrls(), first];
  const known = new Map<string, string>();
  const declared = urls.flatMap((one) => hrefs.map((href) => URL.parse(href, one)?.href ?? ''));
  for (const base of [present, ...urls, ...declared]) {
    // Bases with the same path resolve every address in the same way.
    const path = URL.parse('?', base)?.href;
    if (path !== undefined && !known.has(path)) known.set(path, base);
  }
  for (const base of formerBases([...known.values()])) known.set(base, base);
  let loaded: ReadonlySet<string> | undefined;
  const readLoaded = () => new Set(performance.getEntriesByType('resource').map(({ name }) => withoutFragment(name)));
  const isUtf8 = /^utf-/i.test(documentProperty('characterSet', document));
  return {
    bases: [...known.values()],
    modules: importedSheets(),
    earliest: hrefs.length > 0 ? present : first,
    loaded: () => (loaded ??= readLoaded()),
    link: isUtf8 ? null : (Document.prototype.createElement.call(document, 'a') as HTMLAnchorElement),
  };
}

/** Bases that only what they have loaded tells: those of a `<base>` that a script has removed or changed. */
export function formerBases(known: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const element of selectAll(document, 'img[src], link[rel~="stylesheet" i][href]')) {
    const isImage = element instanceof HTMLImageElement;
    if (!isImage && !(element instanceof HTMLLinkElement)) continue;
    const shown = shownUrl(element);
    if (shown === '' || shown === (isImage ? element.src : element.href)) continue;
    const address = attributeOf(element, isImage ? 'src' : 'href') ?? '';
    if (!/^[^/.]/.test(address) || !shown.endsWith(`/${address}`)) continue;
    if (known.some((base) => URL.parse(address, base)?.href === shown)) continue;
    found.add(shown.slice(0, -address.length));
  }
  return found;
}

export function importedSheets(): string[] {
  const loaded = performance.getEntriesByType('resource') as Array<
    PerformanceResourceTiming & { contentType?: string }
  >;
  const modules = loaded.filter(
    ({ contentType, initiatorType }) => contentType === 'text/css' && !/^(?:link|css)$/.test(initiatorType),
  );
  return [...new Set(modules.map(({ name }) => name))];
}

/** The addresses that the document has had, as far as its history tells. */
export function visitedUrls(): string[] {
  const entries = navigation.entries().filter(({ sameDocument }) => sameDocument);
  return entries.map(({ url }) => url ?? '');
}

/** An address as the document resolves it with one of its bases; unchanged if that is impossible. */
export function resolved(address: string, base: string, { link }: Addressing): string {
  const url = URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol)) return address;
  if (link && /^[^#]*\?/.test(address)) {
    link.setAttribute('href', address);
    url.search = link.search;
  }
  return url.href;
}

/** Names of the attributes with addresses. */
export function addressNames(): string[] {
  return 'href xlink:href src srcset imagesrcset poster data background action formaction cite longdesc ping'.split(
    ' ',
  );
}

/** Writes the addresses of a tree that the base or the encoding of the copy would change. */
export function writeAddresses(tree: Tree, addressing: Addressing): void {
  if (addressing.bases.length > 1) {
    const loading =
      'img, source, input[src], video, audio, track, embed, iframe, frame, object, link, [background], [style*="url(" i], [style*="image-set(" i], :is(image, use, feImage)[*|href]';
    for (const [live, copy] of pairsOf(tree, loading)) writeLoaded(live, copy, addressing);
  }
  if (addressing.link) writeEncoded(tree, addressing);
}

/** Writes addresses whose query the encoding of the copy would change, and the encoding of forms and style sheets. */
export function writeEncoded(tree: Tree, addressing: Addressing): void {
  const [present = ''] = addressing.bases;
  const charset = documentProperty('characterSet', document);
  const names = addressNames();
  const withQuery = names.map((name) => `[${name === 'xlink:href' ? '*|href' : name}*="?"]`);
  for (const [live, copy] of pairsOf(tree, withQuery.join(', '))) {
    for (const name of Element.prototype.getAttributeNames.call(live)) {
      const value = attributeOf(live, name) ?? '';
      if (isAscii(value) || !names.includes(name) || attributeOf(copy, name) !== value) continue;
      writeAddress(copy, name, (address) => unlessSame(address, present, addressing));
    }
  }
  // Both would otherwise be UTF-8, as the copy.
  for (const [, copy] of pairsOf(tree, 'form:not([accept-charset])')) writeAttribute(copy, 'accept-charset', charset);
  for (const [, copy] of pairsOf(tree, 'link[rel~="stylesheet" i]:not([charset])')) {
    writeAttribute(copy, 'charset', charset);
  }
}

export function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- ASCII is meant
  return /^[\u0000-\u007F]*$/.test(text);
}

export function writeAttribute(element: Element, name: string, value: string): void {
  Element.prototype.setAttribute.call(element, name, value);
}

/** Changes the addresses of an attribute of an element. */
export function writeAddress(copy: Element, name: string, map: (address: string) => string): void {
  const value = attributeOf(copy, name);
  if (value === null) return;
  const mapped = mapAddresses(name, value, map);
  if (mapped !== value) writeAttribute(copy, name, mapped);
}

/** Writes absolute addresses into an element whose content was loaded with another base than the present one. */
export function writeLoaded(live: Element, copy: Element, addressing: Addressing): void {
  const style = attributeOf(copy, 'style');
  if (style !== null && mayHaveUrls(style)) writeAttribute(copy, 'style', loadedCss(style, addressing));
  const [present = ''] = addressing.bases;
  const media = mediaOf(live);
  for (const name of ['href', 'xlink:href', 'src', 'srcset', 'imagesrcset', 'poster', 'data', 'background']) {
    const value = attributeOf(live, name);
    if (value === null || value.startsWith('#') || attributeOf(copy, name) !== value) continue;
    const isSource = name === 'src' || name === 'srcset';
    const base = baseOf(isSource ? media.flatMap(sourcesOf) : addressesIn(name, value), live, media, addressing);
    if (base !== present) writeAddress(copy, name, (address) => unlessSame(address, base, addressing));
  }
}

/** An address as it was loaded with a base, if it leads elsewhere in the copy. */
export function unlessSame(address: string, base: string, addressing: Addressing): string {
  const url = resolved(address, base, addressing);
  return url === URL.parse(address, addressing.bases[0])?.href ? address : url;
}

/** The elements of which one shows what all of them offer: a picture, video or audio and its sources. */
export function mediaOf(live: Element): Element[] {
  const group = Element.prototype.closest.call(live, 'picture, video, audio');
  return group ? [group, ...group.querySelectorAll('source, img')] : [live];
}

export function sourcesOf(element: Element): string[] {
  return ['src', 'srcset'].flatMap((name) => addressesIn(name, attributeOf(element, name) ?? ''));
}

export function addressesIn(name: string, value: string): string[] {
  if (value === '') return [];
  return name === 'srcset' || name === 'imagesrcset' ? candidatesOf(value) : [value];
}

/** The base with which one of the addresses was loaded; the present one if none was. */
export function baseOf(
  addresses: readonly string[],
  live: Element,
  media: readonly Element[],
  addressing: Addressing,
): string {
  const { bases, loaded } = addressing;
  const [present = ''] = bases;
  const among = (urls: ReadonlySet<string>) =>
    bases.find((base) => addresses.some((address) => urls.has(withoutFragment(resolved(address, base, addressing)))));
  const shown = new Set([live, ...media].map((element) => withoutFragment(shownUrl(element))));
  return among(shown) ?? among(loaded()) ?? present;
}

export function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? '';
}

/** The address of what an element shows, as far as it tells; otherwise empty. */
export function shownUrl(element: Element): string {
  if (element instanceof HTMLImageElement || element instanceof HTMLMediaElement) return element.currentSrc;
  return (element instanceof HTMLLinkElement ? element.sheet?.href : null) ?? '';
}

/** A CSS text with absolute addresses where the present base leads elsewhere than the one with which it was parsed. */
export function loadedCss(css: string, addressing: Addressing, modules: readonly string[] = []): string {
  const { earliest, loaded } = addressing;
  const bases = [...addressing.bases, ...modules];
  const counts = new Map(bases.map((base) => [base, 0]));
  const isLoaded = (address: string, base: string) =>
    loaded().has(withoutFragment(resolved(address, base, addressing)));
  replaceUrls(css, (address) => {
    for (const base of bases) if (isLoaded(address, base)) counts.set(base, (counts.get(base) ?? 0) + 1);
    return null;
  });
  const most = Math.max(...counts.values());
  const usual = most === 0 ? earliest : (bases.find((base) => counts.get(base) === most) ?? earliest);
  return replaceUrls(css, (address) => {
    if (address.startsWith('#')) return null;
    const base = [usual, ...bases].find((one) => isLoaded(address, one)) ?? usual;
    const url = unlessSame(address, base, addressing);
    return url === address ? null : url;
  });
}

/** Writes absolute addresses into the style elements of a copy and its templates; see {@link loadedCss}. */
export function writeStyleAddresses(copy: Document | DocumentFragment, addressing: Addressing): void {
  const { bases, link, modules } = addressing;
  const isPlain = bases.length < 2 && modules.length === 0;
  if (isPlain && !link) return;
  for (const style of selectAll(copy, 'style')) {
    const css = style.textContent ?? '';
    if (!mayHaveUrls(css) || (isPlain && isAscii(css))) continue;
    const written = loadedCss(css, addressing, modules);
    if (written !== css) style.textContent = written;
  }
  for (const template of selectAll<HTMLTemplateElement>(copy, 'template')) {
    if (template.content) writeStyleAddresses(template.content, addressing);
  }
}
