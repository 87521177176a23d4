import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Objection } from '../../headers/caching.ts';
import type { CacheKey } from '../keys/key.ts';
import type { Representation } from './make-result.ts';
import { lastingOf } from './make-result.ts';
import type { FailsafeStore } from '../stores/failsafe-store.ts';
import { OriginNotices } from '../origin/notices.ts';
import type { OriginRules } from '../origin/origin-rules.ts';

/** Maximum number of keys that are remembered. */
const REMEMBERED = 20_000;

/**
 * Results that their origin does not want to be kept. They are not shared with simultaneous requests either (RFC 9111 §4): from the
 * second request on, each of these keys is rendered for every request.
 */
export class OriginWishes {
  readonly #rules: OriginRules;
  readonly #store: FailsafeStore;
  readonly #notices: OriginNotices;
  readonly #unshared = new LRUCache<string, true>({ max: REMEMBERED });

  constructor(rules: OriginRules, store: FailsafeStore, logger: Logger) {
    this.#rules = rules;
    this.#store = store;
    this.#notices = new OriginNotices(logger);
  }

  /** Whether the last result of a key must not be shared. */
  isUnshared({ id }: CacheKey): boolean {
    return this.#unshared.has(id);
  }

  /** What keeps a render from being cached and shared. */
  standing(key: CacheKey, rendered: Representation): readonly Objection[] {
    const { url, objections } = lastingOf(key, rendered);
    return this.#rules.standing(url, objections);
  }

  /**
   * Notes what the origin says of a render.
   *
   * @param hasPrevious whether there may be a result from before the origin said so, which is removed
   * @returns whether the render may be kept and shared
   */
  async admit(key: CacheKey, rendered: Representation, hasPrevious = false): Promise<boolean> {
    const standing = this.standing(key, rendered);
    if (standing.length === 0) {
      this.#unshared.delete(key.id);
      return true;
    }
    this.#unshared.set(key.id, true);
    this.#notices.note(key.url, standing);
    // What cannot be removed expires.
    if (hasPrevious) await this.#store.remove({ by: 'page', pages: [key.id.slice(0, 32)] }, false).catch(() => {});
    return false;
  }
}
