/** When the content of a page really changed, whatever its bytes do. */
import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import type { ContentHistory } from '../stores/store.ts';

/** Without a history. */
export const NO_HISTORY: ContentHistory = { content: null, contentSince: null, changedAt: null };

/** Elements whose text nobody reads. */
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript']);
/** Names of `<meta>` that search engines and link previews read. */
const META = /^(?:description|keywords|robots|googlebot|author|og:.*|article:.*|twitter:.*)$/i;
const LINK = /(?:^|\s)(?:canonical|alternate|amphtml|next|prev)(?:\s|$)/i;
/** HTML that is larger is compared as bytes, in characters. */
const MAX_HTML = 5_000_000;

/**
 * A digest of what a reader or a crawler finds in a page: its text, title, links, images, structured data, and the metas for search
 * engines and previews. Everything else may differ: scripts and styles with their nonces, classes, IDs, form fields with
 * tokens, white space.
 */
export function contentDigest(html: string): string {
  const hash = createHash('sha256');
  if (html.length > MAX_HTML) return shortened(hash.update(html).digest('base64url'));
  let silent = 0;
  let isData = false;
  const note = (...parts: ReadonlyArray<string | undefined>) => hash.update(`\0${parts.join('\u0001')}\0`);
  const parser = new Parser({
    onopentag: (name, { href, src, alt, name: meta, property, content, rel, type, datetime }) => {
      if (SILENT.has(name)) silent += 1;
      if (name === 'script' && /^application\/ld\+json/i.test(type ?? '')) isData = true;
      if (name === 'a' && href !== undefined) note('a', href);
      else if (name === 'img') note('img', src, alt);
      else if (name === 'time') note('time', datetime);
      else if (name === 'meta' && META.test(meta ?? property ?? '')) note('meta', meta ?? property, content);
      else if (name === 'link' && LINK.test(rel ?? '')) note('link', rel, href);
    },
    ontext: (text) => {
      if (silent === 0 || isData) hash.update(text.replaceAll(/\s+/g, ''));
    },
    onclosetag: (name) => {
      if (SILENT.has(name)) silent -= 1;
      if (name === 'script') isData = false;
    },
  });
  parser.write(html);
  parser.end();
  return shortened(hash.digest('base64url'));
}

const shortened = (digest: string) => digest.slice(0, 22);

/**
 * The history of a result.
 *
 * @param content digest of its content
 * @param previous history of the result before; undefined if there was none
 * @param begunAt when its render began
 */
export function historyOf(
  content: string | null,
  previous: ContentHistory | undefined,
  begunAt: number,
): ContentHistory {
  if (content === null) return NO_HISTORY;
  if (!previous || previous.content === null) return { content, contentSince: begunAt, changedAt: null };
  // Only these: what is passed may be a whole result.
  if (previous.content === content)
    return { content, contentSince: previous.contentSince, changedAt: previous.changedAt };
  return { content, contentSince: begunAt, changedAt: begunAt };
}
