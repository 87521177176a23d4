/** Sitemaps with the dates of real changes, as `GET /sitemap.xml` serves them. */
import { RendererError } from '../kernel/errors.ts';
import { FairPlaces } from '../kernel/fair-places.ts';
import type { AddressPolicy } from '../guard/policy.ts';
import type { RendererConfig } from '../options/options.ts';
import { RequestRules } from '../render/requests/request-rules.ts';
import { KnownPages } from './known-pages.ts';
import { correctSitemap } from '../crawl/sitemap/correct.ts';
import { fetchSitemap } from '../crawl/sitemap/fetch.ts';
import { SitemapError } from '../crawl/sitemap/parse.ts';
import { requireSitemap } from '../crawl/sitemap/recognise.ts';
import type { WarmPort } from './jobs/warm-page.ts';

/** Maximum number of sitemaps that are corrected at the same time, and of milliseconds for each. */
const LIMITS = { most: 8, time: 10 * 60_000 };

/** What fetching and correcting sitemaps needs of the service. */
export interface SitemapParts {
  readonly config: RendererConfig;
  /** Undefined without a cache. */
  readonly port: WarmPort | undefined;
  readonly policy: AddressPolicy;
  /** The headers of a request to a URL. @param origin of the sitemap that was asked for */
  readonly headersTo: (url: URL, origin: string) => Readonly<Record<string, string>>;
}

/** A sitemap as it is served: its media type, and its text in parts. */
export interface CorrectedSitemap {
  readonly type: 'text/plain' | 'application/xml';
  readonly text: AsyncGenerator<string>;
  /** To be called when it is not read any more. */
  readonly end: () => void;
}

/** Who reads a sitemap. */
export interface SitemapReader {
  readonly client: string;
  /** Ends the response, which is incomplete, or not begun. */
  readonly giveUp: () => void;
}

/** See the head of the file. */
export class CorrectedSitemaps {
  readonly #parts: SitemapParts;
  readonly #known: KnownPages | undefined;
  readonly #places = new FairPlaces(LIMITS.most);

  constructor(parts: SitemapParts) {
    this.#parts = parts;
    const { port } = parts;
    this.#known = port && new KnownPages((selection) => port.list(selection));
  }

  /**
   * Fetches a sitemap and corrects its dates.
   *
   * @param reader who asks, and what is called when its place is needed for another client
   * @throws {SitemapError} if it cannot be fetched, or is not a sitemap
   * @throws {RendererError} `restricted` for a site that may not be rendered, also if a redirect leads to it; `overloaded`
   */
  async of(url: URL, signal: AbortSignal, reader: SitemapReader): Promise<CorrectedSitemap> {
    requireSite(url, this.#parts.config);
    const over = new AbortController();
    let isGivenUp = false;
    const release = this.#places.take(reader.client, () => {
      isGivenUp = true;
      over.abort();
      reader.giveUp();
    });
    if (!release) throw tooMany();
    const end = () => {
      release();
      over.abort();
    };
    AbortSignal.any([signal, AbortSignal.timeout(LIMITS.time)]).addEventListener('abort', end, { once: true });
    try {
      return { ...(await this.#correct(url, over.signal)), end };
    } catch (error) {
      end();
      throw isGivenUp ? tooMany() : error;
    }
  }

  async #correct(url: URL, signal: AbortSignal): Promise<Omit<CorrectedSitemap, 'end'>> {
    const { policy, headersTo, config } = this.#parts;
    const fetched = await fetchSitemap(url, undefined, {
      policy,
      headersTo: (to) => headersTo(to, url.origin),
      requireHop: (to) => requireSite(to, config),
      signal,
    });
    if (fetched.outcome !== 'changed') throw new SitemapError('was answered 304');
    const bytes = await requireSitemap(fetched.bytes);
    // Without the cache, nothing is known.
    const known = await this.#known?.of(url.origin).catch(() => undefined);
    const type = /^text\/plain\b/i.test(fetched.type ?? '') ? 'text/plain' : 'application/xml';
    return { type, text: correctSitemap(bytes, known ?? (() => undefined)) };
  }
}

function tooMany(): RendererError {
  return new RendererError('overloaded', 'Too many sitemaps are being corrected', { retryAfter: 10 });
}

/** A sitemap is not below the prefix of the pages that may be rendered, but on the same host. */
function requireSite(url: URL, config: RendererConfig): void {
  const reason = new RequestRules(config).judge(url.href, false);
  if (reason !== undefined) throw new RendererError('restricted', reason);
  if (config.renderOnly?.some((prefix) => URL.parse(prefix)?.host === url.host) === false) {
    throw new RendererError('restricted', 'No entry of renderOnly in the configuration is of this host');
  }
}
