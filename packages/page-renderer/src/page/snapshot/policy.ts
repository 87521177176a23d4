/// <reference lib="dom" />

import { attributeOf, documentProperty, dropAttribute, inlineStyleOf, isStyleElement, selectAll } from '../dom/dom.ts';
import type { Copies } from '../dom/copy.ts';
import { pairsOf, replaceCopy } from '../dom/trees.ts';
import type { Tree } from '../dom/trees.ts';
import { isInEffect } from '../styles/in-effect.ts';
import { joined, sheetText } from '../styles/scopes.ts';
import { parseSheet } from '../styles/styles.ts';
import { replaceUrls } from '../styles/urls.ts';
import { styleOf } from '../styles/write-sheets.ts';

/**
 * The elements whose styles a policy of the page keeps from taking effect. Must be called before they are copied: in Chromium a
 * copy shares what is parsed of its `style` with the original.
 */
export function blockedStyles(roots: ReadonlyArray<Document | ShadowRoot>): Element[] {
  return roots.flatMap((root) => [
    ...selectAll<Element>(root, 'style').filter((live) => {
      return isStyleElement(live) && live.sheet === null && /^(?:text\/css)?$/i.test(live.type);
    }),
    ...selectAll<Element>(root, '[style]').filter((live) => {
      return inlineStyleOf(live)?.length === 0 && declaresStyle(attributeOf(live, 'style') ?? '');
    }),
  ]);
}

/** Leaves such styles out of the copies: these have no policy of a header, and may have a wider one. */
export function dropBlocked(blocked: readonly Element[], copyOf: Copies): void {
  for (const live of blocked) {
    const copy = copyOf.get(live);
    if (isStyleElement(copy)) copy.textContent = '';
    else if (copy instanceof Element) dropAttribute(copy, 'style');
  }
}

/**
 * Leaves out the addresses that a policy of the page has blocked: a client without it would load them.
 *
 * @param blocked each with the browser's type of its request before it: `Image https://…`
 */
export function dropBlockedAddresses(tree: Tree, blocked: readonly string[]): void {
  if (blocked.length === 0) return;
  const elements: Record<string, string> = {
    Stylesheet: 'link[rel~="stylesheet" i]',
    Image: 'img, input, image, video, link[rel~="icon" i]',
    Media: 'video, audio, source',
    TextTrack: 'track',
  };
  const base = documentProperty('baseURI', document);
  for (const line of blocked) {
    const [type = '', address = ''] = line.split(' ');
    for (const [, copy] of elements[type] ? pairsOf(tree, elements[type]) : []) {
      for (const name of ['src', 'href', 'poster']) {
        const value = attributeOf(copy, name);
        if (value !== null && URL.parse(value, base)?.href.split('#', 1)[0] === address) dropAttribute(copy, name);
      }
      if (copy instanceof HTMLImageElement && !copy.hasAttribute('src')) copy.removeAttribute('srcset');
    }
  }
  const ofStyles = blocked.flatMap((line) => /^(?:Image|Font) (.*)/s.exec(line)?.[1] ?? []);
  if (ofStyles.length > 0) dropFromStyles(tree, new Set(ofStyles), base);
}

/** The same of backgrounds, fonts and other pictures of styles. */
export function dropFromStyles(tree: Tree, addresses: ReadonlySet<string>, base: string): void {
  const isBlocked = (address: string) => addresses.has(URL.parse(address, base)?.href.split('#', 1)[0] ?? '');
  const without = (css: string) => replaceUrls(css, (address) => (isBlocked(address) ? 'about:invalid' : null));
  for (const [live, copy] of pairsOf(tree, 'style, link[rel~="stylesheet" i]')) {
    if (isStyleElement(copy)) {
      const [before, after] = [copy.textContent ?? '', without(copy.textContent ?? '')];
      if (after !== before) copy.textContent = after;
    } else if (live instanceof HTMLLinkElement && live.sheet && isInEffect(live.sheet)) {
      const text = sheetText(live.sheet);
      const [before, after] = [joined(text), without(joined(text))];
      if (after !== before && text.unreadable.length === 0) replaceCopy(tree, live, styleOf(copy, after));
    }
  }
  for (const [, copy] of pairsOf(tree, '[style*="url(" i]')) {
    copy.setAttribute('style', without(attributeOf(copy, 'style') ?? ''));
  }
}

export function declaresStyle(css: string): boolean {
  const [rule] = css.trim() === '' ? [] : parseSheet(`a { ${css} }`).cssRules;
  return rule instanceof CSSStyleRule && rule.style.length > 0;
}

/**
 * Extends the policies in the HTML of a page so that they allow what was written into it: styles, and images as `data:` URLs.
 * Everything else that they forbid stays forbidden.
 */
export function allowWritten(copy: Document, what: 'styles' | 'styles and pictures'): void {
  for (const meta of selectAll(copy, 'meta[http-equiv="content-security-policy" i][content]')) {
    const policy = attributeOf(meta, 'content') ?? '';
    const directives = new Map(
      policy.split(';').flatMap((text) => {
        const [name = '', ...sources] = text.trim().split(/\s+/);
        return name ? [[name.toLowerCase(), sources] as const] : [];
      }),
    );
    if (what === 'styles and pictures') {
      allowSource(directives, ['img-src', 'default-src'], 'data:');
      allowSource(directives, ['font-src', 'default-src'], 'data:');
    }
    allowSource(directives, ['style-src', 'default-src'], "'unsafe-inline'");
    for (const name of ['style-src-elem', 'style-src-attr']) allowSource(directives, [name], "'unsafe-inline'");
    const written = [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
    meta.setAttribute('content', written);
  }
}

/** @param names the directive, and the one that applies if it is missing (CSP3 §6.8.3) */
export function allowSource(
  directives: Map<string, readonly string[]>,
  names: readonly [name: string, fallback?: string],
  source: string,
): void {
  const [name, fallback = name] = names;
  const sources = directives.get(name) ?? directives.get(fallback);
  if (!sources || sources.includes(source)) return;
  // `'unsafe-inline'` has no effect together with these.
  const isCounted = (one: string) =>
    one !== "'none'" && !(source === "'unsafe-inline'" && /^'(?:nonce|sha\d+)-/i.test(one));
  directives.set(name, [...sources.filter(isCounted), source]);
}
