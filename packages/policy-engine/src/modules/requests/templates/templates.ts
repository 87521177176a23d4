/** Templates of reasons: those written by administrators, and the samples that they neither changed nor deleted. */
import { createId } from '../../../platform/database/statements/ids.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import { isUniqueViolation } from '../../../platform/database/connection/sql-errors.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import type { AdminAction } from '../../../kernel/module.ts';
import { refusals } from '../../../errors/refusals.ts';
import type { Audit } from '../../audit/index.ts';
import type { Undo, Undoable } from '../../preferences/index.ts';
import { revisionOf, sampleNames, samples, sampleTexts, type Template, type TemplateAct } from './template.ts';

const SAMPLE = 'sample.';
/** What a deletion is called when it can be undone. */
const TEMPLATE = 'template';
/** Most templates that are read. */
const MOST = 500;

/** What keeping templates needs. */
export interface TemplatesOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly audit: Pick<Audit, 'record'>;
  readonly undo: Pick<Undo, 'keep'>;
  /** The best matching language of the engine. */
  readonly language: (wishes: readonly string[]) => Language;
  readonly now: () => Date;
}

/** The editable fields of a template. */
export interface TemplateWords {
  readonly act: TemplateAct;
  readonly title: string;
  readonly body: string;
}

const changed = () => refusals.conflict('request_template_changed', 'error.request_template_changed');

/** Templates of all languages. */
export class Templates {
  readonly #options: TemplatesOptions;

  constructor(options: TemplatesOptions) {
    this.#options = options;
  }

  /** The templates in the best matching language of the engine. @param asked.act Default: of all actions */
  async list({ act, locale: wish }: { readonly act?: TemplateAct; readonly locale: string }): Promise<Template[]> {
    const { locale, text } = this.#options.language([wish]);
    const rows = await this.#queries()
      .selectFrom('request_templates')
      .selectAll()
      .where('locale', '=', locale)
      .orderBy('id')
      .limit(MOST)
      .execute();
    const changed = new Set(rows.map(({ sample }) => sample));
    const unchanged = sampleNames
      .filter((name) => !changed.has(name))
      .map((name): Template => {
        const words = sampleTexts(name);
        return {
          id: SAMPLE + name,
          act: samples[name],
          locale,
          title: text(words.title),
          body: text(words.body),
          sample: name,
          isUnchanged: true,
        };
      });
    const written = rows.flatMap(({ id, title, body, sample, act: own }): Template[] => {
      // Written by this file only.
      return body === null ? [] : [{ id, act: own as TemplateAct, locale, title, body, sample, isUnchanged: false }];
    });
    return [...written, ...unchanged].filter((one) => act === undefined || one.act === act);
  }

  /** A template in a language; by the ID of a sample also its changed version. @throws {PolicyEngineError} 404 */
  async find(id: string, locale: string): Promise<Template> {
    const all = await this.list({ locale });
    const found =
      all.find((one) => one.id === id) ?? all.find(({ sample }) => sample !== null && id === SAMPLE + sample);
    if (found === undefined) throw refusals.notFound();
    return found;
  }

  /** Adds a template of the administrators' own. */
  async add(locale: string, { act, title, body }: TemplateWords): Promise<void> {
    await this.#write('request_template_saved', async (transaction) => {
      await this.#insert(transaction, locale, { act, title, body, sample: null });
    });
  }

  /**
   * Changes a template; a changed sample is stored.
   *
   * @param opened its revision as it was opened; undefined for whatever it is now
   * @throws {PolicyEngineError} 404; 409 `request_template_changed`
   */
  async change(
    id: string,
    locale: string,
    { title, body }: Pick<TemplateWords, 'title' | 'body'>,
    opened?: string,
  ): Promise<void> {
    const template = await this.#opened(id, locale, opened);
    await this.#write('request_template_saved', async (transaction) => {
      await this.#requireSame(transaction, template);
      await this.#replace(transaction, template, { title, body });
    });
  }

  /**
   * Deletes a template, even a sample, in one language.
   *
   * @param opened its revision as it was opened; undefined for whatever it is now
   * @returns what the notice is about, so that it can be undone
   * @throws {PolicyEngineError} 404; 409 `request_template_changed`
   */
  async delete(id: string, locale: string, opened?: string): Promise<string> {
    const template = await this.#opened(id, locale, opened);
    const { title } = template;
    let about = '';
    await this.#write('request_template_deleted', async (transaction) => {
      await this.#requireSame(transaction, template);
      about = await this.#options.undo.keep(transaction, TEMPLATE, template);
      if (template.sample !== null) return this.#replace(transaction, template, { title, body: null });
      const { numDeletedRows } = await this.#queries(transaction)
        .deleteFrom('request_templates')
        .where('id', '=', template.id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw refusals.notFound();
    });
    return about;
  }

  /** How a deletion is undone. @param back path of the templates of a language, below the mount path */
  undoable(back: (locale: string) => string): Undoable<Template> {
    return {
      kind: TEMPLATE,
      back: ({ locale }) => back(locale),
      restore: async (transaction, { id, act, locale, sample, title, body, isUnchanged }) => {
        const queries = this.#queries(transaction);
        // Of a deleted sample, a row without a text is left.
        if (sample !== null) {
          await queries
            .deleteFrom('request_templates')
            .where('locale', '=', locale)
            .where('sample', '=', sample)
            .where('body', 'is', null)
            .execute();
        }
        if (!isUnchanged) await this.#insert(transaction, locale, { id, act, title, body, sample });
      },
    };
  }

  /** @throws {PolicyEngineError} 404; 409 for another revision than the opened one, and for a sample that was changed since */
  async #opened(id: string, locale: string, opened: string | undefined): Promise<Template> {
    const template = await this.find(id, locale);
    const isSame = opened === undefined ? template.id === id : opened === revisionOf(template);
    if (!isSame) throw changed();
    return template;
  }

  /** Locks the row until the end of the transaction. @throws {PolicyEngineError} 404; 409 if somebody has changed it since */
  async #requireSame(transaction: Database, template: Template): Promise<void> {
    // A second version of a sample violates a unique index.
    if (template.isUnchanged) return;
    const row = await this.#queries(transaction)
      .selectFrom('request_templates')
      .select(['title', 'body'])
      .where('id', '=', template.id)
      .$if(transaction.capabilities.rowLocks, (query) => query.forUpdate())
      .executeTakeFirst();
    if (row === undefined || row.body === null) throw refusals.notFound();
    if (revisionOf({ title: row.title, body: row.body }) !== revisionOf(template)) throw changed();
  }

  async #replace(
    transaction: Database,
    { id, act, locale, sample, isUnchanged }: Template,
    { title, body }: { readonly title: string; readonly body: string | null },
  ): Promise<void> {
    if (isUnchanged) return this.#insert(transaction, locale, { act, title, body, sample });
    const { numUpdatedRows } = await this.#queries(transaction)
      .updateTable('request_templates')
      .set({ title, body, updated_at: this.#options.now() })
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw refusals.notFound();
  }

  async #insert(
    transaction: Database,
    locale: string,
    words: {
      readonly id?: string;
      readonly act: string;
      readonly title: string;
      readonly body: string | null;
      readonly sample: string | null;
    },
  ): Promise<void> {
    const at = this.#options.now();
    const row = {
      id: createId(),
      locale: this.#options.language([locale]).locale,
      ...words,
      created_at: at,
      updated_at: at,
    };
    await this.#queries(transaction).insertInto('request_templates').values(row).execute();
  }

  /** @throws {PolicyEngineError} 409 for a sample that somebody else has changed at the same time */
  async #write(action: AdminAction, write: (transaction: Database) => Promise<void>): Promise<void> {
    const { database, audit } = this.#options;
    try {
      await database.transaction(async (transaction) => {
        await write(transaction);
        await audit.record(transaction, { action, rule: null, subject: null });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw changed();
      throw error;
    }
  }

  #queries(database: Database = this.#options.database) {
    return createQueries(database, this.#options.naming);
  }
}
