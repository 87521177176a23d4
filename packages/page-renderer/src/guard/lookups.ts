import { lookup } from 'node:dns/promises';
import { env } from 'node:process';
import { inTime } from '../kernel/in-time.ts';

/** Time limit for resolving a name, in milliseconds. */
const TIMEOUT = 5_000;

/** The addresses of a name; none if it does not exist, undefined if that is not known. */
export type Found = readonly string[] | undefined;

/** Maximum numbers of lookups at the same time. */
export interface LookupLimits {
  /** Of names of one domain. */
  readonly domain: number;
  /** Of names that the pages of one host use, whatever their domains. */
  readonly host: number;
}

/**
 * Resolves names with the resolver of the system, so that names work that only this machine knows. Each lookup occupies a thread until
 * its name server responds or the system gives up, usually after 10 to 30 seconds, also if nobody waits for it any more; and libuv
 * uses at most half of its threads for lookups. A page with many names whose servers do not respond would take all of them, and no
 * other page could resolve a name. So names of one domain get only an eighth of these threads, and the pages of a host a quarter.
 */
export class Lookups {
  readonly #resolve: (name: string) => Promise<readonly string[]>;
  readonly #limits: LookupLimits;
  readonly #ofName = new Map<string, Promise<Found>>();
  readonly #ofGroup = new Map<string, Set<Promise<Found>>>();

  constructor(
    resolve: (name: string) => Promise<readonly string[]> = addressesOf,
    limits: LookupLimits = { domain: partOfThreads(16), host: partOfThreads(8) },
  ) {
    this.#resolve = resolve;
    this.#limits = limits;
  }

  /**
   * Resolves a name, within 5 seconds.
   *
   * @param name in lower case, without a dot at its end
   * @param page host of the page that uses it; default: it is the name of a page
   */
  async find(name: string, page?: string): Promise<Found> {
    const wanted = { name, page, isOver: false };
    try {
      return await inTime(this.#find(wanted), TIMEOUT);
    } catch {
      return undefined;
    } finally {
      wanted.isOver = true;
    }
  }

  async #find(wanted: {
    readonly name: string;
    readonly page: string | undefined;
    readonly isOver: boolean;
  }): Promise<Found> {
    const { name, page } = wanted;
    const domain = name.split('.').slice(-2).join('.');
    const groups = new Map([[`domain ${domain}`, this.#limits.domain]]);
    if (page !== undefined) groups.set(`host ${page}`, this.#limits.host);
    for (;;) {
      const running = this.#ofName.get(name);
      if (running) return running;
      const full = [...groups].find(([group, most]) => this.#groupOf(group).size >= most);
      if (!full) return this.#begin(name, [...groups.keys()]);
      // oxlint-disable-next-line no-await-in-loop -- until there is a place
      await Promise.race(this.#groupOf(full[0]));
      if (wanted.isOver) return undefined;
    }
  }

  #groupOf(group: string): Set<Promise<Found>> {
    return this.#ofGroup.get(group) ?? new Set();
  }

  #begin(name: string, groups: readonly string[]): Promise<Found> {
    const finding = this.#resolve(name).catch((error: unknown) => {
      return (error as NodeJS.ErrnoException).code === 'ENOTFOUND' ? [] : undefined;
    });
    this.#ofName.set(name, finding);
    for (const group of groups) this.#ofGroup.set(group, this.#groupOf(group).add(finding));
    void finding.finally(() => {
      this.#ofName.delete(name);
      for (const group of groups) {
        const others = this.#groupOf(group);
        others.delete(finding);
        if (others.size === 0) this.#ofGroup.delete(group);
      }
    });
    return finding;
  }
}

async function addressesOf(name: string): Promise<readonly string[]> {
  // No such name exists, and no name server is to be asked (RFC 6761 §6.4).
  if (/(?:^|\.)invalid$/.test(name)) return [];
  const found = await lookup(name, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
}

/** A part of the threads of libuv, at least one. */
function partOfThreads(divisor: number): number {
  return Math.max(1, Math.floor((Number(env['UV_THREADPOOL_SIZE']) || 4) / divisor));
}
