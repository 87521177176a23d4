import { findProduct, type Product } from '../catalogue.ts';
import type { NewOrder } from './orders.ts';

/** A product and the number of pieces. */
export interface CartLine {
  readonly product: Product;
  readonly quantity: number;
}

/** Maximum number of different products; no cart of the shop has more. */
const MOST_KINDS = 50;

/**
 * Reads the cart of a browser, such as `1x2,5x1`: two of product 1 and one of product 5. Unknown, sold out and unreadable
 * items are left out; the others are limited to the stock.
 */
export function cartLines(text: string): CartLine[] {
  const pieces = text.split(',', MOST_KINDS).flatMap((part): CartLine[] => {
    const [, id = '', count = ''] = /^(\d{1,9})x(\d{1,4})$/.exec(part) ?? [];
    const product = findProduct(id);
    return product === undefined ? [] : [{ product, quantity: Math.min(Number(count), product.stock) }];
  });
  const unique = new Map(pieces.map((line) => [line.product.id, line]));
  return [...unique.values()].filter(({ quantity }) => quantity > 0);
}

/** The lines of an order, at current prices. */
export function orderLines(lines: readonly CartLine[]): NewOrder['lines'] {
  return lines.map(({ product, quantity }) => ({ productId: product.id, quantity, price: product.price }));
}
