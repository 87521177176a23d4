import { findProduct, type Product } from '../catalogue.ts';
import type { NewOrder } from './orders.ts';

/** What is bought of one product. */
export interface CartLine {
  readonly product: Product;
  readonly quantity: number;
}

/** More kinds of things than this are in no cart that the shop has made. */
const MOST_KINDS = 50;

/**
 * Reads what a browser has in its cart, as in `1x2,5x1`: two of product 1 and one of product 5. What is not sold, is sold out,
 * or can't be read is left out; of the rest there are no more than in stock.
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

/** A cart as {@link cartLines} reads it. */
export function cartText(lines: readonly CartLine[]): string {
  return lines.map(({ product, quantity }) => `${product.id}x${quantity}`).join(',');
}

/** The lines of an order, at today's prices. */
export function orderLines(lines: readonly CartLine[]): NewOrder['lines'] {
  return lines.map(({ product, quantity }) => ({ productId: product.id, quantity, price: product.price }));
}
