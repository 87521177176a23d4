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
  readonly related: readonly Product[];
  /** Address of a film about it, from another company. */
  readonly film: string | null;
}

/** The response to `/api/products/:id/reviews`. */
export interface ReviewList {
  readonly reviews: readonly Review[];
}

/** The server responded, but not with the requested data. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number) {
    super(`The server answered with status ${status}.`);
    this.status = status;
  }
}

const kept = new Map<string, unknown>();

/** The data that was last read from this address, so that going back shows the page at once, at the same scroll position. */
export const peek = (address: string): unknown => kept.get(address);

/**
 * Reads JSON from the API and keeps it for {@link peek}.
 *
 * @throws {ApiError} for any status other than 2xx; the error of `fetch` if there is no connection.
 */
export async function read<T>(address: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new ApiError(response.status);
  const data = (await response.json()) as T;
  kept.set(address, data);
  return data;
}
