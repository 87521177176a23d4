/** Fills in the defaults of a rule. */
import type { OneText, PageData, PortabilityRule, Render } from '../../export/index.ts';
import type {
  ColumnValues,
  ErasureOptions,
  Period,
  RetentionOptions,
  SetColumns,
  TableErasure,
  TableSource,
} from './declaration.ts';
import {
  addressOf,
  type DeclaredTable,
  type ErasureAction,
  type KeepAction,
  type Retention,
  type RulePortability,
  type SetAction,
  type TableAction,
} from './rule.ts';

/** @param source validated, so that it has a key */
export function tableOf(source: TableSource | undefined): DeclaredTable | undefined {
  if (source === undefined) return undefined;
  const { table, key = 'id', person, columns, huge: isHuge = false } = source;
  const given = { ...addressOf(table), key: typeof key === 'string' ? [key] : key, columns, isHuge };
  if (typeof person === 'string') return { ...given, person: { kind: 'id', column: person } };
  const { column, rule, references } = person;
  return { ...given, person: { kind: 'reference', column, rule, references } };
}

/** The part of a data rule about its export. */
export interface Exporting {
  readonly table?: unknown;
  readonly collection?: PortabilityRule['reads'] | undefined;
  readonly member?: PortabilityRule['reads'] | undefined;
  readonly portability?:
    | false
    | {
        readonly per: number;
        readonly count?: PortabilityRule['count'];
        readonly template?: Render<PageData> | undefined;
        readonly jsonTemplate?: Render<PageData> | undefined;
        readonly files: RulePortability['files'];
        readonly include: RulePortability['include'];
      }
    | undefined;
}

/** @param per default number of rows of a page */
export function portabilityOf(
  { table, collection, member, portability }: Exporting,
  per: number,
): RulePortability | undefined {
  const reads = collection ?? member;
  if (portability === false || (table === undefined && reads === undefined)) return undefined;
  return {
    per: portability?.per ?? per,
    count: portability?.count,
    template: portability?.template,
    jsonTemplate: portability?.jsonTemplate,
    files: portability?.files ?? [],
    include: portability?.include ?? new Map<string, string>(),
    reading: reads === undefined ? undefined : { kind: collection === undefined ? 'member' : 'collection', reads },
  };
}

/** @param table of the rule; rules without one only run a function */
export function erasureOf(
  erasure: ErasureOptions | undefined,
  table: DeclaredTable | undefined,
): ErasureAction | undefined {
  if (erasure === undefined) return undefined;
  if (typeof erasure === 'string' || erasure.action === 'delete' || erasure.action === 'set') {
    return tableActionOf(erasure, table);
  }
  if (erasure.action === 'run') return erasure;
  const { ground, until, columns, afterwards = 'delete' } = erasure;
  const { from, rule, ...period } = until;
  const meanwhile = columns && setOf({ columns }, table);
  return {
    action: 'keep',
    ground,
    until: { from, rule, period: periodOf(period) },
    meanwhile,
    end: tableActionOf(afterwards, table),
  } satisfies KeepAction;
}

function tableActionOf(erasure: TableErasure, table: DeclaredTable | undefined): TableAction {
  return typeof erasure === 'string' || erasure.action === 'delete' ? { action: 'delete' } : setOf(erasure, table);
}

/** By default, a function's result counts as singling out, and so does an ID that stays in its column. */
function setOf({ columns, pseudonymised }: Omit<SetColumns, 'action'>, table: DeclaredTable | undefined): SetAction {
  const keepsId = table?.person.kind === 'id' && !Object.hasOwn(columns, table.person.column);
  return { action: 'set', columns, pseudonymised: keepsId || (pseudonymised ?? hasFunction(columns)) };
}

function hasFunction(columns: ColumnValues): boolean {
  return Object.values(columns).some((value) => typeof value === 'function');
}

export function retentionOf(
  retention: OneText | RetentionOptions | undefined,
  table: DeclaredTable | undefined,
): Retention | undefined {
  if (retention === undefined) return undefined;
  if (typeof retention !== 'object') return { words: retention, schedule: undefined };
  const { after, from, where = {}, action = 'delete', words } = retention;
  const age = after === undefined || from === undefined ? undefined : { after: periodOf(after), from };
  return { words, schedule: { age, where, action: tableActionOf(action, table) } };
}

function periodOf({ years = 0, months = 0, days = 0 }: Period): Required<Period> {
  return { years, months, days };
}
