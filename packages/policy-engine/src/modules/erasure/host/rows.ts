/** A person's rows in tables of the host: found, read page by page, deleted and set. */
import type { LiveColumn } from '../../../platform/database/schema/live-schema.ts';
import type { Database } from '../../../platform/database/port.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import {
  type BeginsAt,
  type ColumnConstant,
  type ColumnValues,
  type DataRow,
  keyIs,
  keyText,
  StatementText,
  type TableRows,
  type TableRule,
} from '../../data-map/index.ts';
import { type Key, keyOf } from './key.ts';
import { among, column, joined, run, type Sql, sql, table } from './sql.ts';

/** A row: its key, and the requested columns. */
export interface FoundRow {
  readonly key: Key;
  readonly values: DataRow;
  /** The requested date; undefined if none was requested. */
  readonly date: unknown;
}

/** Where reading continues. */
export interface Page {
  /** The last key that was read; null to start. */
  readonly after: Key | null;
  readonly limit: number;
  /** Columns besides the key; undefined: all. */
  readonly columns?: readonly string[] | undefined;
  /** Column of a date that is read as well. */
  readonly begin?: BeginsAt | undefined;
  /** Default: that of the engine. */
  readonly within?: Database;
}

/** The tables that rules name, as they currently are in the database. */
export class HostRows {
  readonly #database: Database;
  readonly #tables: TableRows;

  /** @param tables resolves names of rules against the tables of the database */
  constructor(database: Database, tables: TableRows) {
    this.#database = database;
    this.#tables = tables;
  }

  /**
   * The condition under which rows of a rule are a person's.
   *
   * @throws {PolicyEngineError} `data_map_unfit` if the rule does not fit its table
   */
  of(rule: TableRule, userId: string): Sql {
    this.requireFit(rule);
    return sql`${(text: StatementText) => this.#tables.belongsTo(rule, userId, text)}`;
  }

  /** The condition that a row of a rule has a person as one of its sides. */
  ofSide(rule: TableRule, side: number, userId: string): Sql {
    this.requireFit(rule);
    return sql`${(text: StatementText) => {
      const values = this.#tables.ofRule(rule, text);
      const leads = this.#tables.leadsTo(rule, side, userId, text);
      return values === null ? leads : `${values} and ${leads}`;
    }}`;
  }

  /** The condition of the rows of a rule that are not a person's. */
  ofOthers(rule: TableRule, userId: string): Sql {
    const own = this.of(rule, userId);
    return sql`${(text: StatementText) => this.#tables.ofRule(rule, text) ?? '1 = 1'} and (${own}) is not true`;
  }

  /** The condition by which a person's rows are checked again in a statement that changes them; null for none. */
  ownOnly(rule: TableRule, userId: string): Sql | null {
    return rule.table.sides.every(({ person }) => person.kind === 'id') ? this.of(rule, userId) : null;
  }

  /** What the person's rows and those of others refer to. */
  get tables(): TableRows {
    return this.#tables;
  }

  /** The condition of rows by their keys. */
  among(rule: TableRule, keys: readonly Key[]): Sql {
    return this.#among(rule, keys, null);
  }

  /** Resolves a rule against its table. @throws {PolicyEngineError} `data_map_unfit` */
  requireFit(rule: TableRule): void {
    this.#tables.locate(rule);
  }

  /** Number of a person's rows that other people have as well. */
  async countShared(rule: TableRule, userId: string): Promise<number> {
    const shared = this.#tables.shared(rule, userId, new StatementText(this.#tables.schema.dialect));
    return shared === null
      ? 0
      : this.count(rule, sql`${(text: StatementText) => this.#tables.shared(rule, userId, text) ?? '1 = 0'}`);
  }

  async count({ table: source }: TableRule, where: Sql): Promise<number> {
    const statement = sql`select count(*) as ${column('total')} from ${table(source)} where ${where}`;
    const { rows } = await run(this.#database, statement);
    return countOf(rows[0]?.['total']);
  }

  /** The number of rows, the latest of their dates, and the number without a date. */
  async span(
    rule: TableRule,
    where: Sql,
    begin: BeginsAt,
  ): Promise<{ readonly rows: number; readonly latest: unknown; readonly undated: number }> {
    const dates = sql`select ${this.#date(rule, begin)} as ${column(DATE)} from ${table(rule.table)} where ${where}`;
    const statement = sql`select count(*) as ${column('total')}, count(${column(DATE)}) as ${column('dated')},
      max(${column(DATE)}) as ${column('latest')} from (${dates}) ${column('dates')}`;
    const { rows } = await run(this.#database, statement);
    const [found] = rows;
    const total = countOf(found?.['total']);
    return { rows: total, latest: found?.['latest'] ?? null, undated: total - countOf(found?.['dated']) };
  }

  /** Rows in the order of their keys. */
  async page(
    rule: TableRule,
    where: Sql,
    { after, limit, columns, begin, within = this.#database }: Page,
  ): Promise<FoundRow[]> {
    const key = this.#key(rule);
    const what = [
      ...(columns ?? this.#names(rule)).map(column),
      ...this.#keyColumns(rule),
      ...(begin === undefined ? [] : [sql`${this.#date(rule, begin)} as ${column(DATE)}`]),
    ];
    const names = key.map(({ name }) => name);
    const { dialect } = this.#tables.schema;
    const on =
      after === null
        ? where
        : sql`(${where}) and ${(text: StatementText) => keyIs(dialect, names, { sign: '>', than: after }, text)}`;
    const statement = sql`select ${joined(what, ', ')} from ${table(rule.table)} where ${on} order by ${joined(names.map(column), ', ')} limit ${limit}`;
    const { rows } = await run(within, statement);
    return rows.map((row) => foundRow(row, key.length));
  }

  /** Rows by their keys; missing ones are left out. */
  async byKeys(rule: TableRule, keys: readonly Key[]): Promise<FoundRow[]> {
    const key = this.#key(rule);
    const what = joined([...this.#names(rule).map(column), ...this.#keyColumns(rule)], ', ');
    const statement = sql`select ${what} from ${table(rule.table)} where ${this.#among(rule, keys, null)}`;
    const { rows } = await run(this.#database, statement);
    return rows.map((row) => foundRow(row, key.length));
  }

  /** Any date of a column, to detect its format; null if there is none. */
  async anyDate({ table: source }: TableRule, from: string): Promise<unknown> {
    const date = column(from);
    const statement = sql`select ${date} as ${column('date')} from ${table(source)} where ${date} is not null limit 1`;
    const { rows } = await run(this.#database, statement);
    return rows[0]?.['date'] ?? null;
  }

  /** The earliest date in a column of rows; null for none. */
  async earliest({ table: source }: TableRule, where: Sql, from: string): Promise<unknown> {
    const earliest = column('earliest');
    const statement = sql`select min(${column(from)}) as ${earliest} from ${table(source)} where ${where}`;
    const { rows } = await run(this.#database, statement);
    return rows[0]?.['earliest'] ?? null;
  }

  /** Deletes rows. @param own a condition that is checked again, as of {@link ownOnly} @returns the number of rows */
  async delete(transaction: Database, rule: TableRule, keys: readonly Key[], own: Sql | null): Promise<number> {
    if (keys.length === 0) return 0;
    const statement = sql`delete from ${table(rule.table)} where ${this.#among(rule, keys, own)}`;
    return (await run(transaction, statement)).affectedRows;
  }

  /** Deletes rows in one statement. @returns the number of rows */
  async deleteAll(transaction: Database, { table: source }: TableRule, where: Sql): Promise<number> {
    return (await run(transaction, sql`delete from ${table(source)} where ${where}`)).affectedRows;
  }

  /** Sets columns of rows. @returns the number of rows */
  async set(
    transaction: Database,
    rule: TableRule,
    change: { readonly keys: readonly Key[]; readonly values: SetValues },
    own: Sql | null,
  ): Promise<number> {
    const columns = Object.entries(change.values);
    if (change.keys.length === 0 || columns.length === 0) return 0;
    const settings = joined(
      columns.map(([name, value]) => sql`${column(name)} = ${value}`),
      ', ',
    );
    const statement = sql`update ${table(rule.table)} set ${settings} where ${this.#among(rule, change.keys, own)}`;
    return (await run(transaction, statement)).affectedRows;
  }

  #key(rule: TableRule): readonly LiveColumn[] {
    return this.#tables.locate(rule).key;
  }

  /** All columns: `*` leaves invisible ones out. */
  #names(rule: TableRule): string[] {
    return [...this.#tables.locate(rule).live.columns.keys()];
  }

  /** With aliases: a driver may convert a column to something that is not a key, and the rule may read it as well. */
  #keyColumns(rule: TableRule): Sql[] {
    const { dialect } = this.#tables.schema;
    return this.#key(rule).map((one, index) => sql`${() => keyText(dialect, one)} as ${column(KEY + String(index))}`);
  }

  /** The date at which the period of a row starts: in its own column, or in one of the row that it refers to. */
  #date(rule: TableRule, { from, rule: name }: BeginsAt): Sql {
    const { person } = rule.table;
    if (name === undefined || person.kind === 'id') return sql`${column(from)}`;
    const parent = this.#tables.rule(name);
    const own = sql`${table(rule.table)}.${column(person.column)}`;
    const theirs = (one: string) => sql`${column(PARENT)}.${column(one)}`;
    return sql`(select max(${theirs(from)}) from ${table(parent.table)} ${column(PARENT)} where ${theirs(person.references)} = ${own})`;
  }

  #among(rule: TableRule, keys: readonly Key[], own: Sql | null): Sql {
    const where = among(
      this.#key(rule).map(({ name }) => name),
      keys,
    );
    return own === null ? where : sql`${where} and ${own}`;
  }
}

const KEY = 'policy_engine_key_';
const DATE = 'policy_engine_date';
const PARENT = 'policy_engine_parent';

function foundRow(row: DataRow, keys: number): FoundRow {
  const own = Array.from({ length: keys }, (_, index) => KEY + String(index));
  const values = Object.fromEntries(Object.entries(row).filter(([name]) => name !== DATE && !own.includes(name)));
  return { key: keyOf(own.map((name) => row[name])), values, date: row[DATE] };
}

/** Constants by column. */
export type SetValues = Readonly<Record<string, ColumnConstant>>;

/** The new values of columns in a row. Functions of the host are called. @throws their errors */
export async function valuesFor(columns: ColumnValues, row: DataRow): Promise<SetValues> {
  const values: Record<string, ColumnConstant> = {};
  for (const [name, value] of Object.entries(columns)) {
    values[name] = typeof value === 'function' ? await value(row) : value;
  }
  return values;
}

/** Whether a function computes the new value of a column. */
export function asksTheHost(columns: ColumnValues): boolean {
  return Object.values(columns).some((value) => typeof value === 'function');
}
