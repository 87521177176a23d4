/** What the client of every page of the site needs to know before the engine answers it: the same for everybody. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Rule } from '../../rules/index.ts';
import type { TermInForce } from '../../terms/index.ts';
import type { ScriptService } from '../scripts/service.ts';
import type { SignalName } from '../scripts/signals/index.ts';

/** The facts as JSON. */
export interface SiteFactsJson {
  /** By rule, the oldest version of its text whose acceptance counts; null if they could not be read yet. */
  readonly texts: Readonly<Record<string, number>> | null;
  /** The option `unprovedCookies`. */
  readonly unproved: 'count' | 'ignore';
  /** Gates that grant a consent type, all of them. */
  readonly types: Readonly<Record<string, readonly string[]>>;
  readonly signals: readonly SignalName[];
}

/** Where the facts come from. */
export interface SiteFactsSources {
  /** The rules that are consents. */
  readonly consents: readonly Rule[];
  readonly texts: () => Promise<ReadonlyMap<string, Pick<TermInForce, 'askedSince'>>>;
  readonly scripts: Pick<ScriptService, 'gatesByType' | 'signals'>;
  readonly unproved: 'count' | 'ignore';
  /** Milliseconds since any time. */
  readonly clock?: () => number;
}

/** Milliseconds that the texts are kept. */
const KEPT = 5000;
/** Milliseconds that a response waits for the database. */
const LONGEST_WAIT = 300;

/** See the head of the file. */
export class SiteFacts {
  readonly #sources: SiteFactsSources;
  #known: SiteFactsJson['texts'] = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(sources: SiteFactsSources) {
    this.#sources = sources;
  }

  /** Never waits long, and never fails: without an answer of the database, the last known texts. */
  async current(): Promise<SiteFactsJson> {
    const { scripts, unproved } = this.#sources;
    if (this.#now() - this.#readAt >= KEPT) {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
      await Promise.race([this.#reading, sleep(LONGEST_WAIT, undefined, { ref: false })]);
    }
    return { texts: this.#known, unproved, types: scripts.gatesByType(), signals: scripts.signals };
  }

  async #read(): Promise<void> {
    const { consents, texts } = this.#sources;
    try {
      const inForce = await texts();
      this.#known = Object.fromEntries(
        consents.flatMap(({ name }) => {
          const text = inForce.get(name);
          return text === undefined ? [] : [[name, text.askedSince]];
        }),
      );
      this.#readAt = this.#now();
    } catch {
      // The last known texts count; the next response tries again.
    }
  }

  #now(): number {
    return (this.#sources.clock ?? performance.now.bind(performance))();
  }
}
