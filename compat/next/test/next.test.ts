/** A production build of a Next app, with the renderer: which client gets which page at the same address. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { freePort } from '../../../testing/free-port.ts';

const APP = path.join(import.meta.dirname, '..', 'apps', 'shop');
const NEXT = path.join(import.meta.dirname, '..', 'node_modules', 'next', 'dist', 'bin', 'next');
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

let renderer: Renderer;
let next: ChildProcess;
let site: string;

function start(parameters: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [NEXT, ...parameters], {
    cwd: APP,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

before(async () => {
  const build = start(['build']);
  let output = '';
  build.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(build, 'exit')) as [number];
  assert.equal(code, 0, output);

  renderer = await createRenderer({
    host: '127.0.0.1',
    port: 0,
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
  });
  const port = await freePort();
  site = `http://127.0.0.1:${port}`;
  next = start(['start', '-p', String(port), '-H', '127.0.0.1'], {
    RENDERER_URL: (await renderer.listen()).url,
    SITE_ORIGIN: site,
  });
  for await (const text of next.stdout ?? []) if (String(text).includes('Ready')) break;
  // Next reports this shortly before it has run the instrumentation.
  await ask('/robots.txt', FIREFOX);
});
after(async () => {
  next?.kill('SIGKILL');
  await renderer?.close();
});

async function ask(address: string, agent: string, init: RequestInit = {}) {
  const response = await fetch(site + address, { redirect: 'manual', ...init, headers: { 'user-agent': agent } });
  const vary = (response.headers.get('vary') ?? '').toLowerCase().split(/\s*,\s*/);
  return { response, body: await response.text(), vary, isRendered: response.headers.has('x-renderer') };
}

test('every page says that it depends on the user agent, over what Next says itself, and a file does not', async () => {
  for (const address of ['/about', '/products/1', '/old', '/none', '/api/products/1']) {
    const { isRendered, vary } = await ask(address, FIREFOX);
    assert.equal(isRendered, false, address);
    assert.ok(vary.includes('user-agent'), `${address} ${vary.join()}`);
    if (address !== '/old') assert.ok(vary.includes('rsc'), address);
  }
  assert.ok(!(await ask('/robots.txt', FIREFOX)).vary.includes('user-agent'));
});

test('a bot gets the page as its scripts draw it, of either router, and a person the app', async () => {
  for (const [address, drawn, verdict] of [
    ['/products/1', /<h1>Lamp 1<\/h1>/, 'complete'],
    // Its router sets timers beyond the time for which the renderer waits.
    ['/old', /<h1>Drawn<\/h1>/, 'settled'],
  ] as const) {
    const bot = await ask(address, GOOGLEBOT);
    assert.deepEqual([bot.response.status, bot.isRendered, bot.vary.includes('user-agent')], [200, true, true]);
    assert.equal(bot.response.headers.get('x-render-verdict'), verdict);
    assert.match(bot.body, drawn);
    assert.doesNotMatch((await ask(address, FIREFOX)).body, drawn);
  }
  const head = await ask('/products/1', GOOGLEBOT, { method: 'HEAD' });
  assert.deepEqual([head.response.status, head.isRendered, head.body], [200, true, '']);
});

test('a page that is not there is so for bots as well, and what is sent to the app arrives', async () => {
  assert.deepEqual((({ response, isRendered }) => [response.status, isRendered])(await ask('/none', GOOGLEBOT)), [
    404,
    true,
  ]);
  const sold = await ask('/api/products/1', GOOGLEBOT, { method: 'POST', body: 'me' });
  assert.deepEqual([sold.body, sold.isRendered], ['sold to me', false]);
});

test('a bot gets the page itself when the renderer is gone', async () => {
  await renderer.close();
  const { response, isRendered, body, vary } = await ask('/products/1', GOOGLEBOT);
  assert.deepEqual([response.status, isRendered, vary.includes('user-agent')], [200, false, true]);
  assert.match(body, /Loading/);
});
