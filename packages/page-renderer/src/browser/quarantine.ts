import { monotonic } from '../kernel/clock.ts';

/** How often pages of a site may be open in a browser that fails, before they are isolated. */
const HARMS = 2;
/** How long a site is isolated after the last failure, in milliseconds. */
const TERM = 10 * 60_000;
/** Maximum number of sites that are remembered; the oldest ones are forgotten first. */
const MAX_SITES = 1_000;

/** Remembers the sites whose pages were open when a browser failed, because one of them has probably caused it. */
export class Quarantine {
  readonly #sites = new Map<string, { harms: number; last: number }>();

  /** A browser failed while pages of these sites were open. @returns the sites that are isolated from now on */
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

  /** Whether pages of a site are rendered in a separate browser. */
  holds(site: string): boolean {
    return (this.#recent(site)?.harms ?? 0) >= HARMS;
  }

  #recent(site: string): { harms: number; last: number } | undefined {
    const entry = this.#sites.get(site);
    return entry && monotonic() - entry.last < TERM ? entry : undefined;
  }
}
