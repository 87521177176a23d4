import { randomInt } from 'node:crypto';
import type { Database } from 'policy-engine';
import { createId, timeText } from 'policy-engine/database';
import { findProduct } from '../catalogue.ts';
import { run } from '../database/statements.ts';

/** A line of an order, as it was when it was placed. */
export interface OrderLine {
  readonly productId: string;
  readonly name: string;
  readonly quantity: number;
  /** Of one piece, in cents. */
  readonly price: number;
}

/** The delivery address of an order. */
export interface Address {
  readonly recipient: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
}

/** An order. */
export interface Order {
  readonly id: string;
  readonly number: string;
  /** ISO 8601, UTC. */
  readonly placedAt: string;
  readonly lines: readonly OrderLine[];
  /** In cents. */
  readonly delivery: number;
  /** In cents. */
  readonly total: number;
  /** Null if it was picked up. */
  readonly address: Address | null;
}

/** A new order. */
export interface NewOrder {
  /** At least one. */
  readonly lines: readonly Pick<OrderLine, 'productId' | 'quantity' | 'price'>[];
  readonly address: Address | null;
  /** Default: a random number, from which nobody can count the orders. */
  readonly number?: string;
  /** Default: now. */
  readonly placedAt?: Date;
}

type LineRow = Pick<Order, 'id' | 'number' | 'delivery'> &
  Pick<OrderLine, 'quantity' | 'price'> & { readonly [part in keyof Address]: string | null } & {
    readonly placed_at: string;
    readonly product_id: string;
  };

/** A page of a person's orders, the newest first: those after a given one, or the first ones. */
export async function ordersOf(database: Database, userId: string, limit: number, after?: Order): Promise<Order[]> {
  const [condition, place] =
    after === undefined
      ? ['', []]
      : ['and (placed_at < ? or (placed_at = ? and id < ?))', [after.placedAt, after.placedAt, after.id]];
  const { rows } = await run<LineRow>(
    database,
    `select o.id, o.number, o.placed_at, o.delivery, o.recipient, o.street, o.postcode, o.city,
      l.product_id, l.quantity, l.price
    from (select * from storefront_orders where user_id = ? ${condition} order by placed_at desc, id desc limit ?) o
    join storefront_order_lines l on l.order_id = o.id
    order by o.placed_at desc, o.id desc, l.position`,
    [userId, ...place, limit],
  );
  return [...Map.groupBy(rows, ({ id }) => id).values()].map(orderOf);
}

function orderOf([first, ...others]: readonly LineRow[]): Order {
  if (first === undefined) throw new Error('an order has no lines');
  const { id, number, placed_at: placedAt, delivery } = first;
  const lines = [first, ...others].map(({ product_id: productId, quantity, price }) => {
    return { productId, name: findProduct(productId)?.name ?? productId, quantity, price };
  });
  return { id, number, placedAt, lines, delivery, total: goodsOf(lines) + delivery, address: addressOf(first) };
}

function addressOf({ recipient, street, postcode, city }: LineRow): Address | null {
  return recipient === null || street === null || postcode === null || city === null
    ? null
    : { recipient, street, postcode, city };
}

/** Value of goods (in cents) from which delivery is free; the cart shows it, too. */
const FREE_DELIVERY_FROM = 8000;
/** Delivery costs below that value, in cents. */
const DELIVERY = 490;

/** Price of the goods, in cents. */
export function goodsOf(lines: readonly Pick<OrderLine, 'quantity' | 'price'>[]): number {
  return lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
}

/** Delivery costs for goods of this value, in cents. */
export const deliveryOf = (goods: number): number => (goods >= FREE_DELIVERY_FROM ? 0 : DELIVERY);

/** Inserts an order. @returns its number */
export async function placeOrder(database: Database, userId: string, order: NewOrder): Promise<string> {
  const { lines, address, number = `NL-${randomInt(10_000_000, 100_000_000)}`, placedAt = new Date() } = order;
  const id = createId();
  await database.transaction(async (transaction) => {
    const delivery = address === null ? 0 : deliveryOf(goodsOf(lines));
    const { recipient = null, street = null, postcode = null, city = null } = address ?? {};
    await run(
      transaction,
      `insert into storefront_orders (id, user_id, number, placed_at, delivery, recipient, street, postcode, city)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [id, userId, number, timeText(placedAt), delivery, recipient, street, postcode, city],
    );
    for (const [position, { productId, quantity, price }] of lines.entries()) {
      await run(
        transaction,
        'insert into storefront_order_lines (order_id, position, product_id, quantity, price) values (?, ?, ?, ?, ?)',
        [id, position, productId, quantity, price],
      );
    }
  });
  return number;
}
