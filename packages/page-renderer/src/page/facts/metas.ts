/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, childNodesOf, documentProperty, rootOf, selectAll } from '../dom/dom.ts';
import type { Tree } from '../dom/trees.ts';

/** What a page declares about itself. */
export interface PageMetas {
  /** Content of the first `<meta name="render:status_code">`, with three digits if there is one. */
  statusCode: string | null;
  /** Content of each `<meta name="render:header">`: `Name: value`. */
  headers: string[];
  /** The same of `<meta name="prerender-status-code">`. */
  prerenderStatusCode: string | null;
  /** Content of each `<meta name="prerender-header">`: `Name: value`. */
  prerenderHeaders: string[];
  /** Content of the first `<meta name="render:tags">`. */
  tags: string | null;
  /** What the page tells search engines: each `<meta name="robots">` and `<meta name="googlebot">`. */
  robots: Array<{ name: string; content: string }>;
  /** Target of the first `<link rel="canonical">`, as written; null if there is none. */
  canonical: string | null;
  /** Destination of the first `<meta http-equiv="refresh">`, and its delay in seconds. It stays in the HTML. */
  refresh: { url: string; delay: number } | null;
  /** Whether it says that it is an AMP page: `<html amp>` or `<html ⚡>`. */
  isAmp: boolean;
  /** Characters of the document's title. */
  titleLength: number;
  /** Characters of visible text, in the document and its shadow trees. */
  textLength: number;
  /** Whether the page has a shadow root, so that the order of its visible content differs from its document. */
  hasShadow: boolean;
}

/** Reads what the page declares about itself. */
export function readMetas(trees: readonly Tree[]): PageMetas {
  const contents = new Map<string, string[]>();
  for (const meta of selectAll(document, 'meta[name]')) {
    const name = (attributeOf(meta, 'name') ?? '').trim().toLowerCase();
    const content = attributeOf(meta, 'content');
    if (content !== null) contents.set(name, [...(contents.get(name) ?? []), content]);
  }
  const all = (name: string) => contents.get(name) ?? [];
  // As Prerender, which passes over those of a template that are still empty.
  const status = (name: string) => all(name).find((content) => /^\s*\d{3}\s*$/.test(content)) ?? all(name)[0] ?? null;
  return {
    statusCode: status('render:status_code'),
    headers: all('render:header'),
    prerenderStatusCode: status('prerender-status-code'),
    prerenderHeaders: all('prerender-header'),
    tags: all('render:tags')[0] ?? null,
    robots: ['robots', 'googlebot'].flatMap((name) => all(name).map((content) => ({ name, content }))),
    canonical:
      // Search engines read it only in the head, and only one for all clients.
      selectAll(document, 'head link[rel~="canonical" i][href]:not([media], [type], [lang], [hreflang])').map((link) =>
        attributeOf(link, 'href'),
      )[0] ?? null,
    refresh: readRefresh(),
    isAmp: ['amp', '\u26a1', '\u26a1\ufe0f'].some((name) => rootOf(document)?.hasAttribute(name)),
    titleLength: documentProperty('title', document).length,
    textLength: trees.reduce((sum, tree) => sum + shownText(tree), 0),
    hasShadow: trees.some(({ host, isFrame }) => host !== undefined && isFrame !== true),
  };
}

/** HTML Standard: "shared declarative refresh steps". A refresh to the page itself leads nowhere. */
export function readRefresh(): PageMetas['refresh'] {
  for (const meta of selectAll(document, 'meta[http-equiv="refresh" i][content]')) {
    const parsed = /^\s*(\d+)?(?:\.[\d.]*)?(?:\s*[;,]|\s)\s*(?:url\s*=\s*)?(?:"([^"]*)"?|'([^']*)'?|(\S.*))/i.exec(
      attributeOf(meta, 'content') ?? '',
    );
    const target = parsed && (parsed[2] ?? parsed[3] ?? parsed[4]);
    if (!target) continue;
    const url = URL.parse(target.trim(), documentProperty('baseURI', document))?.href;
    if (url !== undefined) return { url, delay: Number(parsed[1] ?? 0) };
  }
  return null;
}

export function shownText({ root, isFrame }: Tree): number {
  if (isFrame) {
    const silent = selectAll(root, 'style, script').reduce((sum, one) => sum + (one.textContent ?? '').length, 0);
    return (root.textContent ?? '').length - silent;
  }
  const shownIn = (element: HTMLElement) => {
    const text: string = Reflect.get(HTMLElement.prototype, 'innerText', element);
    return text.trim().length;
  };
  if (root instanceof Document) {
    const body = documentProperty('body', root);
    return body instanceof HTMLElement ? shownIn(body) : 0;
  }
  let length = 0;
  for (const child of childNodesOf(root)) {
    if (child instanceof Text) length += child.data.trim().length;
    // An element that is not shown returns all of its text, including style sheets.
    else if (child instanceof HTMLElement && Element.prototype.checkVisibility.call(child)) length += shownIn(child);
  }
  return length;
}
