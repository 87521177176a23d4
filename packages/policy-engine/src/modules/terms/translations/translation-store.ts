/** The table of translations: all its queries, without decisions. */
import { createId } from '../../../platform/database/statements/ids.ts';
import type { Queries } from '../../../platform/database/statements/queries.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import type { PublishedTranslation, TermTranslation } from '../term.ts';

interface TranslationRow {
  readonly term_id: string;
  readonly locale: string;
  readonly description: string;
  readonly hash: string | null;
  readonly late: number;
  readonly created_at: TimeText;
  readonly updated_at: TimeText;
}

const STAMP_COLUMNS = ['term_id', 'locale', 'hash', 'late', 'created_at', 'updated_at'] as const;

function fieldsOf({ locale, hash, late, created_at, updated_at }: Omit<TranslationRow, 'description'>) {
  return { locale, hash, late: late !== 0, createdAt: created_at, updatedAt: updated_at };
}

function isFixed<T extends { readonly hash: string | null }>(row: T): row is T & { readonly hash: string } {
  return row.hash !== null;
}

/** A translation of a published version without its text. */
export type TranslationStamp = Omit<PublishedTranslation, 'markdown'>;

/** Translations in one database, or inside one of its transactions. */
export class TranslationStore {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** All translations of some terms, by the id of the term, in the order of their tags. */
  async of(termIds: readonly string[]): Promise<Map<string, TermTranslation[]>> {
    if (termIds.length === 0) return new Map();
    const rows = await this.#queries
      .selectFrom('term_translations')
      .select([...STAMP_COLUMNS, 'description'])
      .where('term_id', 'in', termIds)
      .orderBy('locale')
      .execute();
    return grouped(rows, (row) => ({ ...fieldsOf(row), markdown: row.description }));
  }

  /** Fixed translations of some terms without their texts. */
  async stamps(termIds: readonly string[]): Promise<Map<string, TranslationStamp[]>> {
    if (termIds.length === 0) return new Map();
    const rows = await this.#queries
      .selectFrom('term_translations')
      .select(STAMP_COLUMNS)
      .where('term_id', 'in', termIds)
      .where('hash', 'is not', null)
      .orderBy('locale')
      .execute();
    return grouped(rows.filter(isFixed), (row) => ({ ...fieldsOf(row), hash: row.hash }));
  }

  async insert(
    termId: string,
    { locale, markdown, hash, late }: Pick<TermTranslation, 'locale' | 'markdown' | 'hash' | 'late'>,
    at: Date,
  ): Promise<void> {
    const row = { id: createId(), term_id: termId, locale, description: markdown, hash, late };
    await this.#queries
      .insertInto('term_translations')
      .values({ ...row, created_at: at, updated_at: at })
      .execute();
  }

  /** Changes the text of a translation that is not fixed yet. @returns whether there was one */
  async update(
    termId: string,
    { locale, markdown }: Pick<TermTranslation, 'locale' | 'markdown'>,
    at: Date,
  ): Promise<boolean> {
    const result = await this.#queries
      .updateTable('term_translations')
      .set({ description: markdown, updated_at: at })
      .where('term_id', '=', termId)
      .where('locale', '=', locale)
      .where('hash', 'is', null)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** Fixes a translation together with its version, or makes it mutable again. */
  async fix(termId: string, locale: string, hash: string | null): Promise<void> {
    await this.#queries
      .updateTable('term_translations')
      .set({ hash, late: false })
      .where('term_id', '=', termId)
      .where('locale', '=', locale)
      .execute();
  }

  /** Removes translations that are not fixed. @param locale default: all of the term */
  async remove(termId: string, locale?: string): Promise<void> {
    await this.#queries
      .deleteFrom('term_translations')
      .where('term_id', '=', termId)
      .$if(locale !== undefined, (query) => query.where('locale', '=', locale!))
      .where('hash', 'is', null)
      .execute();
  }
}

function grouped<Row extends { readonly term_id: string }, T>(rows: readonly Row[], read: (row: Row) => T) {
  const byTerm = new Map<string, T[]>();
  for (const row of rows) {
    const present = byTerm.get(row.term_id);
    if (present === undefined) byTerm.set(row.term_id, [read(row)]);
    else present.push(read(row));
  }
  return byTerm;
}
