/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, documentProperty, selectAll } from '../dom/dom.ts';
import { pairsOf } from '../dom/trees.ts';
import { candidatesOf } from '../dom/srcset.ts';
import type { Tree } from '../dom/trees.ts';

/*
 * Images that the page has not loaded get the address that the page has stored for them. The address comes from the page and
 * nothing was loaded from it. It must be an http or https URL, or relative and look like a path; a template that a script would
 * fill is not an address.
 */

/** Attributes in which lazy loaders store the address of an image, and its candidates. */
export function lazyNames(): { sources: string[]; sets: string[] } {
  return {
    sources: ['data-src', 'data-lazy-src', 'data-lazy', 'data-original'],
    sets: ['data-srcset', 'data-lazy-srcset', 'data-original-set'],
  };
}

/**
 * Sets the addresses of images, and the candidates of the sources of a `<picture>`. An image that is loaded is not changed,
 * unless it shows a placeholder.
 */
export function fillLazyImages(tree: Tree): void {
  const { sources, sets } = lazyNames();
  const selector = [...sources, ...sets].map((name) => `img[${name}]`);
  const all = [...selector, ...sets.map((name) => `picture > source[${name}]`)].join(', ');
  const found = selectAll(tree.root, all);
  if (found.length === 0) return;
  const shared = sharedSources(found);
  for (const [live, copy] of pairsOf(tree, all)) {
    const candidates = attributeOf(live, 'srcset')?.trim().split(/\s/, 1)[0] ?? '';
    if (!isPlaceholder(candidates)) continue;
    const set = sets.map((name) => attributeOf(live, name)).find(isImageSet);
    if (live.localName !== 'img') {
      if (set) copy.setAttribute('srcset', set);
      continue;
    }
    const shown = attributeOf(live, 'src');
    const source = sources.map((name) => attributeOf(live, name)).find(isImageAddress);
    if (!isPlaceholder(shown) && !(shown !== source && isPlaceholderFile(live as HTMLImageElement, shared))) continue;
    if (source) copy.setAttribute('src', source.trim());
    if (set) copy.setAttribute('srcset', set);
    else if (source) copy.removeAttribute('srcset');
  }
}

/** Whether an address means that there is no image, or is a small image in a `data:` URL. */
export function isPlaceholder(source: string | null): boolean {
  if (source === null || source.trim() === '' || source.trim() === 'about:blank') return true;
  return source.length <= 1_024 && /^\s*data:image\//i.test(source);
}

/**
 * Whether an image shows a placeholder: its name or its class says so; it has only a few pixels; or several images show it
 * that each have another stored address. A small version of the image itself is not a placeholder.
 */
export function isPlaceholderFile(image: HTMLImageElement, shared: ReadonlySet<string>): boolean {
  const source = attributeOf(image, 'src') ?? '';
  const [path = ''] = source.split(/[?#]/, 1);
  const file = path.slice(path.lastIndexOf('/') + 1);
  if (
    /^(?:1x1|blank|clear|empty|gr[ae]y|lazy|load(?:er|ing)|pixel|placeholder|spacer|spinner|transparent)\W?(?:\d+(?:x\d+)?)?\.\w+$/i.test(
      file,
    )
  ) {
    return true;
  }
  const classes = ` ${attributeOf(image, 'class') ?? ''} `;
  const isLazy = / (?:b-lazy|lazy|lazy-?load|lazy-im(?:age|g)|lozad) /i.test(classes);
  const isLoaded = /loaded|entered/i.test(classes) || /true|loaded/.test(attributeOf(image, 'data-loaded') ?? '');
  if (isLazy && !isLoaded) return true;
  const { complete, naturalWidth: width, naturalHeight: height } = image;
  return (complete && width > 0 && width * height <= 16) || shared.has(source);
}

/** The addresses that several images show while each has another stored address. */
export function sharedSources(images: readonly Element[]): ReadonlySet<string> {
  const { sources, sets } = lazyNames();
  const kept = new Map<string, string>();
  const shared = new Set<string>();
  for (const image of images) {
    const shown = attributeOf(image, 'src');
    if (shown === null) continue;
    const own = [...sources, ...sets].map((name) => attributeOf(image, name)).find((value) => value !== null) ?? '';
    const other = kept.get(shown);
    if (other !== undefined && other !== own) shared.add(shown);
    kept.set(shown, own);
  }
  return shared;
}

export function isImageSet(value: string | null): value is string {
  const addresses = value === null ? [] : candidatesOf(value);
  return addresses.length > 0 && addresses.every(isImageAddress);
}

export function isImageAddress(value: string | null): value is string {
  const address = value?.trim() ?? '';
  if (address === '' || /[\s{}<>"'\\]|%7b/i.test(address)) return false;
  if (!/\/|\.[a-z]\w{1,4}(?:[?#]|$)/i.test(address)) return false;
  const url = URL.parse(address, documentProperty('baseURI', document));
  return url !== null && /^https?:$/.test(url.protocol);
}
