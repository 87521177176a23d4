import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Product } from '../state/api.ts';
import { setQuantity, useCart } from '../state/cart.ts';
import { Icon } from './icon.tsx';
import { Quantity } from './quantity.tsx';

/** The quantity, the button that adds it to the cart, and a message with the result. */
export function Buy({ product }: { readonly product: Product }): VNode {
  const inCart = useCart()[product.id] ?? 0;
  const [quantity, setWanted] = useState(1);
  const [added, setAdded] = useState(false);
  if (product.stock === 0) {
    return <p class="notice">This product is sold out. We do not know yet when it will be available again.</p>;
  }
  const left = product.stock - inCart;
  const wanted = Math.min(quantity, Math.max(1, left));
  const add = (): void => {
    setQuantity(product.id, inCart + wanted);
    setWanted(1);
    setAdded(true);
  };
  return (
    <div class="stack">
      <div class="row">
        <Quantity name={product.name} value={wanted} max={left} onChange={setWanted} />
        <button type="button" class="button" disabled={left <= 0} onClick={add}>
          <Icon name="bag" /> Add to cart
        </button>
      </div>
      <p class="row buy-message" role="status">
        {left <= 0 && 'All items in stock are in your cart. '}
        {added && (
          <>
            <Icon name="check" /> {inCart} in your cart. <a href="/cart">Go to the cart</a>
          </>
        )}
      </p>
    </div>
  );
}
