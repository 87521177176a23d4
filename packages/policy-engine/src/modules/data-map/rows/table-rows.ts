/** Rows of a person in the host's tables, by data rules. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { identifier, tableIdentifier } from '../../../platform/database/schema/identifiers.ts';
import { type LiveColumn, LiveSchema, type LiveTable } from '../../../platform/database/schema/live-schema.ts';
import type { Database, Dialect, Row } from '../../../platform/database/port.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import { inUtc, type StoredValue } from '../../../platform/database/schema/stored-values.ts';
import type { ExportedColumn } from '../../export/index.ts';
import type { DataMap } from '../data-map.ts';
import { keyIs, keyText } from './key-order.ts';
import { holdsId } from './person-id.ts';
import { columnsApart, personsIn } from './sides.ts';
import { type DataTable, hasTable, type TableRule } from '../rules/rule.ts';
import { isUniqueIn, keyOf, tableFaultsOf, wholeKey } from '../schema/schema-faults.ts';
import { tenantsInWords, tenantsTable } from '../schema/tenants.ts';
import { StatementText } from './statement-text.ts';

/** The table of a rule in the database; names have the database's own spelling. */
export interface LocatedTable {
  readonly live: LiveTable;
  /** Its name as SQL text, quoted. */
  readonly sql: string;
  /** Columns of its unique key: the rule's key, or the primary key. */
  readonly key: readonly LiveColumn[];
  /** Columns that lead to the people of a row, in the order of the sides of the rule. */
  readonly persons: readonly LiveColumn[];
  /** What is about each of them alone, in the same order; empty for rows about one person. */
  readonly apart: ReadonlyArray<readonly LiveColumn[]>;
  /** Columns with personal data. */
  readonly columns: readonly LiveColumn[];
}

/** The requested rows. */
export interface RowRange {
  readonly limit: number;
  /** The `next` of the previous page; null or undefined at first. */
  readonly after?: unknown;
  /** Replaces what is about another person. Default: {@link SOMEBODY}. */
  readonly somebody?: string;
}

/** Rows, and the start of the next ones. */
export interface RowsFound {
  readonly rows: readonly Row[];
  /** The key of the last row; null after the last page. */
  readonly next: readonly unknown[] | null;
}

/** Reads rows of people by the rules of a map, in the tables as they were when the reader was created. */
export class TableRows {
  readonly schema: LiveSchema;
  readonly #map: DataMap;
  readonly #rules: ReadonlyMap<string, TableRule>;
  readonly #located = new Map<string, LocatedTable>();
  readonly #isUtc: boolean;

  constructor(map: DataMap, schema: LiveSchema) {
    this.schema = schema;
    this.#map = map;
    this.#isUtc = map.timesWithoutZone === 'utc';
    this.#rules = new Map(map.rules.filter(hasTable).map((rule) => [rule.name, rule]));
  }

  /** With the current tables. */
  static async of(map: DataMap, database: Database): Promise<TableRows> {
    return new TableRows(map, await LiveSchema.read(database, map.schemas));
  }

  /** The rule that others refer to by name: a missing one was rejected at start. */
  rule(name: string): TableRule {
    return this.#rules.get(name)!;
  }

  /** @throws {PolicyEngineError} `data_map_unfit` if the rule does not fit the table, naming every mismatch */
  locate(rule: TableRule): LocatedTable {
    const known = this.#located.get(rule.name);
    if (known !== undefined) return known;
    const faults = tableFaultsOf(rule, this.schema, this.#rules);
    const live = this.schema.find(rule.table);
    const persons = live === undefined ? [] : personsIn(rule.table, live, this.schema);
    if (faults.length > 0 || live === undefined) {
      throw new PolicyEngineError('data_map_unfit', `data rule "${rule.name}": ${faults.join('; ')}`);
    }
    const located: LocatedTable = {
      live,
      sql: tableIdentifier(this.schema.dialect, live),
      key: keyOf(rule.table, live, this.schema),
      persons,
      apart: columnsApart(rule.table, live, this.schema),
      columns: this.#columns(rule.table, live),
    };
    this.#located.set(rule.name, located);
    return located;
  }

  /**
   * Whether an id is that of several people, as with ids that count within a tenant.
   *
   * @returns what is wrong, for a developer; null if it is that of one at most
   * @throws {PolicyEngineError} `data_map_unfit` for an id that cannot be a value of the column
   */
  async severalPeople(database: Database, personId: string): Promise<string | null> {
    const found = tenantsTable(this.#map, this.schema);
    if (found === null) return null;
    const text = new StatementText(this.schema.dialect);
    const { dialect } = this.schema;
    const condition = holdsId(dialect, found.id, { id: personId, rule: found.live.table }, text);
    const table = tableIdentifier(dialect, found.live);
    const { rows } = await database.execute<{ total: unknown }>(
      `select count(*) as total from ${table} where ${condition}`,
      text.parameters,
    );
    return countOf(rows[0]?.total) > 1 ? tenantsInWords(found, this.schema) : null;
  }

  /**
   * The condition that a row of a rule belongs to a person, for a statement on its table alone.
   *
   * @throws {PolicyEngineError} `data_map_unfit`
   */
  belongsTo(rule: TableRule, personId: string, text: StatementText): string {
    const sides = rule.table.sides.map((_, side) => this.leadsTo(rule, side, personId, text));
    const ofPerson = sides.length === 1 ? sides.join('') : `(${sides.join(' or ')})`;
    const values = this.ofRule(rule, text);
    return values === null ? ofPerson : `${ofPerson} and ${values}`;
  }

  /**
   * The condition that one side of a row is a person. Unlike {@link belongsTo}, it is also about rows of the table that the rule is not about.
   *
   * @param side its position in the rule
   * @throws {PolicyEngineError} `data_map_unfit`
   */
  leadsTo(rule: TableRule, side: number, personId: string, text: StatementText): string {
    const column = this.locate(rule).persons[side]!;
    const { dialect } = this.schema;
    const way = rule.table.sides[side]!.person;
    if (way.kind === 'id') return holdsId(dialect, column, { id: personId, rule: rule.name }, text);
    const parent = this.#rules.get(way.rule)!;
    const { live, sql } = this.locate(parent);
    const referred = this.schema.column(live, way.references)!.name;
    const quoted = (names: readonly string[]) => names.map((name) => identifier(dialect, name)).join(', ');
    const condition = this.belongsTo(parent, personId, text);
    const whole = wholeKey(this.schema, this.locate(rule).live, { column: column.name, live, referred });
    if (whole !== undefined)
      return `(${quoted(whole.columns)}) in (select ${quoted(whole.toColumns)} from ${sql} where ${condition})`;
    const [own, theirs] = comparedKeys(dialect, column, this.schema.column(live, referred)!);
    return `${own} in (select ${theirs} from ${sql} where ${condition})`;
  }

  /**
   * The condition of a person's rows that other people have as well: they are found by a column of another table in which several
   * people may have the same value. Null if a rule has none.
   */
  shared(rule: TableRule, personId: string, text: StatementText): string | null {
    const { dialect } = this.schema;
    const { live, persons } = this.locate(rule);
    const shared = rule.table.sides.flatMap(({ person }, side) => {
      if (person.kind === 'id') return [];
      const parent = this.#rules.get(person.rule)!;
      const { live: other, sql } = this.locate(parent);
      const referred = this.schema.column(other, person.references)!;
      const column = persons[side]!;
      const isOnes = isUniqueIn(other, [referred.name]);
      if (isOnes || wholeKey(this.schema, live, { column: column.name, live: other, referred: referred.name }))
        return [];
      const [own, theirs] = comparedKeys(dialect, column, referred);
      const leads = this.leadsTo(rule, side, personId, text);
      const isOthers = `(${this.belongsTo(parent, personId, text)}) is not true`;
      return [`(${leads} and ${own} in (select ${theirs} from ${sql} where ${isOthers}))`];
    });
    if (shared.length === 0) return null;
    const values = this.ofRule(rule, text);
    return `(${shared.join(' or ')})${values === null ? '' : ` and ${values}`}`;
  }

  /** The condition that a row has the values of the rule; null if it is about all rows of the table. */
  ofRule({ table }: TableRule, text: StatementText): string | null {
    const { dialect } = this.schema;
    const values = Object.entries(table.where).map(([name, value]) =>
      value === null ? `${identifier(dialect, name)} is null` : `${identifier(dialect, name)} = ${text.value(value)}`,
    );
    return values.length === 0 ? null : values.join(' and ');
  }

  /** The columns of a rule as the export shows them: their types, and what their values become. */
  columns(rule: TableRule): ExportedColumn[] {
    return this.locate(rule).columns.map((column) => ({
      name: column.name,
      type: column.type,
      form: this.#storedValue(column).form,
    }));
  }

  /** Number of rows of a rule that a person has. */
  async count(database: Database, rule: TableRule, personId: string): Promise<number> {
    const text = new StatementText(this.schema.dialect);
    const sql = `select count(*) as total from ${this.locate(rule).sql} where ${this.belongsTo(rule, personId, text)}`;
    const { rows } = await database.execute<{ total: unknown }>(sql, text.parameters);
    return countOf(rows[0]?.total);
  }

  /**
   * Rows of a person in the order of the key, with the columns of the rule as the export shows them: of rows about several people,
   * `somebody` replaces what is about the others alone.
   */
  async page(
    database: Database,
    rule: TableRule,
    personId: string,
    { limit, after, somebody = SOMEBODY }: RowRange,
  ): Promise<RowsFound> {
    const { dialect } = this.schema;
    const { sql, key, columns, apart } = this.locate(rule);
    const text = new StatementText(dialect);
    // Aliases that cannot collide with names of the host: they are removed before the row is returned.
    const keys = key.map((column, index) => `${keyText(dialect, column)} as ${identifier(dialect, keyName(index))}`);
    const values = columns.map((column) => ({ column: column.name, stored: this.#storedValue(column) }));
    const selected = values.map(
      ({ column, stored }, index) =>
        `${stored.sql(identifier(dialect, column))} as ${identifier(dialect, valueName(index))}`,
    );
    const own = apart.map(
      (_, side) =>
        `case when ${this.leadsTo(rule, side, personId, text)} then 1 else 0 end as ${identifier(dialect, sideName(side))}`,
    );
    const conditions = [this.belongsTo(rule, personId, text)];
    if (Array.isArray(after)) {
      const names = key.map(({ name }) => name);
      conditions.push(keyIs(dialect, names, { sign: '>', than: after }, text));
    }
    const order = key.map(({ name }) => identifier(dialect, name)).join(', ');
    const { rows } = await database.execute(
      `select ${[...keys, ...selected, ...own].join(', ')} from ${sql} where ${conditions.join(' and ')} order by ${order} limit ${text.value(limit)}`,
      text.parameters,
    );
    const last = rows.length < limit ? undefined : rows.at(-1);
    return {
      rows: rows.map((row) =>
        withoutOthers(shownRow(row, values), row, { rule, located: this.locate(rule), somebody }),
      ),
      next: last === undefined ? null : key.map((_, index) => last[keyName(index)]),
    };
  }

  #storedValue(column: LiveColumn): StoredValue {
    const stored = dialectNamed(this.schema.dialect).storedValues(column);
    return this.#isUtc && stored.form === 'local time' ? inUtc(stored) : stored;
  }

  #columns({ columns }: DataTable, live: LiveTable): LiveColumn[] {
    if (columns === undefined) return [...live.columns.values()];
    return columns.flatMap((name) => this.schema.column(live, name) ?? []);
  }
}

/** Two columns of keys so that equal keys are equal: as text, if a text refers to another type. */
function comparedKeys(dialect: Dialect, own: LiveColumn, theirs: LiveColumn): readonly [own: string, theirs: string] {
  const names = [own, theirs].map(({ name }) => identifier(dialect, name));
  const [one = '', other = ''] = names;
  if (own.kind === theirs.kind || (own.kind !== 'text' && theirs.kind !== 'text')) return [one, other];
  const { search } = dialectNamed(dialect);
  const isUuid = own.kind === 'uuid' || theirs.kind === 'uuid';
  return [search.keyAsText(one, isUuid), search.keyAsText(other, isUuid)];
}

/** Replaces what is about another person. */
export const SOMEBODY = 'another person';

/** Hides what is about other people of a row, unless the rule shows it. A missing value stays missing. */
function withoutOthers(
  shown: Row,
  row: Row,
  { rule, located, somebody }: { readonly rule: TableRule; readonly located: LocatedTable; readonly somebody: string },
): Row {
  const { apart, live } = located;
  if (apart.length === 0) return shown;
  const isOwn = apart.map((_, side) => Number(row[sideName(side)]) === 1);
  const own = new Set(apart.filter((_, side) => isOwn[side]).flat());
  const hidden = apart.flatMap((columns, side) => {
    if (isOwn[side]) return [];
    const open = rule.table.sides[side]!.shown;
    return columns.filter((column) => !own.has(column) && !open.some((name) => name === column.name));
  });
  const names = new Set(hidden.filter((column) => live.columns.has(column.name)).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, names.has(name) && value !== null ? somebody : value]),
  );
}

const sideName = (index: number): string => `side_${index}`;
const keyName = (index: number): string => `key_${index}`;
const valueName = (index: number): string => `value_${index}`;

/** A column, and how its values are read. */
interface ReadColumn {
  readonly column: string;
  readonly stored: StoredValue;
}

function shownRow(row: Row, values: readonly ReadColumn[]): Row {
  return Object.fromEntries(
    values.map(({ column, stored }, index) => {
      const value = row[valueName(index)];
      return [column, value === null ? null : stored.read(value)] as const;
    }),
  );
}
