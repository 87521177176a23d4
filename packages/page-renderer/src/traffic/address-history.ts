/** The last results of addresses, for operators: a fixed number of each, of a fixed number of addresses, in memory only. */
import { LRUCache } from 'lru-cache';
import { wallClock } from '../kernel/clock.ts';
import type { RendererErrorCode } from '../kernel/errors.ts';
import type { Verdict } from '../kernel/verdicts.ts';

/** Maximum number of addresses, of results of each, and of characters of a text. */
const MOST = { addresses: 5_000, results: 5, characters: 200, address: 2_000 };

/** A render that has ended. */
export interface PastResult {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Null if there is no result. */
  readonly verdict: Verdict | null;
  readonly code: RendererErrorCode | null;
  /** Null if there is no result. */
  readonly status: number | null;
  /** Empty if there is none. */
  readonly title: string;
  /** Characters of HTML. */
  readonly size: number;
  /** Milliseconds. */
  readonly ms: number;
}

/** See the head of the file. */
export class AddressHistory {
  readonly #addresses = new LRUCache<string, readonly PastResult[]>({ max: MOST.addresses });

  /** @param variant parameters of the same render; see `RecentRenders` */
  note(variant: string, result: Omit<PastResult, 'at'>): void {
    if (variant.length > MOST.address) return;
    const title = result.title.slice(0, MOST.characters);
    const before = this.#addresses.get(variant) ?? [];
    this.#addresses.set(variant, [{ ...result, title, at: wallClock() }, ...before].slice(0, MOST.results));
  }

  /** The last results of an address in all its variants, the newest first. */
  of(url: string): Array<{ readonly variant: string; readonly results: readonly PastResult[] }> {
    const found: Array<{ variant: string; results: readonly PastResult[] }> = [];
    for (const [variant, results] of this.#addresses.entries()) {
      if (new URLSearchParams(variant).get('url') === url) found.push({ variant, results });
    }
    return found;
  }
}
