/** The addresses that `restrictedUrlPattern` refuses, for every way in which a page can request them. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import { type Listening, listening } from '../../../testing/listening.ts';

/** Ways to request an address; each runs in a page that defines a suitable `ask(address)`. */
const SOCKET = 'new WebSocket(location.origin.replace("http", "ws") + "/secret/" + name)';
const FETCH = 'fetch("/secret/" + name)';
const script = (source: string) => `<h1>page</h1><script>const name = "ways"; ${source}</script>`;
const blob = (source: string) => `URL.createObjectURL(new Blob([${JSON.stringify(source)}]))`;
const inWorker = (kind: string) =>
  `const origin = location.origin; try { new WebSocket(origin.replace("http", "ws") + "/secret/${kind}-socket") } catch {} fetch(origin + "/secret/${kind}-fetch")`;

const PAGES: Readonly<Record<string, string>> = {
  '/socket': script(SOCKET),
  '/fetch': script(FETCH),
  '/encoded': script('fetch("/%73ecret/encoded"); fetch("/a/..//secret/dots")'),
  '/frame': script(
    'const f = document.createElement("iframe"); document.body.append(f); const W = f.contentWindow.WebSocket; new W(location.origin.replace("http", "ws") + "/secret/frame")',
  ),
  '/srcdoc':
    '<h1>page</h1><iframe srcdoc="<script>new WebSocket(`ws://${location.ancestorOrigins[0].slice(7)}/secret/srcdoc`)</script>"></iframe>',
  '/worker': script('new Worker("/worker.js")'),
  '/blob-worker': script(
    `new Worker(${blob('const w = self.WebSocket; w && new w(self.name)')}, { name: location.origin.replace("http", "ws") + "/secret/blob" })`,
  ),
  '/shared-worker': script('new SharedWorker("/shared.js")'),
  // A page with a worklet was not rendered at all.
  '/worklet': script(
    'CSS.paintWorklet.addModule("/paint.js"); CSS.paintWorklet.addModule("/secret/paint"); new AudioContext().audioWorklet.addModule("/secret/audio")',
  ),
  '/popup': script(
    'open("/secret/popup"); const a = document.createElement("a"); a.href = "/secret/link"; a.target = "_blank"; a.rel = "noopener"; document.body.append(a); a.click()',
  ),
};
const SCRIPTS: Readonly<Record<string, string>> = {
  '/worker.js': inWorker('worker'),
  '/shared.js': inWorker('shared'),
  '/paint.js': 'import "/secret/import"',
};

const asked: string[] = [];
const server = createServer((request, response) => {
  note(request);
  const path = request.url ?? '';
  const body = PAGES[path] ?? SCRIPTS[path] ?? 'nothing';
  response.writeHead(200, { 'Content-Type': path in SCRIPTS ? 'text/javascript' : 'text/html' }).end(body);
}).on('upgrade', (request, socket) => {
  note(request);
  socket.destroy();
});
function note({ url = '' }: IncomingMessage): void {
  if (/secret/.test(decodeURIComponent(url))) asked.push(url);
}
let site: Listening;
let origin: string;

before(async () => {
  site = await listening(server);
  origin = site.url;
});
after(() => site[Symbol.asyncDispose]());

/** The restricted addresses that pages of a renderer can request. */
async function askedWith(restrictedUrlPattern: string | null): Promise<Map<string, string[]>> {
  await using renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    timeout: stretched(10_000),
    restrictedUrlPattern,
  });
  const found = new Map<string, string[]>();
  for (const path of Object.keys(PAGES)) {
    asked.length = 0;
    const { html, verdict } = await renderer.render(origin + path);
    assert.match(html, /page/);
    // No page is delayed by refused requests.
    assert.equal(verdict, 'complete', path);
    found.set(path, [...asked]);
  }
  return found;
}

test('no frame, worker, socket or window requests a restricted address', async () => {
  for (const [path, addresses] of await askedWith('/secret/')) assert.deepEqual(addresses, [], path);
});

test('without the option they are, but for windows, which load nothing', async () => {
  const found = await askedWith(null);
  for (const [path, addresses] of found) assert.equal(addresses.length > 0, path !== '/popup', path);
  assert.deepEqual(found.get('/worker')?.toSorted(), ['/secret/worker-fetch', '/secret/worker-socket']);
});
