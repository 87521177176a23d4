import type { Order } from '../orders/orders.ts';
import { message } from './form.ts';
import type { ServerPage } from './frame.ts';
import { html, type Html } from './html.ts';
import { price } from './money.ts';

/** What the page shows. */
export interface OrdersList {
  readonly orders: readonly Order[];
  /** Whether an order was just placed. */
  readonly isPlaced: boolean;
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

function orderCard({ number, placedAt, lines, total, address }: Order): Html {
  return html`<li class="order">
    <header class="order-head">
      <h2>Order ${number}</h2>
      <p class="muted"><time datetime="${placedAt}">${day.format(new Date(placedAt))}</time> · ${price(total)}</p>
    </header>
    <ul class="order-lines">
      ${lines.map(
        ({ productId, name, quantity }) =>
          html`<li>
            <span>${quantity} × ${name}</span>
            <a href="/reviews/new?product=${productId}">Review<span class="visually-hidden"> ${name}</span></a>
          </li>`,
      )}
    </ul>
    ${
      address !== null &&
      html`<p class="muted">To ${address.recipient}, ${address.street}, ${address.postcode} ${address.city}</p>`
    }
  </li>`;
}

/** The orders of a person. */
export function ordersPage({ orders, isPlaced }: OrdersList): ServerPage {
  const content = html`<div class="account-page" ${isPlaced && html`data-ordered`}>
    <header class="form-head">
      <h1>Your orders</h1>
      <p class="muted"><a href="/account">Your account</a></p>
    </header>
    ${isPlaced && message('success', 'Thank you for your order.')}
    ${
      orders.length === 0
        ? html`<p>You have no orders yet.</p>`
        : html`<ul class="orders">
            ${orders.map(orderCard)}
          </ul>`
    }
  </div>`;
  return { title: 'Your orders', path: '/account/orders', content };
}
