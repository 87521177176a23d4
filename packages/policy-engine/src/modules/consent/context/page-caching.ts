/**
 * Keeps pages with a decision of their visitor out of shared caches. A page of somebody who accepted, kept by a CDN, would run the tags
 * for everybody. The adapters of hosts ask, right before a page is sent, what has to change in its headers.
 */
import type { Found } from '../../../kernel/module.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import type { HeaderChanges, HostHeader, RenderedPage } from '../../../platform/host-env.ts';
import { AHEAD, AHEAD_NAME } from './ahead.ts';

/** Whose word counts on the caching of pages with a decision in them: the engine’s, or the host’s. */
export const PAGE_CACHING = ['private', 'host'] as const;
export type PageCaching = (typeof PAGE_CACHING)[number];

/** What a page with a decision of its visitor is sent with. */
export const PRIVATE = 'private, no-cache';

/** Headers that shared caches obey in place of `Cache-Control` (RFC 9213, and what vendors had before it). */
const OF_SHARED_CACHES = [
  'cdn-cache-control',
  'surrogate-control',
  'edge-control',
  'cloudflare-cdn-cache-control',
  'vercel-cdn-cache-control',
  'netlify-cdn-cache-control',
  'akamai-cache-control',
  'x-accel-expires',
];

/** Longest list of paths in a finding. */
const MOST_PATHS = 5;

/** Whether shared caches may not store it. */
function isPrivate(value: string): boolean {
  return namesIn(value).some((one) => one === 'private' || one === 'no-store');
}

/** Whether it asks shared caches to answer with a stored page. */
function isShared(value: string): boolean {
  return (
    !isPrivate(value) && namesIn(value).some((one) => /^(?:public|(?:s-maxage|max-age)\s*=\s*"?0*[1-9])/.test(one))
  );
}

/** Whether caches answer only after they have asked, or never. */
const isAsking = (value: string): boolean => namesIn(value).some((one) => one === 'no-cache' || one === 'no-store');

/** A page with active tags that a cache keeps must not answer for one that is prerendered. */
function varying(own: string | undefined): HeaderChanges {
  const named = namesIn(own ?? '');
  return named.includes('*') || named.includes(AHEAD) ? {} : { vary: own ? `${own}, ${AHEAD_NAME}` : AHEAD_NAME };
}

/** The directives or names of a list, in lower case. */
const namesIn = (value: string): string[] =>
  value
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());

/** What the pages of one engine are sent with. */
export class PageCachings {
  readonly #mode: PageCaching;
  readonly #logger: WebLogger;
  readonly #paths = new Set<string>();
  #isTold = false;

  constructor(mode: PageCaching, logger: WebLogger) {
    this.#mode = mode;
    this.#logger = logger;
  }

  /**
   * A page that contains a decision of its visitor.
   *
   * @param path of its address, without the query
   * @param isActive whether its tags are active, unless it is loaded ahead of time
   */
  page(path: string, isActive: () => boolean): RenderedPage {
    return {
      headersFor: (own) => {
        const changes = this.#changes(path, own);
        const sent = changes['cache-control'] ?? own('cache-control') ?? '';
        // A cache that asks before it answers gets the page that fits.
        return isActive() && !isAsking(sent) ? { ...changes, ...varying(own('vary')) } : changes;
      },
      sentAlready: (own) => {
        const sent = own('cache-control') ?? '';
        if (this.#mode === 'private' && !isPrivate(sent)) {
          this.#note(
            path,
            sent,
            'A page got a decision of its visitor after its headers were sent: call the engine before that',
          );
        }
      },
    };
  }

  /** Pages that the host wanted to be kept by shared caches, in this process. */
  found(): Found[] {
    if (this.#paths.size === 0) return [];
    const shown = [...this.#paths].slice(0, MOST_PATHS).join(', ');
    return [{ code: 'pages_kept_by_caches', subject: this.#paths.size > MOST_PATHS ? `${shown}, …` : shown }];
  }

  #changes(path: string, own: HostHeader): HeaderChanges {
    const given = own('cache-control');
    const ofCaches = OF_SHARED_CACHES.filter((name) => !isPrivate(own(name) ?? 'private'));
    const wished = [
      ...(given !== undefined && isShared(given) ? [given] : []),
      ...ofCaches.map((name) => `${name}: ${own(name)}`),
    ];
    if (this.#mode === 'host') return given === undefined && wished.length === 0 ? { 'cache-control': PRIVATE } : {};
    if (wished.length > 0) {
      const message =
        'A page with a decision of its visitor was to be kept by shared caches, and is sent with Cache-Control: private, no-cache';
      this.#note(path, wished.join('; '), message);
    }
    return {
      ...(given !== undefined && isPrivate(given) ? {} : { 'cache-control': PRIVATE }),
      ...Object.fromEntries(ofCaches.map((name) => [name, null])),
    };
  }

  /** A line in the log once, and a path for the finding. */
  #note(path: string, given: string, message: string): void {
    if (this.#paths.size <= MOST_PATHS) this.#paths.add(path);
    if (this.#isTold) return;
    this.#isTold = true;
    const advice = "set pageCaching: 'host' if your cache keeps the pages of each visitor apart";
    this.#logger.error(message, { path, given, advice });
  }
}
