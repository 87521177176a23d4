/** The erasure of one person in random tables: whether it is right. */
import { type Database, PolicyEngineError } from 'policy-engine';
import { Random } from '../support/random.ts';
import { drop, engineOf } from './linked.ts';
import { create, ruleOf, type Table, tablesOf, token } from './random-schemas.ts';
import { DAY } from './shop.ts';

/** Rows as they are in the database, as text by column. */
type Rows = ReadonlyMap<string, Readonly<Record<string, string | null>>>;

/** What became of an erasure. */
export interface Outcome {
  readonly seed: number;
  readonly end: 'completed' | 'stopped' | 'failed';
  /** Why it was refused before, or failed. */
  readonly reason: string | null;
  /** What is wrong: data of the person that is left, data of others that is lost, something that a second run finds. */
  readonly problems: readonly string[];
  /** What the schema has: circles, references to itself, several people, keys of several columns. */
  readonly has: readonly string[];
}

/** Makes tables and rows, erases the first person, and compares. */
export async function tryRandomSchema(database: Database, seed: number): Promise<Outcome> {
  const random = new Random(seed);
  const tables = tablesOf(random, database.dialect);
  try {
    await create(database, tables, random);
    const before = await readAll(database, tables);
    const shop = await engineOf({ database, rules: tables.map(ruleOf) });
    // More people than may ask in a day.
    shop.pass(DAY * (seed % 1000) * 2);
    const asked = await shop.engine.erasure.create({ id: '1' });
    try {
      await shop.engine.erasure.confirm(asked.id);
    } catch (error) {
      if (!(error instanceof PolicyEngineError) || error.code !== 'erasure_stopped') throw error;
      await shop.engine.erasure.cancel(asked.id);
      const after = await readAll(database, tables);
      const problems = isEqual(before, after) ? [] : ['a refused erasure changed something'];
      return { seed, end: 'stopped', reason: error.reason, problems, has: featuresOf(tables) };
    }
    await shop.work();
    const done = await shop.engine.erasure.find(asked.id);
    if (done.state !== 'completed') {
      return { seed, end: 'failed', reason: done.error, problems: [], has: featuresOf(tables) };
    }
    const after = await readAll(database, tables);
    const again = (await shop.engine.erasure.plan({ id: '1' })).filter(({ rows }) => rows !== 0);
    return {
      seed,
      end: 'completed',
      reason: null,
      problems: [
        ...tables.flatMap((table) => compare(table, before, after)),
        ...again
          .filter(({ rule }) => !rule.startsWith('engine:'))
          .map(({ rule, rows }) => `a second run finds ${String(rows)} rows of ${rule}`),
      ],
      has: featuresOf(tables),
    };
  } finally {
    await database.execute("delete from policy_manager_erasure_requests where state <> 'completed'");
    await drop(database, tables.map(({ name }) => name).toReversed());
  }
}

async function readAll(database: Database, tables: readonly Table[]): Promise<ReadonlyMap<Table, Rows>> {
  const all = new Map<Table, Rows>();
  for (const table of tables) {
    const { rows } = await database.execute(`select * from ${table.name}`);
    const texts = rows.map((row) => {
      const entries = Object.entries(row).map(([name, value]) => [name, textOf(value)] as const);
      return Object.fromEntries(entries);
    });
    all.set(table, new Map(texts.map((row) => [table.keyColumns.map((name) => row[name]).join(' '), row])));
  }
  return all;
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isEqual(one: ReadonlyMap<Table, Rows>, two: ReadonlyMap<Table, Rows>): boolean {
  const written = (all: typeof one) => JSON.stringify([...all.values()].map((rows) => Array.from(rows)));
  return written(one) === written(two);
}

/** What is wrong in a table after the erasure of the first person. */
function compare(table: Table, before: ReadonlyMap<Table, Rows>, after: ReadonlyMap<Table, Rows>): string[] {
  const [old, now] = [before.get(table)!, after.get(table)!];
  const problems: string[] = [];
  for (const [key, row] of now) {
    if (!old.has(key)) problems.push(`${table.name} ${key} is new`);
    const left = Object.entries(row).filter(([, value]) => value?.includes(token(1)) === true);
    if (table.action !== 'keep')
      problems.push(...left.map(([name]) => `${table.name} ${key}: ${name} still names the person`));
  }
  for (const [key, row] of old) {
    const kept = now.get(key);
    const isOwn =
      table.lead === 'sides'
        ? [row['a_id'], row['b_id']].every((id) => id === '1')
        : row['note']?.includes(token(1)) === true;
    if (isOwn && table.action !== 'set' && table.action !== 'keep') {
      if (kept !== undefined) problems.push(`${table.name} ${key} of the person is still there`);
    } else if (kept === undefined) {
      problems.push(`${table.name} ${key} is lost, although ${isOwn ? 'a rule leaves it' : 'it is about others'}`);
    } else if (!isOwn) {
      const changed = Object.keys(row).filter(
        (name) => row[name] !== kept[name] && !mayChange(table, row, name, kept[name] ?? null),
      );
      problems.push(...changed.map((name) => `${table.name} ${key}: ${name} of others was changed`));
    }
  }
  return problems;
}

/** A rule may empty a reference to rows that it deletes, and the person's side of a row. */
function mayChange(
  table: Table,
  row: Readonly<Record<string, string | null>>,
  name: string,
  value: string | null,
): boolean {
  if (value !== null) return false;
  if (table.lead === 'sides' && ['a', 'b'].some((side) => name.startsWith(`${side}_`) && row[`${side}_id`] === '1'))
    return true;
  return table.refs.some(({ columns, to }) => columns.includes(name) && to.action === 'detach');
}

function featuresOf(tables: readonly Table[]): string[] {
  const reaches = (from: Table, to: Table, seen = new Set<Table>()): boolean =>
    from.refs.some((ref) => {
      if (ref.isSelf) return false;
      if (ref.to === to) return true;
      if (seen.has(ref.to)) return false;
      seen.add(ref.to);
      return reaches(ref.to, to, seen);
    });
  return [
    ...(tables.some((table) => reaches(table, table)) ? ['circle'] : []),
    ...(tables.some(({ refs }) => refs.some(({ isSelf }) => isSelf)) ? ['itself'] : []),
    ...(tables.some(({ lead }) => lead === 'sides') ? ['several people'] : []),
    ...(tables.some(({ keyColumns }) => keyColumns.length > 1) ? ['long key'] : []),
  ];
}
