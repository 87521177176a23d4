/** A site whose pages are built by scripts from responses of its server, and change during a day. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of the site. */
export interface SitePage {
  readonly path: string;
  /** Version of its content; increased by each change. */
  version: number;
}

/** The site, while it runs. */
export interface Site extends AsyncDisposable {
  readonly url: string;
  readonly pages: readonly SitePage[];
}

/** Text that a page of the current version contains. */
export function markOf({ path, version }: SitePage): string {
  return `${path} in version ${version}.`;
}

const LASTING = { 'Cache-Control': 'public, max-age=31536000, immutable' };
const ASKED = { 'Cache-Control': 'no-cache' };
const WORDS = 'words of a page that is as long as pages are '.repeat(40);
const SHOW = `export const show = (text) => document.querySelector('main').insertAdjacentHTML('beforeend', text);`;
const APP = `import { show } from '/show.3f2a.js';
  const { list } = await (await fetch('/api/list.json')).json();
  const { text } = await (await fetch('/api' + location.pathname + '.json')).json();
  show('<p>' + text + '</p><ul>' + list.map((name) => '<li>' + name).join('') + '</ul>');`;
const SEND = `const answer = await fetch('/api/search', { method: 'POST', body: '{}' });
  document.querySelector('main').append(await answer.text());`;
const CLOCK = `document.querySelector('main').append('Only until ' + new Date(performance.timeOrigin + 1e6).toISOString());`;

/**
 * Of a hundred pages, eighty are products (a script asks for a list, then for the product), seventeen articles (HTML from the
 * server), one stands alone, one shows the time, and one sends a search.
 */
function pathOf(index: number): string {
  const kind = index % 100;
  if (kind === 97) return `/about-${String.fromCharCode(97 + (Math.floor(index / 100) % 26))}`;
  if (kind === 98) return `/deals/${index}`;
  if (kind === 99) return `/search/${index}`;
  return kind < 80 ? `/products/${index}` : `/articles/lamps-of-${index}`;
}

/** Starts the site. */
export async function startSite(count: number): Promise<Site> {
  const pages = Array.from({ length: count }, (_, index): SitePage => ({ path: pathOf(index), version: 1 }));
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const server = createServer((request, response) => answer(byPath, request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function answer(byPath: ReadonlyMap<string, SitePage>, request: IncomingMessage, response: ServerResponse): void {
  const { url = '' } = request;
  if (request.method === 'POST') {
    request.resume();
    return void response.writeHead(200, { 'Content-Type': 'text/plain' }).end('found');
  }
  const page = byPath.get(url.replace(/^\/api(.*)\.json$/, '$1'));
  const [type, content, headers] = page ? contentOf(page, url) : fileOf(url);
  if (content === undefined) return void response.writeHead(404).end();
  const etag = `"${createHash('sha1').update(content).digest('base64url')}"`;
  const isKnown = request.headers['if-none-match'] === etag;
  response.writeHead(isKnown ? 304 : 200, { ETag: etag, ...headers, ...(!isKnown && { 'Content-Type': type }) });
  response.end(isKnown ? undefined : content);
}

type File = [type: string, content: string | undefined, headers: Record<string, string>];

function contentOf(page: SitePage, url: string): File {
  const { path } = page;
  if (url.endsWith('.json')) return ['application/json', JSON.stringify({ text: `${markOf(page)} ${WORDS}` }), ASKED];
  const isProduct = path.startsWith('/products/');
  const text = isProduct ? '' : `<p>${markOf(page)} ${WORDS}</p>`;
  const script = isProduct ? APP : path.startsWith('/deals/') ? CLOCK : path.startsWith('/search/') ? SEND : '';
  const head = '<link rel="stylesheet" href="/style.9c1b.css"><script src="/menu.js" defer></script>';
  const html = `<!doctype html><title>${path}</title>${head}<img src="/logo.svg" alt=""><main>${text}</main><script type="module">${script}</script>`;
  return ['text/html', html, ASKED];
}

function fileOf(url: string): File {
  if (url === '/style.9c1b.css') return ['text/css', 'main { color: #222; max-width: 40em; }', LASTING];
  if (url === '/show.3f2a.js') return ['text/javascript', SHOW, LASTING];
  if (url === '/menu.js') return ['text/javascript', 'document.title += " – Lamps";', ASKED];
  if (url === '/logo.svg') return ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', ASKED];
  if (url === '/api/list.json') return ['application/json', '{ "list": ["floor", "table", "wall"] }', ASKED];
  return ['', undefined, {}];
}
