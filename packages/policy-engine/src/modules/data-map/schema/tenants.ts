/** Tables of people whose ids count within a tenant alone: `primary key (tenant_id, id)`. */
import type { LiveColumn, LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { tokensOf, wordsIn } from '../../../platform/columns/tokens.ts';
import type { DataMap } from '../data-map.ts';
import { hasTable, type TableRule } from '../rules/rule.ts';
import { isUniqueIn } from './schema-faults.ts';

/** A table of people with a key of which the id is a part. */
export interface TenantsTable {
  readonly live: LiveTable;
  readonly id: LiveColumn;
  /** The rest of its key. */
  readonly tenant: readonly LiveColumn[];
}

const TENANTS = wordsIn(
  'tenant org organization organisation workspace company site shop store realm domain account project team client',
);

/**
 * The table of people, if an id may be that of several people. Null if it is unique alone, if the rest of the key is about time or
 * versions of one person, and if each rule of the table names a tenant.
 */
export function tenantsTable(map: Pick<DataMap, 'people' | 'rules'>, schema: LiveSchema): TenantsTable | null {
  const live = map.people && schema.find(map.people);
  const id = live && schema.column(live, map.people!.key);
  if (live === undefined || id === undefined || isUniqueIn(live, [id.name])) return null;
  const key = [live.primaryKey, ...live.uniqueKeys].find((one) => one.includes(id.name));
  const rest = key?.filter((name) => name !== id.name) ?? [];
  if (rest.length === 0 || !rest.every((name) => isTenant(name, live))) return null;
  const own = map.rules.filter(hasTable).filter((rule) => schema.find(rule.table) === live);
  const isNamed = ({ table }: TableRule) => rest.every((name) => Object.hasOwn(table.where, name));
  if (own.length > 0 && own.every(isNamed)) return null;
  return { live, id, tenant: rest.flatMap((name) => live.columns.get(name) ?? []) };
}

function isTenant(name: string, { foreignKeys }: LiveTable): boolean {
  if (foreignKeys.some(({ columns }) => columns.includes(name))) return true;
  return tokensOf(name).some((word) => TENANTS.has(word));
}

/** What is wrong, and what to do, for a developer. */
export function tenantsInWords({ live, id, tenant }: TenantsTable, schema: LiveSchema): string {
  const rest = tenant.map(({ name }) => name).join(', ');
  return `${id.name} of ${schema.shownName(live)} does not tell people apart alone, but with ${rest}: name the value of ${rest} with where in the rules, in one engine for each, or make ${id.name} unique`;
}

/** Whether ids may be counted within a tenant: numbers that nothing makes different in the whole table. One sentence if so. */
export function tenantFaultsOf(map: Pick<DataMap, 'people' | 'rules'>, schema: LiveSchema): string[] {
  const found = tenantsTable(map, schema);
  return found !== null && found.id.kind === 'integer' && !found.id.hasDefault ? [tenantsInWords(found, schema)] : [];
}
