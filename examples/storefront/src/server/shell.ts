import { type Request, type Response, Router } from 'express';
import { htmlDocument } from './pages/document.ts';
import { html } from './pages/html.ts';
import { type Visitor, visitorOf, type VisitorSources } from './visitor.ts';

/** The only page of the app: empty until the client fills it. */
const body = html`<div id="app"></div>
  <noscript>
    <div class="noscript">
      <h1>Northlight</h1>
      <p>
        This shop is put together in your browser, and needs JavaScript for that. Please switch it on and load the page
        again.
      </p>
      <p>
        <a href="/sign-in">Sign in</a>, <a href="/sign-up">open an account</a> and
        <a href="/policies/user_terms">see your consents</a> without it, and change your
        <a href="/policies/consent">privacy settings</a>.
      </p>
    </div>
  </noscript>`;

/** Sends the shell; the client renders the page of the address, or that the address is unknown. */
export function sendShell(visitor: Visitor, response: Response, status: number): void {
  const document = htmlDocument(visitor, {
    title: 'Northlight',
    description: 'Lamps, tableware, pots and textiles for a bright and quiet home.',
    module: 'main.js',
    body,
  });
  // The nonce is for this response only, and the scripts are for this visitor: the page must not be cached.
  response.status(status).set('Cache-Control', 'no-store').type('html').send(document);
}

/** The addresses of the app. The client reports a missing product with `render:status_code`. */
const PAGES = ['/', '/products/:id', '/cart', '/about', '/delivery'];

/** The shell for every page of the app, and with status 404 for every other address. */
export function shell(sources: VisitorSources): Router {
  const send = (status: number) => async (request: Request, response: Response) =>
    sendShell(await visitorOf(sources, request, response), response, status);
  const router = Router();
  router.get(PAGES, send(200));
  router.get('/*path', send(404));
  return router;
}
