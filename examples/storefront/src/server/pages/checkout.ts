import type { FieldError } from '../input.ts';
import { type CartLine, cartText, orderLines } from '../orders/cart.ts';
import { type Address, deliveryOf, goodsOf } from '../orders/orders.ts';
import { errorSummary, textField } from './form.ts';
import type { ServerPage } from './frame.ts';
import { html, type Html } from './html.ts';
import { price } from './money.ts';

/** What the form shows; the address as typed. */
export interface CheckoutForm {
  readonly lines: readonly CartLine[];
  readonly address: Address;
  readonly errors: readonly FieldError[];
}

const LABELS = { cart: 'Cart', recipient: 'Name', street: 'Street and number', postcode: 'Postcode', city: 'City' };

function summary(lines: readonly CartLine[]): Html {
  const goods = goodsOf(orderLines(lines));
  const delivery = deliveryOf(goods);
  const row = (words: string, amount: string) =>
    html`<dt>${words}</dt>
      <dd>${amount}</dd>`;
  return html`<section class="summary stack" aria-labelledby="summary">
    <h2 id="summary">Your order</h2>
    <dl class="sums">
      ${lines.map(({ product, quantity }) => row(`${quantity} × ${product.name}`, price(quantity * product.price)))}
      ${row('Delivery', delivery === 0 ? 'Free' : price(delivery))} ${row('Total', price(goods + delivery))}
    </dl>
  </section>`;
}

/** The form for the delivery address: the last step before an order is placed. */
export function checkoutPage({ lines, address, errors }: CheckoutForm): ServerPage {
  const field = (name: keyof Address, autocomplete: string) =>
    textField({ name, label: LABELS[name], value: address[name], autocomplete, errors });
  const content = html`<div class="page page-narrow stack">
    <header>
      <h1>Delivery</h1>
      <p class="muted">This is a demonstration: the order is stored, but nothing is delivered or charged.</p>
    </header>
    ${errorSummary(errors, LABELS)} ${summary(lines)}
    <form class="stack" method="post" action="/orders" novalidate>
      <input type="hidden" name="cart" value="${cartText(lines)}" />
      ${field('recipient', 'name')} ${field('street', 'street-address')} ${field('postcode', 'postal-code')}
      ${field('city', 'address-level2')}
      <button class="button">Order and pay</button>
    </form>
  </div>`;
  return { title: 'Delivery', path: '/checkout', content };
}
