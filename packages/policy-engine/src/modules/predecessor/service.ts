/**
 * Takes over an installation of gdpr_rails: its published texts, what users decided on them, and their requests with the files. It is
 * read in place and not changed. Each part can be run again: what is here already is known, so that a run that was killed is completed by
 * the next one, and a last run takes over what happened since.
 */
import { createHash } from 'node:crypto';
import { PolicyEngineError } from '../../errors/errors.ts';
import type { Database } from '../../platform/database/port.ts';
import { actingAs } from '../../platform/actor.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Audit } from '../audit/index.ts';
import type { DecisionImport, ImportedDecision } from '../consent/index.ts';
import type { PortabilityService } from '../portability/index.ts';
import type { Rules } from '../rules/index.ts';
import type { TermsService } from '../terms/index.ts';
import { OldFiles } from './files.ts';
import { takenOver } from './log-entry.ts';
import { type OldRequest, OldTables, type OldUserTerm } from './read.ts';
import type { TakeOverReport } from './report.ts';
import { datedTexts, type DatedText } from './texts.ts';

/** How to take over. */
export interface TakeOverOptions {
  /** The database of the other engine. Default: that of this engine. */
  readonly from?: Database;
  /** Prefix of its tables. Default: `policy_manager_`. */
  readonly prefix?: string;
  /** Folder of its files: the root of Active Storage on disk, or of the legacy attachments. Default: files are not taken over. */
  readonly files?: string;
  /** Reads and compares, and writes nothing. Default: false. */
  readonly dryRun?: boolean;
  /** Skips what cannot be taken over. Default: false; then one such row prevents all others from being written. */
  readonly skipBad?: boolean;
  /** See `importDecisions`: also takes decisions that are older than the last change of their text. Default: false. */
  readonly undatedTexts?: boolean;
  /** The host's ID of the administrator who does this, for the audit log. Default: the application itself. */
  readonly by?: string;
  /** Called for each row that cannot be taken over. */
  readonly onProblem?: (problem: TakeOverProblem) => void;
}

/** A row that cannot be taken over. */
export interface TakeOverProblem {
  readonly table: 'terms' | 'user_terms' | 'portability_requests';
  /** ID of the row. */
  readonly id: string;
  readonly reason: string;
}

/** What it works with. */
export interface PredecessorOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly audit: Pick<Audit, 'record'>;
  readonly rules: Rules;
  readonly terms: TermsService;
  readonly decisions: DecisionImport;
  readonly portability: PortabilityService;
}

const PREFIX = 'policy_manager_';

type Report = (problem: TakeOverProblem) => void;
/** The published texts by their IDs there. */
type Texts = ReadonlyMap<string, DatedText>;

/** See the head of the file. */
export class Predecessor {
  readonly #options: PredecessorOptions;

  constructor(options: PredecessorOptions) {
    this.#options = options;
  }

  /** @throws {PolicyEngineError} `import_refused` if a row cannot be taken over, before anything is written; see `skipBad` */
  takeOver(options: TakeOverOptions = {}): Promise<TakeOverReport> {
    return actingAs({ id: options.by ?? null, requestId: null, ip: null }, () => this.#takeOver(options));
  }

  async #takeOver(options: TakeOverOptions): Promise<TakeOverReport> {
    const { prefix = PREFIX, files: folder, dryRun = false, skipBad = false } = options;
    const { database, naming } = this.#options;
    const from = options.from ?? database;
    if (from === database && prefix === naming.tablePrefix) {
      throw refused(
        `the tables with the prefix ${prefix} are those of this engine: set tablePrefix to another one, such as policy_, or name the other database (from, --from)`,
      );
    }
    const tables = new OldTables(from, prefix);
    const files = folder === undefined ? null : new OldFiles(folder, tables);
    const found = datedTexts(await tables.terms());
    const problems: TakeOverProblem[] = [];
    const report = (problem: TakeOverProblem) => {
      if (problems.length === 0) problems.push(problem);
      options.onProblem?.(problem);
    };
    const known = await this.#known(found.texts, report);
    const texts = new Map([...found.texts].filter(([, { rule }]) => this.#options.rules.find(rule) !== undefined));
    const textCounts = {
      taken: texts.size - known.size,
      known: known.size,
      drafts: found.drafts,
      bad: found.texts.size - texts.size,
    };
    const decisions = await this.#checkDecisions(tables, { texts, known, ...options }, report);
    const requests = await this.#requests(tables, files, true, report);
    const [problem] = problems;
    if (!skipBad && problem !== undefined) {
      throw refused(
        `${problem.table} ${problem.id}: ${problem.reason}. Nothing was written. Change it, or skip such rows (skipBad, --skip-bad)`,
      );
    }
    if (dryRun) return { texts: textCounts, decisions, requests };
    await this.#options.terms.import(
      [...texts.values()].map(({ rule, markdown, publishedAt, version }) => ({ rule, markdown, publishedAt, version })),
    );
    const imported = await this.#options.decisions.run(() => numbered(decisionsOf(tables, texts)), {
      skipBad,
      ...(options.undatedTexts === true && { undatedTexts: true }),
    });
    const taken = {
      texts: textCounts,
      decisions: { ...decisions, taken: imported.imported, known: imported.known },
      requests: await this.#requests(tables, files, false, () => {}),
    };
    const subject = takenOver(taken, prefix);
    if (subject !== null) {
      const { audit } = this.#options;
      await database.transaction((within) =>
        audit.record(within, { action: 'predecessor_taken_over', rule: null, subject }),
      );
    }
    return taken;
  }

  /** IDs there of the texts that are here already. */
  async #known(texts: Texts, report: Report): Promise<ReadonlySet<string>> {
    const { rules, terms } = this.#options;
    const known = new Set<string>();
    for (const [id, { rule, version }] of texts) {
      if (rules.find(rule) === undefined) {
        report({ table: 'terms', id, reason: `there is no rule "${rule}": declare it in rules` });
      } else if ((await terms.published(rule, { version })) !== null) known.add(id);
    }
    return known;
  }

  /** Counts the decisions, and reports those that cannot be taken over. */
  async #checkDecisions(
    tables: OldTables,
    { texts, known, undatedTexts = false }: { texts: Texts; known: ReadonlySet<string>; undatedTexts?: boolean },
    report: Report,
  ): Promise<TakeOverReport['decisions']> {
    const counts = { taken: 0, passive: 0, bad: 0 };
    const fails = (id: string, reason: string) => {
      counts.bad += 1;
      report({ table: 'user_terms', id, reason });
    };
    for await (const row of tables.userTerms()) {
      const text = texts.get(row.termId);
      if (row.state === 'passive') counts.passive += 1;
      else if (text === undefined) fails(row.id, `text ${row.termId} is a draft, of no rule, or deleted`);
      // What is decided on a text that is not here yet, is not here either.
      else if (known.has(row.termId)) continue;
      else if (row.at < text.publishedAt && !undatedTexts) fails(row.id, olderThanText(row, text));
      else counts.taken += 1;
    }
    const here = new Map([...texts].filter(([id]) => known.has(id)));
    const ids: string[] = [];
    const checked = await this.#options.decisions.run(() => numbered(decisionsOf(tables, here, ids)), {
      dryRun: true,
      skipBad: true,
      ...(undatedTexts && { undatedTexts }),
      onProblem: ({ line, reason }) => report({ table: 'user_terms', id: ids[line - 1] ?? String(line), reason }),
    });
    return {
      taken: counts.taken + checked.imported,
      known: checked.known,
      passive: counts.passive,
      bad: counts.bad + checked.bad,
    };
  }

  async #requests(tables: OldTables, files: OldFiles | null, isDryRun: boolean, report: Report) {
    const { takeovers } = this.#options.portability;
    const counts = { taken: 0, known: 0, files: 0, filesMissing: 0, bad: 0 };
    for await (const row of tables.requests()) {
      const id = idOf(row);
      if (await takeovers.isKnown(id)) {
        counts.known += 1;
        continue;
      }
      const isCompleted = row.state === 'completed';
      const file = isCompleted && files !== null ? await files.of(row) : null;
      const { userId, createdAt, updatedAt, expireAt } = row;
      const taken = { id, userId, isCompleted, createdAt, updatedAt, expireAt };
      const path = file === null || file === 'missing' ? null : file.path;
      const reason = isDryRun ? null : await takeovers.take({ ...taken, file: path });
      if (reason !== null) {
        counts.bad += 1;
        report({ table: 'portability_requests', id: row.id, reason });
        continue;
      }
      counts.taken += 1;
      if (path !== null) counts.files += 1;
      if (file === 'missing') counts.filesMissing += 1;
    }
    return counts;
  }
}

const refused = (message: string) => new PolicyEngineError('import_refused', message);

function olderThanText({ at }: OldUserTerm, { rule, version, publishedAt }: DatedText): string {
  return (
    `at ${at.toISOString()} is before the last change of version ${version} of "${rule}", ${publishedAt.toISOString()}: ` +
    'state that people decided on this same text (undatedTexts, --undated-texts), or skip it'
  );
}

/** The decisions on some texts. @param ids gets the IDs of their rows */
async function* decisionsOf(tables: OldTables, texts: Texts, ids: string[] = []): AsyncGenerator<ImportedDecision> {
  ids.length = 0;
  for await (const { id, userId, termId, state, at } of tables.userTerms()) {
    const text = texts.get(termId);
    if (state === 'passive' || text === undefined) continue;
    ids.push(id);
    yield { user_id: userId, rule: text.rule, version: text.version, decision: state, at: at.toISOString() };
  }
}

async function* numbered(
  rows: AsyncIterable<ImportedDecision>,
): AsyncGenerator<{ line: number; row: ImportedDecision }> {
  let line = 0;
  for await (const row of rows) yield { line: (line += 1), row };
}

/** The ID of a request here: the same at each run, in the form of a UUID. */
function idOf({ id, createdAt }: OldRequest): string {
  const hex = createHash('sha256').update(`gdpr_rails request ${id} ${createdAt.toISOString()}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
