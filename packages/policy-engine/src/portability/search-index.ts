/** The words of the pages, as scripts: a page that was opened from a disk may load scripts, but not fetch files. */
import type { SiteFiles } from './archive/site-files.ts';

/** Characters of all pages; beyond, a browser on a phone would have trouble to hold them. */
const CAP = 4_000_000;
const CHUNK = 128 * 1024;

/** Collects the text of pages. */
export class SearchIndex {
  chunks = 0;
  /** Whether pages were left out. */
  isCapped = false;
  readonly #files: SiteFiles;
  #total = 0;
  #entries: string[] = [];
  #held = 0;

  constructor(files: SiteFiles) {
    this.#files = files;
  }

  /** @param html content of the page, without what is the same on every page */
  add(path: string, title: string, html: string): Promise<void> | undefined {
    if (this.#total >= CAP) {
      this.isCapped = true;
      return undefined;
    }
    const entry = JSON.stringify([path, title, textOf(html)]);
    this.#total += entry.length;
    this.#held += entry.length;
    this.#entries.push(entry);
    return this.#held < CHUNK ? undefined : this.end();
  }

  /** Writes what is held. */
  async end(): Promise<void> {
    if (this.#entries.length === 0) return;
    const script = `bookSearch([\n${this.#entries.join(',\n')}\n]);\n`;
    this.#entries = [];
    this.#held = 0;
    await this.#files.add(`assets/search-${this.chunks++}.js`, script);
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** What a person reads of HTML that a template made. */
export function textOf(html: string): string {
  const text = html.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>|<[^>]*>/gi, ' ').replace(/\s+/g, ' ');
  if (!text.includes('&')) return text.trim();
  return text
    .replace(/&(?:(amp|lt|gt|quot|nbsp)|#(\d{1,6}));/g, (whole, name?: string, code?: string) =>
      name === undefined ? characterOf(Number(code), whole) : (NAMED[name] ?? whole),
    )
    .trim();
}

function characterOf(code: number, otherwise: string): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}
