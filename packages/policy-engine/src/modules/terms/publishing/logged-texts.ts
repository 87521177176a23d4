/**
 * Published texts as the ledger logs them: a version when it is in force, with the languages that it was published in, and each
 * translation that was added later. From then on they are immutable.
 */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import { type TimeText, timeText } from '../../../platform/database/statements/times.ts';
import { countOf } from '../../../platform/database/statements/values.ts';

/** A published text, without its content. */
export interface LoggedText {
  readonly id: string;
  readonly rule: string;
  /** Null if somebody removed it. */
  readonly version: number | null;
  /** BCP 47 tag. */
  readonly locale: string;
  /** SHA-256 of the text, from its column; null if somebody removed it. */
  readonly hash: string | null;
  /** Since when it is in force; for a translation, when it was added. */
  readonly since: TimeText | null;
  /** Position in the ledger; null until it is logged. */
  readonly logged: number | null;
  /** For a version, what else was published with it; null for a translation. */
  readonly published: {
    readonly material: boolean;
    readonly note: string | null;
    /** Hashes of the translations that were published with it, by language. */
    readonly translations: Readonly<Record<string, string>>;
  } | null;
  /** For a translation that was added later: ID of its version. */
  readonly of: string | null;
}

/** Published texts in one database, or inside one of its transactions. */
export class LoggedTextStore {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  /** Texts to be logged: versions in force, then translations of logged versions. */
  async waiting(limit: number, now: Date): Promise<LoggedText[]> {
    const rows = await this.#waitingVersions(now)
      .select(VERSION)
      .orderBy('published_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    const versions = await this.#versions(rows);
    if (versions.length === limit) return versions;
    const late = await this.#waitingTranslations()
      .select(TRANSLATION)
      .orderBy('term_translations.id')
      .limit(limit - versions.length)
      .execute();
    return [...versions, ...late.map(translationOf)];
  }

  /** Number of texts to be logged. */
  async countWaiting(now: Date): Promise<number> {
    const versions = await this.#waitingVersions(now)
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    const translations = await this.#waitingTranslations()
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return countOf(versions.total) + countOf(translations.total);
  }

  /** Records where texts are logged. @throws {Error} if one is no longer published, or already logged */
  async place(placed: readonly { readonly id: string; readonly place: number }[]): Promise<void> {
    for (const { id, place } of placed) {
      const version = await this.#queries
        .updateTable('terms')
        .set({ logged: place })
        .where('id', '=', id)
        .where('state', '=', 'published')
        .where('logged', 'is', null)
        .executeTakeFirst();
      if (version.numUpdatedRows === 1n) continue;
      const translation = await this.#queries
        .updateTable('term_translations')
        .set({ logged: place })
        .where('id', '=', id)
        .where('late', '=', 1)
        .where('logged', 'is', null)
        .executeTakeFirst();
      if (translation.numUpdatedRows !== 1n) throw new Error(`The text ${id} was changed while it was being sealed.`);
    }
  }

  /** Records that texts are logged at other positions. */
  async move(places: ReadonlyMap<string, number>): Promise<void> {
    for (const [id, logged] of places) {
      for (const table of ['terms', 'term_translations'] as const) {
        await this.#queries.updateTable(table).set({ logged }).where('id', '=', id).execute();
      }
    }
  }

  /** Texts by their ids; those that are not published are missing. */
  async find(ids: readonly string[]): Promise<LoggedText[]> {
    const rows = await this.#published().select(VERSION).where('id', 'in', ids).execute();
    const late = await this.#late().select(TRANSLATION).where('term_translations.id', 'in', ids).execute();
    return [...(await this.#versions(rows)), ...late.map(translationOf)];
  }

  /** Texts that are marked as logged, after an ID; versions and translations share no ID. */
  async logged(after: string, limit: number): Promise<LoggedText[]> {
    const rows = await this.#queries
      .selectFrom('terms')
      .select(VERSION)
      .where('logged', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    const late = await this.#translations()
      .select(TRANSLATION)
      .where('term_translations.logged', 'is not', null)
      .where('term_translations.id', '>', after)
      .orderBy('term_translations.id')
      .limit(limit)
      .execute();
    const all = [...(await this.#versions(rows)), ...late.map(translationOf)];
    return all.toSorted((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit);
  }

  #published() {
    return this.#queries.selectFrom('terms').where('state', '=', 'published');
  }

  #waitingVersions(now: Date) {
    return (
      this.#published()
        .where('logged', 'is', null)
        // Published by a system without versions: nobody decided on it here.
        .where('version', 'is not', null)
        .where('hash', 'is not', null)
        .where('published_at', '<=', timeText(now))
    );
  }

  #translations() {
    return this.#queries.selectFrom('term_translations').innerJoin('terms', 'terms.id', 'term_translations.term_id');
  }

  #late() {
    return this.#translations().where('terms.state', '=', 'published').where('late', '=', 1);
  }

  #waitingTranslations() {
    return this.#late()
      .where('term_translations.logged', 'is', null)
      .where('term_translations.hash', 'is not', null)
      .where('terms.logged', 'is not', null);
  }

  async #versions(rows: readonly VersionRow[]): Promise<LoggedText[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const translations = await this.#queries
      .selectFrom('term_translations')
      .select(['term_id', 'locale', 'hash'])
      .where('term_id', 'in', ids)
      .where('late', '=', 0)
      .execute();
    const byTerm = Map.groupBy(translations, ({ term_id }) => term_id);
    return rows.map(({ id, rule, version, locale, hash, published_at, logged, material, note }) => {
      const of = (byTerm.get(id) ?? []).map((one): [string, string] => [one.locale, one.hash ?? '']);
      const published = { material: material !== 0, note, translations: Object.fromEntries(of) };
      return { id, rule, version, locale, hash, since: published_at, logged, published, of: null };
    });
  }
}

const VERSION = ['id', 'rule', 'version', 'locale', 'hash', 'published_at', 'logged', 'material', 'note'] as const;
const TRANSLATION = [
  'term_translations.id',
  'term_translations.term_id',
  'terms.rule',
  'terms.version',
  'term_translations.locale',
  'term_translations.hash',
  'term_translations.created_at',
  'term_translations.logged',
] as const;

interface VersionRow {
  readonly id: string;
  readonly rule: string;
  readonly version: number | null;
  readonly locale: string;
  readonly hash: string | null;
  readonly published_at: TimeText | null;
  readonly logged: number | null;
  readonly material: number;
  readonly note: string | null;
}

interface TranslationRow {
  readonly id: string;
  readonly term_id: string;
  readonly rule: string;
  readonly version: number | null;
  readonly locale: string;
  readonly hash: string | null;
  readonly created_at: TimeText;
  readonly logged: number | null;
}

function translationOf({ term_id, created_at, ...row }: TranslationRow): LoggedText {
  return { ...row, since: created_at, published: null, of: term_id };
}
