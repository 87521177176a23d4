import { type Request, type Response, Router } from 'express';
import { imports } from './assets.ts';
import { nonceOf } from './security.ts';

const STYLES = ['tokens', 'base', 'layout', 'parts', 'pages'];

/** The one page of the app: empty until the client fills it. */
function html(nonce: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121417" />
    <title>Northlight</title>
    <meta name="description" content="Lamps, tableware, pots and textiles for a bright and quiet home." />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
${STYLES.map((name) => `    <link rel="stylesheet" href="/styles/${name}.css" />`).join('\n')}
    <script type="importmap" nonce="${nonce}">${JSON.stringify({ imports })}</script>
${Object.values(imports)
  .map((address) => `    <link rel="modulepreload" href="${address}" />`)
  .join('\n')}
    <script type="module" src="/client/main.js" nonce="${nonce}"></script>
  </head>
  <body>
    <div id="app"></div>
    <noscript>
      <div class="noscript">
        <h1>Northlight</h1>
        <p>This shop is put together in your browser, and needs JavaScript for that. Please switch it on and load the page again.</p>
      </div>
    </noscript>
  </body>
</html>
`;
}

/** Sends the shell; the client draws what the address says, or that nothing is there. */
export function sendShell(response: Response, status: number): void {
  // The nonce is for this answer only, so nothing may keep the page.
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .type('html')
    .send(html(nonceOf(response)));
}

/** The addresses of the app. Whether a product exists is the client's to say, by `render:status_code`. */
const PAGES = ['/', '/products/:id', '/cart', '/about', '/delivery'];

/** The shell for every page of the app, and with status 404 for every other address. */
export function shell(): Router {
  const router = Router();
  router.get(PAGES, (_request: Request, response: Response) => sendShell(response, 200));
  router.get('/*path', (_request: Request, response: Response) => sendShell(response, 404));
  return router;
}
