import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Objection } from '../../headers/caching.ts';
import { headerOf, proposedRule } from './remedy.ts';

/** Maximum number of hosts that are remembered. */
const HOSTS = 1_000;

/** Tells the operator, once for each host, that its pages are not cached because of what it says. */
export class OriginNotices {
  readonly #logger: Logger;
  readonly #told = new LRUCache<string, true>({ max: HOSTS });

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @param objections what keeps a page of the host from being cached, at least one */
  note(url: string, objections: readonly Objection[]): void {
    const { host } = new URL(url);
    if (this.#told.has(host)) return;
    this.#told.set(host, true);
    const rule = JSON.stringify(proposedRule(url, objections));
    this.#logger.warn(
      { host, says: objections.map(headerOf) },
      `pages of this host are not cached, because it says so (${objections.map(headerOf).join(', ')}); to cache them anyway, add ${rule} to "originRules" in "cacheConfig"`,
    );
  }
}
