/** The pages of the built site, as tests read them. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { addressOf } from '../pages.ts';

export const WEB = path.join(import.meta.dirname, '..', 'dist', 'web');

/** A page of the built site. */
export interface BuiltPage {
  /** Such as `/policy-engine/erasure`. */
  readonly address: string;
  readonly html: string;
  readonly title: string;
  /** Targets of its links, in their order. */
  readonly hrefs: readonly string[];
  /** What a fragment may name. */
  readonly ids: ReadonlySet<string>;
}

const decode = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const valuesOf = (html: string, pattern: RegExp) =>
  Array.from(html.matchAll(pattern), ([, value = '']) => decode(value));

/** Reads all pages but that for addresses that do not exist. */
export function builtPages(): BuiltPage[] {
  return globSync('**/*.html', { cwd: WEB })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file !== '404.html' && !file.endsWith('.html.md'))
    .map((file) => {
      const html = readFileSync(path.join(WEB, file), 'utf8');
      return {
        address: addressOf(file.replace(/html$/, 'md')),
        html,
        title: valuesOf(html, /<title>([^<]*)<\/title>/g)[0] ?? '',
        hrefs: valuesOf(html, /<a\b[^>]*?\bhref="([^"]*)"/g),
        ids: new Set(valuesOf(html, /\bid="([^"]*)"/g)),
      };
    });
}
