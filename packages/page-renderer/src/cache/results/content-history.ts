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
/**
 * HTML that is larger, in characters, or has more elements in one another is compared as bytes: parsing it would keep the thread of the
 * service, for a time that grows with the square of the depth.
 */
const MAX = { html: 5_000_000, depth: 2_000 };
/** Characters that are read before the depth is checked. */
const PIECE = 64 * 1024;

/**
 * A digest of what a reader or a crawler finds in a page: its text, title, links, images, structured data, and the metas for search
 * engines and previews. Everything else may differ: scripts and styles with their nonces, classes, IDs, form fields with
 * tokens, white space.
 */
export function contentDigest(html: string): string {
  if (html.length > MAX.html) return bytesDigest(html);
  const hash = createHash('sha256');
  let [silent, depth] = [0, 0];
  let isData = false;
  const note = (...parts: ReadonlyArray<string | undefined>) => hash.update(`\0${parts.join('\u0001')}\0`);
  const parser = new Parser({
    onopentag: (name, { href, src, alt, name: meta, property, content, rel, type, datetime }) => {
      depth += 1;
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
      depth -= 1;
      if (SILENT.has(name)) silent -= 1;
      if (name === 'script') isData = false;
    },
  });
  for (let at = 0; at < html.length; at += PIECE) {
    parser.write(html.slice(at, at + PIECE));
    if (depth > MAX.depth) return bytesDigest(html);
  }
  parser.end();
  return shortened(hash.digest('base64url'));
}

const bytesDigest = (html: string) => shortened(createHash('sha256').update(html).digest('base64url'));
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
