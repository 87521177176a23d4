import { type Request, type Response, Router } from 'express';
import { requireUser, sendDone, sendInvalid, sendPage, userOf } from '../answers.ts';
import { type FieldError, lineErrors, record, text } from '../input.ts';
import { wantsJson } from '../responses.ts';
import type { Shop } from '../shop.ts';
import { type CartLine, cartLines, orderLines } from './cart.ts';
import { type Address, deliveryOf, goodsOf, ordersOf, placeOrder } from './orders.ts';

/** Orders on the page, the newest first. */
const SHOWN = 20;

const LABELS = { cart: 'Cart', recipient: 'Name', street: 'Street and number', postcode: 'Postcode', city: 'City' };

function addressIn(body: unknown): Address {
  const sent = record(body);
  const line = (name: keyof Address) => text(sent[name]).trim();
  return { recipient: line('recipient'), street: line('street'), postcode: line('postcode'), city: line('city') };
}

/** The page `/checkout`, `POST /orders`, and the page `/account/orders`. */
export function orderRoutes(shop: Shop): Router {
  const { database } = shop;
  const router = Router();
  const signedIn = requireUser(shop, 'Sign in to order.', '/cart');

  /** The form for the delivery address: the last step before an order is placed. */
  function checkout(
    request: Request,
    response: Response,
    lines: readonly CartLine[],
    address: Address,
    errors: readonly FieldError[],
  ) {
    const goods = goodsOf(orderLines(lines));
    const form = { lines, goods, delivery: deliveryOf(goods), address, labels: LABELS, errors };
    const status = errors.length > 0 ? 422 : 200;
    return sendPage(shop, request, response, 'checkout', { title: 'Delivery', status, ...form });
  }

  router.get('/checkout', signedIn, async (request, response) => {
    const lines = cartLines(text(request.query['cart']));
    if (lines.length === 0) {
      response.redirect(303, '/cart');
      return;
    }
    const address = { recipient: userOf(response).name, street: '', postcode: '', city: '' };
    await checkout(request, response, lines, address, []);
  });

  router.post('/orders', signedIn, async (request, response) => {
    const lines = cartLines(text(record(request.body)['cart']));
    const address = addressIn(request.body);
    const isEmpty: FieldError = { field: 'cart', code: 'required', detail: 'The cart is empty.' };
    const errors = [
      ...(lines.length === 0 ? [isEmpty] : []),
      ...Object.entries(address).flatMap(([name, line]) => lineErrors(name, line, name === 'postcode' ? 20 : 100)),
    ];
    if (errors.length === 0) {
      const number = await placeOrder(database, userOf(response).id, { lines: orderLines(lines), address });
      sendDone(request, response, { status: 201, json: { order: { number } }, to: '/account/orders?done=placed' });
    } else if (wantsJson(request)) sendInvalid(request, response, errors);
    else await checkout(request, response, lines, address, errors);
  });

  router.get('/account/orders', signedIn, async (request, response) => {
    const orders = await ordersOf(database, userOf(response).id, SHOWN);
    const isPlaced = request.query['done'] === 'placed';
    await sendPage(shop, request, response, 'orders', { title: 'Your orders', orders, isPlaced });
  });

  return router;
}
