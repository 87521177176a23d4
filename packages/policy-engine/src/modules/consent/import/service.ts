/**
 * Takes over decisions of an older system. Rows go in batches, each with its events in one transaction, so that a run that
 * was cut off is finished by running it again: what is in the ledger already is passed over.
 */
import type { Audit } from '../../audit/service.ts';
import { isUserId } from '../../../platform/database/columns.ts';
import type { Naming } from '../../../platform/database/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { isUniqueViolation } from '../../../platform/database/sql-errors.ts';
import { timeText } from '../../../platform/database/times.ts';
import { PolicyEngineError } from '../../../errors.ts';
import type { NewEvent } from '../../proof/event.ts';
import type { LedgerService } from '../../proof/service.ts';
import { bestTag } from '../../terms/languages.ts';
import type { TermsService } from '../../terms/service.ts';
import { isPublished } from '../../terms/term.ts';
import type { Rules } from '../../rules/rules.ts';
import { type ImportProblem, isProblem, readRow, type SourceRow, type WellFormedRow } from './row.ts';
import { type NewDecision, UserTermStore } from '../store.ts';

/** How to import. */
export interface ImportOptions {
  /** Reads and compares, and writes nothing. Default: false. */
  readonly dryRun?: boolean;
  /** Passes over rows that can't be taken. Default: false, and then one such row keeps all others from being written. */
  readonly skipBad?: boolean;
  /** Called for each row that can't be taken. */
  readonly onProblem?: ((problem: ImportProblem) => void) | undefined;
  /** Called after each batch, and while the rows are checked (`rows` alone counts then). */
  readonly onProgress?: ((report: ImportReport) => void) | undefined;
}

/** What an import did; a dry run: would do, as far as rows of one person are near each other. */
export interface ImportReport {
  /** Rows that were read. */
  readonly rows: number;
  /** Events that are new in the ledger. */
  readonly imported: number;
  /** Decisions that count from now on; the other new events are older than what the person decided since. */
  readonly decided: number;
  /** Rows that were in the ledger already. */
  readonly known: number;
  /** Rows that can't be taken. */
  readonly bad: number;
}

/** What the import needs. */
export interface DecisionImportOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly rules: Rules;
  readonly terms: TermsService;
  readonly ledger: LedgerService;
  readonly audit: Pick<Audit, 'record'>;
  readonly now: () => Date;
}

/** Statements of a batch have at most some thousand parameters, which every database takes. */
const BATCH = 500;

/** A row with the text it is about. */
interface Decided extends NewDecision {
  readonly line: number;
  readonly version: number;
  readonly textHash: string;
  readonly locale: string | null;
}

interface KnownVersion {
  readonly termId: string;
  readonly version: number;
  readonly texts: readonly { readonly locale: string; readonly hash: string }[];
}

type Counts = { -readonly [name in keyof ImportReport]: number };

/** Imports decisions. */
export class DecisionImport {
  readonly #options: DecisionImportOptions;
  readonly #store: UserTermStore;

  constructor(options: DecisionImportOptions) {
    this.#options = options;
    this.#store = new UserTermStore(options.naming);
  }

  /**
   * @param source begins anew at each call
   * @throws {PolicyEngineError} `import_refused` for rows that can't be taken, before anything is written
   */
  async run(source: () => AsyncIterable<SourceRow>, options: ImportOptions = {}): Promise<ImportReport> {
    const { dryRun = false, skipBad = false } = options;
    const versions = new Map<string, KnownVersion>();
    if (!skipBad) await this.#refuseBad(source, versions, options);
    const counts: Counts = { rows: 0, imported: 0, decided: 0, known: 0, bad: 0 };
    for await (const batch of batches(source())) {
      counts.rows += batch.length;
      const rows: Decided[] = [];
      for (const row of batch) {
        const found = await this.#find(row, versions);
        if (!isProblem(found)) {
          rows.push(found);
          continue;
        }
        // The file was in order a moment ago.
        if (!skipBad) throw refusal({ bad: 1, first: found });
        counts.bad += 1;
        options.onProblem?.(found);
      }
      const done = await this.#write(rows, { dryRun, isFirst: counts.imported === 0 });
      counts.imported += done.imported;
      counts.decided += done.decided;
      counts.known += rows.length - done.imported;
      options.onProgress?.({ ...counts });
    }
    return counts;
  }

  async #refuseBad(
    source: () => AsyncIterable<SourceRow>,
    versions: Map<string, KnownVersion>,
    { onProblem, onProgress }: ImportOptions,
  ): Promise<void> {
    let [rows, bad] = [0, 0];
    let first: ImportProblem | undefined;
    for await (const batch of batches(source())) {
      for (const row of batch) {
        const found = await this.#find(row, versions);
        if (!isProblem(found)) continue;
        bad += 1;
        first ??= found;
        onProblem?.(found);
      }
      rows += batch.length;
      onProgress?.({ rows, imported: 0, decided: 0, known: 0, bad });
    }
    if (first !== undefined) throw refusal({ bad, first });
  }

  async #find(read: SourceRow, versions: Map<string, KnownVersion>): Promise<Decided | ImportProblem> {
    const row = readRow(read, this.#options.now());
    if (isProblem(row)) return row;
    const { line, user_id: userId, rule, decision, at, locale = null } = row;
    if (this.#options.rules.find(rule) === undefined) return { line, reason: `there is no rule "${rule}"` };
    const { userIdType } = this.#options.naming;
    if (!isUserId(userId, userIdType)) return { line, reason: `user_id "${userId}" is no ${userIdType}` };
    const found = await this.#version(row, versions);
    if (typeof found === 'string') return { line, reason: found };
    const { termId, version, texts } = found;
    const tags = texts.map((text) => text.locale);
    const tag = locale === null ? null : bestTag(tags, [locale]);
    const { hash: textHash = '' } = texts.find((text) => text.locale === tag) ?? texts[0] ?? {};
    return { line, userId, rule, termId, version, decision, at, textHash, locale };
  }

  /** The version a row is about, or why it can be about none. */
  async #version(row: WellFormedRow, versions: Map<string, KnownVersion>): Promise<KnownVersion | string> {
    const { rule, version, term_id: termId } = row;
    const name = `${rule}\0${version ?? ''}\0${termId ?? ''}`;
    const known = versions.get(name);
    if (known !== undefined) return known;
    const term = await this.#options.terms.published(
      rule,
      termId === undefined ? { version: version ?? 0 } : { id: termId },
    );
    if (term === null || !isPublished(term)) {
      return termId === undefined ? `"${rule}" has no version ${version}` : `"${rule}" has no published text ${termId}`;
    }
    if (version !== undefined && term.version !== version)
      return `${termId} is version ${term.version}, not ${version}`;
    if (term.publishedAt > timeText(this.#options.now()))
      return `version ${term.version} of "${rule}" is not in force yet`;
    const translations = term.translations.flatMap(({ locale, hash }) => (hash === null ? [] : [{ locale, hash }]));
    const texts = [{ locale: term.locale, hash: term.hash }, ...translations];
    const found = { termId: term.id, version: term.version, texts };
    versions.set(name, found);
    return found;
  }

  async #write(
    rows: readonly Decided[],
    { dryRun, isFirst }: { dryRun: boolean; isFirst: boolean },
  ): Promise<Pick<ImportReport, 'imported' | 'decided'>> {
    if (rows.length === 0) return { imported: 0, decided: 0 };
    const { database } = this.#options;
    // Serializable, so that of two imports of one file at once only one finds a row missing.
    const write = () =>
      dryRun
        ? this.#writeWithin(database, rows, { dryRun, isFirst })
        : database.transaction((transaction) => this.#writeWithin(transaction, rows, { dryRun, isFirst }));
    for (let left = 5; ; left -= 1) {
      try {
        return await write();
      } catch (error) {
        // Somebody made their first decision in this very moment: theirs is found the next time.
        if (!isUniqueViolation(error) || left === 0) throw error;
      }
    }
  }

  async #writeWithin(
    within: Database,
    rows: readonly Decided[],
    { dryRun, isFirst }: { dryRun: boolean; isFirst: boolean },
  ): Promise<Pick<ImportReport, 'imported' | 'decided'>> {
    const { ledger, audit } = this.#options;
    const userIds = [...new Set(rows.map(({ userId }) => userId))];
    const present = await this.#store.present(within, userIds, { lock: !dryRun });
    const existing = new Map(present.map((one) => [pairOf(one.userId, one.rule), one]));
    const known = new Set((await ledger.importedAbout(userIds, within)).map(identityOf));
    const fresh = rows.filter((row) => {
      const identity = identityOf({ ...row, at: timeText(row.at) });
      return !known.has(identity) && known.add(identity);
    });
    const newest = newestOf(fresh, (pair) => existing.get(pair)?.since ?? null);
    const done = { imported: fresh.length, decided: newest.length };
    if (dryRun || fresh.length === 0) return done;
    await ledger.appendWithin(
      within,
      fresh.map((row) => this.#event(row)),
    );
    const unknown = newest.filter(({ userId, rule }) => !existing.has(pairOf(userId, rule)));
    for (const row of newest) {
      const before = existing.get(pairOf(row.userId, row.rule));
      if (before !== undefined) await this.#store.change(within, before.id, row);
    }
    await this.#store.insert(within, unknown);
    if (isFirst) await audit.record(within, { action: 'decisions_imported', rule: null, subject: null });
    return done;
  }

  #event({ userId, rule, version, textHash, decision, at, locale }: Decided): NewEvent {
    const facts = { kind: 'decision', rule, version, textHash, decision, how: 'import', at } as const;
    const subject = { userId, visitorId: null };
    return this.#options.ledger.eventOf({ ...facts, subject, circumstances: { locale, userAgent: null, ip: null } });
  }
}

/** Names a person and a rule: no id has this character. */
const pairOf = (userId: string, rule: string): string => `${userId}\0${rule}`;

/** Of each person and rule the last decision, where it is later than the present one. */
function newestOf(rows: readonly Decided[], presentSince: (pair: string) => string | null): Decided[] {
  const newest = new Map<string, Decided>();
  for (const row of rows) {
    const pair = pairOf(row.userId, row.rule);
    const since = newest.get(pair)?.at ?? presentSince(pair);
    if (since === null || timeText(row.at) > (typeof since === 'string' ? since : timeText(since)))
      newest.set(pair, row);
  }
  return [...newest.values()];
}

/** What makes two rows the same. */
function identityOf(row: {
  readonly userId: string;
  readonly rule: string | null;
  readonly version: number | null;
  readonly decision: string | null;
  readonly at: string;
}): string {
  return [row.userId, row.rule, row.version, row.decision, row.at].join('\0');
}

async function* batches(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow[]> {
  let batch: SourceRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function refusal({ bad, first }: { bad: number; first: ImportProblem }): PolicyEngineError {
  const count = bad === 1 ? 'a row' : `${bad} rows`;
  return new PolicyEngineError(
    'import_refused',
    `${count} can't be imported: line ${first.line}: ${first.reason}. Mend the file, or pass over such rows (skipBad, --skip-bad).`,
  );
}
