/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, documentProperty, selectAll } from './dom.ts';
import { pairsOf } from './trees.ts';
import type { Tree } from './trees.ts';

/**
 * Gives images that the page has not come to load the address that it keeps for them. Only an image that shows nothing
 * gets one: it has no `src`, or a placeholder of at most 1 KiB in a `data:` URL, and no candidate of its own. The address
 * must be one of http(s), or relative and look like a path; a template that a script would fill is none. It is the
 * page's own word: nothing was loaded from it.
 */
export function fillLazyImages(tree: Tree): void {
  const names = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy'];
  const selector = [...names, 'data-srcset'].map((name) => `img[${name}]`).join(', ');
  if (selectAll(tree.root, selector).length === 0) return;
  for (const [live, copy] of pairsOf(tree, selector)) {
    const candidates = attributeOf(live, 'srcset') ?? '';
    if (!isPlaceholder(attributeOf(live, 'src')) || !isPlaceholder(candidates.split(/\s/, 1)[0] ?? '')) continue;
    const source = names.map((name) => attributeOf(live, name)).find((value) => isImageAddress(value));
    const set = attributeOf(live, 'data-srcset');
    const isSet = set !== null && set.split(/,\s+/).every((one) => isImageAddress(one.trim().split(/\s/, 1)[0] ?? ''));
    if (source) copy.setAttribute('src', source.trim());
    if (isSet) copy.setAttribute('srcset', set);
    else if (source) copy.removeAttribute('srcset');
  }
}

export function isPlaceholder(source: string | null): boolean {
  if (source === null || source.trim() === '' || source.trim() === 'about:blank') return true;
  return source.length <= 1_024 && /^\s*data:image\//i.test(source);
}

export function isImageAddress(value: string | null): boolean {
  const address = value?.trim() ?? '';
  if (address === '' || /[\s{}<>"'\\]|%7b/i.test(address)) return false;
  if (!/\/|\.[a-z]\w{1,4}(?:[?#]|$)/i.test(address)) return false;
  const url = URL.parse(address, documentProperty('baseURI', document));
  return url !== null && /^https?:$/.test(url.protocol);
}
