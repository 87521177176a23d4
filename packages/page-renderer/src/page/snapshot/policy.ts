/// <reference lib="dom" />

import { attributeOf, documentProperty, dropAttribute, selectAll } from '../dom/dom.ts';
import { pairsOf } from '../dom/trees.ts';
import type { Tree } from '../dom/trees.ts';
import { noted } from '../environment/note-styles.ts';
import { addressesIn, withoutHash } from './bases.ts';

/**
 * Leaves out of the copies what a policy of the page has blocked, in a header, too: whoever gets the HTML does not get that header, and
 * {@link allowWritten} allows more.
 */
export function dropBlocked(tree: Tree, blocked: ReadonlySet<string>): void {
  if (blocked.has('style-src-elem inline')) {
    for (const [live, copy] of pairsOf(tree, 'style')) {
      if (Reflect.get(live, 'sheet') === null) copy.setAttribute('media', 'not all');
    }
  }
  if (blocked.has('style-src-attr inline')) {
    const styled: Array<[Element, Element]> = pairsOf(tree, '[style]');
    for (const [live, copy] of styled) {
      if (!(live instanceof HTMLElement || live instanceof SVGElement)) continue;
      const of = live instanceof SVGElement ? SVGElement.prototype : HTMLElement.prototype;
      const style: unknown = Reflect.get(of, 'style', live);
      if (style instanceof CSSStyleDeclaration && style.length === 0) dropAttribute(copy, 'style');
    }
  }
  const loading = [
    ['img-src', 'img, input, source, video, image', 'src srcset poster href xlink:href'],
    ['style-src-elem', 'link[rel~="stylesheet" i]', 'href'],
    ['media-src', 'video, audio, source, track', 'src'],
    ['frame-src', 'iframe, frame', 'src'],
    ['object-src', 'object, embed', 'data src'],
  ] as const;
  for (const [directive, selector, names] of loading) {
    if (![...blocked].some((line) => line.startsWith(directive))) continue;
    for (const [, copy] of pairsOf(tree, selector)) {
      for (const name of names.split(' ')) {
        const addresses = addressesIn(name, attributeOf(copy, name) ?? '');
        if (addresses.some((one) => blocked.has(`${directive} ${reported(one)}`))) dropAttribute(copy, name);
      }
    }
  }
}

/** What the policies of the page have blocked. */
export function blockedLines(): ReadonlySet<string> {
  return new Set(noted('blocked').split('\n').filter(Boolean));
}

/** An address as reports of a policy have it (CSP3 §5.4). */
export function reported(address: string): string {
  const url = URL.parse(address, documentProperty('baseURI', document));
  if (!url) return address;
  return /^https?:$/.test(url.protocol) ? withoutHash(url.href) : url.protocol.slice(0, -1);
}

/**
 * Extends the policies in the HTML of a page so that they allow what was written into it: images as `data:` URLs, and style
 * sheets as elements. Everything else that they forbid stays forbidden.
 */
export function allowWritten(copy: Document): void {
  for (const meta of selectAll(copy, 'meta[http-equiv="content-security-policy" i][content]')) {
    const policy = attributeOf(meta, 'content') ?? '';
    const directives = new Map(
      policy.split(';').flatMap((text) => {
        const [name = '', ...sources] = text.trim().split(/\s+/);
        return name ? [[name.toLowerCase(), sources] as const] : [];
      }),
    );
    allowSource(directives, ['img-src', 'default-src'], 'data:');
    allowSource(directives, ['font-src', 'default-src'], 'data:');
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
