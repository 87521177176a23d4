/// <reference lib="dom" />

import { attributeOf, selectAll } from '../dom/dom.ts';

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
