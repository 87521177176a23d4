/**
 * Imports decisions of another system. Rows are written in batches, each with its events in one transaction. An interrupted run is
 * completed by running it again: rows that are already in the ledger are skipped.
 */
import type { Audit } from '../../audit/index.ts';
import { isUserId } from '../../../platform/database/schema/columns.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { type TimeText, timeText } from '../../../platform/database/statements/times.ts';
import { PolicyEngineError } from '../../../errors/errors.ts';
import {
  effectiveDecisions,
  isImported,
  type LedgerService,
  type NewEvent,
  type PresentDecision,
  RecordStore,
  SubjectStore,
  UserTermStore,
} from '../../proof/index.ts';
import { bestTag, isPublished, type TermsService } from '../../terms/index.ts';
import type { Rules } from '../../rules/index.ts';
import { type ImportProblem, isProblem, readRow, type SourceRow, type WellFormedRow } from './row.ts';

/** How to import. */
export interface ImportOptions {
  /** Reads and compares, and writes nothing. Default: false. */
  readonly dryRun?: boolean;
  /** Skips invalid rows. Default: false; then one such row prevents all others from being written. */
  readonly skipBad?: boolean;
  /**
   * The dates of the texts are unknown: also takes decisions that are older than the text they name. The host states
   * with it that people decided on this same text; the events say so (`how: import-undated`). Default: false.
   */
  readonly undatedTexts?: boolean;
  /** Called for each invalid row. */
  readonly onProblem?: ((problem: ImportProblem) => void) | undefined;
  /** Called after each batch, and while the rows are checked (`rows` alone counts then). */
  readonly onProgress?: ((report: ImportReport) => void) | undefined;
}

/** What an import did, or what a dry run would do, provided that the rows of one person are close to each other. */
export interface ImportReport {
  /** Rows read. */
  readonly rows: number;
  /** New events in the ledger. */
  readonly imported: number;
  /** Decisions that now count; the other new events are older than a later decision of the person. */
  readonly decided: number;
  /** Rows that were already in the ledger. */
  readonly known: number;
  /** Invalid rows. */
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

/** Queries of a batch have at most some thousand parameters, which every database supports. */
const BATCH = 500;

/** A row with the text it is about. */
interface Decided {
  readonly userId: string;
  readonly rule: string;
  readonly termId: string;
  readonly decision: 'accepted' | 'rejected';
  readonly at: Date;
  readonly line: number;
  readonly version: number;
  readonly textHash: string;
  readonly locale: string | null;
  /** Whether the decision is older than the text. */
  readonly isOlder: boolean;
}

interface KnownVersion {
  readonly termId: string;
  readonly version: number;
  readonly publishedAt: TimeText;
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
   * @param source starts again at each call
   * @throws {PolicyEngineError} `import_refused` for invalid rows, before anything is written
   */
  async run(source: () => AsyncIterable<SourceRow>, options: ImportOptions = {}): Promise<ImportReport> {
    const { dryRun = false, skipBad = false, undatedTexts = false } = options;
    const versions = new Map<string, KnownVersion>();
    if (!skipBad) await this.#refuseBad(source, versions, options);
    const counts: Counts = { rows: 0, imported: 0, decided: 0, known: 0, bad: 0 };
    for await (const batch of batches(source())) {
      counts.rows += batch.length;
      const rows: Decided[] = [];
      for (const row of batch) {
        const found = await this.#find(row, versions, undatedTexts);
        if (!isProblem(found)) {
          rows.push(found);
          continue;
        }
        // The file was valid when it was checked.
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
    { onProblem, onProgress, undatedTexts = false }: ImportOptions,
  ): Promise<void> {
    let [rows, bad] = [0, 0];
    let first: ImportProblem | undefined;
    for await (const batch of batches(source())) {
      for (const row of batch) {
        const found = await this.#find(row, versions, undatedTexts);
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

  async #find(
    read: SourceRow,
    versions: Map<string, KnownVersion>,
    undatedTexts: boolean,
  ): Promise<Decided | ImportProblem> {
    const row = readRow(read, this.#options.now());
    if (isProblem(row)) return row;
    const { line, user_id: userId, rule, decision, at, locale = null } = row;
    const known = this.#options.rules.find(rule);
    if (known === undefined) return { line, reason: `there is no rule "${rule}"` };
    if (known.notice) return { line, reason: `"${rule}" is a notice, on which nobody decides` };
    const { userIdType } = this.#options.naming;
    if (!isUserId(userId, userIdType)) return { line, reason: `user_id "${userId}" is not of type ${userIdType}` };
    const found = await this.#version(row, versions);
    if (typeof found === 'string') return { line, reason: found };
    const { termId, version, publishedAt, texts } = found;
    const isOlder = timeText(at) < publishedAt;
    if (isOlder && !undatedTexts) return { line, reason: olderThanText(row, found) };
    const tags = texts.map((text) => text.locale);
    const tag = locale === null ? null : bestTag(tags, [locale]);
    const { hash: textHash = '' } = texts.find((text) => text.locale === tag) ?? texts[0] ?? {};
    return { line, userId, rule, termId, version, decision, at, textHash, locale, isOlder };
  }

  /** The version that a row is about, or why there is none. */
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
    const found = { termId: term.id, version: term.version, publishedAt: term.publishedAt, texts };
    versions.set(name, found);
    return found;
  }

  async #write(
    rows: readonly Decided[],
    { dryRun, isFirst }: { dryRun: boolean; isFirst: boolean },
  ): Promise<Pick<ImportReport, 'imported' | 'decided'>> {
    if (rows.length === 0) return { imported: 0, decided: 0 };
    const { database } = this.#options;
    if (dryRun) return this.#writeWithin(database, rows, { dryRun, isFirst });
    // The rows of the accounts are locked, so that of two concurrent imports of one file only one finds a row missing.
    const write = (transaction: Database) => this.#writeWithin(transaction, rows, { dryRun, isFirst });
    return database.transaction(write, { isolation: 'read committed' });
  }

  async #writeWithin(
    within: Database,
    rows: readonly Decided[],
    { dryRun, isFirst }: { dryRun: boolean; isFirst: boolean },
  ): Promise<Pick<ImportReport, 'imported' | 'decided'>> {
    const { ledger, audit, naming } = this.#options;
    const userIds = [...new Set(rows.map(({ userId }) => userId))];
    const subjects = new SubjectStore(within, naming);
    const lasts = dryRun ? new Map<string, number>() : await subjects.lockAccounts(userIds);
    const records = await new RecordStore(within, naming).ofAccounts(userIds);
    const known = new Set(
      [...records].flatMap(([userId, all]) =>
        all.flatMap((record) => (isImported(record) ? [identityOf({ userId, ...record })] : [])),
      ),
    );
    const fresh = rows.filter((row) => {
      const identity = identityOf({ ...row, at: timeText(row.at) });
      return !known.has(identity) && known.add(identity);
    });
    const effective = new Map([...records].map(([userId, all]) => [userId, effectiveDecisions(all)]));
    const newest = newestOf(fresh, (userId, rule) => effective.get(userId)?.get(rule)?.at ?? null);
    const done = { imported: fresh.length, decided: newest.length };
    if (dryRun || fresh.length === 0) return done;
    await ledger.appendWithin(
      within,
      fresh.map((row) => {
        const number = (lasts.get(row.userId) ?? 0) + 1;
        lasts.set(row.userId, number);
        return this.#event(row, number);
      }),
    );
    for (const userId of new Set(fresh.map((row) => row.userId))) {
      await subjects.advanceAccount(userId, lasts.get(userId) ?? 0);
    }
    await this.#present(within, newest);
    if (isFirst) await audit.record(within, { action: 'decisions_imported', rule: null, subject: null });
    return done;
  }

  async #present(within: Database, newest: readonly Decided[]): Promise<void> {
    const present = await this.#store.ofAccounts(within, [...new Set(newest.map(({ userId }) => userId))]);
    const existing = new Map(present.map((one) => [pairOf(one.userId, one.rule), one]));
    const added: PresentDecision[] = [];
    for (const { userId, rule, termId, decision, at } of newest) {
      const row = { userId, rule, termId, decision, vendors: null, months: null, at: timeText(at) };
      const before = existing.get(pairOf(userId, rule));
      if (before === undefined) added.push(row);
      else await this.#store.write(within, row, before);
    }
    await this.#store.insert(within, added);
  }

  #event({ userId, rule, version, textHash, decision, at, locale, isOlder }: Decided, number: number): NewEvent {
    const how = isOlder ? 'import-undated' : 'import';
    const facts = { kind: 'decision', rule, version, textHash, decision, how, at } as const;
    const circumstances = { locale, userAgent: null, ip: null };
    return this.#options.ledger.eventOf({ ...facts, subject: { userId, visitorId: null }, circumstances }, number);
  }
}

/** Why a decision that is older than its text is invalid: nobody can have decided on it. */
function olderThanText({ rule, at }: WellFormedRow, { version, publishedAt }: KnownVersion): string {
  return (
    `at ${timeText(at)} is before version ${version} of "${rule}" was published, ${publishedAt}: import the text of that ` +
    'time with its date (engine.terms.import), or state that people decided on this same text (undatedTexts, --undated-texts)'
  );
}

/** Separates a person and a rule in a key: no ID contains this character. */
const pairOf = (userId: string, rule: string): string => `${userId}\0${rule}`;

/** The last decision of each person on each rule, if it is later than the current one. */
function newestOf(rows: readonly Decided[], presentSince: (userId: string, rule: string) => string | null): Decided[] {
  const newest = new Map<string, Decided>();
  for (const row of rows) {
    const pair = pairOf(row.userId, row.rule);
    const since = newest.get(pair)?.at ?? presentSince(row.userId, row.rule);
    if (since === null || timeText(row.at) > (typeof since === 'string' ? since : timeText(since)))
      newest.set(pair, row);
  }
  return [...newest.values()];
}

/** The key by which two rows are the same. */
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
    `${count} can't be imported: line ${first.line}: ${first.reason}. Correct the file, or skip such rows (skipBad, --skip-bad).`,
  );
}
