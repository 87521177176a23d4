/** Fills in the defaults of a rule. */
import type { OneText, PageData, PortabilityRule, Render } from '../../export/index.ts';
import type {
  ColumnValues,
  ErasureOptions,
  Period,
  PersonSide,
  RetentionOptions,
  SetColumns,
  TableErasure,
  TableSource,
} from './declaration.ts';
import {
  addressOf,
  type DeclaredPerson,
  type DeclaredSide,
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
  const { table, key = 'id', person, columns, where = {}, huge: isHuge = false } = source;
  const [first, ...more] = personsIn(person).map(sideOf) as [DeclaredSide, ...DeclaredSide[]];
  return {
    ...addressOf(table),
    key: typeof key === 'string' ? [key] : key,
    person: first.person,
    sides: [first, ...more],
    where,
    columns,
    isHuge,
  };
}

/** The people of a table source, one or several. */
export function personsIn(person: TableSource['person']): ReadonlyArray<string | PersonSide> {
  return Array.isArray(person) ? (person as ReadonlyArray<string | PersonSide>) : [person as string | PersonSide];
}

function sideOf(given: string | PersonSide): DeclaredSide {
  const {
    column,
    rule,
    references,
    columns,
    shown = [],
    erased = null,
  } = typeof given === 'string' ? ({ column: given } satisfies PersonSide as PersonSide) : given;
  const person: DeclaredPerson =
    rule === undefined ? { kind: 'id', column } : { kind: 'reference', column, rule, references };
  return { person, columns, shown, erased };
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
  if (typeof erasure === 'string') return { action: 'delete' };
  if (erasure.action === 'set') return setOf(erasure, table);
  return { action: 'delete', ...(erasure.others !== undefined && { others: erasure.others }) };
}

/** By default, a function's result counts as singling out, and so does an ID that stays in its column. */
function setOf({ columns, pseudonymised }: Omit<SetColumns, 'action'>, table: DeclaredTable | undefined): SetAction {
  // The side of the person is emptied in any case.
  const keepsId =
    table?.sides.length === 1 && table.person.kind === 'id' && !Object.hasOwn(columns, table.person.column);
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
