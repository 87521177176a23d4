/** What a `robots.txt` allows this crawler to request (RFC 9309). */
import { addCrawlDelay } from './pace/sites.ts';
import type { SiteRules } from './pace/sites.ts';
import type { Fetching } from './sitemap/fetch.ts';
import { fetchSitemap } from './sitemap/fetch.ts';
import { SitemapError } from './sitemap/parse.ts';

/** The name that rules can be addressed to. */
export const CRAWLER = 'page-renderer';
/** Maximum size of a `robots.txt` in bytes (RFC 9309 §2.5: at least 500 KiB), and of one rule in characters. */
const MAX = { bytes: 512 * 1024, rule: 2_000 };

interface Rule {
  readonly isAllowed: boolean;
  /** The parts between its `*`; each is found after the one before. */
  readonly parts: readonly string[];
  /** Whether it ends with `$`. */
  readonly isWhole: boolean;
  readonly length: number;
}

/** The rules of one origin. */
export class Robots {
  /** Seconds between two requests; undefined if nothing is said. */
  readonly crawlDelay: number | undefined;
  readonly #rules: readonly Rule[];

  private constructor(rules: readonly Rule[], crawlDelay?: number) {
    // The most specific rule applies, and of two that are equally long the one that allows (RFC 9309 §2.2.2).
    this.#rules = rules.toSorted((a, b) => b.length - a.length || Number(b.isAllowed) - Number(a.isAllowed));
    this.crawlDelay = crawlDelay;
  }

  /** Everything is allowed. */
  static readonly open: Robots = new Robots([]);

  /** The rules for a crawler, or for all if there are none for it. @param crawler its name, in lower case; default: our own */
  static parse(text: string, crawler: string = CRAWLER): Robots {
    const own = { rules: [] as Rule[], delay: undefined as number | undefined, isNamed: false };
    const all = { rules: [] as Rule[], delay: undefined as number | undefined, isNamed: false };
    let groups: Array<typeof own> = [];
    let isHead = false;
    for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
      const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
      const name = field.toLowerCase();
      if (name === 'user-agent') {
        if (!isHead) groups = [];
        isHead = true;
        // Of a name only what a product token may have counts (RFC 9309 §2.2.1).
        const [agent = ''] = /^(?:\*|[a-z_-]+)/.exec(value.trim().toLowerCase()) ?? [];
        const group = agent === '*' ? all : agent === crawler ? own : undefined;
        if (group) {
          group.isNamed = true;
          groups.push(group);
        }
      } else if (name === 'allow' || name === 'disallow') {
        isHead = false;
        const rule = ruleOf(value.trim(), name === 'allow');
        if (rule) for (const group of groups) group.rules.push(rule);
      } else if (name === 'crawl-delay') {
        isHead = false;
        const seconds = Number(value.trim());
        if (seconds > 0) for (const group of groups) group.delay = seconds;
      }
    }
    const used = own.isNamed ? own : all;
    return new Robots(used.rules, used.delay);
  }

  /**
   * Requests the rules of an origin through the address guard. A file that does not exist allows everything.
   *
   * @param crawler as of {@link Robots.parse}
   * @throws {SitemapError} if the server cannot say: nothing may be crawled then (RFC 9309 §2.3.1.4)
   */
  static async fetch(origin: string, how: Fetching, crawler: string = CRAWLER): Promise<Robots> {
    try {
      const fetched = await fetchSitemap(new URL('/robots.txt', origin), undefined, how);
      if (fetched.outcome !== 'changed') return Robots.open;
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of fetched.bytes) {
        chunks.push(chunk);
        size += chunk.byteLength;
        if (size >= MAX.bytes) break;
      }
      const text = Buffer.concat(chunks).subarray(0, MAX.bytes).toString('utf8');
      // A rule that is cut off would say something else.
      return Robots.parse(size < MAX.bytes ? text : text.replace(/[^\r\n]*$/, ''), crawler);
    } catch (error) {
      if (error instanceof SitemapError && isAbsent(error)) return Robots.open;
      throw error;
    }
  }

  /** Whether an address may be requested. */
  allows(url: URL): boolean {
    const path = normalized(url.pathname + url.search);
    return this.#rules.find((rule) => matches(rule, path))?.isAllowed ?? true;
  }

  /** The rules of a site at a pace that is not faster than its `Crawl-delay`. */
  paced(site: SiteRules): SiteRules {
    return this.crawlDelay === undefined ? site : addCrawlDelay(site, this.crawlDelay);
  }
}

/** Whether there is none: not found, forbidden, or redirected more often than anybody follows (RFC 9309 §2.3.1.2 and §2.3.1.3). */
function isAbsent({ status }: SitemapError): boolean {
  return status !== undefined && status < 500 && status !== 429;
}

/** Undefined for an empty rule, which says nothing, and for one that is longer than any address. */
function ruleOf(pattern: string, isAllowed: boolean): Rule | undefined {
  if (pattern === '' || pattern.length > MAX.rule) return undefined;
  const isWhole = pattern.endsWith('$');
  const path = normalized(isWhole ? pattern.slice(0, -1) : pattern);
  return { isAllowed, parts: path.split(/\*+/), isWhole, length: path.length + Number(isWhole) };
}

/** Percent-encoded and plain characters are the same (RFC 9309 §2.2.2). */
function normalized(path: string): string {
  const readable = path.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
  return readable.replaceAll(/\P{ASCII}+/gu, (text) => encodeURIComponent(text.toWellFormed()));
}

function matches({ parts, isWhole }: Rule, path: string): boolean {
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1;
    if (isLast && isWhole) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}
