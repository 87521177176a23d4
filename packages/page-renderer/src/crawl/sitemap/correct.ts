/** A sitemap whose dates are those of real changes. */
import { SaxesParser } from 'saxes';
import { periodOf } from './lastmod.ts';

/** What is known about the content of a page, in milliseconds since 1970. */
export interface KnownPage {
  /** When its last render began. */
  readonly begunAt: number;
  /** Since when its content has been as it is now. */
  readonly contentSince: number | null;
  /** When its content was seen to change. */
  readonly changedAt: number | null;
}

/** Number of characters that are parsed at a time. */
const STEP = 16 * 1024;
/** Maximum length of an entry in characters; a sitemap with a longer one is passed on as it is from there. */
const MAX_ENTRY = 1024 * 1024;

/**
 * The date of a page in milliseconds since 1970, if that of its sitemap is wrong:
 *
 * - a change was seen, and the sitemap says an earlier date, or none
 * - no change was seen, although the page was rendered after the date that the sitemap says
 *
 * @returns undefined if the date of the sitemap may be right
 */
export function correctedDate(
  lastmod: string | undefined,
  { begunAt, contentSince, changedAt }: KnownPage,
): number | undefined {
  const period = lastmod === undefined ? undefined : periodOf(lastmod);
  const isMissed = changedAt !== null && (period === undefined || period.to <= changedAt);
  if (isMissed) return changedAt;
  const since = changedAt ?? contentSince;
  if (!period || since === null) return undefined;
  return period.from > since && period.from <= begunAt ? since : undefined;
}

/** An entry in the source of a sitemap; positions in characters from its beginning. */
interface Entry {
  readonly loc: string;
  readonly lastmod: string | undefined;
  /** Where the text of `lastmod` begins and ends; without one, where the entry ends. */
  readonly from: number;
  readonly to: number;
  /** The end of the entry, with its tag. */
  readonly end: number;
}

/**
 * The sitemap with corrected dates; everything else is as it was, character for character. What is not a sitemap, or from some
 * point on not well-formed, is passed on unchanged.
 *
 * @param known what is known about a page
 */
export async function* correctSitemap(
  bytes: AsyncIterable<Uint8Array>,
  known: (address: string) => KnownPage | undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const finder = new EntryFinder();
  // The source from `start` on, which has not been passed on.
  let source = '';
  let start = 0;
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    source += text;
    for (const entry of finder.read(text)) {
      yield corrected(source, start, entry, known(entry.loc));
      source = source.slice(entry.end - start);
      start = entry.end;
    }
    if (source.length > MAX_ENTRY) finder.stop();
    if (finder.isStopped) {
      yield source;
      start += source.length;
      source = '';
    }
  }
  yield source + decoder.decode();
}

function corrected(
  source: string,
  start: number,
  { lastmod, from, to, end }: Entry,
  page: KnownPage | undefined,
): string {
  const whole = source.slice(0, end - start);
  const date = page && correctedDate(lastmod, page);
  if (date === undefined) return whole;
  const text = new Date(date).toISOString();
  const [before, after] = [whole.slice(0, from - start), whole.slice(to - start)];
  return lastmod === undefined ? `${before}<lastmod>${text}</lastmod>${after}` : before + text + after;
}

/** Finds the entries of a list of pages. */
class EntryFinder {
  isStopped = false;
  readonly #parser = new SaxesParser({ xmlns: true });
  #found: Entry[] = [];
  #depth = 0;
  #root = '';
  #text = '';
  #loc = '';
  #lastmod: string | undefined;
  #from = 0;
  #to = 0;
  /** All that was read, as far as it is needed to find the beginning of a tag. */
  #tail = '';
  #read = 0;

  constructor() {
    const parser = this.#parser;
    parser.on('opentag', ({ local, uri, prefix }) => this.#open(local, uri, prefix));
    parser.on('closetag', ({ local, uri }) => this.#close(local, uri));
    const onText = (text: string) => (this.#text += text);
    parser.on('text', onText);
    parser.on('cdata', onText);
    parser.on('error', () => this.stop());
  }

  stop(): void {
    this.isStopped = true;
  }

  read(text: string): readonly Entry[] {
    this.#found = [];
    for (let at = 0; at < text.length && !this.isStopped; at += STEP) {
      const step = text.slice(at, at + STEP);
      this.#tail = this.#tail.slice(-MAX_ENTRY) + step;
      this.#read += step.length;
      this.#parser.write(step);
    }
    return this.#found;
  }

  #open(local: string, uri: string, prefix: string): void {
    this.#depth += 1;
    this.#text = '';
    if (this.#depth === 1) {
      this.#root = uri;
      // An inserted element would need the prefix.
      if (local !== 'urlset' || prefix !== '') this.stop();
    } else if (this.#depth === 2) {
      this.#loc = '';
      this.#lastmod = undefined;
    } else if (this.#depth === 3 && uri === this.#root && local === 'lastmod') {
      this.#from = this.#parser.position;
    }
  }

  #close(local: string, uri: string): void {
    const isOwn = uri === this.#root;
    const end = this.#parser.position;
    if (this.#depth === 3 && isOwn && local === 'loc') this.#loc = this.#text.trim();
    if (this.#depth === 3 && isOwn && local === 'lastmod') {
      this.#lastmod = this.#text.trim();
      this.#to = this.#startOfTag(end);
    }
    if (this.#depth === 2 && isOwn && local === 'url' && !this.isStopped) {
      const at = this.#startOfTag(end);
      const [from, to] = this.#lastmod === undefined ? [at, at] : [this.#from, this.#to];
      this.#found.push({ loc: this.#loc, lastmod: this.#lastmod, from, to, end });
    }
    this.#depth -= 1;
    this.#text = '';
  }

  /** Where the closing tag begins that ends at a position. */
  #startOfTag(end: number): number {
    const offset = this.#read - this.#tail.length;
    return this.#tail.lastIndexOf('</', end - offset - 1) + offset;
  }
}
