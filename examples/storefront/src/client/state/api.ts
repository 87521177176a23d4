/** What the shop's API sends. Prices are in cents. */
export interface Product {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly price: number;
  readonly currency: string;
  readonly stock: number;
  readonly summary: string;
  readonly description: readonly string[];
  readonly details: readonly { readonly label: string; readonly value: string }[];
  readonly pictures: readonly { readonly src: string; readonly alt: string }[];
}

export interface Category {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
}

export interface ProductList {
  readonly categories: readonly Category[];
  readonly products: readonly Product[];
}

export interface ProductPage {
  readonly product: Product;
  readonly related: readonly Product[];
  /** Address of a film about it, from another company. */
  readonly film: string | null;
}

/** A review of a product. */
export interface Review {
  readonly id: string;
  readonly author: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly words: string;
  readonly picture: string | null;
  /** ISO 8601, UTC. */
  readonly writtenAt: string;
}

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
