/** What the exports of data rules hold back, and what rules include nevertheless. */
import { heldBackBy, heldBackInWords, type HeldBackKind } from '../../../platform/columns/held-back.ts';
import type { LiveColumn, LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { isOfSide } from '../rows/sides.ts';
import { type DataRule, hasTable, type TableRule } from '../rules/rule.ts';

/** A column that looks as if it must not leave in an export of the person's data. */
export interface HeldBackColumn {
  /** Name of the rule. */
  readonly rule: string;
  readonly table: string;
  readonly column: string;
  /** `secret`: proves who somebody is; `staff`: says who of the host handled the row; `others`: about somebody else. */
  readonly kind: HeldBackKind;
  /** Why, in a phrase for a developer. */
  readonly reason: string;
  /** The rule's reason to export it nevertheless (`portability.include`); null: it is held back. */
  readonly included: string | null;
}

/**
 * The columns of exported tables that are held back by their names and types, or included with a reason. Values of the form of a
 * secret, such as password hashes, are held back in any column; they are only known when an export is made.
 */
export function heldBackColumns(rules: readonly DataRule[], schema: LiveSchema): HeldBackColumn[] {
  return rules.filter(hasTable).flatMap((rule) => {
    const live = schema.find(rule.table);
    return live === undefined ? [] : heldBackOf(rule, live, schema);
  });
}

function heldBackOf(rule: TableRule, live: LiveTable, schema: LiveSchema): HeldBackColumn[] {
  const { portability, table, name } = rule;
  // A template decides itself what it shows, and a function of the host's what it reads.
  const isChosen = portability?.reading !== undefined || portability?.jsonTemplate !== undefined;
  if (portability === undefined || isChosen) return [];
  const columns = table.columns?.flatMap((one) => schema.column(live, one) ?? []) ?? [...live.columns.values()];
  return columns.flatMap((column): HeldBackColumn[] => {
    const found = heldBackIn(live, column, columns);
    if (found === undefined || (found.kind === 'others' && isOfSide(table, column.name))) return [];
    const included = portability.include.get(column.name) ?? null;
    const shown = { rule: name, table: schema.shownName(live), column: column.name };
    return [{ ...shown, kind: found.kind, reason: heldBackInWords(found), included }];
  });
}

/** Why a column of a table is held back; undefined if it is not. */
export function heldBackIn(
  { table, columns }: LiveTable,
  { name, kind }: LiveColumn,
  among: readonly LiveColumn[] = [...columns.values()],
): ReturnType<typeof heldBackBy> {
  return heldBackBy(name, { table, columns: among.map((one) => one.name) }, kind);
}

/** An inclusion of a missing column would let a later one of that name leave. */
export function includeFaultsOf({ portability, table }: TableRule, live: LiveTable, schema: LiveSchema): string[] {
  if (portability === undefined || portability.reading !== undefined) return [];
  const exported =
    table.columns === undefined ? undefined : new Set(table.columns.map((one) => schema.column(live, one)));
  return [...portability.include.keys()].flatMap((field) => {
    // A name with a dot or within JSON cannot be checked: fields are included at any depth.
    const column = schema.column(live, field);
    if (column !== undefined && (exported === undefined || exported.has(column))) return [];
    const hasJson = [...live.columns.values()].some(({ kind }) => kind === 'json');
    return column === undefined && hasJson
      ? []
      : [`portability.include names ${field}, which is no exported column of ${schema.shownName(live)}`];
  });
}
