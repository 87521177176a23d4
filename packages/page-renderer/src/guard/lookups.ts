import { lookup } from 'node:dns/promises';
import { env } from 'node:process';
import { inTime } from '../in-time.ts';

/** Time limit for resolving a name, in milliseconds. */
const TIMEOUT = 5_000;

/** The addresses of a name; none if it does not exist, undefined if that is not known. */
export type Found = readonly string[] | undefined;

/**
 * Resolves names with the resolver of the system, so that names work that only this machine knows. Each lookup occupies a thread until
 * its name server responds or the system gives up, usually after 10 to 30 seconds, also if nobody waits for it any more; and libuv
 * uses at most half of its threads for lookups. A page with many names whose servers do not respond would take all of them, and no
 * other page could resolve a name. So names of one domain get only an eighth of these threads.
 */
export class Lookups {
  readonly #resolve: (name: string) => Promise<readonly string[]>;
  readonly #mostOfDomain: number;
  readonly #ofName = new Map<string, Promise<Found>>();
  readonly #ofDomain = new Map<string, Set<Promise<Found>>>();

  /** @param mostOfDomain maximum number of lookups of one domain at the same time */
  constructor(
    resolve: (name: string) => Promise<readonly string[]> = addressesOf,
    mostOfDomain: number = Math.max(1, Math.floor(threads() / 16)),
  ) {
    this.#resolve = resolve;
    this.#mostOfDomain = mostOfDomain;
  }

  /** Resolves a name, within 5 seconds. @param name in lower case, without a dot at its end */
  async find(name: string): Promise<Found> {
    const wanted = { name, isOver: false };
    try {
      return await inTime(this.#find(wanted), TIMEOUT);
    } catch {
      return undefined;
    } finally {
      wanted.isOver = true;
    }
  }

  async #find(wanted: { readonly name: string; readonly isOver: boolean }): Promise<Found> {
    const { name } = wanted;
    const domain = name.split('.').slice(-2).join('.');
    for (;;) {
      const running = this.#ofName.get(name);
      if (running) return running;
      const others = this.#ofDomain.get(domain);
      if (!others || others.size < this.#mostOfDomain) return this.#begin(name, domain);
      // oxlint-disable-next-line no-await-in-loop -- until there is a place
      await Promise.race(others);
      if (wanted.isOver) return undefined;
    }
  }

  #begin(name: string, domain: string): Promise<Found> {
    const finding = this.#resolve(name).catch((error: unknown) => {
      return (error as NodeJS.ErrnoException).code === 'ENOTFOUND' ? [] : undefined;
    });
    const others = this.#ofDomain.get(domain) ?? new Set();
    this.#ofDomain.set(domain, others.add(finding));
    this.#ofName.set(name, finding);
    void finding.finally(() => {
      this.#ofName.delete(name);
      others.delete(finding);
      if (others.size === 0) this.#ofDomain.delete(domain);
    });
    return finding;
  }
}

async function addressesOf(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
}

/** The number of threads of libuv. */
function threads(): number {
  return Number(env['UV_THREADPOOL_SIZE']) || 4;
}
