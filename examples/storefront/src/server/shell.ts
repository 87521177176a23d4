import { type Request, type Response, Router } from 'express';
import { framed } from './pages/frame.ts';
import { html } from './pages/html.ts';
import { POLICIES } from './policies/engine.ts';
import type { Shop } from './shop.ts';
import { type Visitor, visitorOf } from './visitor.ts';

/** The page of the app: empty until the client fills it. */
const content = html`<div id="app"></div>
  <noscript>
    <div class="page stack">
      <h1>Northlight</h1>
      <p>
        This shop is put together in your browser, and needs JavaScript for that. Please switch it on and load the page
        again.
      </p>
      <p>
        <a href="/sign-in">Sign in</a>, <a href="/sign-up">open an account</a> and
        <a href="${POLICIES}/user_terms">see your consents</a> without it, and change your
        <a href="${POLICIES}/consent">privacy settings</a>.
      </p>
    </div>
  </noscript>`;

/** Sends the shell; the client renders the page of the address, or that the address is unknown. */
export function sendShell(visitor: Visitor, request: Request, response: Response, status: number): void {
  const description = 'Lamps, tableware, pots and textiles for a bright and quiet home.';
  const page = framed(visitor, { title: 'Northlight', path: request.path, content, description });
  // The nonce is for this response only, and the scripts are for this visitor: the page must not be cached.
  response.status(status).set('Cache-Control', 'no-store').type('html').send(page);
}

/** The shell for every page of the app, and with status 404 for every other address. */
export function shell(shop: Shop): Router {
  const send = (status: number) => async (request: Request, response: Response) =>
    sendShell(await visitorOf(shop, request, response), request, response, status);
  // The client reports a missing product with `render:status_code`.
  return Router().get(['/', '/products/:id', '/cart', '/about', '/delivery'], send(200)).get('/*path', send(404));
}
