import { render } from 'preact';
import { CartCount } from './parts/cart-count.tsx';
import { emptyCart } from './state/cart.ts';

/** What the browser adds to a page from the server: only the browser knows the cart. */
if (document.querySelector('[data-ordered]')) emptyCart();
const cart = document.querySelector('.cart-link');
if (cart) {
  const count = document.createElement('span');
  count.className = 'cart-count';
  cart.append(count);
  render(<CartCount />, count);
}
document.querySelector<HTMLElement>('[data-focus]')?.focus();
