/** The search index of the pages, as scripts: a page opened from a disk may load scripts, but not fetch files. */
import type { SiteFiles } from '../archive/site-files.ts';

/** Most characters of all pages; more would be too much for a browser on a phone. */
const CAP = 4_000_000;
/** Most characters of a page; reading more would block other requests. */
const PAGE = 500_000;
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

  /** @param html content of the page, without the parts that all pages share */
  add(path: string, title: string, html: string): Promise<void> | undefined {
    if (this.#total >= CAP) {
      this.isCapped = true;
      return undefined;
    }
    const room = Math.min(PAGE, CAP - this.#total);
    const text = textOf(html, room);
    if (text.length >= room) this.isCapped = true;
    const entry = JSON.stringify([path, title, text.slice(0, room)]);
    this.#total += entry.length;
    this.#held += entry.length;
    this.#entries.push(entry);
    return this.#held < CHUNK ? undefined : this.end();
  }

  /** Writes the collected text. */
  async end(): Promise<void> {
    if (this.#entries.length === 0) return;
    const script = `bookSearch([\n${this.#entries.join(',\n')}\n]);\n`;
    this.#entries = [];
    this.#held = 0;
    await this.#files.add(`assets/search-${this.chunks++}.js`, script);
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The readable text of HTML from a template: at least `most` characters, if it has as many. */
export function textOf(html: string, most: number): string {
  const text = withoutMarkup(html, most).replace(/\s+/g, ' ');
  if (!text.includes('&')) return text.trim();
  return text
    .replace(/&(?:(amp|lt|gt|quot|nbsp)|#(\d{1,6}));/g, (whole, name?: string, code?: string) =>
      name === undefined ? characterOf(Number(code), whole) : (NAMED[name] ?? whole),
    )
    .trim();
}

const END = { script: /<\/script[\s/>]/gi, style: /<\/style[\s/>]/gi } as const;

/** In one pass, even with unclosed elements; no more than `most` characters. */
function withoutMarkup(html: string, most: number): string {
  let text = '';
  let at = 0;
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    // Without its indentation, which would otherwise count as text.
    text += html.slice(at, Math.min(open, at + most)).replace(/\s+/g, ' ');
    if (text.length >= most) break;
    const name = /^<(?:(script|style)\b|[a-z/!?])/i.exec(html.slice(open, open + 8));
    if (name === null) {
      text += '<';
      at = open + 1;
      continue;
    }
    const hidden = name[1]?.toLowerCase() as keyof typeof END | undefined;
    const close = html.indexOf('>', hidden === undefined ? open : endOf(hidden, html, open));
    if (close < 0) return text;
    text += ' ';
    at = close + 1;
  }
  return text.length < most ? text + html.slice(at, at + most) : text;
}

function endOf(element: keyof typeof END, html: string, from: number): number {
  const end = END[element];
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

function characterOf(code: number, otherwise: string): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}
