import { monotonic } from '../clock.ts';

/** How often a site's pages may be open in a browser that comes to harm, before they are kept apart. */
const HARMS = 2;
/** How long a site is kept apart after its last harm, in milliseconds. */
const TERM = 10 * 60_000;
/** Sites remembered; those that came first are forgotten first. */
const MAX_SITES = 1_000;

/** Remembers which sites' pages were open when a browser came to harm: one of them has done it, most likely. */
export class Quarantine {
  readonly #sites = new Map<string, { harms: number; last: number }>();

  /** A browser was lost in which pages of these sites were open. @returns those that are kept apart from now on */
  note(sites: Iterable<string>): string[] {
    const now = monotonic();
    const added: string[] = [];
    for (const site of new Set(sites)) {
      const harms = (this.#recent(site)?.harms ?? 0) + 1;
      this.#sites.delete(site);
      this.#sites.set(site, { harms, last: now });
      if (harms === HARMS) added.push(site);
    }
    while (this.#sites.size > MAX_SITES) this.#sites.delete(this.#sites.keys().next().value ?? '');
    return added;
  }

  /** Whether pages of a site are rendered apart from those of others. */
  holds(site: string): boolean {
    return (this.#recent(site)?.harms ?? 0) >= HARMS;
  }

  #recent(site: string): { harms: number; last: number } | undefined {
    const entry = this.#sites.get(site);
    return entry && monotonic() - entry.last < TERM ? entry : undefined;
  }
}
