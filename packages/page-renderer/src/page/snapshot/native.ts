/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { makeInert } from '../dom/copy.ts';
import { attributeOf, childNodesOf, dropAttribute, namespaceOf, rootOf, selectAll, textOf } from '../dom/dom.ts';

/*
 * The browser writes a tree several times as fast as our functions, but does not care whether a parser makes the same tree of
 * it. That is checked by parsing. Most pages pass; others are written by our functions.
 */

/** The HTML of the root element as the browser writes it; null if a parser does not make the same tree of it. */
export function nativeHtml(copy: Document, isQuirky: boolean): string | null {
  const root = rootOf(copy);
  if (!root || isRawRisky(copy)) return null;
  tidy(copy);
  const html = root.outerHTML;
  // Perhaps an event handler, and perhaps text.
  if (/[\s"'/]on[^\s"'=<>]*=/i.test(html)) return null;
  const parsed = new DOMParser().parseFromString(`${isQuirky ? '' : '<!DOCTYPE html>'}${html}`, 'text/html');
  makeInert(parsed);
  const other = rootOf(parsed);
  return other && root.isEqualNode(other) && hasSameTemplates(copy, parsed) ? html : null;
}

/** Whether there is something that may become an element with other parsers, or that is never written. */
export function isRawRisky(copy: Document | DocumentFragment): boolean {
  if (Document.prototype.createTreeWalker.call(document, copy, NodeFilter.SHOW_PROCESSING_INSTRUCTION).nextNode())
    return true;
  if (selectAll(copy, 'noembed, noframes, noscript, plaintext, selectedcontent, xmp').length > 0) return true;
  if (selectAll(copy, 'iframe, script').some((element) => textOf(element).includes('<'))) return true;
  return templatesOf(copy).some(({ content }) => isRawRisky(content) || hasLooseForm(content));
}

/** Whether there is a form directly in a table; in a template, Chromium's parser keeps it against the standard. */
export function hasLooseForm(content: DocumentFragment): boolean {
  return content.querySelector(':is(table, tbody, thead, tfoot, tr) > form') !== null;
}

/** Joins text, and gives attributes the namespaces that a parser gives them. */
export function tidy(copy: Document | DocumentFragment): void {
  for (const child of childNodesOf(copy)) Node.prototype.normalize.call(child);
  for (const [name, namespace] of [
    ['xmlns', 'http://www.w3.org/2000/xmlns/'],
    ['xlink:href', 'http://www.w3.org/1999/xlink'],
  ] as const) {
    for (const element of selectAll<Element>(copy, `[${name.replace(':', String.raw`\:`)}]`)) {
      const value = attributeOf(element, name) ?? '';
      if (namespaceOf(element) === 'http://www.w3.org/1999/xhtml') continue;
      if (element.hasAttributeNS(namespace, name.split(':').at(-1) as string)) continue;
      dropAttribute(element, name);
      Element.prototype.setAttributeNS.call(element, namespace, name, value);
    }
  }
  for (const { content } of templatesOf(copy)) tidy(content);
}

/** The content of templates is not compared with them. */
export function hasSameTemplates(copy: Document | DocumentFragment, parsed: Document | DocumentFragment): boolean {
  const [templates, others] = [templatesOf(copy), templatesOf(parsed)];
  return templates.every(({ content }, index) => {
    const other = others[index]?.content;
    return other !== undefined && content.isEqualNode(other) && hasSameTemplates(content, other);
  });
}

export function templatesOf(root: Document | DocumentFragment): HTMLTemplateElement[] {
  return selectAll(root, 'template').filter((element) => element instanceof HTMLTemplateElement);
}
