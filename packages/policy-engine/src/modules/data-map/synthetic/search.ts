/** Searches values in the host's tables, for tests: whole tables are read. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { identifier, tableIdentifier } from '../../../platform/database/schema/identifiers.ts';
import type { LiveColumn, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import type { Database } from '../../../platform/database/port.ts';
import { StatementText } from '../rows/statement-text.ts';

/** Whether a column contains a value. @param value the stored value, and text that is part of it */
export async function holdsValue(
  database: Database,
  table: LiveTable,
  column: LiveColumn,
  value: { readonly stored: unknown; readonly trace: string },
): Promise<boolean> {
  // PostgreSQL has no equality of `json`.
  if (column.kind === 'json') return mentions(database, table, column, value.trace);
  const text = new StatementText(database.dialect);
  return isAny(database, table, `${identifier(database.dialect, column.name)} = ${text.value(value.stored)}`, text);
}

/** Whether a text is part of a value of a column. */
export async function mentions(
  database: Database,
  table: LiveTable,
  column: LiveColumn,
  part: string,
): Promise<boolean> {
  const { dialect } = database;
  const text = new StatementText(dialect);
  const name = identifier(dialect, column.name);
  const asText = `cast(${name} as ${dialectNamed(dialect).textType})`;
  const pattern = `%${part.replaceAll(/[!%_]/g, '!$&')}%`;
  return isAny(database, table, `${asText} like ${text.value(pattern)} escape '!'`, text);
}

async function isAny(database: Database, table: LiveTable, condition: string, text: StatementText): Promise<boolean> {
  const sql = `select 1 as found from ${tableIdentifier(database.dialect, table)} where ${condition} limit 1`;
  return (await database.execute(sql, text.parameters)).rows.length > 0;
}
