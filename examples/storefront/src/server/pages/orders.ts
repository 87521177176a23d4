import type { Order } from '../orders/orders.ts';
import { message } from './form.ts';
import type { ServerPage } from './frame.ts';
import { html, type Html } from './html.ts';
import { price } from './money.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

const orderCard = ({ number, placedAt, lines, total, address }: Order): Html =>
  html`<li class="order stack">
    <header>
      <h2>Order ${number}</h2>
      <p class="muted"><time datetime="${placedAt}">${day.format(new Date(placedAt))}</time> · ${price(total)}</p>
    </header>
    <ul>
      ${lines.map(
        ({ productId, name, quantity }) =>
          html`<li>
            <span>${quantity} × ${name}</span>
            <a href="/reviews/new?product=${productId}">Review<span class="visually-hidden"> ${name}</span></a>
          </li>`,
      )}
    </ul>
    ${address !== null && html`<p class="muted">To ${address.recipient}, ${address.street}, ${address.postcode} ${address.city}</p>`}
  </li>`;

/** The orders of a person. @param isPlaced whether one was just placed, so that the browser empties the cart */
export function ordersPage(orders: readonly Order[], isPlaced: boolean): ServerPage {
  const content = html`<div class="page stack" ${isPlaced && html`data-ordered`}>
    <header>
      <h1>Your orders</h1>
      <p class="muted"><a href="/account">Your account</a></p>
    </header>
    ${isPlaced && message('success', 'Thank you for your order.')}
    ${
      orders.length === 0
        ? html`<p>You have no orders yet.</p>`
        : html`<ul class="stack">
            ${orders.map(orderCard)}
          </ul>`
    }
  </div>`;
  return { title: 'Your orders', path: '/account/orders', content };
}
