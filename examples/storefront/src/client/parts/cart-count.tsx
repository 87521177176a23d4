import type { VNode } from 'preact';
import { countOf, useCart } from '../state/cart.ts';

/** Number of pieces in the cart; shows nothing for an empty cart. */
export function CartCount(): VNode | null {
  const count = countOf(useCart());
  if (count === 0) return null;
  return (
    <>
      <span class="count" aria-hidden="true">
        {count}
      </span>
      <span class="visually-hidden">, {count === 1 ? '1 piece' : `${count} pieces`}</span>
    </>
  );
}
