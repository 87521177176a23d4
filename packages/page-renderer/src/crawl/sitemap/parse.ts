/** Reads a sitemap (sitemaps.org protocol 0.9) as a stream: a list of pages, an index of sitemaps, or plain text. */
import { SaxesParser } from 'saxes';

/** What a sitemap lists: pages, or further sitemaps. */
export type SitemapKind = 'pages' | 'sitemaps';

/** One entry of a sitemap, as written. */
export interface SitemapEntry {
  readonly kind: SitemapKind;
  /** The address; not checked. */
  readonly loc: string;
  readonly lastmod: string | undefined;
  /** The page in other languages (`<xhtml:link rel="alternate" hreflang="…">`), as written. */
  readonly alternates: readonly string[];
}

/** A sitemap that cannot be read, or not to its end; the message says why, for operators. */
export class SitemapError extends Error {
  override readonly name = 'SitemapError';
  /** Milliseconds after which the server wants to be asked again; undefined if it does not say. */
  readonly retryAfter: number | undefined;
  /** HTTP status of the response; undefined if there was none. */
  readonly status: number | undefined;

  constructor(message: string, retryAfter?: number, status?: number) {
    super(message);
    this.retryAfter = retryAfter;
    this.status = status;
  }
}

/** An address that may not be requested; nothing is known about it. */
export class RefusedAddress extends SitemapError {}

/** Maximum number of entries of one sitemap (protocol: 50,000). */
export const MAX_ENTRIES = 50_000;
/** Maximum length of an address in characters (protocol: less than 2,048). */
const MAX_ADDRESS = 2_048;
/** Maximum length of a date in characters; longer texts are not dates. */
const MAX_DATE = 64;
/** Maximum number of characters in which the parser must find something: a text, a comment or a tag may not be longer. */
const MAX_PART = 128 * 1024;
/** Number of characters that are parsed at a time. */
const STEP = 16 * 1024;
const MAX_DEPTH = 32;
/** Maximum number of other languages of an entry. */
const MAX_ALTERNATES = 200;
/** The namespace of links to other languages (developers.google.com/search/docs/specialty/international/localized-versions). */
const XHTML = 'http://www.w3.org/1999/xhtml';
const NONE: readonly string[] = [];

/**
 * The entries of a sitemap, as they arrive. Memory does not grow with the sitemap.
 *
 * @throws {SitemapError} after the entries before the fault: not a sitemap, not well-formed, more than 50,000 entries
 */
export async function* parseSitemap(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SitemapEntry> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let reader: Reader | undefined;
  let count = 0;
  for await (const chunk of withEnd(bytes)) {
    const text = decode(decoder, chunk);
    reader ??= readerFor(text);
    for (const entry of reader?.read(text, chunk === undefined) ?? []) {
      count += 1;
      if (count > MAX_ENTRIES) throw new SitemapError('has more than 50,000 entries; the others were not read');
      yield entry;
    }
    reader?.check();
  }
  if (!reader) throw new SitemapError('is empty');
}

interface Reader {
  /** The entries that are complete by now. */
  read(text: string, isLast: boolean): Iterable<SitemapEntry>;
  /** @throws {SitemapError} for a fault after the entries that were read */
  check(): void;
}

async function* withEnd(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | undefined> {
  yield* bytes;
  yield undefined;
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new SitemapError('is not encoded in UTF-8');
  }
}

/** By the first character that is not white space. */
function readerFor(text: string): Reader | undefined {
  const start = text.trimStart().slice(0, 20);
  if (start === '') return undefined;
  if (/^<(?:!doctype )?html\b/i.test(start)) throw new SitemapError('is a web page, not a sitemap');
  return start.startsWith('<') ? new XmlReader() : new TextReader();
}

/** One address per line. */
class TextReader implements Reader {
  #rest = '';

  *read(text: string, isLast: boolean): Iterable<SitemapEntry> {
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = isLast ? '' : (lines.pop() ?? '');
    for (const line of lines) {
      const loc = line.trim();
      if (loc !== '') yield { kind: 'pages', loc: loc.slice(0, MAX_ADDRESS + 1), lastmod: undefined, alternates: NONE };
    }
  }

  check(): void {
    if (this.#rest.length > MAX_PART) throw new SitemapError('is neither XML nor a list of addresses');
  }
}

const ENTRIES: ReadonlyMap<string, { name: string; kind: SitemapKind }> = new Map([
  ['urlset', { name: 'url', kind: 'pages' }],
  ['sitemapindex', { name: 'sitemap', kind: 'sitemaps' }],
]);

/** The XML form. Entities that a document defines itself are not expanded: they are an error. */
class XmlReader implements Reader {
  readonly #parser = new SaxesParser({ xmlns: true, position: false });
  #root: { name: string; kind: SitemapKind; uri: string } | undefined;
  #depth = 0;
  /** The property whose text is being read. */
  #property: 'loc' | 'lastmod' | undefined;
  #isEntry = false;
  #loc = '';
  #lastmod = '';
  #alternates: string[] = [];
  #found: SitemapEntry[] = [];
  #fault: SitemapError | undefined;
  /** Number of characters since the parser found something. */
  #since = 0;

  constructor() {
    const parser = this.#parser;
    parser.on('opentag', (tag) => {
      this.#open(tag.local, tag.uri);
      if (tag.uri === XHTML && tag.local === 'link') this.#link(tag.attributes);
    });
    parser.on('closetag', () => this.#close());
    const onText = (text: string) => this.#text(text);
    parser.on('text', onText);
    parser.on('cdata', onText);
    for (const name of ['comment', 'doctype', 'processinginstruction', 'xmldecl'] as const) {
      parser.on(name, () => (this.#since = 0));
    }
    parser.on('error', (error) => {
      throw new SitemapError(`is not well-formed XML: ${error.message}`);
    });
  }

  read(text: string, isLast: boolean): Iterable<SitemapEntry> {
    this.#found = [];
    try {
      for (let start = 0; start < text.length; start += STEP) {
        const step = text.slice(start, start + STEP);
        this.#since += step.length;
        this.#parser.write(step);
        if (this.#since > MAX_PART) throw new SitemapError('has a text or a tag of more than 128 KiB');
      }
      if (isLast) this.#parser.close();
    } catch (error) {
      if (!(error instanceof SitemapError)) throw error;
      this.#fault = error;
    }
    return this.#found;
  }

  check(): void {
    if (this.#fault) throw this.#fault;
  }

  #open(local: string, uri: string): void {
    this.#since = 0;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new SitemapError('has elements nested too deeply');
    if (this.#depth === 1) {
      const root = ENTRIES.get(local);
      if (!root) throw new SitemapError(`is not a sitemap: expected <urlset> or <sitemapindex>, got <${local}>`);
      this.#root = { ...root, uri };
    } else if (uri !== this.#root?.uri) {
      // Extensions, such as those for images, have elements of the same names.
      return;
    } else if (this.#depth === 2 && local === this.#root.name) {
      this.#isEntry = true;
      this.#loc = '';
      this.#lastmod = '';
      this.#alternates = [];
    } else if (this.#depth === 3 && this.#isEntry && (local === 'loc' || local === 'lastmod')) {
      this.#property = local;
    }
  }

  #link(attributes: Readonly<Record<string, { readonly value: string }>>): void {
    const { rel, hreflang, href } = attributes;
    const isAlternate = rel?.value.toLowerCase() === 'alternate' && hreflang !== undefined;
    if (this.#depth !== 3 || !this.#isEntry || !isAlternate || href === undefined) return;
    if (this.#alternates.length < MAX_ALTERNATES) this.#alternates.push(href.value.trim().slice(0, MAX_ADDRESS + 1));
  }

  #text(text: string): void {
    this.#since = 0;
    if (this.#depth !== 3) return;
    if (this.#property === 'loc') this.#loc = (this.#loc + text).slice(0, MAX_ADDRESS + 50);
    else if (this.#property === 'lastmod') this.#lastmod = (this.#lastmod + text).slice(0, MAX_DATE);
  }

  #close(): void {
    this.#since = 0;
    if (this.#depth === 3) this.#property = undefined;
    if (this.#depth === 2 && this.#isEntry && this.#root) {
      const { kind } = this.#root;
      const lastmod = this.#lastmod.trim() || undefined;
      this.#found.push({ kind, loc: this.#loc.trim(), lastmod, alternates: this.#alternates });
      this.#isEntry = false;
    }
    this.#depth -= 1;
  }
}
