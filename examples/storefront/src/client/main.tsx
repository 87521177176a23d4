/** Starts the app in the shell. On a page from the server, it adds what only the browser knows: the cart. */
import { render } from 'preact';
import { App } from './app.tsx';
import { CartCount } from './parts/cart-count.tsx';
import { emptyCart } from './state/cart.ts';

if (document.querySelector('[data-ordered]')) emptyCart();
const count = document.querySelector('.cart-count');
if (count) render(<CartCount />, count);
const root = document.querySelector('#app');
if (root) render(<App />, root);
document.querySelector<HTMLElement>('[data-focus]')?.focus();
// A page from the browser's back/forward cache may be older than the last sign-in or sign-out.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
