/** What is known about the pages of a site, from the results in the cache. */
import { LRUCache } from 'lru-cache';
import { normalizedUrl } from '../cache/keys/key.ts';
import type { ListedResult, Selection } from '../cache/stores/store.ts';
import type { KnownPage } from '../crawl/sitemap/correct.ts';

/** How long a list is used, in milliseconds. */
const USED = 5 * 60_000;
const MAX_SITES = 20;
/** Maximum number of pages of a site. */
const MAX_PAGES = 100_000;

type Pages = ReadonlyMap<string, KnownPage>;

const later = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b));

/** See the head of the file. */
export class KnownPages {
  readonly #list: (selection: Selection) => AsyncIterable<ListedResult>;
  readonly #sites = new LRUCache<string, Promise<Pages>>({ max: MAX_SITES, ttl: USED });

  constructor(list: (selection: Selection) => AsyncIterable<ListedResult>) {
    this.#list = list;
  }

  /** Looks up the pages of an origin. @throws {RendererError} `cache-unavailable` */
  async of(origin: string): Promise<(address: string) => KnownPage | undefined> {
    let reading = this.#sites.get(origin);
    if (!reading) {
      reading = this.#read(`${origin}/`);
      this.#sites.set(origin, reading);
      reading.catch(() => this.#sites.delete(origin));
    }
    const pages = await reading;
    return (address) => {
      const url = URL.parse(address);
      return url ? pages.get(normalizedUrl(url)) : undefined;
    };
  }

  async #read(prefix: string): Promise<Pages> {
    const pages = new Map<string, KnownPage>();
    for await (const { metadata } of this.#list({ by: 'prefix', prefix })) {
      const { key, url, begunAt, contentSince, changedAt } = metadata;
      if (!key.startsWith('["render",') || contentSince === null) continue;
      const known = pages.get(url);
      if (!known && pages.size >= MAX_PAGES) continue;
      // A page has several results, for devices and clients.
      pages.set(url, {
        begunAt: Math.max(begunAt, known?.begunAt ?? 0),
        contentSince: Math.min(contentSince, known?.contentSince ?? Infinity),
        changedAt: later(known?.changedAt ?? null, changedAt),
      });
    }
    return pages;
  }
}
