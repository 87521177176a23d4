/** Inspections that were made lately, so that another tab of the same page, or its JSON, needs no further render. */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { monotonic } from '../../kernel/clock.ts';
import type { Inspected } from './content/inspected.ts';

/** Bytes of all together. */
const MAX_SIZE = 64 * 1024 * 1024;
/** How long one is kept, in milliseconds. */
const LIFETIME = 10 * 60_000;
/** What each takes besides HTML and pictures. */
const OVERHEAD = 200_000;

/** Whose inspection it is: others get none of it, even with its id. */
export interface Owner {
  /** The parameters of the request, without those of the page itself. */
  readonly query: string;
  /** Whether it has what only administrators see. */
  readonly isAdmin: boolean;
}

interface Kept extends Owner {
  readonly inspected: Inspected;
  readonly since: number;
}

/** In the memory of this process; the id of one that is gone leads to another render. */
export class KeptInspections {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ inspected }) => sizeOf(inspected),
  });

  /** @returns an id that cannot be guessed */
  keep(owner: Owner, inspected: Inspected): string {
    const id = randomBytes(16).toString('base64url');
    this.#kept.set(id, { ...owner, inspected, since: monotonic() });
    return id;
  }

  find(id: string, { query, isAdmin }: Owner): Inspected | undefined {
    const kept = this.#kept.get(id);
    if (kept?.query !== query || kept.isAdmin !== isAdmin) return undefined;
    if (monotonic() - kept.since <= LIFETIME) return kept.inspected;
    this.#kept.delete(id);
    return undefined;
  }
}

function sizeOf({ plain, rendered }: Inspected): number {
  const sizes = [plain, rendered].map((side) => {
    return side.outcome === 'done' ? 2 * side.seen.html.length + (side.seen.image?.bytes.byteLength ?? 0) : 0;
  });
  return sizes.reduce((sum, size) => sum + size, OVERHEAD);
}
