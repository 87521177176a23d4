/** Rows of several rules that refer to each other in a circle: deleted in one transaction. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { Database } from '../../../platform/database/port.ts';
import { detachable, type Reference, type TableRule, type Together } from '../../data-map/index.ts';
import { columnsOf, generations, generationsAcross } from '../host/circle.ts';
import { goingOf, isSplit } from '../host/dependents.ts';
import type { Key } from '../host/key.ts';
import type { FoundRow } from '../host/rows.ts';
import { sidesOf } from './parts.ts';
import { type RuleWork, takeParts } from './rule-step.ts';
import { Changes } from './changes.ts';

/** Keeps the parameters of a statement below the limit of every database. */
const AT_ONCE = 500;

/**
 * Deletes the rows of rules in one transaction. Their keys are read first: once the rows of one rule are gone, those of the others can
 * no longer be found.
 *
 * @param workOf what each rule needs
 */
export async function eraseTogether(
  { rules, isDeferred, byRow }: Together,
  workOf: (rule: TableRule) => RuleWork,
  database: Database,
): Promise<void> {
  for (const rule of rules.filter(isSplit)) {
    // What others keep is emptied on its own.
    const work = workOf(rule);
    await takeParts(rule, sidesOf(rule, {}, work, goingOf(work.rows.tables, rule, work.userId)), work);
  }
  const { deferKeys } = dialectNamed(database.dialect);
  await database.transaction(
    async (transaction) => {
      if (isDeferred && deferKeys !== null) await transaction.execute(deferKeys);
      const going: Going[] = [];
      for (const rule of rules)
        going.push({ rule, work: workOf(rule), found: await read(transaction, rule, workOf(rule), byRow) });
      for (const one of going) await empty(transaction, one, going);
      for (const one of going) await detach(transaction, one);
      if (byRow.length > 0) await deleteByRow(transaction, going, byRow);
      else for (const one of going) await deleteAll(transaction, one);
    },
    { isolation: 'read committed' },
  );
}

/** The rows of a rule that are deleted. */
interface Going {
  readonly rule: TableRule;
  readonly work: RuleWork;
  readonly found: readonly FoundRow[];
}

async function read(
  transaction: Database,
  rule: TableRule,
  { rows, userId, solution }: RuleWork,
  byRow: readonly Reference[],
): Promise<FoundRow[]> {
  const where = goingOf(rows.tables, rule, userId);
  const columns = columnsOf(rows.tables.locate(rule).live, [...solution.leavesBy, ...byRow]);
  const found: FoundRow[] = [];
  for (;;) {
    const after = found.at(-1)?.key ?? null;
    const page = await rows.page(rule, where, { after, limit: AT_ONCE, columns, within: transaction });
    found.push(...page);
    if (page.length < AT_ONCE) return found;
  }
}

/**
 * Empties the columns by which rows refer to others of the transaction, while nothing is deleted. They may be the ones by which the rows
 * of a person are found, so the rows are named by their keys.
 */
async function empty(transaction: Database, { rule, work, found }: Going, all: readonly Going[]): Promise<void> {
  const { live } = work.rows.tables.locate(rule);
  const emptied = all.flatMap((one) => one.work.solution.detached.filter(({ from }) => from === live));
  const columns = emptied.flatMap((reference) => detachable(reference) ?? []);
  const values = Object.fromEntries(columns.map(({ name }) => [name, null]));
  for (const keys of inChunks(found.map(({ key }) => key)))
    await work.rows.set(transaction, rule, { keys, values }, null);
}

/** Empties what refers to the rows, while nothing is deleted: a cascade from another rule's rows would take rows of others along. */
async function detach(transaction: Database, { rule, work, found }: Going): Promise<void> {
  const { dependents, rows, userId, solution } = work;
  for (const keys of inChunks(found.map(({ key }) => key)))
    await dependents.detach(transaction, rule, { going: rows.among(rule, keys), userId, solution });
}

async function deleteAll(transaction: Database, { rule, work, found }: Going): Promise<void> {
  const { rows, note, signal, solution } = work;
  const changes = new Changes(work.changed);
  for (const generation of generations(found, solution.leavesBy)) {
    for (const keys of generation.isCircle ? [generation.keys] : inChunks(generation.keys)) {
      signal.throwIfAborted();
      await changes.before(transaction, rule, rows.among(rule, keys), work);
      await rows.delete(transaction, rule, keys, null);
    }
  }
  // The database may have deleted some with rows of another rule.
  await note(transaction, { done: found.length, change: changes.noted() });
}

/** Rows of all rules, what nothing refers to first. */
async function deleteByRow(transaction: Database, going: readonly Going[], byRow: readonly Reference[]): Promise<void> {
  const placed = going.flatMap((one) => {
    const { live } = one.work.rows.tables.locate(one.rule);
    return one.found.map((row) => ({ live, row, one }));
  });
  const references = [...byRow, ...going.flatMap(({ work }) => work.solution.leavesBy)];
  const changes = new Map(going.map((one) => [one, new Changes(one.work.changed)]));
  for (const generation of generationsAcross(placed, references)) {
    for (const [one, rows] of Map.groupBy(generation.rows, (row) => row.one)) {
      const { rule, work } = one;
      for (const keys of inChunks(rows.map(({ row }) => row.key))) {
        work.signal.throwIfAborted();
        await changes.get(one)!.before(transaction, rule, work.rows.among(rule, keys), work);
        await work.rows.delete(transaction, rule, keys, null);
      }
    }
  }
  for (const [{ work, found }, noted] of changes)
    await work.note(transaction, { done: found.length, change: noted.noted() });
}

function inChunks(keys: readonly Key[]): Key[][] {
  return Array.from({ length: Math.ceil(keys.length / AT_ONCE) }, (_, at) =>
    keys.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}
