/** Rows of other people that a rule reaches over a row of the person: the comments of others on their posts. */
import type { Database } from '../../../platform/database/port.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import {
  type DataMap,
  hasTable,
  ownColumns,
  type StatementText,
  type TableRows,
  type TableRule,
} from '../../data-map/index.ts';
import { column, run, type Sql, sql, table } from './sql.ts';

/** Rows of others, by the column that says whose they are. */
export interface Reached {
  /** `comments.user_id` */
  readonly column: string;
  readonly rows: number;
}

/** What is known of the tables and their people. */
export interface ReachedOptions {
  readonly tables: TableRows;
  readonly map: Pick<DataMap, 'rules' | 'people' | 'exempt'>;
  readonly userId: string;
}

/**
 * The rows of a rule that are somebody else's by a key of their own. None for a rule that finds rows by such a key, for columns that
 * an exemption names, and for those that say who created, handled or referred a row.
 *
 * @param going the condition of the rows
 */
export async function reachedOthers(
  database: Database,
  rule: TableRule,
  going: Sql,
  { tables, map, userId }: ReachedOptions,
): Promise<Reached[]> {
  if (rule.table.sides.some(({ person }) => person.kind === 'id')) return [];
  const { schema } = tables;
  const people = map.people === undefined ? undefined : schema.find(map.people);
  const own = map.rules.find((one): one is TableRule => {
    return hasTable(one) && one.table.person.kind === 'id' && schema.find(one.table) === people;
  });
  if (people === undefined || own === undefined) return [];
  const { live } = tables.locate(rule);
  const exempt = map.exempt.filter((one) => schema.find(one) === live);
  const found: Reached[] = [];
  for (const [name, to] of ownColumns(live, people, schema)) {
    if (exempt.some(({ columns }) => columns === undefined || columns.includes(name))) continue;
    const isPerson = sql`${(text: StatementText) => tables.belongsTo(own, userId, text)}`;
    const others = sql`select ${column(to)} from ${table(people)} where (${isPerson}) is not true`;
    const where = sql`(${going}) and ${column(name)} in (${others})`;
    const { rows } = await run(database, sql`select count(*) as ${column('total')} from ${table(live)} where ${where}`);
    const total = countOf(rows[0]?.['total']);
    if (total > 0) found.push({ column: `${schema.shownName(live)}.${name}`, rows: total });
  }
  return found;
}
