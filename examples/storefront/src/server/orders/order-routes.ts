import { type Request, type Response, Router } from 'express';
import { requireUser, sendDone, sendInvalid, sendPage, userOf } from '../answers.ts';
import { type FieldError, lineErrors, record, text } from '../input.ts';
import { checkoutPage } from '../pages/checkout.ts';
import { ordersPage } from '../pages/orders.ts';
import { wantsJson } from '../responses.ts';
import type { Shop } from '../shop.ts';
import { cartLines, orderLines } from './cart.ts';
import { type Address, ordersOf, placeOrder } from './orders.ts';

/** Orders on the page, the newest first. */
const SHOWN = 20;

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

  const isCart = (request: Request, response: Response, next: () => void): void => {
    if (cartLines(text(request.query['cart'])).length === 0) response.redirect(303, '/cart');
    else next();
  };

  router.get('/checkout', isCart, signedIn, async (request, response) => {
    const lines = cartLines(text(request.query['cart']));
    const address = { recipient: userOf(response).name, street: '', postcode: '', city: '' };
    await sendPage(shop, request, response, checkoutPage({ lines, address, errors: [] }));
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
    else await sendPage(shop, request, response, checkoutPage({ lines, address, errors }), 422);
  });

  router.get('/account/orders', signedIn, async (request, response) => {
    const orders = await ordersOf(database, userOf(response).id, SHOWN);
    await sendPage(shop, request, response, ordersPage(orders, request.query['done'] === 'placed'));
  });

  return router;
}
