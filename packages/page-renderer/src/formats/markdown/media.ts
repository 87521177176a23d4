/** Where pictures, films and frames are. */
import type { Element, ElementContent } from 'hast';
import parseSrcset from 'parse-srcset';
import { attribute } from '../tree/tree.ts';

/** Attributes of pictures that scripts load later. */
const LATER = ['dataSrc', 'dataLazySrc', 'dataOriginal'];

/**
 * The address of a picture: its own, or where that is a placeholder, the first one that it may also be loaded from.
 *
 * @param addressOf an absolute address; undefined if it is none of the web
 */
export function pictureAddress(
  image: Element,
  addressOf: (written: string | undefined) => string | undefined,
): string | undefined {
  const others = LATER.map((name) => attribute(image, name));
  const several = ['srcSet', 'dataSrcSet', 'dataSrcset'].flatMap((name) => candidatesOf(image, name));
  for (const written of [attribute(image, 'src'), ...others, ...several]) {
    const address = addressOf(written);
    if (address !== undefined) return address;
  }
  return undefined;
}

/** Written where it is a list with commas, too. */
function candidatesOf(image: Element, name: string): string[] {
  const value = image.properties[name];
  const list = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '';
  return parseSrcset(list).map(({ url }) => url);
}

/** The content of a `<picture>`: the picture itself with the addresses of its sources. */
export function withSources(picture: Element): ElementContent[] {
  const sources = picture.children.flatMap((child) =>
    child.type === 'element' && child.tagName === 'source' ? candidatesOf(child, 'srcSet') : [],
  );
  return picture.children.map((child) => {
    if (child.type !== 'element' || child.tagName !== 'img') return child;
    const srcSet = [...candidatesOf(child, 'srcSet'), ...sources].join(', ');
    return { ...child, properties: { ...child.properties, srcSet } };
  });
}

/** The address of a frame, a film or a recording, as written: of several the first. */
export function mediaAddress(element: Element): string | undefined {
  const own = attribute(element, element.tagName === 'object' ? 'data' : 'src');
  if (own !== undefined) return own;
  for (const child of element.children) {
    if (child.type === 'element' && child.tagName === 'source') return attribute(child, 'src');
  }
  return undefined;
}
