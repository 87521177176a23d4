import { useEffect, useState } from 'preact/hooks';

/** Pieces by product id. */
export type Cart = Readonly<Record<string, number>>;

const KEY = 'northlight-cart';
const CHANGED = 'storefront:cart';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is stored can be anything: another version of the shop, or a visitor, may have written it. */
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

/** Sets how many pieces of a product are in the cart; 0 takes it out. */
export function setQuantity(id: string, quantity: number): void {
  const { [id]: _before, ...others } = cart;
  cart = quantity > 0 ? { ...cart, [id]: quantity } : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(cart));
  } catch {
    // Storage is off or full: the cart then lives as long as the page.
  }
  dispatchEvent(new Event(CHANGED));
}

/** Empties the cart: what was in it is ordered. */
export function emptyCart(): void {
  for (const id of Object.keys(cart)) setQuantity(id, 0);
}

/** The cart; the component is drawn again when it changes, in another tab as well. */
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

/** How many pieces there are in all. */
export const countOf = (cart: Cart): number => Object.values(cart).reduce((sum, quantity) => sum + quantity, 0);
