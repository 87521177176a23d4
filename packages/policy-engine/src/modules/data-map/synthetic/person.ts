/** A synthetic person: tests that export, erasure and exemptions together cover all data of a person. */
import { randomBytes } from 'node:crypto';
import { PolicyEngineError } from '../../../errors/errors.ts';
import { LiveSchema } from '../../../platform/database/schema/live-schema.ts';
import type { LiveColumn, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { hostTables, peopleTable } from '../schema/coverage.ts';
import type { DataMap } from '../data-map.ts';
import { ownedBy } from '../schema/ownership.ts';
import { hasTable, type TableRule } from '../rules/rule.ts';
import { exportedText, type WritesExports } from './exported-text.ts';
import { holdsValue, mentions } from './search.ts';
import { Seed, type SeededRow } from './seed.ts';
import type { PersonFinding, SyntheticPerson, SyntheticPersonOptions } from './synthetic-person.ts';
import { ValueMaker } from './values.ts';

/** What the person needs from an engine. */
export interface PersonParts {
  readonly database: Database;
  readonly naming: Naming;
  readonly map: DataMap;
  readonly exporter: WritesExports;
}

/** See {@link SyntheticPerson}. */
export class SeededPerson implements SyntheticPerson {
  readonly id: string;
  readonly mark: string;
  readonly #parts: PersonParts;
  readonly #options: SyntheticPersonOptions;
  readonly #schema: LiveSchema;
  readonly #rows: readonly SeededRow[];

  private constructor(parts: PersonParts, options: SyntheticPersonOptions, seeded: Seeded) {
    this.#parts = parts;
    this.#options = options;
    this.#schema = seeded.schema;
    this.#rows = seeded.seed.rows;
    this.id = seeded.seed.id;
    this.mark = seeded.mark;
  }

  /**
   * Inserts the person into the tables.
   *
   * @throws {PolicyEngineError} `data_map_unfit` if the table of users is unknown
   */
  static async seed(parts: PersonParts, options: SyntheticPersonOptions = {}): Promise<SeededPerson> {
    const { database, map, naming } = parts;
    const schema = await LiveSchema.read(database, map.schemas);
    const tables = hostTables(schema, naming);
    const people = peopleTable(map, schema, tables);
    const key = people && schema.column(people, map.people?.key ?? people.primaryKey[0] ?? 'id');
    if (people === undefined || key === undefined) {
      throw new PolicyEngineError('data_map_unfit', 'the table of people is not known: set dataMap: { people }');
    }
    const mark = `pe${randomBytes(3).toString('hex')}`;
    const { rules } = map;
    const values = options.values ?? {};
    const seed = new Seed({ database, schema, rules, people, key, maker: new ValueMaker(mark), values });
    const declared = rules.filter(hasTable).flatMap((rule) => schema.find(rule.table) ?? []);
    const owned = ownedBy(people, { tables, schema }).map(({ table }) => table);
    for (const table of new Set([...owned, ...declared])) await seed.into(table);
    return new SeededPerson(parts, options, { schema, seed, mark });
  }

  get tables(): readonly string[] {
    return this.#rows.map(({ table }) => this.#schema.shownName(table));
  }

  get unproved(): readonly string[] {
    return this.#rows.flatMap(({ table, values }) =>
      [...values].flatMap(([column, { stored, trace }]) =>
        trace === null && !isLink(table, column) && stored !== null ? [this.#nameOf(table, column)] : [],
      ),
    );
  }

  async missingFromExport(): Promise<PersonFinding[]> {
    const user = this.#options.user?.(this.id) ?? { id: this.id };
    const { text, omitted } = await exportedText(this.#parts.exporter, this.id, user);
    return this.#traces().flatMap(({ table, column, trace }) => {
      const rules = this.#rulesOf(table);
      const isKeptBack = rules.length > 0 && rules.every(({ portability }) => portability === undefined);
      if (isKeptBack || omitted.has(column.name) || text.includes(trace)) return [];
      const reason = rules.length === 0 ? 'its table is in no data rule' : `the export of ${namesOf(rules)} lacks it`;
      return [{ column: this.#nameOf(table, column), trace, reason }];
    });
  }

  async leftAfterErasure(erase: (person: SyntheticPerson) => Promise<unknown>): Promise<PersonFinding[]> {
    await erase(this);
    const { database, naming } = this.#parts;
    const findings: PersonFinding[] = [];
    for (const { table, column, trace, stored } of this.#traces()) {
      if (this.#isKept(table, column) || !(await holdsValue(database, table, column, { stored, trace }))) continue;
      findings.push({ column: this.#nameOf(table, column), trace, reason: whyLeft(this.#rulesOf(table)) });
    }
    for (const table of hostTables(this.#schema, naming)) {
      for (const column of table.columns.values()) {
        const name = this.#nameOf(table, column);
        const isKnown = findings.some((one) => one.column === name) || this.#isKept(table, column);
        if (isKnown || this.#isExempt(table, column)) continue;
        if (!(await mentions(database, table, column, this.mark))) continue;
        findings.push({ column: name, trace: this.mark, reason: 'a text of the person is in it' });
      }
    }
    return findings;
  }

  /** Values that prove something, except for exempted ones. */
  #traces(): Trace[] {
    return this.#rows.flatMap(({ table, values }) =>
      [...values].flatMap(([column, { stored, trace }]) =>
        trace === null || this.#isExempt(table, column) ? [] : [{ table, column, stored, trace }],
      ),
    );
  }

  #rulesOf(table: LiveTable): TableRule[] {
    return this.#parts.map.rules.filter(hasTable).filter((rule) => this.#schema.find(rule.table) === table);
  }

  #isExempt(table: LiveTable, column: LiveColumn): boolean {
    return this.#parts.map.exempt.some(
      (one) =>
        this.#schema.find(one) === table &&
        (one.columns?.some((name) => this.#schema.column(table, name) === column) ?? true),
    );
  }

  /** Whether a rule keeps the row, and does not set this column meanwhile. */
  #isKept(table: LiveTable, column: LiveColumn): boolean {
    return this.#rulesOf(table).some(
      ({ erasure }) =>
        erasure?.action === 'keep' &&
        !Object.keys(erasure.meanwhile?.columns ?? {}).some((name) => this.#schema.column(table, name) === column),
    );
  }

  #nameOf(table: LiveTable, column: LiveColumn): string {
    return `${this.#schema.shownName(table)}.${column.name}`;
  }
}

interface Seeded {
  readonly schema: LiveSchema;
  readonly seed: Seed;
  readonly mark: string;
}

interface Trace {
  readonly table: LiveTable;
  readonly column: LiveColumn;
  readonly stored: unknown;
  readonly trace: string;
}

function isLink({ foreignKeys }: LiveTable, { name }: LiveColumn): boolean {
  return foreignKeys.some(({ columns }) => columns.includes(name));
}

function namesOf(rules: readonly TableRule[]): string {
  return rules.map(({ name }) => name).join(', ');
}

function whyLeft(rules: readonly TableRule[]): string {
  if (rules.length === 0) return 'its table is in no data rule';
  if (rules.every(({ erasure }) => erasure === undefined)) return `${namesOf(rules)} erases nothing`;
  return `the erasure of ${namesOf(rules)} leaves it`;
}
