/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, childNodesOf, documentProperty, rootOf, selectAll } from '../dom/dom.ts';
import { withoutFragment } from './bases.ts';
import { nativeHtml } from './native.ts';
import { isEndless, newWriting, writeRoot } from './writer.ts';

/**
 * One `<base>` at the beginning of the head, so that relative URLs resolve as in the page, wherever the copy is served.
 *
 * @param servedUrl address under which the client has the page, so that links within the page stay within it
 */
export function pinBase(copy: Document, servedUrl: string): void {
  const bases = selectAll(copy, 'base');
  const href = documentProperty('baseURI', document);
  const withHref = bases.some((base) => attributeOf(base, 'href') !== null);
  const target = bases.map((base) => attributeOf(base, 'target')).find((value) => value !== null);
  for (const base of bases) base.remove();
  const head = documentProperty('head', copy);
  if (!head) return;
  const base = copy.createElement('base');
  base.setAttribute('href', href);
  if (target) base.setAttribute('target', target);
  const charset = head.querySelector('meta[charset]');
  head.prepend(...(charset ? [charset, base] : [base]));
  if (withHref || withoutFragment(servedUrl) === withoutFragment(href)) return;
  for (const link of selectAll(copy, 'a[href^="#"], area[href^="#"]')) {
    link.setAttribute('href', `${withoutFragment(servedUrl)}${attributeOf(link, 'href')}`);
  }
}

/** The copy is sent as UTF-8, regardless of the encoding of the page. */
export function declareUtf8(copy: Document): void {
  for (const meta of selectAll(copy, 'meta[charset]')) meta.setAttribute('charset', 'utf-8');
  for (const meta of selectAll(copy, 'meta[http-equiv="content-type" i][content]')) {
    const content = attributeOf(meta, 'content') ?? '';
    meta.setAttribute('content', content.replace(/charset\s*=\s*[^\s;]+/i, 'charset=utf-8'));
  }
}

/**
 * The document with its doctype and the comments around its root element.
 *
 * @param changes is told how often each rule for trees that HTML cannot express was used; see {@link WritingRule}
 */
export function documentHtml(copy: Document, original: Document, changes: Record<string, number> = {}): string {
  const parts: string[] = [];
  const isLive = original === document;
  const isQuirky = isLive && documentProperty('compatMode', original) === 'BackCompat';
  // XHTML needs no doctype, but is written as HTML.
  if (isLive && !isQuirky && documentProperty('doctype', original) === null) parts.push('<!DOCTYPE html>');
  for (const node of childNodesOf(original)) {
    if (node instanceof DocumentType) parts.push(doctypeHtml(node));
    else if (node instanceof Comment && !isEndless(node.data)) parts.push(`<!--${node.data}-->`);
    else if (node instanceof Element) {
      const native = isLive ? nativeHtml(copy, isQuirky) : null;
      if (native !== null) {
        parts.push(native);
        continue;
      }
      const root = rootOf(copy);
      const writing = newWriting(isQuirky);
      if (root) writeRoot(writing, root);
      Object.assign(changes, writing.changes);
      parts.push(writing.out.join(''));
    }
  }
  return parts.join('\n').toWellFormed();
}

export function doctypeHtml({ name, publicId, systemId }: DocumentType): string {
  const isRead = /^[a-z][^\s>]*$/i.test(name) && !/[">]/.test(publicId + systemId);
  if (!isRead || (publicId === '' && systemId === '')) return `<!DOCTYPE ${isRead ? name : 'html'}>`;
  const ids = publicId === '' ? `SYSTEM "${systemId}"` : `PUBLIC "${publicId}"${systemId && ` "${systemId}"`}`;
  return `<!DOCTYPE ${name} ${ids}>`;
}
