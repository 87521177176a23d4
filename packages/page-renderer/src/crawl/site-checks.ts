/** What an inspection asks the site of a page, besides the page: its robots.txt, and where its links lead. */
import type { CheckedLink, LinksToCheck } from './link-check.ts';
import { checkLinks, checkOthers } from './link-check.ts';
import { Robots } from './robots.ts';
import type { Fetching } from './sitemap/fetch.ts';
import { SitemapError } from './sitemap/parse.ts';
import { asRendererError } from '../kernel/errors.ts';

/** The crawler whose rules count: those of other search engines are rarely different. */
const SEARCH_ENGINE = 'googlebot';
/** Milliseconds for a robots.txt. */
const TIME = 5_000;

/** Counts checked links. */
interface LinkMetrics {
  count(name: 'page_renderer_link_checks_total', labels: { outcome: CheckedLink['outcome'] }): void;
}

/** What the robots.txt of a site says about an address. */
export interface RobotsSaid {
  /** Null if it is not known. */
  readonly isAllowed: boolean | null;
  /** Why it is not known. */
  readonly reason: string | null;
}

/** See the head of the file. */
export interface SiteChecks {
  /** Whether search engines may request an address. */
  robots: (url: URL, signal: AbortSignal) => Promise<RobotsSaid>;
  /** Where links of a page lead. */
  links: (asked: LinksToCheck, signal: AbortSignal) => Promise<CheckedLink[]>;
  /** The same of links to other origins, all of them, however long it takes. */
  others: (page: URL, links: readonly string[], signal: AbortSignal) => Promise<CheckedLink[]>;
}

/** @param fetching requests of addresses that the rules for targets and the address guard allow */
export function siteChecks(fetching: (start: URL, signal: AbortSignal) => Fetching, metrics: LinkMetrics): SiteChecks {
  const counted = (checked: CheckedLink[]) => {
    for (const { outcome } of checked) metrics.count('page_renderer_link_checks_total', { outcome });
    return checked;
  };
  return {
    robots: async (url, signal) => {
      try {
        const how = fetching(url, AbortSignal.any([signal, AbortSignal.timeout(TIME)]));
        const robots = await Robots.fetch(url.origin, how, SEARCH_ENGINE);
        return { isAllowed: robots.allows(url), reason: null };
      } catch (error) {
        const reason = error instanceof SitemapError ? error.message : asRendererError(error).shown;
        return { isAllowed: null, reason: reason.slice(0, 300) };
      }
    },
    links: async (asked, signal) => {
      return counted(await checkLinks(asked, fetching(asked.page, signal)));
    },
    others: async (page, links, signal) => {
      return counted(await checkOthers(page, links, fetching(page, signal)));
    },
  };
}
