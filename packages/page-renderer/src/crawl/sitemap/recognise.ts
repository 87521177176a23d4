/** Recognises a sitemap by its beginning. */
import { SitemapError } from './parse.ts';

/** Maximum number of bytes before the root element, or of the first address. */
const MAX_START = 64 * 1024;
/** Number of bytes that are looked at first; then twice as many each time, because they may come one by one. */
const FIRST_LOOK = 512;
const ROOT = /^<(?:[\w.-]+:)?(?:urlset|sitemapindex)[\s/>]/;
/** What may come before the root element, and how it ends. */
const BEFORE_ROOT = [
  [/^<\?/, '?>'],
  [/^<!--/, '-->'],
  [/^<!doctype\b/i, '>'],
] as const;

/**
 * The same bytes, if they begin as a sitemap: XML with the root of a list of pages or of an index, or a text whose first line is an
 * address.
 *
 * @throws {SitemapError} for anything else, so that other files of a site cannot be read as its sitemap
 */
export async function requireSitemap(bytes: AsyncGenerator<Uint8Array>): Promise<AsyncGenerator<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let enough = FIRST_LOOK; ; enough *= 2) {
    let isComplete = false;
    while (size < enough && !isComplete) {
      // oxlint-disable-next-line no-await-in-loop -- each follows the one before
      const { value, done } = await bytes.next();
      isComplete = done === true;
      if (done === true) break;
      chunks.push(value);
      size += value.byteLength;
    }
    isComplete ||= size >= MAX_START;
    const start = Buffer.concat(chunks);
    const isSitemap = beginsAsSitemap(start.toString('utf8'), isComplete);
    if (isSitemap === true) return startingWith(start, bytes);
    if (isSitemap === undefined && !isComplete) continue;
    // oxlint-disable-next-line no-await-in-loop -- the last step
    await bytes.return(undefined);
    throw new SitemapError('is not a sitemap');
  }
}

/** @returns undefined if the text is too short to say */
function beginsAsSitemap(text: string, isComplete: boolean): boolean | undefined {
  const rest = withoutProlog(text);
  if (rest === undefined || rest === '') return undefined;
  if (rest.startsWith('<')) return ROOT.test(rest) || (/[\s>]/.test(rest) ? false : undefined);
  const end = rest.search(/[\r\n]/);
  if (end === -1 && !isComplete) return undefined;
  return /^https?:$/.test(URL.parse(end === -1 ? rest : rest.slice(0, end))?.protocol ?? '');
}

/** The text from the root element on; undefined if it has not come yet. */
function withoutProlog(text: string): string | undefined {
  let rest = text.replace(/^\uFEFF/, '').trimStart();
  for (;;) {
    const begun = rest;
    const [, end] = BEFORE_ROOT.find(([start]) => start.test(begun)) ?? [];
    if (end === undefined) return rest;
    const at = rest.indexOf(end);
    if (at === -1) return undefined;
    rest = rest.slice(at + end.length).trimStart();
  }
}

async function* startingWith(start: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  yield* rest;
}
