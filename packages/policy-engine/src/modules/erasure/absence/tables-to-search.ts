/** Which tables are searched, and which are not and why, as far as this is known before. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import { quotedTable } from '../../../platform/database/schema/names.ts';
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { identifier } from '../../../platform/database/schema/identifiers.ts';
import type { Database } from '../../../platform/database/port.ts';
import { readStoredTables, type StoredTable } from '../../../platform/database/schema/stored-tables.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import { type DataMap, hasTable, type TableAddress } from '../../data-map/index.ts';
import type { NotSearchedTable } from '../plan/receipt.ts';
import type { SearchedTable } from './table-search.ts';

/** The tables of a search. */
export interface TablesToSearch {
  readonly searched: readonly SearchedTable[];
  readonly notSearched: readonly NotSearchedTable[];
  /** Schemas and databases of others. */
  readonly elsewhere: readonly string[];
  /** Tables of the host with columns for text that neither a rule nor an exemption names. */
  readonly undeclared: readonly string[];
}

/** Tables of the engine that name people for a reason, or contain no text written by people. */
const NOT_SEARCHED: ReadonlySet<string> = new Set(['erasure_requests', 'erasure_marks', 'secrets', 'migrations']);
/** The actions of an administrator are kept, with their author. */
const KEPT: ReadonlySet<string> = new Set(['admin_actions']);
const TEXT_KINDS: ReadonlySet<string> = new Set(['id', 'userId', 'name', 'text']);

/** What says which tables are searched. */
export interface SearchedDatabase {
  readonly database: Database;
  readonly naming: Naming;
  readonly map: Pick<DataMap, 'rules' | 'exempt' | 'schemas'>;
}

/** Reads the tables of the database, as they are now. */
export async function tablesToSearch({ database, naming, map }: SearchedDatabase): Promise<TablesToSearch> {
  const others = [...map.schemas, ...(naming.schema === undefined ? [] : [naming.schema])];
  const { tables, elsewhere } = await readStoredTables(database, others);
  const hosts = tables.filter((table) => !isOwn(table, naming));
  const plans = hosts.map((table) => planOf(table, map, database));
  const searched: SearchedTable[] = [...ownTables(database, naming)];
  for (const { searched: one, stored } of plans) {
    if (one !== null) searched.push({ ...one, about: stored.rows ?? (await lastRowId(database, one)) });
  }
  return {
    searched,
    notSearched: plans.flatMap(({ notSearched }) => notSearched),
    elsewhere,
    undeclared: plans.flatMap(({ isNamed, stored }) => {
      return isNamed || !stored.columns.some(({ isText }) => isText) ? [] : [shownName(stored)];
    }),
  };
}

interface TablePlan {
  readonly stored: StoredTable;
  readonly searched: SearchedTable | null;
  readonly notSearched: readonly NotSearchedTable[];
  /** Whether a rule or an exemption names it. */
  readonly isNamed: boolean;
}

function planOf(stored: StoredTable, map: SearchedDatabase['map'], { dialect }: Database): TablePlan {
  const { foldTable, foldColumn } = dialectNamed(dialect);
  const isThis = (address: TableAddress) => names(address, stored, foldTable);
  const rules = map.rules.filter(hasTable).filter((rule) => isThis(rule.table));
  const exempt = map.exempt.filter(isThis);
  const excluded = exempt.filter(({ isSearched }) => !isSearched);
  const isExcluded = (column: string) =>
    excluded.find(
      ({ columns }) => columns === undefined || columns.some((one) => foldColumn(one) === foldColumn(column)),
    );
  const name = shownName(stored);
  const open = stored.columns.filter((column) => isExcluded(column.name) === undefined);
  const readable = open.filter(({ isReadable }) => isReadable);
  const canRead = stored.from !== null && !stored.isIndexOnly && readable.length > 0;
  const whole = (reason: NotSearchedTable['reason'], note: string | null): NotSearchedTable => {
    return { table: name, columns: null, reason, note };
  };
  const part = (columns: readonly { readonly name: string }[]) =>
    columns.length === stored.columns.length ? null : columns.map((column) => column.name);
  const locked = open.filter(({ isReadable }) => !isReadable);
  return {
    stored,
    isNamed: rules.length > 0 || exempt.length > 0,
    searched: canRead
      ? {
          name,
          from: stored.from,
          key: stored.key,
          columns: readable,
          isKept: rules.some(({ erasure }) => erasure?.action === 'keep'),
          isDeclared: rules.length > 0,
          isHuge: rules.some(({ table }) => table.isHuge),
          about: stored.rows,
          host: {
            schema: stored.isImplied ? undefined : stored.schema,
            table: stored.table,
            owners: rules.flatMap(({ table: { person }, erasure, name: rule }) =>
              person.kind === 'id' ? [{ rule, column: person.column, isDeleted: erasure?.action === 'delete' }] : [],
            ),
          },
        }
      : null,
    notSearched: [
      ...excluded.flatMap(({ reason, columns }) => {
        const own = stored.columns.filter((column) => columns === undefined || isExcluded(column.name) !== undefined);
        return own.length === 0 ? [] : [{ table: name, columns: part(own), reason: 'excluded' as const, note: reason }];
      }),
      ...(open.length > 0 && stored.from === null ? [whole('failed', 'database_name_refused')] : []),
      ...(open.length > 0 && stored.isIndexOnly ? [whole('index', null)] : []),
      ...(locked.length > 0 ? [{ ...whole('permission', null), columns: part(locked) }] : []),
      ...(canRead && stored.isFiltered ? [whole('filtered', null)] : []),
    ],
  };
}

/** Whether a name that a host writes means a table; `shop.*` means all tables of a schema. */
function names({ schema, table }: TableAddress, stored: StoredTable, fold: (name: string) => string): boolean {
  const alike = (one: string, two: string) => fold(one) === fold(two);
  if (schema === undefined ? !stored.isImplied : !alike(schema, stored.schema)) return false;
  return table === '*' || alike(table, stored.table);
}

/** The tables of another engine in the same database are searched like those of the host. */
function isOwn({ schema, table, isImplied }: StoredTable, naming: Naming): boolean {
  const isInPlace = naming.schema === undefined ? isImplied : schema === naming.schema;
  return isInPlace && [...naming.tables.names].some((own) => naming.tablePrefix + own === table);
}

function shownName({ schema, table, isImplied }: StoredTable): string {
  return isImplied ? table : `${schema}.${table}`;
}

/** The largest ID of a row, in place of an estimate. */
async function lastRowId(
  database: Database,
  { key, from }: Pick<SearchedTable, 'key' | 'from'>,
): Promise<number | null> {
  const [id] = key;
  const { supportsRowIds } = dialectNamed(database.dialect);
  if (!supportsRowIds || key.length !== 1 || id === undefined || id.kind !== 'integer') return null;
  // A virtual table may be broken; this is found out when it is searched.
  const { rows } = await database
    .execute(`select max(${identifier(database.dialect, id.name)}) as last from ${from}`)
    .catch(() => ({ rows: [] }));
  const last: unknown = rows[0]?.['last'];
  return typeof last === 'number' && last > 0 ? countOf(last) : null;
}

function ownTables({ dialect }: Database, naming: Naming): SearchedTable[] {
  return naming.tables.tables.flatMap(({ table, columns, primaryKey }) => {
    if (NOT_SEARCHED.has(table)) return [];
    const texts = Object.keys(columns).filter((column) => TEXT_KINDS.has(columns[column]!.kind));
    if (texts.length === 0) return [];
    return [
      {
        name: naming.tablePrefix + table,
        from: quotedTable(dialect, naming, table),
        key: [{ name: primaryKey, kind: 'text' as const, isNullable: false }],
        columns: texts.map((name) => ({ name, holds: 'text' as const })),
        isKept: KEPT.has(table),
        isDeclared: true,
        isHuge: false,
        about: null,
        host: null,
      },
    ];
  });
}
