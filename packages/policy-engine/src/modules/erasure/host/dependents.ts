/** Rows that refer to rows which are deleted: those of the person, and those of others. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { LiveTable } from '../../../platform/database/schema/live-schema.ts';
import type { Database } from '../../../platform/database/port.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import {
  type DataMap,
  type DataRule,
  deletes,
  detachable,
  hasTable,
  inWords,
  type Reference,
  referencesIn,
  refuses,
  type RuleSolution,
  type StatementText,
  type TableRows,
  type TableRule,
} from '../../data-map/index.ts';
import type { DatabaseChange } from '../plan/receipt.ts';
import { Cascades } from './cascades.ts';
import { reachedOthers } from './reached.ts';
import { column, joined, run, type Sql, sql, table } from './sql.ts';

/** Which rows go, or are emptied, with others. */
export interface Going {
  /** Whether every row is emptied that refers to them (`others: 'detach'`). */
  readonly isDetaching: boolean;
  /** Tables whose rows go in one transaction: those that cannot be emptied may refer to each other. */
  readonly atOnce: readonly LiveTable[];
  /** The rows of a table that go as well, and are emptied first; null for none. */
  readonly of: (live: LiveTable) => Sql | null;
  /** The rows of a table that the database must not delete with them; null for none. */
  readonly stays: (live: LiveTable) => Sql | null;
}

/** How many levels of rows that the database deletes are followed by one condition; then their keys are read. */
const AT_ONCE = 12;

/** Rows that depend on others. */
interface Found {
  readonly reference: Reference;
  /** What the database does with them. */
  readonly change: DatabaseChange['change'];
  readonly rows: number;
  /** Those that are about other people, or that a rule keeps. */
  readonly others: number;
}

/** What follows rows of one erasure. */
export class Dependents {
  readonly #tables: TableRows;
  readonly #map: Pick<DataMap, 'rules' | 'people' | 'exempt'>;
  readonly #references: readonly Reference[];
  readonly #endsSessions: boolean;

  /** @param endsSessions whether a function of the host ends sessions, and may delete their rows */
  constructor(tables: TableRows, map: Pick<DataMap, 'rules' | 'people' | 'exempt'>, endsSessions: boolean) {
    this.#tables = tables;
    this.#map = map;
    this.#endsSessions = endsSessions;
    this.#references = referencesIn(tables.schema);
  }

  /**
   * Empties the columns by which other rows refer to rows that are deleted next: those of the person, and with `others: 'detach'` all.
   *
   * @param going the condition of the rows that are deleted
   */
  async detach(
    transaction: Database,
    rule: TableRule,
    { going, userId, solution }: { readonly going: Sql; readonly userId: string; readonly solution: RuleSolution },
  ): Promise<void> {
    const isAll = othersOf(rule) === 'detach';
    const references = isAll ? this.#into(this.#tables.locate(rule).live) : solution.detached;
    for (const reference of references) {
      const columns = detachable(reference);
      if (columns === null) continue;
      const refers = refersTo(reference, going);
      const own = isAll ? null : this.#deleted(reference.from, userId);
      const settings = columns.map(({ name }) => sql`${column(name)} = null`);
      const where = own === null ? refers : sql`${refers} and ${own}`;
      await run(transaction, sql`update ${table(reference.from)} set ${joined(settings, ', ')} where ${where}`);
    }
  }

  /** As {@link detach}, for rows that no person is erased with. */
  async free(transaction: Database, rule: TableRule, going: Sql, others: Going): Promise<void> {
    for (const reference of this.#into(this.#tables.locate(rule).live)) {
      const columns = detachable(reference);
      const own = others.of(reference.from);
      if (columns === null || (own === null && !others.isDetaching)) continue;
      const refers = refersTo(reference, going);
      const settings = columns.map(({ name }) => sql`${column(name)} = null`);
      const where = others.isDetaching || own === null ? refers : sql`${refers} and (${own})`;
      await run(transaction, sql`update ${table(reference.from)} set ${joined(settings, ', ')} where ${where}`);
    }
  }

  /** The condition that nothing which stays needs a row; null if nothing can. */
  unneeded(rule: TableRule, others: Going): Sql | null {
    const { live } = this.#tables.locate(rule);
    const conditions = this.#into(live).flatMap((reference) => {
      const { key, from } = reference;
      const needing = this.#needing(reference, others);
      if (needing === null) return [];
      const isNamed = key.columns.map((name) => sql`${column(name)} is not null`);
      const needed = sql`select ${joined(key.columns.map(column), ', ')} from ${table(from)} where ${joined([...isNamed, needing], ' and ')}`;
      return [sql`${rowOf(key.toColumns)} not in (${needed})`];
    });
    return conditions.length === 0 ? null : joined(conditions, ' and ');
  }

  /** Whether rows cannot go since the database would delete others with them, at any depth, that stay or are needed. */
  async holdsBack(transaction: Database, rule: TableRule, going: Sql, others: Going): Promise<boolean> {
    const { live } = this.#tables.locate(rule);
    const cascades = new Cascades(transaction, this.#references);
    const emptied = (reference: Reference) => {
      if (detachable(reference) === null) return null;
      return others.isDetaching ? sql`1 = 1` : others.of(reference.from);
    };
    return cascades.holdsBack(live, going, { stays: others.stays, emptied });
  }

  /** Deletes what the database would delete with rows, where it follows fewer levels than there are. */
  async shorten(transaction: Database, rule: TableRule, going: Sql): Promise<void> {
    const { cascadeLevels } = dialectNamed(transaction.dialect);
    if (cascadeLevels === null) return;
    const cascades = new Cascades(transaction, this.#references);
    await cascades.deleteDeepest(this.#tables.locate(rule).live, going, cascadeLevels);
  }

  /** The rows that need those which they refer to; null for none. */
  #needing(reference: Reference, others: Going): Sql | null {
    const { key, from, to } = reference;
    const canBeEmptied = detachable(reference) !== null;
    if (canBeEmptied && others.isDetaching) return null;
    if (!refuses(reference)) return key.onDelete === 'cascade' ? others.stays(from) : null;
    const goes = canBeEmptied || (others.atOnce.includes(from) && others.atOnce.includes(to)) ? others.of(from) : null;
    const same = key.columns.map((name, at) => sql`${column(name)} = ${column(key.toColumns[at] ?? '')}`);
    return joined(
      [
        ...(goes === null ? [] : [sql`(${goes}) is not true`]),
        ...(from === to ? [sql`not (${joined(same, ' and ')})`] : []),
        sql`1 = 1`,
      ],
      ' and ',
    );
  }

  /** The condition that no other row of the person refers to a row, by keys that do not allow null. */
  isLeaf(own: Sql, { leavesBy }: RuleSolution): Sql {
    const leaves = leavesBy.map(({ key, from }) => {
      const same = key.columns.map((name, index) => sql`${column(name)} = ${column(key.toColumns[index] ?? '')}`);
      const referred = sql`select ${joined(key.columns.map(column), ', ')} from ${table(from)}
        where ${own} and not (${joined(same, ' and ')})`;
      return sql`${rowOf(key.toColumns)} not in (${referred})`;
    });
    return joined(leaves.length === 0 ? [sql`1 = 1`] : leaves, ' and ');
  }

  /**
   * What the database does when rows of a rule are deleted, besides what the rules do.
   *
   * @param going the condition of the rows
   */
  async of(database: Database, rule: TableRule, going: Sql, userId: string): Promise<Found[]> {
    const { live } = this.#tables.locate(rule);
    const isDetached = othersOf(rule) === 'detach';
    const cascades = new Cascades(database, this.#references);
    const from = { live, going, userId, depth: 0, isDetached, leaves: deletes(rule), cascades };
    return summed(await this.#follow(database, from));
  }

  /** As {@link of}, for the keys by which the database changes something by itself; without them nothing is read. */
  async unasked(database: Database, rule: TableRule, going: Sql, userId: string): Promise<Found[]> {
    const { live } = this.#tables.locate(rule);
    if (this.#into(live).every(refuses)) return [];
    return (await this.of(database, rule, going, userId)).filter(({ change }) => change !== 'refused');
  }

  /** Rows of others among those of a rule. */
  async reached(database: Database, rule: TableRule, going: Sql, userId: string): Promise<DatabaseChange[]> {
    const found = await reachedOthers(database, rule, going, { tables: this.#tables, map: this.#map, userId });
    return found.map(({ column: name, rows }) => ({ column: name, change: 'reached', rows, others: rows }));
  }

  async #follow(
    database: Database,
    at: {
      readonly live: LiveTable;
      readonly going: Sql;
      readonly userId: string;
      readonly depth: number;
      readonly isDetached: boolean;
      /** Whether rows that a rule changes have to stay, too. */
      readonly leaves: boolean;
      readonly cascades: Cascades;
    },
  ): Promise<Found[]> {
    const found: Found[] = [];
    for (const reference of this.#into(at.live)) {
      if (at.isDetached && detachable(reference) !== null) continue;
      const { from, key } = reference;
      const left = sql`${refersTo(reference, at.going)} and (${this.#handled(reference, at.userId)}) is not true`;
      const rows = await count(database, from, left);
      if (rows === 0) continue;
      const change = refuses(reference) ? 'refused' : key.onDelete === 'cascade' ? 'deleted' : 'changed';
      const kept = this.#isOfOthers(reference, at);
      const others = kept === null ? 0 : await count(database, from, sql`${left} and (${kept}) is true`);
      // A function without a table may erase rows of any table that no rule names: it runs before.
      if (change === 'refused' && others === 0 && this.#mayBeOfFunction(from)) continue;
      found.push({ reference, change, rows, others });
      if (change !== 'deleted') continue;
      const isDeep = at.depth === AT_ONCE;
      for (const rows of isDeep ? await at.cascades.unseen(from, left) : [left]) {
        const depth = isDeep ? 0 : at.depth + 1;
        found.push(...(await this.#follow(database, { ...at, live: from, going: rows, depth, isDetached: false })));
      }
    }
    return found;
  }

  #into(live: LiveTable): Reference[] {
    return this.#references.filter(({ to }) => to === live);
  }

  #mayBeOfFunction(live: LiveTable): boolean {
    if (this.#map.rules.some((rule) => hasTable(rule) && this.#tables.schema.find(rule.table) === live)) return false;
    const runs = this.#map.rules.some(
      ({ erasure, table: source }) => erasure?.action === 'run' && source === undefined,
    );
    return runs || this.#endsSessions;
  }

  /** The rules whose rows are in a table. */
  #rulesOf(live: LiveTable): TableRule[] {
    return this.#map.rules.filter((rule: DataRule): rule is TableRule => {
      return hasTable(rule) && this.#tables.schema.find(rule.table) === live;
    });
  }

  /** Rows of a table that the erasure deletes; null if no rule does. */
  #deleted(live: LiveTable, userId: string): Sql | null {
    const conditions = this.#rulesOf(live)
      .filter(deletes)
      .map((rule) => this.#goingOf(rule, userId));
    return conditions.length === 0 ? null : sql`(${joined(conditions, ' or ')})`;
  }

  /** Rows that a rule deletes: of rows about several people only those that are about nobody else. */
  #goingOf(rule: TableRule, userId: string): Sql {
    return goingOf(this.#tables, rule, userId);
  }

  /** Rows that refer to a deleted one, and with which the rules deal. */
  #handled({ from, key }: Reference, userId: string): Sql {
    const conditions = this.#rulesOf(from).flatMap((rule): Sql[] => {
      const { erasure } = rule;
      if (erasure === undefined) return [];
      if (erasure.action === 'run') return [belongs(this.#tables, rule, userId)];
      if (erasure.action === 'delete') {
        const emptied = isSplit(rule) ? sidesBy(this.#tables, rule, key.columns, userId) : [];
        return emptied.concat(this.#goingOf(rule, userId));
      }
      const set = erasure.action === 'keep' ? erasure.meanwhile : erasure;
      const isEmptied = key.columns.some((name) => {
        const value = set?.columns[name];
        return value === null || typeof value === 'function';
      });
      if (isEmptied) return [belongs(this.#tables, rule, userId)];
      return isSplit(rule) ? sidesBy(this.#tables, rule, key.columns, userId) : [];
    });
    return conditions.length === 0 ? sql`1 = 0` : joined(conditions, ' or ');
  }

  /** Rows that are about somebody else; null if nothing shows whom a row of this table is about. */
  #isOfOthers(
    reference: Reference,
    { userId, leaves }: { readonly userId: string; readonly leaves: boolean },
  ): Sql | null {
    const { from, key } = reference;
    const rules = this.#rulesOf(from);
    const kept = rules
      .filter(({ erasure }) => erasure?.action === 'keep' || (leaves && erasure?.action === 'set'))
      .map((rule) => belongs(this.#tables, rule, userId));
    const ways = this.#waysOf(reference, userId);
    if (ways.length === 0) return kept.length === 0 ? null : joined(kept, ' or ');
    const isOwn = joined(
      ways.map(({ own }) => sql`(${own})`),
      ' or ',
    );
    const isElsewhere = joined(
      ways.map(({ name, own }) => sql`(${column(name)} is not null and (${own}) is not true)`),
      ' or ',
    );
    // A row that nobody is named in any more may lose its reference; it is not the person's to be deleted.
    if (key.onDelete !== 'cascade') return isElsewhere;
    const others = sql`(${isOwn}) is not true or (${isElsewhere})`;
    return kept.length === 0 ? others : joined([others, ...kept], ' or ');
  }

  /** How rows of a table lead to people: by rules, else by foreign keys other than this one. */
  #waysOf({ from, key }: Reference, userId: string): Array<{ readonly name: string; readonly own: Sql }> {
    const ways = this.#rulesOf(from).flatMap((rule) =>
      rule.table.sides.map(({ person }, side) => {
        const name = this.#tables.schema.column(from, person.column)?.name ?? person.column;
        return { name, own: sql`${(text: StatementText) => this.#tables.leadsTo(rule, side, userId, text)}` };
      }),
    );
    const exempt = this.#map.exempt.filter((one) => this.#tables.schema.find(one) === from);
    const isExempt = (names: readonly string[]) =>
      exempt.some(({ columns }) => columns === undefined || names.every((name) => columns.includes(name)));
    for (const other of this.#references) {
      const [name = ''] = other.key.columns;
      if (other.from !== from || other.key === key || isExempt(other.key.columns)) continue;
      if (ways.some((way) => way.name === name)) continue;
      const owner = this.#rulesOf(other.to)[0];
      const isPeople = owner !== undefined && owner.table.person.kind === 'id' && this.#isPeople(other.to);
      if (owner === undefined || (!isPeople && ways.length > 0)) continue;
      ways.push({ name, own: refersTo(other, belongs(this.#tables, owner, userId)) });
    }
    return ways;
  }

  #isPeople(live: LiveTable): boolean {
    const { people } = this.#map;
    return people !== undefined && this.#tables.schema.find(people) === live;
  }

  /** A column as people write it. */
  nameOf(reference: Reference): string {
    return inWords(reference, this.#tables.schema);
  }
}

/** One for each key: rows of a thread are found at each depth. */
function summed(found: readonly Found[]): Found[] {
  const sums = new Map<Reference, Found>();
  for (const one of found) {
    const { rows = 0, others = 0 } = sums.get(one.reference) ?? {};
    sums.set(one.reference, { ...one, rows: rows + one.rows, others: others + one.others });
  }
  return [...sums.values()];
}

/** `(a, b)`, or `a`. */
function rowOf(names: readonly string[]): Sql {
  return names.length === 1 ? sql`${column(names[0] ?? '')}` : sql`(${joined(names.map(column), ', ')})`;
}

function refersTo({ key, to }: Reference, going: Sql): Sql {
  return sql`${rowOf(key.columns)} in (select ${joined(key.toColumns.map(column), ', ')} from ${table(to)} where ${going})`;
}

async function count(database: Database, live: LiveTable, where: Sql): Promise<number> {
  const { rows } = await run(database, sql`select count(*) as ${column('total')} from ${table(live)} where ${where}`);
  return countOf(rows[0]?.['total']);
}

function othersOf({ erasure }: TableRule): 'detach' | 'delete' | undefined {
  return erasure?.action === 'delete' ? erasure.others : undefined;
}

/** Whether the rows of a rule stay for the other people that they are about. */
export function isSplit(rule: TableRule): boolean {
  return rule.table.sides.length > 1 && othersOf(rule) !== 'delete';
}

/** The condition that a row is one of a person. */
function belongs(tables: TableRows, rule: TableRule, userId: string): Sql {
  return sql`(${(text: StatementText) => tables.belongsTo(rule, userId, text)})`;
}

/** The condition that a rule deletes a row of a person, and not only their side of it. */
export function goingOf(tables: TableRows, rule: TableRule, userId: string): Sql {
  if (!isSplit(rule)) return belongs(tables, rule, userId);
  const { persons } = tables.locate(rule);
  const isNobodyElse = persons.map((person, side) => {
    const own = (text: StatementText) => tables.leadsTo(rule, side, userId, text);
    return sql`(${column(person.name)} is null or ${own})`;
  });
  return sql`(${belongs(tables, rule, userId)} and ${joined(isNobodyElse, ' and ')})`;
}

/** The sides of a rule that a key is part of, as conditions that they are the person. */
function sidesBy(tables: TableRows, rule: TableRule, columns: readonly string[], userId: string): Sql[] {
  return rule.table.sides.flatMap(({ person }, side) =>
    columns.includes(person.column)
      ? [sql`(${(text: StatementText) => tables.leadsTo(rule, side, userId, text)})`]
      : [],
  );
}
