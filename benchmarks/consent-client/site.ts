/** One server for all clients: the same page with 200 elements that wait, in the form that each client declares. */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import express, { type Response } from 'express';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { consentContextOf, policyEngine } from 'policy-engine/express';
import { listening } from '../../testing/listening.ts';
import { APART } from './apart.ts';
import { type Client, CLIENTS, peerFiles, type Waiting } from './clients.ts';

const PURPOSES = ['analytics', 'media'];

/** Pages that are measured: what waits in them. */
export const PAGES: Readonly<Record<'scripts' | 'mixed', readonly Waiting[]>> = {
  scripts: Array.from({ length: 200 }, (_, index) => waiting(index, 'script')),
  mixed: Array.from({ length: 200 }, (_, index) =>
    waiting(index, index % 2 ? 'script' : index % 20 ? 'img' : 'iframe'),
  ),
};
export type PageName = keyof typeof PAGES;

function waiting(index: number, kind: Waiting['kind']): Waiting {
  const purpose = PURPOSES[Math.floor(index / 2) % 2];
  if (kind === 'script') return { kind, purpose, content: `window.ran = (window.ran ?? 0) + 1; // ${index}` };
  return { kind, purpose, content: kind === 'img' ? `/pixel.gif?${index}` : `/frame?${index}` };
}

/** The least that a client which watches the page needs. */
const OBSERVER = `<script>new MutationObserver(() => {}).observe(document, { childList: true, subtree: true })</script>`;
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

function html(
  head: string,
  { gated, opener }: Pick<Client, 'opener'> & { gated: (waiting: Waiting) => string },
  { page, end }: { page: PageName; end: string },
): string {
  const parts = PAGES[page].map(
    (one, index) =>
      `<section><h2>Part ${index}</h2><p>Some <b>text</b> of <a href="#${index}">this page</a>.</p>${gated(one)}</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<link rel="icon" href="data:,">
${head}</head><body><h1>Shop</h1><main>${parts.join('\n')}</main><div id="place"></div>
<footer><button type="button" ${opener}>Privacy settings</button></footer>${end}</body></html>`;
}

export interface Site extends AsyncDisposable {
  readonly url: string;
}

/** Starts the server. Pages are at `/<client>/<page>`, without a client at `/bare/<page>` and `/observer/<page>`. */
export async function startSite(): Promise<Site> {
  const engine = createPolicyEngine({
    database: nodeSqliteDatabase(':memory:'),
    rules: [
      { name: 'analytics', label: 'Statistics', description: 'Counts visits.', sessionless: true },
      { name: 'media', label: 'Films and maps', description: 'Shows films of other companies.', sessionless: true },
    ],
    currentUser: () => null,
    writeLimit: false,
  });
  await engine.migrate();
  for (const rule of PURPOSES) {
    const { id } = await engine.terms.create(rule, { markdown: `About ${rule}.` });
    await engine.terms.publish(id);
  }
  const app = express();
  app.disable('x-powered-by');
  app.use(engine.basePath, policyEngine(engine));
  const send = (response: Response, type: string, text: string) => {
    response.set({ 'content-type': type, 'content-encoding': 'gzip' });
    response.send(gzipSync(text, { level: 9 }));
  };
  for (const [path, text] of peerFiles()) {
    const type = path.endsWith('.css') ? 'text/css' : 'text/javascript';
    app.get(path, (_request, response) => send(response, `${type}; charset=utf-8`, text));
  }
  app.get('/blank', (_request, response) => send(response, 'text/html', '<!doctype html><title>Blank</title>'));
  app.get('/frame', (_request, response) => send(response, 'text/html', '<!doctype html><title>Frame</title><p>Frame'));
  app.get('/pixel.gif', (_request, response) => void response.type('gif').send(PIXEL));
  const markup = (client: Client) => ({ ...client, gated: (one: Waiting) => client.gated(one) ?? '' });
  for (const page of Object.keys(PAGES) as PageName[]) {
    for (const [path, head] of Object.entries({ bare: '', observer: OBSERVER })) {
      app.get(`/${path}/${page}`, (_request, response) => {
        send(response, 'text/html', html(head, markup(CLIENTS[0]), { page, end: '' }));
      });
    }
    for (const { path, code } of APART) {
      app.get(`${path}/${page}`, (_request, response) => {
        send(
          response,
          'text/html',
          html(`<script>${code}</script>${CLIENTS[0].head}`, markup(CLIENTS[0]), { page, end: '' }),
        );
      });
    }
    for (const client of CLIENTS) {
      app.get(`${client.path}/${page}`, async (request, response) => {
        const consent = client.isDrawn ? consentContextOf(engine, request) : undefined;
        const head = client.head + ((await consent?.renderScripts()) ?? '');
        const end = (await consent?.renderBanner({ stylesheet: false })) ?? '';
        response.set(consent ? consent.responseHeaders() : { 'cache-control': 'no-cache' });
        send(response, 'text/html', html(head, markup(client), { page, end }));
      });
    }
  }
  const server = await listening(createServer(app));
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await engine.stop();
      await engine.database.close();
    },
  };
}
