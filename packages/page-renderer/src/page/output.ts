/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, documentProperty, selectAll } from './dom.ts';

/** Corrects content that would differ after the HTML is parsed again. */
export function keepThroughParsing(copy: Document | DocumentFragment): void {
  for (const style of selectAll(copy, 'style')) {
    const text = style.textContent ?? '';
    // It can only occur in a CSS string, where `\/` means `/`.
    if (/<\/style/i.test(text)) style.textContent = text.replaceAll(/<\/(?=style)/gi, String.raw`<\/`);
  }
  for (const element of selectAll(copy, 'pre, listing, textarea')) {
    // The parser drops a newline at the beginning.
    if (element.firstChild instanceof Text && element.firstChild.data.startsWith('\n')) element.prepend('\n');
  }
  for (const element of selectAll(copy, 'xmp, iframe, noembed, noframes, plaintext')) {
    // Their text is not escaped, so text would become elements.
    if (element.textContent?.includes('<')) element.textContent = '';
  }
  const comments = Document.prototype.createTreeWalker.call(document, copy, NodeFilter.SHOW_COMMENT);
  const endless: Comment[] = [];
  while (comments.nextNode()) {
    const comment = comments.currentNode as Comment;
    if (/^-?>|--!?>|--!?$/.test(comment.data)) endless.push(comment);
  }
  for (const comment of endless) comment.remove();
  for (const template of selectAll<HTMLTemplateElement>(copy, 'template')) {
    if (template.content) keepThroughParsing(template.content);
  }
}

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

export function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? '';
}

/** The copy is sent as UTF-8, regardless of the encoding of the page. */
export function declareUtf8(copy: Document): void {
  for (const meta of selectAll(copy, 'meta[charset]')) meta.setAttribute('charset', 'utf-8');
  for (const meta of selectAll(copy, 'meta[http-equiv="content-type" i][content]')) {
    const content = attributeOf(meta, 'content') ?? '';
    meta.setAttribute('content', content.replace(/charset\s*=\s*[^\s;]+/i, 'charset=utf-8'));
  }
}

/** The document with its doctype and the comments around its root element. */
export function documentHtml(copy: Document, original: Document): string {
  const parts: string[] = [];
  const nodes: NodeListOf<ChildNode> = Reflect.get(Node.prototype, 'childNodes', original);
  for (const node of nodes) {
    if (node instanceof DocumentType) parts.push(new XMLSerializer().serializeToString(node));
    else if (node instanceof Comment && !/^-?>|--!?>|--!?$/.test(node.data)) parts.push(`<!--${node.data}-->`);
    else if (node instanceof Element) parts.push(documentProperty('documentElement', copy).outerHTML);
  }
  return parts.join('\n');
}
