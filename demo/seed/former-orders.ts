import type { Database } from 'policy-engine';
import type { Dialect } from 'policy-engine/database';

const COLUMNS: { readonly [dialect in Dialect]: string } = {
  sqlite: "select name from pragma_table_info('storefront_orders')",
  postgres: `select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'storefront_orders'`,
  mysql: `select column_name as name from information_schema.columns
    where table_schema = database() and table_name = 'storefront_orders'`,
};

/**
 * Removes the orders of earlier versions of the shop, which were deleted with their customer. They were sample data, as nothing
 * could be ordered then, and are created again.
 */
export async function dropFormerOrders(database: Database): Promise<void> {
  const { rows } = await database.execute<{ name: string }>(COLUMNS[database.dialect]);
  if (rows.length === 0 || rows.some(({ name }) => name === 'recipient')) return;
  await database.execute('drop table storefront_order_lines');
  await database.execute('drop table storefront_orders');
}
