import type { Database } from 'policy-engine';
import { type Product, products } from 'storefront/catalogue';
import { run } from 'storefront/database/statements';
import { placeOrder } from 'storefront/orders/orders';
import { once } from './once.ts';

const FIRST = Date.UTC(2025, 2, 4, 10, 12);
const DAY = 86_400_000;
/** Orders of each account. */
const ORDERS = 14;

/** Adds some orders to the accounts of a new database. */
export async function createDemoOrders(database: Database, emails: readonly string[]): Promise<void> {
  await once(database, 'orders that outlive their customer', async (transaction) => {
    for (const [account, email] of emails.entries()) {
      const { rows } = await run<{ id: string }>(transaction, 'select id from storefront_users where email = ?', [
        email,
      ]);
      const userId = rows[0]?.id;
      if (userId === undefined) continue;
      for (let nth = 0; nth < ORDERS; nth += 1) await placeDemoOrder(transaction, userId, account * ORDERS + nth, nth);
    }
  });
}

/** They were picked up at the shop, so they have no address. */
async function placeDemoOrder(transaction: Database, userId: string, count: number, nth: number): Promise<void> {
  const chosen = [0, 5, 9].slice(0, 1 + (count % 3)).map((step) => products[(count * 5 + step) % products.length]);
  const lines = chosen
    .filter((one): one is Product => one !== undefined)
    .map(({ id: productId, price }, position) => ({ productId, quantity: 1 + ((count + position) % 2), price }));
  const placedAt = new Date(FIRST + nth * 37 * DAY + count * 3_960_000);
  await placeOrder(transaction, userId, { lines, address: null, number: `NL-${10_241 + count * 7}`, placedAt });
}
