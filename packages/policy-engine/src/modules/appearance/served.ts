/**
 * Banners as they were served: each one once, under the SHA-256 of its document, which decisions name. A document contains what the
 * engine sent (the question with its words, and the style sheets), and nothing about a person.
 */
import { hash } from 'node:crypto';
import { insertMissing } from '../../platform/database/statements/insert-missing.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/statements/queries.ts';
import { countOf } from '../../platform/database/statements/values.ts';
import type { WebLogger } from '../../platform/logger.ts';
import { dayOf } from '../regimes/index.ts';
import type { ServedBannersTable } from './tables.ts';

/** A banner as it was served. */
export interface ServedBanner {
  /** Number of the version of the appearance; null if none was saved. */
  readonly appearance: number | null;
  /** The style sheets of the engine, those of the appearance last. */
  readonly css: string;
  /** The question in both layers, before a decision. */
  readonly html: string;
  /** BCP 47 tag. */
  readonly locale: string;
}

/** A stored banner. */
export interface StoredBanner {
  readonly banner: ServedBanner;
  /** The document, whose SHA-256 is the hash. */
  readonly text: string;
  /** The first and the last day on which it was served: `2026-11-26`, UTC. */
  readonly firstDay: string;
  readonly lastDay: string;
}

/** What is needed. */
export interface ServedBannersOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly now: () => Date;
  readonly logger: WebLogger;
}

/** New documents a day: a host whose texts differ with each request must not fill the table. */
export const MOST_A_DAY = 200;
/** Days after which a document that was not served again and that no decision names is deleted. */
const KEPT_DAYS = 90;
/** Milliseconds without an attempt after storing failed: each page view would fail again. */
const PAUSE_MS = 60_000;
/** How many digits of the hash a page contains, to keep it small; a decision gets all 64. */
export const DIGITS_IN_PAGE = 16;
/** Most hashes that are remembered as named. */
const REMEMBERED = 1000;

/** The document of a banner: canonical JSON, members sorted by name. */
export function documentOf({ appearance, css, html, locale }: ServedBanner): string {
  return JSON.stringify({ appearance, css, html, locale });
}

/** Stores them, and finds them again. */
export class ServedBanners {
  readonly #options: ServedBannersOptions;
  /** By the digits that were sent. */
  readonly #named = new Map<string, Pick<ServedBannersTable, 'hash' | 'locale'>>();
  #fullOn = '';
  #pausedUntil = 0;

  constructor(options: ServedBannersOptions) {
    this.#options = options;
  }

  /** The UTC day. */
  today(): string {
    return dayOf(this.#options.now());
  }

  /**
   * Stores a banner that is about to be served, once a day at most.
   *
   * @returns its hash; null if it is not stored, since there are too many or the database cannot be written
   */
  async keep(banner: ServedBanner): Promise<string | null> {
    if (this.#pausedUntil > performance.now()) return null;
    const text = documentOf(banner);
    const key = hash('sha256', text);
    try {
      return (await this.#store(key, banner.locale, text)) ? key : null;
    } catch (error) {
      this.#pausedUntil = performance.now() + PAUSE_MS;
      this.#options.logger.error('the banner was served without a record of how it looked', { error });
      return null;
    }
  }

  /**
   * Marks a banner as one that a decision names: it is not deleted any more.
   *
   * @param digits the first digits of its hash
   * @param locale language that the decision states
   * @returns its whole hash; undefined if there is no such banner in this language
   */
  async name(digits: string, locale: string | undefined): Promise<string | undefined> {
    const known = this.#named.get(digits) ?? (await this.#mark(digits));
    if (known === undefined) return undefined;
    if (this.#named.size >= REMEMBERED) this.#named.clear();
    this.#named.set(digits, known);
    return locale === undefined || locale === known.locale ? known.hash : undefined;
  }

  /** A stored banner; null if there is none, or if its document does not have this hash any more. */
  async find(key: string): Promise<StoredBanner | null> {
    const row = await this.#queries()
      .selectFrom('served_banners')
      .select(['document', 'first_day', 'last_day'])
      .where('hash', '=', key)
      .executeTakeFirst();
    if (row === undefined || hash('sha256', row.document) !== key) return null;
    const banner = JSON.parse(row.document) as ServedBanner;
    return { banner, text: row.document, firstDay: row.first_day, lastDay: row.last_day };
  }

  /** Deletes what no decision names and was not served lately. */
  async forgetUnnamed(): Promise<void> {
    const day = new Date(this.#options.now().getTime() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10);
    await this.#queries().deleteFrom('served_banners').where('is_named', '=', 0).where('last_day', '<', day).execute();
  }

  #queries() {
    return createQueries(this.#options.database, this.#options.naming);
  }

  async #store(key: string, locale: string, document: string): Promise<boolean> {
    const day = this.today();
    const found = await this.#queries()
      .selectFrom('served_banners')
      .select('last_day')
      .where('hash', '=', key)
      .executeTakeFirst();
    if (found !== undefined && found.last_day >= day) return true;
    if (found !== undefined) {
      const touch = this.#queries().updateTable('served_banners').set({ last_day: day });
      await touch.where('hash', '=', key).where('last_day', '<', day).execute();
      return true;
    }
    if (await this.#isFull(day)) return false;
    const row = { hash: key, locale, document, first_day: day, last_day: day, is_named: false };
    const insert = this.#queries().insertInto('served_banners').values(row);
    await insertMissing(this.#options.database, insert, 'hash').execute();
    return true;
  }

  async #isFull(day: string): Promise<boolean> {
    if (this.#fullOn === day) return true;
    const { count } = await this.#queries()
      .selectFrom('served_banners')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('first_day', '=', day)
      .executeTakeFirstOrThrow();
    if (countOf(count) < MOST_A_DAY) return false;
    this.#fullOn = day;
    const message = `${MOST_A_DAY} different banners were served today: decisions on further ones do not record how they looked`;
    this.#options.logger.error(message, { day });
    return true;
  }

  async #mark(digits: string): Promise<Pick<ServedBannersTable, 'hash' | 'locale'> | undefined> {
    const found = await this.#startingWith(digits);
    if (found === undefined) return undefined;
    await this.#queries()
      .updateTable('served_banners')
      .set({ is_named: true })
      .where('hash', '=', found.hash)
      .where('is_named', '=', 0)
      .execute();
    // It may have been deleted in between; from now on it cannot be.
    return this.#startingWith(digits);
  }

  async #startingWith(digits: string): Promise<Pick<ServedBannersTable, 'hash' | 'locale'> | undefined> {
    const rows = await this.#queries()
      .selectFrom('served_banners')
      .select(['hash', 'locale'])
      .where('hash', '>=', digits.padEnd(64, '0'))
      .where('hash', '<=', digits.padEnd(64, 'f'))
      .limit(2)
      .execute();
    return rows.length === 1 ? rows[0] : undefined;
  }
}
