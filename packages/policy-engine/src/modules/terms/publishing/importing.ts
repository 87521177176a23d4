/** Imports published texts of another system, with the dates they came into force. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import { timeText } from '../../../platform/database/statements/times.ts';
import type { Rules } from '../../rules/index.ts';
import { readTextRow, type TextRow } from './imported.ts';
import type { Publishing } from './publishing.ts';
import type { TermStore } from '../store.ts';
import type { Term } from '../term.ts';
import { sameContent, type Writing } from '../drafts/writing.ts';

/** What an import of texts did. */
export interface TermImportReport {
  /** Texts that were written. */
  readonly imported: number;
  /** Texts that already existed from an earlier run. */
  readonly known: number;
}

/** What the import needs. */
export interface ImportingOptions {
  readonly writing: Writing;
  readonly publishing: Publishing;
  readonly rules: Rules;
  /** BCP 47 tag of the language of rows without a language. */
  readonly defaultLocale: string;
}

/** Imports texts. */
export class Importing {
  readonly #options: ImportingOptions;

  constructor(options: ImportingOptions) {
    this.#options = options;
  }

  /** See `TermsService.import`. */
  async run(given: readonly unknown[]): Promise<TermImportReport> {
    const { writing, defaultLocale } = this.#options;
    const rows = given.map((row) => readTextRow(row, { now: writing.now, defaultLocale }));
    return writing.write(async (store) => {
      const counts = { imported: 0, known: 0 };
      const latest = new Map<string, Date>();
      for (const [index, row] of rows.entries()) {
        const done = typeof row === 'string' ? { reason: row } : await this.#take(store, row, latest.get(row.rule));
        if (typeof done === 'object') throw refusal(index + 1, done.reason);
        counts[done] += 1;
        if (typeof row === 'object') latest.set(row.rule, row.publishedAt);
      }
      return counts;
    });
  }

  /** @param before - when the text of the previous row of the same rule came into force */
  async #take(
    store: TermStore,
    row: TextRow,
    before: Date | undefined,
  ): Promise<keyof TermImportReport | { readonly reason: string }> {
    const { writing, publishing, rules } = this.#options;
    const { rule, publishedAt, locale, content } = row;
    const at = timeText(publishedAt);
    if (rules.find(rule) === undefined) return { reason: `there is no rule ${JSON.stringify(rule.slice(0, 100))}` };
    if (before !== undefined && publishedAt <= before) {
      return {
        reason: `publishedAt: ${at} is not later than ${timeText(before)}, that of the previous row of "${rule}"`,
      };
    }
    const newest = await store.versionAt(rule, publishedAt);
    const present = newest === 0 ? undefined : await store.findVersion(rule, newest);
    const isPresent = present?.publishedAt === at;
    const version = isPresent ? newest : newest + 1;
    if (row.version !== undefined && row.version !== version) {
      return { reason: `version: ${row.version} would be version ${version} of "${rule}"` };
    }
    if (isPresent) {
      if (isSame(present, row)) return 'known';
      return { reason: `version ${version} of "${rule}" came into force at ${at} with another text` };
    }
    // People may have decided on it by its number.
    if ((await store.versionAt(rule, writing.now)) > newest) {
      return { reason: `version ${version} of "${rule}" already exists and came into force later than ${at}` };
    }
    const draft = await writing.insert(store, rule, content, locale);
    await publishing.putInForce(store, draft, publishedAt, 'term_imported');
    return 'imported';
  }
}

/** Whether a version has the content of a row; translations that were added later are ignored. */
function isSame(term: Term, { locale, content }: TextRow): boolean {
  const translations = term.translations.filter(({ late }) => !late);
  return term.locale === locale && sameContent({ ...term, translations }, content);
}

function refusal(row: number, reason: string): PolicyEngineError {
  return new PolicyEngineError('import_refused', `row ${row} can't be imported: ${reason}. Nothing was written.`);
}
