/** The table of texts: all its queries, without decisions. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/port.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import { createQueries, type Queries } from '../../platform/database/statements/queries.ts';
import { type TimeText, timeText } from '../../platform/database/statements/times.ts';
import { countOf } from '../../platform/database/statements/values.ts';
import { AskedPeopleStore } from './announcements/asked-people-store.ts';
import { isPublished, type PublishedTerm, type Term, type TermTranslation } from './term.ts';
import { type TranslationStamp, TranslationStore } from './translations/translation-store.ts';

const STAMP_COLUMNS = [
  'id',
  'rule',
  'state',
  'version',
  'locale',
  'hash',
  'material',
  'note',
  'published_at',
  'created_at',
  'updated_at',
] as const;
const COLUMNS = [...STAMP_COLUMNS, 'description'] as const;

interface TermRow {
  readonly id: string;
  readonly rule: string;
  readonly state: string;
  readonly version: number | null;
  readonly locale: string;
  readonly description: string;
  readonly hash: string | null;
  readonly material: number;
  readonly note: string | null;
  readonly published_at: TimeText | null;
  readonly created_at: TimeText;
  readonly updated_at: TimeText;
}

function termOf(row: TermRow, translations: readonly TermTranslation[]): Term {
  const { description, published_at, created_at, updated_at, material, state, ...rest } = row;
  return {
    ...rest,
    state: state === 'published' ? 'published' : 'draft',
    markdown: description,
    translations,
    material: material !== 0,
    publishedAt: published_at,
    createdAt: created_at,
    updatedAt: updated_at,
  };
}

/** A published term without its text; null for a row that is marked as published and is incomplete. */
function stampedOf(row: Omit<TermRow, 'description'>) {
  const { published_at, created_at, updated_at, material, id, rule, version, locale, hash, note } = row;
  const fields = { id, rule, version, locale, hash, note, material: material !== 0, createdAt: created_at };
  const stamp = { ...fields, state: 'published' as const, publishedAt: published_at, updatedAt: updated_at };
  return isPublished(stamp) ? stamp : null;
}

/** A published term without its texts. */
export type TermStamp = Omit<PublishedTerm, 'markdown' | 'translations'> & {
  readonly translations: readonly TranslationStamp[];
};

/** What is known of the versions in force and scheduled, except for their texts. */
export interface TimelineStamps {
  readonly stamps: readonly TermStamp[];
  /** By rule, the newest material version in force. */
  readonly askedSince: ReadonlyMap<string, number>;
}

/** Since when each version is in force. */
export interface VersionStamp {
  readonly id: string;
  readonly rule: string;
  readonly version: number;
  readonly publishedAt: TimeText;
}

/** The mutable fields of a draft. */
export interface DraftRow {
  readonly markdown: string;
  readonly material: boolean;
  readonly note: string | null;
}

/** Texts in one database, or inside one of its transactions. */
export class TermStore {
  /** The connection that it uses. */
  readonly database: Database;
  readonly translations: TranslationStore;
  /** The accounts that decided on them. */
  readonly asked: AskedPeopleStore;
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.database = database;
    this.#queries = createQueries(database, naming);
    this.translations = new TranslationStore(this.#queries);
    this.asked = new AskedPeopleStore(this.#queries);
  }

  /** The newest version of each rule in force at a moment, and the scheduled ones; no texts. */
  async timeline(rules: readonly string[], at: Date): Promise<TimelineStamps> {
    // One query of a few index lookups per rule; grouping for the newest version would read every version.
    const [first, ...others] = rules.map((rule) => this.#fromNewest(rule, at));
    if (first === undefined) return { stamps: [], askedSince: new Map() };
    const rows = await others.reduce((union, one) => union.unionAll(one), first).execute();
    const stamps = rows.map(stampedOf).filter((stamp) => stamp !== null);
    const translations = await this.translations.stamps(stamps.map(({ id }) => id));
    return {
      stamps: stamps.map((stamp): TermStamp =>
        Object.assign(stamp, { translations: translations.get(stamp.id) ?? [] }),
      ),
      askedSince: new Map(rows.map(({ rule, asked_since }) => [rule, countOf(asked_since ?? 0)])),
    };
  }

  #fromNewest(rule: string, at: Date) {
    return this.#queries
      .selectFrom('terms')
      .select(STAMP_COLUMNS)
      .select(this.#newestInForce(rule, at).where('material', '=', 1).as('asked_since'))
      .where('state', '=', 'published')
      .where('rule', '=', rule)
      .where('version', '>=', ({ fn }) => fn.coalesce(this.#newestInForce(rule, at), sql<number>`0`));
  }

  #newestInForce(rule: string, at: Date) {
    return this.#queries
      .selectFrom('terms')
      .select(({ fn }) => fn.max('version').as('newest'))
      .where('state', '=', 'published')
      .where('rule', '=', rule)
      .where('published_at', '<=', timeText(at));
  }

  /** Texts of published rows by ID, with the stored hash. */
  async texts(ids: readonly string[]): Promise<Map<string, { markdown: string; hash: string | null }>> {
    const rows = await this.#queries
      .selectFrom('terms')
      .select(['id', 'description', 'hash'])
      .where('state', '=', 'published')
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, description, hash }) => [id, { markdown: description, hash }]));
  }

  async #terms(rows: readonly TermRow[]): Promise<Term[]> {
    const translations = await this.translations.of(rows.map(({ id }) => id));
    return rows.map((row) => termOf(row, translations.get(row.id) ?? []));
  }

  async find(rule: string, id: string): Promise<Term | undefined> {
    const row = await this.#queries
      .selectFrom('terms')
      .select(COLUMNS)
      .where('id', '=', id)
      .where('rule', '=', rule)
      .executeTakeFirst();
    return row === undefined ? undefined : (await this.#terms([row]))[0];
  }

  async ruleOf(id: string): Promise<string | undefined> {
    const row = await this.#queries.selectFrom('terms').select('rule').where('id', '=', id).executeTakeFirst();
    return row?.rule;
  }

  async findVersion(rule: string, version: number): Promise<Term | undefined> {
    return (await this.findVersions([{ rule, version }]))[0];
  }

  /** The existing ones, in no order. */
  async findVersions(versions: readonly { readonly rule: string; readonly version: number }[]): Promise<Term[]> {
    if (versions.length === 0) return [];
    const rows = await this.#queries
      .selectFrom('terms')
      .select(COLUMNS)
      .where('state', '=', 'published')
      .where((where) =>
        where.or(
          versions.map(({ rule, version }) => where.and([where('rule', '=', rule), where('version', '=', version)])),
        ),
      )
      .execute();
    return this.#terms(rows);
  }

  /** The newest versions of some rules that come into force within a period, without their texts. */
  async versionsWithin(
    rules: readonly string[],
    { from, until, limit }: { readonly from: Date; readonly until: Date; readonly limit: number },
  ): Promise<VersionStamp[]> {
    const rows = await this.#queries
      .selectFrom('terms')
      .select(['id', 'rule', 'version', 'published_at'])
      .where('state', '=', 'published')
      .where('rule', 'in', rules)
      .where('published_at', '>=', timeText(from))
      .where('published_at', '<', timeText(until))
      .orderBy('published_at', 'desc')
      .orderBy('version', 'desc')
      .limit(limit)
      .execute();
    return rows.flatMap(({ id, rule, version, published_at: publishedAt }) =>
      version === null || publishedAt === null ? [] : [{ id, rule, version, publishedAt }],
    );
  }

  /** Drafts first, the most recently written first; then versions, the newest first. */
  async list(rule: string, limit: number, offset: number): Promise<Term[]> {
    const rows = await this.#queries
      .selectFrom('terms')
      .select(COLUMNS)
      .where('rule', '=', rule)
      .orderBy('state', 'asc')
      .orderBy('version', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return this.#terms(rows);
  }

  async count(rule: string): Promise<number> {
    const row = await this.#queries
      .selectFrom('terms')
      .select(({ fn }) => fn.countAll().as('total'))
      .where('rule', '=', rule)
      .executeTakeFirstOrThrow();
    return countOf(row.total);
  }

  /** All drafts of some rules, the most recently written first. */
  async drafts(rules: readonly string[]): Promise<Term[]> {
    const rows = await this.#queries
      .selectFrom('terms')
      .select(COLUMNS)
      .where('state', '=', 'draft')
      .where('rule', 'in', rules)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return this.#terms(rows);
  }

  /** The highest version number of a rule that comes into force at or before a moment; 0 if there is none. */
  async versionAt(rule: string, at: Date): Promise<number> {
    const row = await this.#newestInForce(rule, at).executeTakeFirst();
    return countOf(row?.newest ?? 0);
  }

  /**
   * Whether a version that comes into force after a moment is in the ledger already, by itself or by decisions on it: then the
   * numbers from there on do not change. A machine whose clock is ahead has shown it.
   */
  async isFixedAfter(rule: string, at: Date): Promise<boolean> {
    const later = await this.#queries
      .selectFrom('terms')
      .select(['version', 'logged'])
      .where('rule', '=', rule)
      .where('state', '=', 'published')
      .where('published_at', '>', timeText(at))
      .execute();
    if (later.length === 0 || later.some(({ logged }) => logged !== null)) return later.length > 0;
    const event = await this.#queries
      .selectFrom('ledger_events')
      .select('id')
      .where('rule', '=', rule)
      .where('version', '>=', Math.min(...later.map(({ version }) => version ?? 0)))
      .limit(1)
      .executeTakeFirst();
    return event !== undefined;
  }

  /** Moves the numbers of all versions that come into force after a moment. */
  async renumberAfter(rule: string, at: Date, by: 1 | -1): Promise<void> {
    const later = await this.#queries
      .selectFrom('terms')
      .select(['id', 'version'])
      .where('state', '=', 'published')
      .where('rule', '=', rule)
      .where('published_at', '>', timeText(at))
      .orderBy('version', by === 1 ? 'desc' : 'asc')
      .execute();
    // One by one, from the free end: no two versions may have the same number even for a moment.
    for (const { id, version } of later) {
      const moved = { version: (version ?? 0) + by };
      await this.#queries.updateTable('terms').set(moved).where('id', '=', id).execute();
    }
  }

  async insertDraft(
    draft: DraftRow & { readonly id: string; readonly rule: string; readonly locale: string },
    at: Date,
  ): Promise<void> {
    const { id, rule, locale, markdown, material, note } = draft;
    const row = { id, rule, locale, description: markdown, material, note, state: 'draft' };
    await this.#queries
      .insertInto('terms')
      .values({ ...row, created_at: at, updated_at: at })
      .execute();
  }

  /** @returns whether there was such a draft */
  async updateDraft(id: string, { markdown, material, note }: DraftRow, at: Date): Promise<boolean> {
    const result = await this.#queries
      .updateTable('terms')
      .set({ description: markdown, material, note, updated_at: at })
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** @returns whether there was such a draft */
  async publish(
    id: string,
    { version, hash, publishedAt }: { version: number; hash: string; publishedAt: Date },
    at: Date,
  ): Promise<boolean> {
    const result = await this.#queries
      .updateTable('terms')
      .set({ state: 'published', version, hash, published_at: publishedAt, updated_at: at })
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** @returns whether there was such a version that is not in force yet and nobody has decided on */
  async takeBack(id: string, at: Date): Promise<boolean> {
    const result = await this.#queries
      .updateTable('terms')
      .set({ state: 'draft', version: null, hash: null, published_at: null, updated_at: at })
      .where('id', '=', id)
      .where('state', '=', 'published')
      .where('published_at', '>', timeText(at))
      // Another machine, whose clock is ahead, may already have shown it, or sealed that it is in force.
      .where('logged', 'is', null)
      .where('id', 'not in', this.#queries.selectFrom('user_terms').select('term_id').where('term_id', '=', id))
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** @returns whether there was such a draft */
  async deleteDraft(id: string): Promise<boolean> {
    const result = await this.#queries
      .deleteFrom('terms')
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  }
}
