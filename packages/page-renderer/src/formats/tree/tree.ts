/** A page as a tree of elements. */
import type { Element, ElementContent, Parents, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { formulaOf } from './formula.ts';
import { showShadowTrees } from './shadow.ts';

/** A page, and what its addresses are relative to. */
export interface PageTree {
  readonly root: Root;
  /** The address that was asked for. */
  readonly url: string;
  readonly base: string;
}

/** @param url the address that was asked for @throws {RangeError} if elements are nested too deeply */
export function parsePage(html: string, url: string): PageTree {
  const root = fromHtml(html);
  showShadowTrees(root);
  const isBase = (element: Element) => element.tagName === 'base' && attribute(element, 'href') !== undefined;
  const base = attribute(first(root, isBase), 'href');
  return { root, url, base: resolved(base ?? '', url) ?? url };
}

/** The elements of a tree in their order, without those that a page does not show as text. */
export function* elementsOf(
  parent: Parents,
  isLeftOut: (element: Element) => boolean = () => false,
): Generator<Element> {
  const waiting = parent.children.filter((child) => child.type !== 'doctype').toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type !== 'element' || isLeftOut(node)) continue;
    yield node;
    for (const child of node.children.toReversed()) waiting.push(child);
  }
}

/** The first element that matches. */
export function first(parent: Parents, matches: (element: Element) => boolean): Element | undefined {
  for (const element of elementsOf(parent)) if (matches(element)) return element;
  return undefined;
}

/** The value of an attribute as a text; undefined if it is missing. @param name as a property, as in `hrefLang` */
export function attribute(element: Element | undefined, name: string): string | undefined {
  const value = element?.properties[name];
  if (value === undefined || value === null || value === false) return undefined;
  if (Array.isArray(value)) return value.join(' ');
  return value === true ? '' : String(value);
}

const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'svg', 'head']);

/** Whether an element is a block of JSON-LD. */
export function isJsonLd(element: Element): boolean {
  const type = element.tagName === 'script' ? (attribute(element, 'type') ?? '') : '';
  return /^\s*application\/ld\+json\s*(?:;|$)/i.test(type);
}

/** Whether an element is hidden from everybody or from assistive technology. */
export function isHidden(element: Element): boolean {
  const hidden = attribute(element, 'hidden');
  // `hidden="until-found"` is content that opens.
  return (hidden !== undefined && hidden !== 'until-found') || element.properties['ariaHidden'] === 'true';
}

/** Whether an element has nothing to read: code, drawings, or hidden. */
export function isUnread(element: Element): boolean {
  return UNREAD.has(element.tagName) || isHidden(element);
}

/** The text of an element with single spaces. */
export function textOf(element: Element): string {
  const parts: string[] = [];
  const waiting: ElementContent[] = [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'text') parts.push(node.value);
    else if (node.type === 'element' && node.tagName === 'math') parts.push(formulaOf(node).line);
    else if (node.type === 'element' && (node === element || !isUnread(node))) {
      if (node.tagName === 'img') parts.push(attribute(node, 'alt') ?? '');
      if (node.tagName === 'br') parts.push(' ');
      for (const child of node.children.toReversed()) waiting.push(child);
    }
  }
  return parts.join('').replaceAll(/\s+/g, ' ').trim();
}

/** An absolute address; undefined if there is none. */
export function resolved(address: string, base: string): string | undefined {
  return URL.canParse(address.trim(), base) ? new URL(address.trim(), base).href : undefined;
}
