import { useEffect, useState } from 'preact/hooks';

/** Pieces by product id. */
export type Cart = Readonly<Record<string, number>>;

const KEY = 'northlight-cart';
const CHANGED = 'storefront:cart';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The stored value can be anything: another version of the shop, or a visitor, may have written it. */
function load(): Cart {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const entries = Object.entries(isRecord(stored) ? stored : {});
    return Object.fromEntries(
      entries.filter((entry): entry is [string, number] => Number.isInteger(entry[1]) && Number(entry[1]) > 0),
    );
  } catch {
    return {};
  }
}

let cart = load();

/** Sets the number of pieces of a product in the cart; 0 removes it. */
export function setQuantity(id: string, quantity: number): void {
  const { [id]: _before, ...others } = cart;
  cart = quantity > 0 ? { ...cart, [id]: quantity } : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(cart));
  } catch {
    // Storage is off or full: the cart then exists only as long as the page.
  }
  dispatchEvent(new Event(CHANGED));
}

/** Empties the cart after an order. */
export function emptyCart(): void {
  for (const id of Object.keys(cart)) setQuantity(id, 0);
}

/** The cart; the component is rendered again when it changes, also in another tab. */
export function useCart(): Cart {
  const [present, setPresent] = useState(cart);
  useEffect(() => {
    const update = (): void => setPresent(cart);
    const reload = (event: StorageEvent): void => {
      if (event.key !== KEY && event.key !== null) return;
      cart = load();
      update();
    };
    update();
    addEventListener(CHANGED, update);
    addEventListener('storage', reload);
    return () => {
      removeEventListener(CHANGED, update);
      removeEventListener('storage', reload);
    };
  }, []);
  return present;
}

/** Total number of pieces. */
export const countOf = (cart: Cart): number => Object.values(cart).reduce((sum, quantity) => sum + quantity, 0);
