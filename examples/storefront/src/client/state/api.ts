import type { Category, Product } from '../../server/catalogue.ts';
import type { Review } from '../../server/reviews/reviews.ts';

export type { Category, Product, Review };

/** The response to `/api/products`. */
export interface ProductList {
  readonly categories: readonly Category[];
  readonly products: readonly Product[];
}

/** The response to `/api/products/:id`. */
export interface ProductPage {
  readonly product: Product;
  readonly category: Category;
  readonly related: readonly Product[];
  /** Address of a film about it, from another company. */
  readonly film: string | null;
}

/** The response to `/api/products/:id/reviews`. */
export interface ReviewList {
  readonly reviews: readonly Review[];
}

const kept = new Map<string, unknown>();

/** The data that was last read from this address, so that going back shows the page at once, at the same scroll position. */
export const peek = (address: string): unknown => kept.get(address);

/**
 * Reads JSON from the API and keeps it for {@link peek}.
 *
 * @returns null if there is nothing at the address (404)
 * @throws for any other status than 2xx; the error of `fetch` if there is no connection
 */
export async function read<T>(address: string, signal: AbortSignal): Promise<T | null> {
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
  const data = (await response.json()) as T;
  kept.set(address, data);
  return data;
}
