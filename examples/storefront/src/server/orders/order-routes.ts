import { type Request, type Response, Router } from 'express';
import { sendInvalid, sendPage, sendPrivateJson } from '../accounts/answers.ts';
import { lineErrors, record, text, wantsJson } from '../accounts/input.ts';
import type { AccountSources } from '../accounts/session-routes.ts';
import type { User } from '../accounts/users.ts';
import { sendProblem } from '../api.ts';
import { checkoutPage } from '../pages/checkout.ts';
import type { FieldError } from '../pages/form.ts';
import { ordersPage } from '../pages/orders.ts';
import { type CartLine, cartLines, orderLines } from './cart.ts';
import { type Address, ordersOf, placeOrder } from './orders.ts';

/** Orders on the page, the newest first. */
const SHOWN = 20;

const LENGTHS: Readonly<Record<keyof Address, number>> = { recipient: 100, street: 100, postcode: 20, city: 100 };

function addressIn(body: unknown): Address {
  const sent = record(body);
  const line = (name: keyof Address) => text(sent[name]).trim();
  return { recipient: line('recipient'), street: line('street'), postcode: line('postcode'), city: line('city') };
}

function errorsOf(lines: readonly CartLine[], address: Address): FieldError[] {
  const fields = Object.entries(LENGTHS) as [keyof Address, number][];
  const isEmpty: FieldError = { field: 'cart', code: 'required', detail: 'The cart is empty.' };
  return [
    ...(lines.length === 0 ? [isEmpty] : []),
    ...fields.flatMap(([name, length]) => lineErrors(name, address[name], length)),
  ];
}

/** The page `/checkout`, `POST /orders`, and the page `/account/orders`. */
export function orderRoutes(sources: AccountSources): Router {
  const { database, sessions } = sources;
  const router = Router();

  async function signedIn(request: Request, response: Response): Promise<User | null> {
    const user = await sessions.userOf(request);
    if (user) return user;
    const target = request.method === 'GET' ? request.originalUrl : '/cart';
    if (wantsJson(request)) sendProblem(response, 401, 'Not signed in', 'Sign in to order.');
    else response.redirect(303, `/sign-in?return_to=${encodeURIComponent(target)}`);
    return null;
  }

  router.get('/checkout', async (request, response) => {
    const lines = cartLines(text(request.query['cart']));
    if (lines.length === 0) {
      response.redirect(303, '/cart');
      return;
    }
    const user = await signedIn(request, response);
    if (!user) return;
    const address = { recipient: user.name, street: '', postcode: '', city: '' };
    await sendPage(sources, request, response, checkoutPage({ lines, address, errors: [] }));
  });

  router.post('/orders', async (request, response) => {
    const user = await signedIn(request, response);
    if (!user) return;
    const lines = cartLines(text(record(request.body)['cart']));
    const address = addressIn(request.body);
    const errors = errorsOf(lines, address);
    if (errors.length > 0) {
      if (wantsJson(request)) sendInvalid(request, response, errors);
      else await sendPage(sources, request, response, checkoutPage({ lines, address, errors }), 422);
      return;
    }
    const number = await placeOrder(database, user.id, { lines: orderLines(lines), address });
    if (wantsJson(request)) sendPrivateJson(response.location('/account/orders'), 201, { order: { number } });
    else response.redirect(303, '/account/orders?done=placed');
  });

  router.get('/account/orders', async (request, response) => {
    const user = await signedIn(request, response);
    if (!user) return;
    const orders = await ordersOf(database, user.id, SHOWN);
    const page = ordersPage({ orders, isPlaced: request.query['done'] === 'placed' });
    await sendPage(sources, request, response, page);
  });

  return router;
}
