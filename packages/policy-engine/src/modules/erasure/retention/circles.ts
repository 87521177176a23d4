/** Aged rows that refer to each other in a circle: deleted in one transaction, where the database allows that. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { detachable, emptiesItself, type Reference, referencesIn, type Together } from '../../data-map/index.ts';
import { generationsAcross, isOwnParent, parentsOf } from '../host/circle.ts';
import { keyText } from '../host/key.ts';
import { BatchSize } from '../../../platform/database/statements/batch-size.ts';
import type { DueRow } from './apply.ts';
import { beginOf, goingWith, nothingOf, oldRows, type Scheduled, type Work } from './due.ts';
import { earlier } from './report.ts';

/** Keeps the parameters of a statement below the limit of every database. */
const AT_ONCE = 500;

/** A row whose period is over. */
interface AgedRow {
  readonly live: LiveTable;
  readonly row: DueRow;
  readonly rule: Scheduled;
}

/**
 * Deletes what can be deleted of the rows of a group.
 *
 * @param rules those of the group
 * @returns why rows stay, for each rule of which some do
 */
export async function inCircles(
  group: Together,
  rules: readonly Scheduled[],
  work: Work,
): Promise<ReadonlyMap<Scheduled, Error>> {
  const { tables } = work.rows;
  const lives = [...new Set(rules.map((rule) => tables.locate(rule).live))];
  const firm = referencesIn(tables.schema).filter((reference) => {
    const isWithin = lives.includes(reference.from) && lives.includes(reference.to);
    return isWithin && !emptiesItself(reference) && detachable(reference) === null;
  });
  const aged = (await Promise.all(rules.map((rule) => agedRows(rule, work)))).flat();
  const staying = new Staying(aged, firm);
  for (const rule of rules) staying.add(await neededRows(rule, aged, lives, work));
  const inCircle = unsolvable(staying.others(), firm, group, work);
  staying.add(inCircle);
  for (const rule of rules) staying.add(await heldBack(rule, ofRule(staying.others(), rule), work));
  await deleteAll(group, rules, staying.others(), firm, work);
  const names = [...new Set(firm.map((reference) => work.dependents.nameOf(reference)))].join(', ');
  return new Map(
    rules.flatMap((rule) => {
      const left = ofRule([...staying.rows], rule);
      if (left.length === 0) return [];
      const stay = left.length === 1 ? '1 row stays' : `${left.length} rows stay`;
      const reason = left.some((row) => inCircle.includes(row))
        ? `since rows refer to each other in a circle that the database cannot delete: let one of ${names} be null`
        : `since others refer to ${left.length === 1 ? 'it' : 'them'}: erase those as well, or set the column to null with action: { action: 'delete', others: 'detach' }`;
      return [[rule, new Error(`${stay}, ${reason}`)] as const];
    }),
  );
}

/** Rows that cannot go, and with them those that they refer to. */
class Staying {
  readonly rows = new Set<AgedRow>();
  readonly #all: readonly AgedRow[];
  readonly #parents: ReadonlyMap<AgedRow, readonly AgedRow[]>;

  constructor(all: readonly AgedRow[], firm: readonly Reference[]) {
    this.#all = all;
    this.#parents = parentsOf(all, firm);
  }

  add(rows: readonly AgedRow[]): void {
    const found = [...rows];
    for (const row of found) {
      if (this.rows.has(row)) continue;
      this.rows.add(row);
      found.push(...(this.#parents.get(row) ?? []));
    }
  }

  others(): AgedRow[] {
    return this.#all.filter((row) => !this.rows.has(row));
  }
}

async function agedRows(rule: Scheduled, work: Work): Promise<AgedRow[]> {
  const { live } = work.rows.tables.locate(rule);
  const found: AgedRow[] = [];
  for await (const page of oldRows(rule, work, work.due.get(rule)!.where, new BatchSize())) {
    found.push(...page.map((row) => ({ live, row, rule })));
  }
  return found;
}

/** Rows to which something refers that is not erased. */
async function neededRows(
  rule: Scheduled,
  aged: readonly AgedRow[],
  atOnce: readonly LiveTable[],
  work: Work,
): Promise<AgedRow[]> {
  const unneeded = work.dependents.unneeded(rule, { ...goingWith(rule, work), atOnce });
  if (unneeded === null) return [];
  const free = new Set<string>();
  for await (const page of oldRows(rule, work, unneeded, new BatchSize())) {
    for (const { key } of page) free.add(keyText(key));
  }
  return ofRule(aged, rule).filter(({ row }) => !free.has(keyText(row.key)));
}

/** Rows in circles whose keys hold after each row. */
function unsolvable(
  going: readonly AgedRow[],
  firm: readonly Reference[],
  { byRow }: Together,
  { database }: Work,
): readonly AgedRow[] {
  const { keysPerRow } = dialectNamed(database.dialect);
  const perRow = firm.filter(
    ({ key }) => keysPerRow === 'all' || (keysPerRow === 'restrict' && key.onDelete === 'refuse' && !key.isDeferrable),
  );
  const within = byRow.length > 0 ? firm : perRow.filter(({ from, to }) => from === to);
  const circle = generationsAcross(going, within).find(({ isCircle }) => isCircle)?.rows ?? [];
  const own = keysPerRow === 'all' ? perRow.filter(({ from, to }) => from === to) : [];
  const alone = going.filter(({ live, row }) =>
    own.some((reference) => reference.from === live && isOwnParent(row, reference)),
  );
  return [...circle, ...alone];
}

/** Rows with which the database would delete others that stay. */
async function heldBack(rule: Scheduled, going: readonly AgedRow[], work: Work): Promise<readonly AgedRow[]> {
  if (going.length === 0) return [];
  const { database, dependents, rows } = work;
  if (going.length <= AT_ONCE) {
    const among = rows.among(
      rule,
      going.map(({ row }) => row.key),
    );
    if (!(await dependents.holdsBack(database, rule, among, goingWith(rule, work)))) return [];
    if (going.length === 1) return going;
  }
  const half = Math.ceil(going.length / 2);
  return [...(await heldBack(rule, going.slice(0, half), work)), ...(await heldBack(rule, going.slice(half), work))];
}

async function deleteAll(
  { isDeferred, byRow, rules: order }: Together,
  rules: readonly Scheduled[],
  going: readonly AgedRow[],
  firm: readonly Reference[],
  work: Work,
): Promise<void> {
  if (going.length === 0) return;
  const { database, rows, dependents, signal, record } = work;
  const { deferKeys } = dialectNamed(database.dialect);
  const ordered = order.flatMap(({ name }) => rules.find((rule) => rule.name === name) ?? []);
  const batches =
    byRow.length > 0
      ? generationsAcross(going, firm)
      : ordered.flatMap((rule) => {
          const { live } = rows.tables.locate(rule);
          return generationsAcross(
            ofRule(going, rule),
            firm.filter(({ from, to }) => from === live && to === live),
          );
        });
  const gone = await database.transaction(
    async (transaction) => {
      if (isDeferred && deferKeys !== null) await transaction.execute(deferKeys);
      for (const rule of ordered) {
        for (const part of inChunks(ofRule(going, rule)))
          await dependents.free(transaction, rule, rows.among(rule, keysOf(part)), goingWith(rule, work));
      }
      const counts = new Map<Scheduled, number>();
      for (const batch of batches) {
        for (const [rule, some] of Map.groupBy(batch.rows, (row) => row.rule)) {
          for (const part of batch.isCircle ? [some] : inChunks(some)) {
            signal.throwIfAborted();
            await dependents.shorten(transaction, rule, rows.among(rule, keysOf(part)));
            const done = await rows.delete(transaction, rule, keysOf(part), work.due.get(rule)!.fits);
            counts.set(rule, (counts.get(rule) ?? 0) + done);
          }
        }
      }
      return counts;
    },
    { isolation: 'read committed' },
  );
  for (const rule of ordered) {
    const begins = ofRule(going, rule).map(({ row }) => beginOf(row, rule.schedule));
    record.add({ ...nothingOf(rule), rows: gone.get(rule) ?? 0, oldest: begins.reduce(earlier, null) });
  }
}

function ofRule(rows: readonly AgedRow[], rule: Scheduled): AgedRow[] {
  return rows.filter((row) => row.rule === rule);
}

function keysOf(rows: readonly AgedRow[]): Array<DueRow['key']> {
  return rows.map(({ row }) => row.key);
}

function inChunks(rows: readonly AgedRow[]): AgedRow[][] {
  return Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) =>
    rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}
