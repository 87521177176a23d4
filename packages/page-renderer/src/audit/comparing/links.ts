/** Links that lead nowhere, and pages that no link leads to. */
import { severityOf } from '../data/kinds.ts';
import type { PageRecord } from '../data/record.ts';
import { isGone } from './canonicals.ts';
import type { AuditFinding } from '../data/finding.ts';
import { MAX_SAID } from '../data/finding.ts';
import type { AuditedSite } from './site.ts';

/** Statuses of pages that exist, but not for this client, or not now. */
const NOT_FOR_US: ReadonlySet<number> = new Set([401, 402, 403, 407, 423, 425, 429, 451]);

/** Why an address leads nowhere; undefined if it leads somewhere, or was not visited. */
export function brokenness(site: AuditedSite, url: string): string | undefined {
  const { page, endless } = site.target(url);
  if (endless !== undefined || !page) return endless;
  const way = page.url === url ? '' : 'redirected, then ';
  if (page.error) return isGone(page.error.code) ? `${way}${page.error.code}` : undefined;
  return page.status >= 400 && !NOT_FOR_US.has(page.status) ? `${way}answered ${page.status}` : undefined;
}

/**
 * Links of pages, and entries of sitemaps.
 *
 * @param records read once more, for their links
 * @param external links to other hosts that lead nowhere, with the reason
 */
export async function* brokenLinks(
  site: AuditedSite,
  records: AsyncIterable<PageRecord>,
  listed: ReadonlyMap<string, string>,
  external: ReadonlyMap<string, string>,
): AsyncGenerator<AuditFinding> {
  const kind = 'broken-links';
  const found = (url: string, what: string, says: AuditFinding['says']): AuditFinding => {
    const which = says.length === 1 ? `A ${what} leads nowhere` : `${says.length} ${what}s lead nowhere`;
    const sentence = `${which}. People see an error, and bots go there in vain.`;
    return { kind, severity: severityOf(kind), url, sentence, says: says.slice(0, MAX_SAID) };
  };
  for await (const { url, links, external: others } of records) {
    const says = [...links, ...others].flatMap((to) => {
      const why = brokenness(site, to) ?? external.get(to);
      return why === undefined ? [] : [{ place: `link, ${why}`, value: to }];
    });
    if (says.length > 0)
      yield found(
        url,
        'link',
        says.toSorted((a, b) => (a.value < b.value ? -1 : 1)),
      );
  }
  const entries = new Map<string, Array<AuditFinding['says'][number]>>();
  for (const [url, sitemap] of listed) {
    const why = brokenness(site, url);
    if (why === undefined) continue;
    const says = entries.get(sitemap) ?? [];
    says.push({ place: `entry, ${why}`, value: url });
    entries.set(sitemap, says);
  }
  for (const [sitemap, says] of entries) yield found(sitemap, 'sitemap entry', says);
}

/**
 * Pages of the sitemap that no links lead to from the start pages. Redirects, links between languages and canonical addresses lead on,
 * too: to search engines a link to a variant is one to the page.
 *
 * @param listed addresses of the sitemaps
 */
export async function* orphans(
  site: AuditedSite,
  records: AsyncIterable<PageRecord>,
  starts: readonly string[],
  listed: ReadonlyMap<string, string>,
): AsyncGenerator<AuditFinding> {
  const numbers = new Map([...site.pages.keys()].map((url, index) => [url, index]));
  const edges: Uint32Array[] = [];
  const numbersOf = (urls: readonly string[]) => Uint32Array.from(urls.flatMap((url) => numbers.get(url) ?? []));
  for await (const { url, links, location, canonical } of records) {
    const from = numbers.get(url);
    // With those that sitemaps name.
    const alternates = site.pages.get(url)?.alternates ?? [];
    const further = [location, canonical?.url].filter((one) => typeof one === 'string');
    if (from !== undefined) edges[from] = numbersOf([...links, ...alternates, ...further]);
  }
  const reached = new Set<number>();
  const open = [...numbersOf(starts)];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    open.push(...(edges[at] ?? []));
  }
  for (const url of listed.keys()) {
    const page = site.pages.get(url);
    if (!page || !site.isIndexable(page) || reached.has(numbers.get(url) ?? -1)) continue;
    const sentence =
      'The sitemap lists this page, but no link leads to it from the start page. People do not find it, and search engines take it for unimportant.';
    yield { kind: 'orphan', severity: severityOf('orphan'), url, sentence, says: [] };
  }
}
