import type { Database } from 'policy-engine';
import { createId, timeText } from 'policy-engine/database';
import { findProduct, type Product } from './catalogue.ts';
import { once } from './database/setup.ts';
import { run } from './database/statements.ts';
import { products } from './products.ts';

/** A line of an order, as it was when it was placed. */
export interface OrderLine {
  readonly productId: string;
  readonly name: string;
  readonly quantity: number;
  /** Of one piece, in cents. */
  readonly price: number;
}

/** Something somebody bought. */
export interface Order {
  readonly id: string;
  readonly number: string;
  /** ISO 8601, UTC. */
  readonly placedAt: string;
  readonly lines: readonly OrderLine[];
  /** In cents. */
  readonly total: number;
}

interface LineRow {
  readonly id: string;
  readonly number: string;
  readonly placed_at: string;
  readonly product_id: string;
  readonly quantity: number;
  readonly price: number;
}

/** How many orders somebody placed. */
export async function countOrders(database: Database, userId: string): Promise<number> {
  const sql = 'select count(*) as total from storefront_orders where user_id = ?';
  const { rows } = await run<{ total: number | string }>(database, sql, [userId]);
  return Number(rows[0]?.total ?? 0);
}

/** Some of somebody's orders, the newest first: those that come after one, or the first ones. */
export async function ordersOf(database: Database, userId: string, limit: number, after?: Order): Promise<Order[]> {
  const [condition, place] =
    after === undefined
      ? ['', []]
      : ['and (placed_at < ? or (placed_at = ? and id < ?))', [after.placedAt, after.placedAt, after.id]];
  const { rows } = await run<LineRow>(
    database,
    `select o.id, o.number, o.placed_at, l.product_id, l.quantity, l.price
    from (select * from storefront_orders where user_id = ? ${condition} order by placed_at desc, id desc limit ?) o
    join storefront_order_lines l on l.order_id = o.id
    order by o.placed_at desc, o.id desc, l.position`,
    [userId, ...place, limit],
  );
  return [...Map.groupBy(rows, ({ id }) => id).values()].map(orderOf);
}

function orderOf(rows: readonly LineRow[]): Order {
  const [{ id, number, placed_at: placedAt } = { id: '', number: '', placed_at: '' }] = rows;
  const lines = rows.map(({ product_id: productId, quantity, price }) => {
    return { productId, name: findProduct(productId)?.name ?? productId, quantity, price };
  });
  const total = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  return { id, number, placedAt, lines, total };
}

const FIRST = Date.UTC(2025, 2, 4, 10, 12);
const DAY = 86_400_000;
/** Orders of each account. */
const ORDERS = 14;

/** Gives the accounts of a fresh database some orders, so that there is something to look at. */
export async function createDemoOrders(database: Database, emails: readonly string[]): Promise<void> {
  await once(database, 'orders', async (transaction) => {
    for (const [account, email] of emails.entries()) {
      const { rows } = await run<{ id: string }>(transaction, 'select id from storefront_users where email = ?', [
        email,
      ]);
      const userId = rows[0]?.id;
      if (userId === undefined) continue;
      for (let nth = 0; nth < ORDERS; nth += 1) await insertOrder(transaction, userId, account * ORDERS + nth, nth);
    }
  });
}

async function insertOrder(transaction: Database, userId: string, count: number, nth: number): Promise<void> {
  const id = createId();
  const placedAt = timeText(new Date(FIRST + nth * 37 * DAY + count * 3_960_000));
  await run(transaction, 'insert into storefront_orders (id, user_id, number, placed_at) values (?, ?, ?, ?)', [
    id,
    userId,
    `NL-${10_241 + count * 7}`,
    placedAt,
  ]);
  const chosen = [0, 5, 9].slice(0, 1 + (count % 3)).map((step) => products[(count * 5 + step) % products.length]);
  for (const [position, product] of chosen.filter((one): one is Product => one !== undefined).entries()) {
    await run(
      transaction,
      'insert into storefront_order_lines (order_id, position, product_id, quantity, price) values (?, ?, ?, ?, ?)',
      [id, position, product.id, 1 + ((count + position) % 2), product.price],
    );
  }
}
