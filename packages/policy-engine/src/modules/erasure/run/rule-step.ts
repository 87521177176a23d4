/** Applies a rule to a person's rows: in batches, each a short transaction that records its progress. */
import type { Database } from '../../../platform/database/port.ts';
import { createId } from '../../../platform/database/statements/ids.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { KeepAction, RuleSolution, SetAction, TableAction, TableRule } from '../../data-map/index.ts';
import type { Dependents } from '../host/dependents.ts';
import { type Key, keyFrom, keyText } from '../host/key.ts';
import { after, momentOf } from '../host/moments.ts';
import { asksTheHost, type FoundRow, type HostRows, valuesFor } from '../host/rows.ts';
import { type Sql, sql } from '../host/sql.ts';
import { BatchSize } from '../../../platform/database/statements/batch-size.ts';
import type { DatabaseChange } from '../plan/receipt.ts';
import { Changes } from './changes.ts';
import { type Part, partsOf } from './parts.ts';
import type { StepProgress } from './steps.ts';

/** What applying a rule needs. */
export interface RuleWork {
  readonly database: Database;
  readonly naming: Naming;
  readonly rows: HostRows;
  readonly userId: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly dependents: Dependents;
  readonly solution: RuleSolution;
  /** What the database did besides so far, as recorded. */
  readonly changed: readonly DatabaseChange[];
  /** Key of the last processed row, as recorded; null to start. */
  readonly lastKey: string | null;
  /** Records in the transaction of a batch what it did. @throws if another attempt has started */
  readonly note: (transaction: Database, progress: StepProgress) => Promise<void>;
}

/** Passes over rows that disappear when they are processed: rows added in the meantime are found by the next pass. */
const MOST_PASSES = 5;

/** Deletes or sets all rows of a person that a rule is about, or keeps them until their date. */
export async function carryOut(rule: TableRule, action: TableAction | KeepAction, work: RuleWork): Promise<void> {
  await takeParts(rule, partsOf(rule, action, work), work);
}

/** Does what is to be done with the rows of a rule, part by part. */
export async function takeParts(rule: TableRule, parts: readonly Part[], work: RuleWork): Promise<void> {
  const changes = new Changes(work.changed);
  for (const part of parts) {
    const pass = new Pass(rule, part, { ...work, changes });
    if (!part.vanishes) await pass.run(work.lastKey === null ? null : keyFrom(work.lastKey));
    else if (work.solution.leavesBy.length > 0 && part.action.action === 'delete')
      await leavesFirst(rule, part, pass, work);
    else {
      for (let round = 1; await pass.run(null); round += 1) {
        if (round === MOST_PASSES) throw new Error(`rows of the table ${rule.table.table} keep coming back`);
      }
    }
  }
}

/**
 * Deletes what nothing refers to, as long as there is something. What is left refers to itself in a circle: it goes in one statement,
 * after which the keys hold.
 */
async function leavesFirst(rule: TableRule, part: Part, pass: Pass, work: RuleWork): Promise<void> {
  const { rows, dependents, solution } = work;
  const leaves = dependents.isLeaf(part.where, solution);
  while (await pass.run(null, sql`${part.where} and ${leaves}`));
  await pass.all(await rows.count(rule, part.where));
}

/** Iterates over the rows of a person, in the order of their keys. */
class Pass {
  readonly #rule: TableRule;
  readonly #part: Part;
  readonly #work: BatchWork;
  readonly #size = new BatchSize();

  constructor(rule: TableRule, part: Part, work: BatchWork) {
    this.#rule = rule;
    this.#part = part;
    this.#work = work;
  }

  /** @returns whether there were any rows */
  async run(begin: Key | null, where: Sql = this.#part.where): Promise<boolean> {
    const { rows, signal } = this.#work;
    const { action } = this.#part;
    const columns = columnsFor(action);
    const until = action.action === 'keep' ? action.until : undefined;
    let last = begin;
    for (;;) {
      signal.throwIfAborted();
      const found = await rows.page(this.#rule, where, { after: last, limit: this.#size.rows, columns, begin: until });
      const end = found.at(-1);
      if (end === undefined) return last !== begin;
      await this.#batch(found);
      last = end.key;
    }
  }

  /** Deletes all rows in one statement. */
  async all(count: number): Promise<void> {
    if (count === 0) return;
    const { database, rows, note, signal, changes } = this.#work;
    signal.throwIfAborted();
    await this.#size.inTransaction(database, count, async (transaction) => {
      await changes.before(transaction, this.#rule, this.#part.where, this.#work);
      const done = await rows.deleteAll(transaction, this.#rule, this.#part.where);
      await note(transaction, { done, change: changes.noted() });
    });
  }

  async #batch(found: readonly FoundRow[]): Promise<void> {
    const { database, now } = this.#work;
    const { action, own } = this.#part;
    const outcomes = found.map((row) => outcomeOf(row, action, now()));
    const batch = new Batch(this.#rule, this.#work, outcomes, await changesOf(outcomes));
    await this.#size.inTransaction(database, found.length, (transaction) => batch.apply(transaction, own));
  }
}

interface BatchWork extends RuleWork {
  readonly changes: Changes;
}

/** The columns that an action reads; undefined: all, since a function of the host receives the row. */
function columnsFor(action: TableAction | KeepAction): readonly string[] | undefined {
  if (action.action === 'delete') return [];
  if (action.action === 'set') return asksTheHost(action.columns) ? undefined : [];
  const sets = [action.meanwhile, action.end].filter((one): one is SetAction => one?.action === 'set');
  return sets.some(({ columns }) => asksTheHost(columns)) ? undefined : [];
}

/** A row, and what happens to it. */
interface RowOutcome {
  readonly row: FoundRow;
  readonly action: TableAction;
  /** When it is finally erased; null for a finished row. */
  readonly keptUntil: Date | null;
}

/** The new values of rows. */
interface Change {
  readonly keys: readonly Key[];
  readonly values: Awaited<ReturnType<typeof valuesFor>>;
}

/** Rows that are processed together. Functions of the host are called before the transaction starts. */
class Batch {
  readonly #rule: TableRule;
  readonly #work: BatchWork;
  readonly #outcomes: readonly RowOutcome[];
  readonly #changes: readonly Change[];

  constructor(rule: TableRule, work: BatchWork, outcomes: readonly RowOutcome[], changes: readonly Change[]) {
    this.#rule = rule;
    this.#work = work;
    this.#outcomes = outcomes;
    this.#changes = changes;
  }

  /** Processes and records a batch: all of it, or nothing if another attempt has taken over the step. */
  async apply(transaction: Database, own: Sql | null): Promise<void> {
    const { rows, note, changes } = this.#work;
    const going = this.#outcomes.filter(({ keptUntil }) => keptUntil === null);
    const deleted = going.filter(({ action }) => action.action === 'delete').map(({ row }) => row.key);
    if (deleted.length > 0) {
      await changes.before(transaction, this.#rule, rows.among(this.#rule, deleted), this.#work);
    }
    const gone = await rows.delete(transaction, this.#rule, deleted, own);
    for (const change of this.#changes) await rows.set(transaction, this.#rule, change, own);
    const kept = await this.#keep(transaction);
    const last = this.#outcomes.at(-1)?.row.key;
    await note(transaction, {
      done: gone + going.length - deleted.length,
      kept,
      change: { ...changes.noted(), ...(last !== undefined && { last_key: keyText(last) }) },
    });
  }

  async #keep(transaction: Database): Promise<number> {
    const { requestId, naming } = this.#work;
    const entries = this.#outcomes.flatMap(({ row, keptUntil }) =>
      keptUntil === null
        ? []
        : {
            id: createId(),
            request_id: requestId,
            rule: this.#rule.name,
            row_key: keyText(row.key),
            kept_until: keptUntil,
          },
    );
    if (entries.length > 0)
      await createQueries(transaction, naming).insertInto('erasure_kept').values(entries).execute();
    return entries.length;
  }
}

/** Nothing to set: the row stays as it is. */
const AS_IT_IS: SetAction = { action: 'set', columns: {}, pseudonymised: false };

function outcomeOf(row: FoundRow, action: TableAction | KeepAction, now: Date): RowOutcome {
  if (action.action !== 'keep') return { row, action, keptUntil: null };
  const keptUntil = endOf(row.date, action, now);
  if (keptUntil <= now) return { row, action: action.end, keptUntil: null };
  return { row, action: action.meanwhile ?? AS_IT_IS, keptUntil };
}

/** When a kept row is erased. A row without a date is as old as the erasure. */
export function endOf(date: unknown, { until }: Pick<KeepAction, 'until'>, now: Date): Date {
  return after(momentOf(date, until.from) ?? now, until.period);
}

/** Sets rows: one statement for those with equal values, otherwise one for each. */
export async function changesOf(outcomes: readonly RowOutcome[]): Promise<Change[]> {
  const alike = new Map<SetAction, Key[]>();
  const changes: Change[] = [];
  for (const { row, action } of outcomes) {
    if (action.action !== 'set') continue;
    if (asksTheHost(action.columns)) {
      changes.push({ keys: [row.key], values: await valuesFor(action.columns, row.values) });
    } else {
      alike.set(action, [...(alike.get(action) ?? []), row.key]);
    }
  }
  for (const [action, keys] of alike) changes.push({ keys, values: await valuesFor(action.columns, {}) });
  return changes;
}
