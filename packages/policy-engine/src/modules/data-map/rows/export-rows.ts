/** Data rules as rules for the export. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { LocalText, PageRequest, PortabilityRule, Reading } from '../../export/index.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { DataMap } from '../data-map.ts';
import { type DataRule, hasTable, type RulePortability, type TableRule } from '../rules/rule.ts';
import { isOfSide } from './sides.ts';
import { TableRows } from './table-rows.ts';

/** What the export needs for reading. */
export interface ExportedRulesOptions {
  readonly database: Database;
  /** Id of a user of the host. */
  readonly idOf: (user: object) => string;
  /** Replaces what is about other people in rows about several. */
  readonly somebody: string;
  /** The retention of a rule as text; undefined if nothing is declared. */
  readonly retention: (rule: DataRule) => LocalText | undefined;
}

/** The data rules that are exported, in the order of declaration. */
export function exportedRules(map: DataMap, options: ExportedRulesOptions): PortabilityRule[] {
  const tables = new TablesOfRun(map, options.database);
  return map.rules.flatMap((rule): PortabilityRule[] => {
    const { portability } = rule;
    if (portability === undefined || rule.declaredAs !== 'dataRules') return [];
    const { per, count, template, jsonTemplate, files, include } = portability;
    const { name, label, purpose, legalBasis, recipients, source } = rule;
    const described = { name, label, purpose, legalBasis, recipients, source, retention: options.retention(rule) };
    const reading = readingOf(rule, portability, tables, options);
    const { table } = rule;
    const replaces = table === undefined ? undefined : (field: string) => isOfSide(table, field);
    const shown = { per, template, jsonTemplate, files, include, table: table?.table, count, replaces };
    return [{ ...described, ...shown, ...reading }];
  });
}

type ReadingOfRule = Pick<PortabilityRule, 'kind' | 'reads' | 'columns'> & { readonly count?: Reading };

function readingOf(
  rule: DataRule,
  { reading, count }: RulePortability,
  tables: TablesOfRun,
  { idOf, somebody }: Pick<ExportedRulesOptions, 'idOf' | 'somebody'>,
): ReadingOfRule {
  if (reading !== undefined) return reading;
  // A rule that is exported and has no function to read has a table.
  const source = rule as TableRule;
  if (!hasTable(source)) throw new TypeError(`the rule ${rule.name} has nothing to read`);
  // With a second parameter, so that it is called page by page.
  const reads = async (user: unknown, { limit, after, signal }: PageRequest) => {
    const id = idOf(user as object);
    const rows = await tables.of(signal, id);
    return rows.page(tables.database, source, id, { limit, after, somebody });
  };
  const total = async (user: unknown, { signal }: { readonly signal: AbortSignal }) =>
    (await tables.of(signal, idOf(user as object))).count(tables.database, source, idOf(user as object));
  const columns = async (signal: AbortSignal) => (await tables.of(signal)).columns(source);
  return { kind: 'collection', reads, columns, ...(count === undefined && { count: total }) };
}

/** The tables during one export: read once for all its rules and pages, which share a signal. */
class TablesOfRun {
  readonly database: Database;
  readonly #map: DataMap;
  readonly #known = new WeakMap<AbortSignal, Promise<TableRows>>();

  constructor(map: DataMap, database: Database) {
    this.#map = map;
    this.database = database;
  }

  /**
   * @param id of the person whose rows are read
   * @throws {PolicyEngineError} `data_map_unfit` if it is that of several people
   */
  of(signal: AbortSignal, id?: string): Promise<TableRows> {
    const known = this.#known.get(signal) ?? this.#read(id);
    this.#known.set(signal, known);
    return known;
  }

  async #read(id: string | undefined): Promise<TableRows> {
    const rows = await TableRows.of(this.#map, this.database);
    const several = id === undefined ? null : await rows.severalPeople(this.database, id);
    if (several !== null) throw new PolicyEngineError('data_map_unfit', several);
    return rows;
  }
}
