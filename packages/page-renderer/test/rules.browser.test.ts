/** The configuration of URLs, headers and incomplete pages. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Renderer, RendererOptions } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import { serverFor } from '../dist/server/listen/listen.js';
import { eventually } from './support/processes.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

let site: Site;
let other: Site;
const open: Renderer[] = [];

before(async () => {
  other = await startSite({
    '/pixel.png': (_, response) => response.end(),
    '/landing': '<h1>landing</h1>',
    // Like a public file on a CDN: everybody may read it, and nobody is told which headers may be sent.
    '/public': ({ method }, response) =>
      method === 'GET'
        ? response.writeHead(200, { 'access-control-allow-origin': '*' }).end('read')
        : response.writeHead(405).end(),
    '/api': (_, response) =>
      response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end('{}'),
  });
  site = await startSite({
    '/': '<h1>home</h1>',
    '/allowed/page': `<h1>page</h1><img src="${other.url}/pixel.png"><img src="/secret/pixel.png"><script>fetch("/api"); fetch("${other.url}/api")</script>`,
    '/allowed/leaves': (_, response) => response.writeHead(302, { Location: `${other.url}/landing` }).end(),
    '/allowed/stays': (_, response) => response.writeHead(302, { Location: '/allowed/page' }).end(),
    '/allowed/frames': `<h1>page</h1><iframe src="${other.url}/landing"></iframe>`,
    '/secret/page': '<h1>secret</h1>',
    '/busy': '<h1>here</h1><img src="/hang">',
    '/hang': () => {},
    '/api': (_, response) => response.end('{}'),
    '/allowed/reads': `<p id="page"></p><p id="worker"></p><p id="shared"></p><script>
      const read = (say) => fetch('${other.url}/public').then((answer) => answer.text()).then(say, say);
      read((text) => { page.textContent = text; });
      new Worker('/reads.js').onmessage = ({ data }) => { worker.textContent = data; };
      new SharedWorker('/reads.js').port.onmessage = ({ data }) => { shared.textContent = data; };
      </script>`,
    '/reads.js': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(`
        const read = () => fetch('${other.url}/public').then((answer) => answer.text()).catch(String);
        if (globalThis.postMessage) read().then((text) => postMessage(text));
        else onconnect = ({ ports }) => read().then((text) => ports[0].postMessage(text));`),
  });
});
after(async () => {
  await Promise.all(open.map((renderer) => renderer.close()));
  await Promise.all([site, other].map((one) => one[Symbol.asyncDispose]()));
});

async function rendererWith(options: RendererOptions): Promise<(path: string) => Promise<Response>> {
  const renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    timeout: stretched(2_500),
    logLevel: 'silent',
    ...options,
  });
  open.push(renderer);
  return (path) => renderer.fetch(new Request(`http://renderer.test${path}`));
}
const problem = async (response: Response) => {
  const { status, code } = (await response.json()) as { status: number; code: string };
  return `${status} ${code}`;
};

describe('renderOnly', () => {
  let get: (path: string) => Promise<Response>;
  before(async () => {
    get = await rendererWith({ renderOnly: [`${site.url}/allowed/`] });
  });
  test('renders what begins with one of its strings', async () => {
    assert.match(await (await get(`/render/${site.url}/allowed/page`)).text(), /page/);
  });
  test('refuses the rest, and asks the target nothing', async () => {
    const before = site.requests.length;
    assert.equal(await problem(await get(`/render/${site.url}/`)), '403 restricted');
    assert.equal(await problem(await get(`/screenshot/${site.url}/`)), '403 restricted');
    assert.equal(site.requests.length, before);
  });
  test('compares strictly: the case and the protocol count', async () => {
    assert.equal(await problem(await get(`/render/${site.url}/Allowed/page`)), '403 restricted');
    assert.equal(
      await problem(await get(`/render/${site.url.replace('http', 'https')}/allowed/page`)),
      '403 restricted',
    );
  });
  test('checks each redirect of the document', async () => {
    const before = other.requests.length;
    assert.equal(await problem(await get(`/render/${site.url}/allowed/leaves`)), '403 restricted');
    assert.equal(other.requests.length, before);
    assert.match(await (await get(`/render/${site.url}/allowed/stays`)).text(), /page/);
  });
  test('does not apply to frames and other parts of the page', async () => {
    const before = other.requests.length;
    assert.equal((await get(`/render/${site.url}/allowed/frames`)).status, 200);
    assert.ok(other.requests.slice(before).includes('/landing'));
  });
});

describe('restrictedUrlPattern', () => {
  let get: (path: string) => Promise<Response>;
  before(async () => {
    get = await rendererWith({ restrictedUrlPattern: '/secret/|landing' });
  });
  test('refuses a target with 403', async () => {
    assert.equal(await problem(await get(`/render/${site.url}/secret/page`)), '403 restricted');
  });
  test('refuses a redirect to one with 403', async () => {
    assert.equal(await problem(await get(`/render/${site.url}/allowed/leaves`)), '403 restricted');
  });
  test('aborts matching requests of a page, in frames too, and renders the page', async () => {
    const [own, others] = [site.requests.length, other.requests.length];
    assert.match(await (await get(`/render/${site.url}/allowed/page`)).text(), /page/);
    assert.match(await (await get(`/render/${site.url}/allowed/frames`)).text(), /page/);
    assert.ok(!site.requests.slice(own).includes('/secret/pixel.png'));
    assert.ok(!other.requests.slice(others).includes('/landing'));
    assert.ok(other.requests.slice(others).includes('/pixel.png'));
  });
});

describe('reqHeaders', () => {
  const reqHeaders = { 'X-Secret': 'value', 'Accept-Language': 'fr' };
  test('go with every request to the target’s own origin, and to no other', async () => {
    const get = await rendererWith({ reqHeaders });
    await get(`/render/${site.url}/allowed/page`);
    for (const path of ['/allowed/page', '/api', '/secret/pixel.png']) {
      assert.equal(site.headersOf(path)?.['x-secret'], 'value', path);
    }
    assert.equal(site.headersOf('/allowed/page')?.['accept-language'], 'fr');
    for (const path of ['/pixel.png', '/api']) assert.equal(other.headersOf(path)?.['x-secret'], undefined, path);
  });
  test('do not follow a redirect to another origin', async () => {
    const get = await rendererWith({ reqHeaders });
    await get(`/render/${site.url}/allowed/leaves`);
    assert.equal(site.headersOf('/allowed/leaves')?.['x-secret'], 'value');
    assert.equal(other.headersOf('/landing')?.['x-secret'], undefined);
  });
  test('go to all origins with reqHeadersScope "all"', async () => {
    const get = await rendererWith({ reqHeaders, reqHeadersScope: 'all' });
    await get(`/render/${site.url}/allowed/page`);
    assert.equal(other.headersOf('/pixel.png')?.['x-secret'], 'value');
    assert.equal(site.headersOf('/api')?.['x-secret'], 'value');
  });
  for (const reqHeadersScope of ['origin', 'all'] as const) {
    test(`change nothing of what a page may read of other origins, with reqHeadersScope "${reqHeadersScope}"`, async () => {
      for (const maxRequests of [500, 501]) {
        const get = await rendererWith({ reqHeaders, reqHeadersScope, maxRequests });
        const html = await (await get(`/render/${site.url}/allowed/reads`)).text();
        const texts = ['page', 'worker', 'shared'].map((id) => new RegExp(`id="${id}">([^<]*)`).exec(html)?.[1]);
        assert.deepEqual(texts, ['read', 'read', 'read']);
        assert.equal(other.headersOf('/public')?.['x-secret'], reqHeadersScope === 'all' ? 'value' : undefined);
      }
    });
  }
});

// In parallel: each render waits until its time budget ends.
describe('partial', { concurrency: true }, () => {
  /** On a busy machine the start of a browser may take the whole time budget. */
  const ready = async (options: RendererOptions) => {
    const get = await rendererWith(options);
    await eventually(async () => (await get('/readyz')).status === 200, 'the browser is there');
    return get;
  };
  test('"serve" answers with what there is', async () => {
    const get = await ready({});
    const response = await get(`/render/${site.url}/busy`);
    assert.deepEqual([response.status, response.headers.get('x-render-verdict')], [200, 'budget']);
  });
  for (const endpoint of ['render', 'screenshot']) {
    test(`"503" answers ${endpoint} with Retry-After, and says that it was the budget`, async () => {
      const get = await ready({ partial: '503' });
      const response = await get(`/${endpoint}/${site.url}/busy`);
      assert.equal(response.status, 503);
      assert.equal(response.headers.get('x-render-verdict'), 'budget');
      assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
      assert.equal(await problem(response), '503 partial');
    });
  }
});

describe('/invalidate', () => {
  test('answers that nothing was removed where nothing is cached', async () => {
    const get = await rendererWith({});
    const response = await get(`/invalidate/${site.url}/allowed/page%3Fa%3Db`);
    assert.deepEqual([response.status, await response.json()], [200, { removed: 0 }]);
  });
  test('of no URL is 400', async () => {
    const get = await rendererWith({});
    assert.equal(await problem(await get('/invalidate/nothing')), '400 invalid-url');
  });
});

describe('liveness and readiness', () => {
  test('a request of HTTP/1.0 needs no Host, one of 1.1 does', async () => {
    const renderer = await createRenderer(
      { logLevel: 'silent', host: '127.0.0.1', port: 0 },
      { browser: { executablePath: '/bin/false', kind: 'chromium' } },
    );
    open.push(renderer);
    const { port } = await renderer.listen();
    const statusLineOf = (version: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(`GET /livez HTTP/${version}\r\n\r\n`));
        socket.on('data', (data) => (answer += String(data))).once('error', reject);
        socket.once('data', () => resolve(answer.split('\r\n', 1)[0] ?? '')).once('data', () => socket.destroy());
      });
    assert.deepEqual(
      [await statusLineOf('1.0'), await statusLineOf('1.1')],
      ['HTTP/1.1 200 OK', 'HTTP/1.1 400 Bad Request'],
    );
  });
  test('several hosts, and an invalid one, were accepted for cached pages', async () => {
    const server = serverFor((_, response) => void response.end('OK'));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const statusWith = (hosts: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(`GET / HTTP/1.1\r\n${hosts}\r\n`));
        socket.once('error', reject).once('data', (data) => {
          resolve(String(data).slice(9, 12));
          socket.destroy();
        });
      });
    for (const host of ['', 'a.example', 'a.example:3000', '127.0.0.1:', '[::1]:80', 'under_score', 'xn--e1a.example'])
      assert.equal(await statusWith(`Host: ${host}\r\n`), '200', host);
    for (const host of ['a b', 'a"<>', 'user@a.example', 'a.example/path', 'a.example:x', 'a.example?', '[::1', 'a,b#'])
      assert.equal(await statusWith(`Host: ${host}\r\n`), '400', host);
    assert.equal(await statusWith('Host: a.example\r\nHost: b.example\r\n'), '400');
    server.close();
  });
  test('the process lives also where the browser does not start', async () => {
    const renderer = await createRenderer(
      { logLevel: 'silent' },
      { browser: { executablePath: '/bin/false', kind: 'chromium' } },
    );
    open.push(renderer);
    const statusOf = async (path: string) => (await renderer.fetch(new Request(`http://x.test${path}`))).status;
    assert.equal(await statusOf('/livez'), 200);
    assert.equal(await statusOf('/readyz'), 503);
    assert.equal(await statusOf('/_ah/health'), 503);
  });
});
