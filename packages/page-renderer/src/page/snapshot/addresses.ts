/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { allElements, attributeOf, dropAttribute, selectAll } from '../dom/dom.ts';
import { replaceUrls } from '../styles/urls.ts';
import { documentHtml } from './output.ts';
import { mapCandidates } from '../dom/srcset.ts';

/*
 * A `blob:` or `filesystem:` address leads nowhere outside of the page that made it.
 */

/**
 * What replaces an invalid address: another address, null for none, undefined to leave it unchanged.
 *
 * @param isPicture whether an image or a font is loaded from it, so that it cannot run as a document
 */
export type Substitute = (address: string, isPicture: boolean) => string | null | undefined;

/** Checking every attribute takes longer than searching the text that they are written to. */
export function mayHaveDead(html: string): boolean {
  // A case-insensitive expression takes ten times as long, and such addresses are always written in lower case.
  return html.includes('blob:') || html.includes('filesystem:');
}

/** The invalid addresses of images in a copy, each once, in their order. */
export function deadPictures(copy: Document | DocumentFragment, most: number): string[] {
  const found = new Set<string>();
  visitDead(copy, (address, isPicture) => {
    if (isPicture && found.size < most) found.add(address);
    return undefined;
  });
  return [...found];
}

/** Visits the invalid addresses of a copy and its templates: in attributes, style sheets and inline styles. */
export function visitDead(copy: Document | DocumentFragment, substitute: Substitute): void {
  for (const element of allElements(copy)) {
    for (const name of Element.prototype.getAttributeNames.call(element)) {
      const value = attributeOf(element, name) ?? '';
      if (mayHaveDead(value)) visitAttribute(element, name, value, substitute);
    }
    if (element.localName !== 'style') continue;
    const css = element.textContent ?? '';
    if (mayHaveDead(css)) replaceText(element, css, withoutDeadUrls(css, substitute));
  }
  for (const template of selectAll<HTMLTemplateElement>(copy, 'template')) {
    if (template.content) visitDead(template.content, substitute);
  }
}

export function replaceText(element: Element, before: string, after: string): void {
  if (after !== before) element.textContent = after;
}

export function visitAttribute(element: Element, name: string, value: string, substitute: Substitute): void {
  const write = (text: string) => {
    if (text === '') dropAttribute(element, name);
    else if (text !== value) Element.prototype.setAttribute.call(element, name, text);
  };
  if (name === 'srcdoc') {
    const inner = new DOMParser().parseFromString(value, 'text/html');
    visitDead(inner, (address) => (substitute(address, false) === undefined ? undefined : null));
    return write(documentHtml(inner, inner));
  }
  if (name === 'style') return write(withoutDeadUrls(value, substitute));
  if (name === 'srcset' || name === 'imagesrcset') return write(withoutDeadCandidates(value, substitute));
  const isAddress = /^(?:src|href|xlink:href|poster|data|action|formaction|background|content)$/.test(name);
  // As in the URL parser, which ignores tabs and newlines.
  const address = value.replaceAll(/[\t\n\r]/g, '').trim();
  if (!isAddress || !/^(?:blob|filesystem):/i.test(address)) return;
  const substituted = substitute(address, showsPicture(element, name));
  if (substituted === undefined) return;
  if (substituted !== null) return write(substituted);
  // It remains a link for style sheets, but leads nowhere.
  if (/^(?:a|area)$/.test(element.localName)) return write('about:invalid');
  if (/^(?:link|meta)$/.test(element.localName)) return element.remove();
  dropAttribute(element, name);
}

export function showsPicture(element: Element, name: string): boolean {
  switch (element.localName) {
    case 'img':
    case 'input':
      return name === 'src';
    case 'video':
      return name === 'poster';
    case 'image':
    case 'feImage':
      return name === 'href' || name === 'xlink:href';
    case 'link':
      return name === 'href' && /(?:^|\s)(?:icon|apple-touch-icon\S*)(?:\s|$)/i.test(attributeOf(element, 'rel') ?? '');
    default:
      return false;
  }
}

/** Candidates of a `srcset`: those without a substitute are removed. */
export function withoutDeadCandidates(value: string, substitute: Substitute): string {
  return mapCandidates(value, (address) => {
    const substituted = /^(?:blob|filesystem):/i.test(address) ? substitute(address, true) : undefined;
    return substituted === undefined ? address : substituted;
  });
}

/** `url(…)` in CSS: without a substitute it is one that loads nothing, so that the declaration stays valid. */
export function withoutDeadUrls(css: string, substitute: Substitute): string {
  return replaceUrls(css, (address) => {
    const substituted = /^(?:blob|filesystem):/i.test(address) ? substitute(address, true) : undefined;
    return substituted === null ? 'about:invalid' : (substituted ?? null);
  });
}
