/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { makeInert } from '../dom/copy.ts';
import { attributeOf, dropAttribute, selectAll } from '../dom/dom.ts';
import { pairsOf } from '../dom/trees.ts';
import type { Tree } from '../dom/trees.ts';
import { documentHtml } from './output.ts';

/**
 * Removes everything from a copy that would run. `<noscript>` is removed, too: the page was rendered with scripts and does
 * not show it, and text extraction would take "enable JavaScript" for content. `javascript:` links call scripts that no
 * longer exist.
 */
export function removeScripts(copy: Document | DocumentFragment): void {
  for (const script of selectAll(copy, 'script')) {
    if (isExecutable(script)) script.remove();
  }
  for (const link of selectAll(copy, 'link[rel]')) if (loadsScript(link)) link.remove();
  for (const noscript of selectAll(copy, 'noscript')) if (noscript.firstChild) noscript.remove();
  removeScriptUrls(copy);
  for (const frame of selectAll(copy, 'iframe[srcdoc]')) {
    const inner = new DOMParser().parseFromString(attributeOf(frame, 'srcdoc') ?? '', 'text/html');
    makeInert(inner);
    removeScripts(inner);
    frame.setAttribute('srcdoc', documentHtml(inner, inner));
  }
  for (const template of selectAll<HTMLTemplateElement>(copy, 'template')) {
    if (template.content) removeScripts(template.content);
  }
}

/** Where a policy (`sandbox`) allows no scripts, people see what is in `<noscript>`. */
export function showNoscripts(tree: Tree): void {
  for (const [live, copy] of pairsOf(tree, 'noscript')) {
    const isInHead = live.closest('head') !== null;
    if (!(isInHead ? live.firstElementChild : hasBoxes(live))) continue;
    const shown = copy.ownerDocument.createElement('span');
    shown.setAttribute('style', 'display: contents');
    shown.append(...copy.childNodes);
    if (isInHead) copy.replaceWith(...shown.childNodes);
    else copy.replaceWith(shown);
  }
}

export function hasBoxes(element: Element): boolean {
  const range: Range = Document.prototype.createRange.call(document);
  range.selectNodeContents(element);
  return range.getClientRects().length > 0;
}

/** Removes what a page declares for the service only: it has been applied, and a client would otherwise apply it again. */
export function removeServiceMetas(copy: Document): void {
  for (const meta of selectAll(copy, 'meta[name]')) {
    if (isServiceMeta((attributeOf(meta, 'name') ?? '').trim().toLowerCase())) meta.remove();
  }
}

export function isServiceMeta(name: string): boolean {
  return /^(?:render:(?:status_code|header|tags)|prerender-(?:status-code|header))$/.test(name);
}

export function isExecutable(script: Element): boolean {
  if (script.namespaceURI === 'http://www.w3.org/2000/svg') return true;
  const type = attributeOf(script, 'type');
  const essence = (type ?? '').split(';', 1)[0]?.trim() ?? '';
  if (type === null || essence === '') return true;
  return /^(?:module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script(?:1\.[0-5])?)$/i.test(
    essence,
  );
}

export function loadsScript(link: Element): boolean {
  const rel = ` ${(attributeOf(link, 'rel') ?? '').toLowerCase().replaceAll(/\s+/g, ' ')} `;
  if (rel.includes(' import ') || rel.includes(' modulepreload ')) return true;
  const isPreload = rel.includes(' preload ') || rel.includes(' prefetch ');
  return isPreload && /^\s*(?:script|worker|serviceworker)\s*$/i.test(attributeOf(link, 'as') ?? '');
}

export function removeScriptUrls(copy: Document | DocumentFragment): void {
  for (const link of selectAll(copy, '[*|href*=":"]')) {
    for (const name of ['href', 'xlink:href']) {
      // It remains a link for style sheets, but leads nowhere.
      if (isScriptUrl(attributeOf(link, name) ?? '')) link.setAttribute(name, 'about:invalid');
    }
  }
  for (const name of ['src', 'action', 'formaction', 'data']) {
    for (const element of selectAll(copy, `[${name}*=":"]`)) {
      if (isScriptUrl(attributeOf(element, name) ?? '')) dropAttribute(element, name);
    }
  }
}

/** As in the URL parser, which ignores leading control characters and spaces, and tabs and newlines anywhere. */
export function isScriptUrl(value: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are searched
  return /^[\u0000-\u0020]*j[\t\n\r]*a[\t\n\r]*v[\t\n\r]*a[\t\n\r]*s[\t\n\r]*c[\t\n\r]*r[\t\n\r]*i[\t\n\r]*p[\t\n\r]*t[\t\n\r]*:/i.test(
    value,
  );
}
