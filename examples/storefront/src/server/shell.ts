import { type Request, type Response, Router } from 'express';
import { sendPage } from './answers.ts';
import type { Shop } from './shop.ts';

const DESCRIPTION = 'Lamps, tableware, pots and textiles for a bright and quiet home.';

/** Sends the shell, whose content is empty until the client renders the page of the address, or that the address is unknown. */
export const sendShell = (shop: Shop, request: Request, response: Response, status: number): Promise<void> =>
  sendPage(shop, request, response, 'shell', { title: 'Northlight', description: DESCRIPTION, status });

/** The shell for every page of the app, and with status 404 for every other address. */
export function shell(shop: Shop): Router {
  const send = (status: number) => (request: Request, response: Response) => sendShell(shop, request, response, status);
  // The client reports a missing product with `render:status_code`.
  return Router().get(['/', '/products/:id', '/cart', '/about', '/delivery'], send(200)).get('/*path', send(404));
}
