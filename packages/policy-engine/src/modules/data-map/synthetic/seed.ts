/** Inserts a synthetic person into every table that the map or a foreign key leads to. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { identifier, tableIdentifier } from '../../../platform/database/schema/identifiers.ts';
import type {
  LiveColumn,
  LiveForeignKey,
  LiveSchema,
  LiveTable,
} from '../../../platform/database/schema/live-schema.ts';
import type { Database } from '../../../platform/database/port.ts';
import { holdsId } from '../rows/person-id.ts';
import { type DataRule, hasTable, type TableRule } from '../rules/rule.ts';
import { StatementText } from '../rows/statement-text.ts';
import type { MadeValue, ValueMaker } from './values.ts';

/** A row of the person. */
export interface SeededRow {
  readonly table: LiveTable;
  readonly values: ReadonlyMap<LiveColumn, MadeValue>;
}

/** What the seed needs. */
export interface SeedOptions {
  readonly database: Database;
  readonly schema: LiveSchema;
  readonly rules: readonly DataRule[];
  readonly people: LiveTable;
  /** Column with the id of a person. */
  readonly key: LiveColumn;
  readonly maker: ValueMaker;
  /** Values that the host provides, by `table.column`. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Inserts rows, each after those that it refers to. */
export class Seed {
  readonly #options: SeedOptions;
  readonly #rows = new Map<LiveTable, SeededRow>();

  constructor(options: SeedOptions) {
    this.#options = options;
  }

  /** The rows so far. */
  get rows(): readonly SeededRow[] {
    return [...this.#rows.values()];
  }

  /** The id of the person. */
  get id(): string {
    const { people, key } = this.#options;
    return String(this.#rows.get(people)?.values.get(key)?.stored);
  }

  /** Ensures that the person has a row in a table. */
  async into(table: LiveTable): Promise<SeededRow> {
    const known = this.#rows.get(table);
    if (known !== undefined) return known;
    const { people, rules, schema } = this.#options;
    if (table !== people) await this.into(people);
    const rule = rules.filter(hasTable).find((one) => schema.find(one.table) === table);
    const values = await this.#references(table);
    await this.#person(table, rule, values);
    for (const column of table.columns.values()) {
      if (!values.has(column) && !column.isGenerated) values.set(column, await this.#value(table, column));
    }
    const row = { table, values };
    this.#rows.set(table, row);
    await insert(this.#options.database, row);
    return row;
  }

  /** Columns of foreign keys: rows of the person if there are some, else an existing row. */
  async #references(table: LiveTable): Promise<Map<LiveColumn, MadeValue>> {
    const values = new Map<LiveColumn, MadeValue>();
    for (const key of table.foreignKeys) {
      const target = this.#options.schema.target(key);
      const columns = key.columns.flatMap((name) => table.columns.get(name) ?? []);
      if (target === undefined || columns.some((column) => values.has(column))) continue;
      const found = target === table ? undefined : await this.#referred(target, key, columns);
      for (const [index, column] of columns.entries()) {
        values.set(column, { stored: found?.[index] ?? null, trace: null });
      }
    }
    return values;
  }

  async #referred(
    target: LiveTable,
    { toColumns }: LiveForeignKey,
    columns: readonly LiveColumn[],
  ): Promise<unknown[] | undefined> {
    const seeded = this.#rows.get(target);
    if (seeded !== undefined) return valuesOf(seeded, toColumns);
    const { database, schema } = this.#options;
    const names = toColumns.map((name) => identifier(schema.dialect, name)).join(', ');
    const sql = `select ${names} from ${tableIdentifier(schema.dialect, target)} limit 1`;
    const [row] = (await database.execute(sql)).rows;
    if (row !== undefined && !(await this.#isOfPeople(target))) return toColumns.map((name) => row[name]);
    if (columns.every(({ isNullable }) => isNullable) && !(await this.#isOfPeople(target))) return undefined;
    return valuesOf(await this.into(target), toColumns);
  }

  /** Whether rows of a table belong to people, so that another person's row must not be used. */
  async #isOfPeople(table: LiveTable): Promise<boolean> {
    const { rules, schema, people } = this.#options;
    return table === people || rules.filter(hasTable).some((rule) => schema.find(rule.table) === table);
  }

  /** The column by which a rule finds its person, if no foreign key has set it. */
  async #person(table: LiveTable, rule: TableRule | undefined, values: Map<LiveColumn, MadeValue>): Promise<void> {
    const { people, schema, rules } = this.#options;
    if (rule === undefined || table === people) return;
    const { person } = rule.table;
    const column = schema.column(table, person.column);
    const isSet = column !== undefined && (values.get(column)?.stored ?? null) !== null;
    if (column === undefined || isSet) return;
    if (person.kind === 'id') {
      values.set(column, { stored: storedId(schema, column, this.id), trace: null });
      return;
    }
    const parent = rules.filter(hasTable).find(({ name }) => name === person.rule);
    const target = parent && schema.find(parent.table);
    if (target === undefined) return;
    const [stored] = valuesOf(await this.into(target), [person.references]);
    values.set(column, { stored, trace: null });
  }

  async #value(table: LiveTable, column: LiveColumn): Promise<MadeValue> {
    const { maker, values, schema } = this.#options;
    const own = `${schema.shownName(table)}.${column.name}`;
    if (Object.hasOwn(values, own)) {
      const stored = values[own];
      return { stored, trace: typeof stored === 'string' && stored.length >= 8 ? stored : null };
    }
    const isKey = [table.primaryKey, ...table.uniqueKeys].some((key) => key.includes(column.name));
    return maker.of(column, isKey && column.kind === 'integer' ? await this.#free(table, column) : 0);
  }

  /** A number that does not occur in a column. */
  async #free(table: LiveTable, column: LiveColumn): Promise<number> {
    const { database, schema } = this.#options;
    const sql = `select max(${identifier(schema.dialect, column.name)}) as most from ${tableIdentifier(schema.dialect, table)}`;
    const [row] = (await database.execute<{ most: unknown }>(sql)).rows;
    return Number(row?.most ?? 0) + 1;
  }
}

function valuesOf({ table, values }: SeededRow, names: readonly string[]): unknown[] {
  return names.map((name) => {
    const column = table.columns.get(name);
    return column === undefined ? null : values.get(column)?.stored;
  });
}

/** The ID in the column's type. */
function storedId(schema: LiveSchema, column: LiveColumn, id: string): unknown {
  const text = new StatementText(schema.dialect);
  holdsId(schema.dialect, column, { id, rule: 'the synthetic person' }, text);
  return text.parameters[0];
}

async function insert(database: Database, { table, values }: SeededRow): Promise<void> {
  const { dialect } = database;
  const text = new StatementText(dialect);
  const names = [...values.keys()].map(({ name }) => identifier(dialect, name)).join(', ');
  const placeholders = [...values].map(([, { stored }]) => text.value(stored)).join(', ');
  // A column `generated always as identity` would reject the number that is searched for later.
  const { overriding } = dialectNamed(dialect);
  const sql = `insert into ${tableIdentifier(dialect, table)} (${names})${overriding} values (${placeholders})`;
  await database.execute(sql, text.parameters);
}
