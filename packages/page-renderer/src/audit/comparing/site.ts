/** The pages of an audit as one site: what is needed of each to compare them, and the links between them. */
import { MAX_REDIRECTS, type PageRecord } from '../data/record.ts';

/** A page without its links. */
export interface SitePage extends Omit<PageRecord, 'links' | 'external' | 'found' | 'findings'> {
  /** Whether it says that it does not exist, although its status is that of a page. */
  readonly isMissing: boolean;
}

/** See the head of the file. */
export class AuditedSite {
  readonly pages: ReadonlyMap<string, SitePage>;

  private constructor(pages: ReadonlyMap<string, SitePage>) {
    this.pages = pages;
  }

  /** @param listed what sitemaps say about pages in other languages, by address */
  static async read(
    records: AsyncIterable<PageRecord>,
    listed: ReadonlyMap<string, readonly string[]>,
  ): Promise<AuditedSite> {
    const pages = new Map<string, SitePage>();
    // Pages in thirty languages name each other thirty times: each address is kept once.
    const addresses = new Map<string, string>();
    const once = (url: string) => {
      const known = addresses.get(url) ?? url;
      addresses.set(known, known);
      return known;
    };
    for await (const { links: _, external: __, found: ___, findings, ...page } of records) {
      const others = listed.get(page.url)?.filter((url) => url !== page.url && !page.own.includes(url)) ?? [];
      const alternates = [...new Set([...page.alternates, ...others])].map(once);
      pages.set(page.url, { ...page, alternates, isMissing: findings.some(({ kind }) => kind === 'soft-404') });
    }
    return new AuditedSite(pages);
  }

  /** Where an address leads after its redirects; the last page is undefined if it was not visited. */
  target(url: string): { readonly page: SitePage | undefined; readonly endless: string | undefined } {
    const passed = new Set<string>();
    for (let at = url; ;) {
      const page = this.pages.get(at);
      if (page === undefined || page.location === null) return { page, endless: undefined };
      if (passed.has(at)) return { page, endless: 'redirects in a circle' };
      passed.add(at);
      if (passed.size > MAX_REDIRECTS) return { page, endless: `redirects more than ${MAX_REDIRECTS} times` };
      at = page.location;
    }
  }

  /** Whether search engines may index an address as a page of its own. */
  isIndexable(page: SitePage): boolean {
    const { status, isPage, isNoindex, isMissing, location, canonical, url, own } = page;
    if (status < 200 || status >= 300 || !isPage || isNoindex || isMissing || location !== null) return false;
    return canonical === null || canonical.url === url || (canonical.url !== null && own.includes(canonical.url));
  }
}
