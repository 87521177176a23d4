/** A person's rows in tables of the host's: found, read page by page, deleted and set. */
import { PolicyEngineError } from '../../../errors.ts';
import type { Database } from '../../../platform/database/port.ts';
import { countOf } from '../../../platform/database/values.ts';
import type { ColumnConstant, ColumnValues, DataRow } from '../../data-map/declaration.ts';
import type { DataTable, TableRule } from '../../data-map/rule.ts';
import type { TableRows } from '../../data-map/table-rows.ts';
import { type Key, keyOf } from './key.ts';
import { column, joined, list, run, type Sql, sql, table, Written } from './sql.ts';

/** A row: its key, and what was asked for beside it. */
export interface FoundRow {
  readonly key: Key;
  readonly values: DataRow;
}

/** Where to read on. */
export interface Page {
  /** The last key that was read; null to begin. */
  readonly after: Key | null;
  readonly limit: number;
  /** Columns beside the key; undefined: all. */
  readonly columns?: readonly string[] | undefined;
}

/** The tables that rules name, as the database has them now. */
export class HostRows {
  readonly #database: Database;
  readonly #tables: TableRows;

  /** @param tables with which names of rules are held against the tables of the database */
  constructor(database: Database, tables: TableRows) {
    this.#database = database;
    this.#tables = tables;
  }

  /**
   * The condition under which rows of a rule are a person's.
   *
   * @throws {PolicyEngineError} `data_map_unfit` where the rule does not fit its table
   */
  of(rule: TableRule, userId: string): Sql {
    this.requireFit(rule);
    // What is asked for is the placeholder alone.
    const write = (text: { value(value: unknown): string }) =>
      this.#tables.belongsTo(rule, userId, text as Parameters<TableRows['belongsTo']>[2]);
    return sql`${new Written(write)}`;
  }

  /** The condition by which a person's rows can be checked again in a statement that changes them; null for none. */
  ownOnly(rule: TableRule, userId: string): Sql | null {
    return rule.table.person.kind === 'id' ? this.of(rule, userId) : null;
  }

  /** Holds a rule against its table. @throws {PolicyEngineError} `data_map_unfit` */
  requireFit(rule: TableRule): void {
    const { key } = this.#tables.locate(rule);
    if (key.some(({ name }) => name === rule.table.key)) return;
    const message = `data rule "${rule.name}": name the column that tells the rows of ${rule.table.table} apart as its key`;
    throw new PolicyEngineError('data_map_unfit', message);
  }

  async count({ table: source }: DataTableHolder, where: Sql): Promise<number> {
    const statement = sql`select count(*) as ${column('total')} from ${table(source)} where ${where}`;
    const { rows } = await run(this.#database, statement);
    return countOf(rows[0]?.['total']);
  }

  /** How many rows there are, the latest date in a column of theirs, and how many have none. */
  async span(
    { table: source }: DataTableHolder,
    where: Sql,
    from: string,
  ): Promise<{ readonly rows: number; readonly latest: unknown; readonly undated: number }> {
    const date = column(from);
    const statement = sql`select count(*) as ${column('total')}, count(${date}) as ${column('dated')},
      max(${date}) as ${column('latest')} from ${table(source)} where ${where}`;
    const { rows } = await run(this.#database, statement);
    const [found] = rows;
    const total = countOf(found?.['total']);
    return { rows: total, latest: found?.['latest'] ?? null, undated: total - countOf(found?.['dated']) };
  }

  /** Rows in the order of their keys. */
  async page({ table: source }: DataTableHolder, where: Sql, { after, limit, columns }: Page): Promise<FoundRow[]> {
    const key = column(source.key);
    const what = columns === undefined ? sql`*` : joined([key, ...columns.map(column)], ', ');
    const on = after === null ? where : sql`(${where}) and ${key} > ${after}`;
    const statement = sql`select ${what} from ${table(source)} where ${on} order by ${key} limit ${limit}`;
    const { rows } = await run(this.#database, statement);
    return rows.map((values) => ({ key: keyOf(values[source.key]), values }));
  }

  /** Rows by their keys; those that are gone are left out. */
  async byKeys({ table: source }: DataTableHolder, keys: readonly Key[]): Promise<FoundRow[]> {
    const statement = sql`select * from ${table(source)} where ${column(source.key)} in ${list(keys)}`;
    const { rows } = await run(this.#database, statement);
    return rows.map((values) => ({ key: keyOf(values[source.key]), values }));
  }

  /** Any date of a column, to tell how it is written; null where there is none. */
  async anyDate({ table: source }: DataTableHolder, from: string): Promise<unknown> {
    const date = column(from);
    const statement = sql`select ${date} as ${column('date')} from ${table(source)} where ${date} is not null limit 1`;
    const { rows } = await run(this.#database, statement);
    return rows[0]?.['date'] ?? null;
  }

  /** The earliest date in a column of rows; null for none. */
  async earliest({ table: source }: DataTableHolder, where: Sql, from: string): Promise<unknown> {
    const earliest = column('earliest');
    const statement = sql`select min(${column(from)}) as ${earliest} from ${table(source)} where ${where}`;
    const { rows } = await run(this.#database, statement);
    return rows[0]?.['earliest'] ?? null;
  }

  /** Deletes rows. @param own a condition that is checked again, as of {@link ownOnly} @returns how many were there */
  async delete(transaction: Database, source: DataTable, keys: readonly Key[], own: Sql | null): Promise<number> {
    if (keys.length === 0) return 0;
    const statement = sql`delete from ${table(source)} where ${among(source, keys, own)}`;
    return (await run(transaction, statement)).affectedRows;
  }

  /** Sets columns of rows. @returns how many were there */
  async set(
    transaction: Database,
    source: DataTable,
    change: { readonly keys: readonly Key[]; readonly values: SetValues },
    own: Sql | null,
  ): Promise<number> {
    const columns = Object.entries(change.values);
    if (change.keys.length === 0 || columns.length === 0) return 0;
    const settings = joined(
      columns.map(([name, value]) => sql`${column(name)} = ${value}`),
      ', ',
    );
    const statement = sql`update ${table(source)} set ${settings} where ${among(source, change.keys, own)}`;
    return (await run(transaction, statement)).affectedRows;
  }
}

/** What {@link HostRows} reads of a rule. */
interface DataTableHolder {
  readonly table: DataTable;
}

/** Constants by column. */
export type SetValues = Readonly<Record<string, ColumnConstant>>;

function among({ key }: DataTable, keys: readonly Key[], own: Sql | null): Sql {
  const where = sql`${column(key)} in ${list(keys)}`;
  return own === null ? where : sql`${where} and ${own}`;
}

/** What columns are set to in a row. Functions of the host are asked. @throws what they throw */
export async function valuesFor(columns: ColumnValues, row: DataRow): Promise<SetValues> {
  const values: Record<string, ColumnConstant> = {};
  for (const [name, value] of Object.entries(columns)) {
    values[name] = typeof value === 'function' ? await value(row) : value;
  }
  return values;
}

/** Whether a function decides what a column is set to. */
export function asksTheHost(columns: ColumnValues): boolean {
  return Object.values(columns).some((value) => typeof value === 'function');
}
