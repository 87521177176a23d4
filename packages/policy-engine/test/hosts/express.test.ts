import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import express, { type Express, type RequestHandler } from 'express';
import { policyEngine } from 'policy-engine/express';
import { getTestEngine } from 'policy-engine/testing';
import type { Web } from '../../dist/platform/web/index.js';
import { sampleWeb } from '../support/sample-web.ts';
import { gpcCase, hostSuite, type RunningHost } from './suite.ts';
import { listeningHost } from './running.ts';

const listen = (app: Express): Promise<RunningHost> => listeningHost(app);

/** As multer and similar parsers do: they consume the form, and put its fields into `req.body`. */
const multipartParser: RequestHandler = async (request, _response, next) => {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) {
    next();
    return;
  }
  const form = await new Response(Buffer.concat(await request.toArray()), {
    headers: { 'content-type': type },
  }).formData();
  request.body = Object.fromEntries(form);
  next();
};

const behind =
  (...parsers: RequestHandler[]) =>
  (engine: Web) => {
    // Express would print the errors of its own parsers.
    const app = express().set('env', 'test');
    for (const parser of parsers) app.use(parser);
    return listen(app.use('/policies', policyEngine(engine)));
  };

hostSuite({ name: 'Express', start: behind() });
hostSuite({
  name: 'Express behind express.json and express.urlencoded',
  hasOwnLimit: true,
  start: behind(express.json({ strict: false }), express.urlencoded({ extended: true })),
});
hostSuite({ name: 'Express behind flat express.urlencoded', start: behind(express.urlencoded({ extended: false })) });
hostSuite({ name: 'Express behind express.raw', start: behind(express.raw({ type: () => true, limit: '1mb' })) });
hostSuite({ name: 'Express behind express.text', start: behind(express.text({ type: () => true, limit: '1mb' })) });
hostSuite({ name: 'Express behind a multipart parser', start: behind(multipartParser) });
hostSuite({
  name: 'Express with a slash after the mount path',
  start: (engine) => listen(express().use('/policies/', policyEngine(engine))),
});
hostSuite({
  name: 'Express without a mount path',
  start: (engine) => listen(express().use(policyEngine(engine))),
});
hostSuite({
  name: 'Express in a router at another path than the engine was told',
  mount: '/shop/legal',
  start: (engine) => listen(express().use('/shop', express.Router().use('/legal', policyEngine(engine)))),
});

test('Express passes /.well-known/gpc.json to the engine, and no other path of it', async () => {
  await using made = await getTestEngine();
  const app = express().use('/policies', policyEngine(made.engine));
  const host = await listen(app.use('/.well-known/gpc.json', policyEngine(made.engine)));
  await gpcCase(host.request);
  await host.close();
});

interface Echo {
  readonly body: unknown;
  readonly url: string;
  readonly ip: string | null;
}

async function echo(host: RunningHost, init: RequestInit = {}): Promise<Echo> {
  const headers = { 'content-type': 'application/json', ...(init.headers as Record<string, string> | undefined) };
  const response = await host.request('/policies/echo.json', { method: 'POST', body: '1', ...init, headers });
  return (await response.json()) as Echo;
}

suite('Express', () => {
  const FORWARDED = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'shop.example:8443',
    'x-forwarded-for': '203.0.113.7',
  };

  test('trusts X-Forwarded-* only if the app trusts its proxy', async () => {
    for (const trust of [false, true]) {
      const app = express().set('trust proxy', trust).use('/policies', policyEngine(sampleWeb()));
      await using host = disposable(await listen(app));
      const { url, ip } = await echo(host, { headers: FORWARDED });
      assert.equal(new URL(url).origin === 'https://shop.example:8443', trust);
      assert.equal(ip === '203.0.113.7', trust);
    }
  });

  test('checks Origin against the forwarded origin behind a trusted proxy, and passes the body', async () => {
    const app = express().set('trust proxy', true).use('/policies', policyEngine(sampleWeb()));
    await using host = disposable(await listen(app));
    const send = (origin: string) =>
      host.request('/policies/echo.json', {
        method: 'POST',
        headers: { ...FORWARDED, origin, cookie: 'a=1', 'content-type': 'application/json' },
        body: '{"a":1}',
      });
    const own = await send('https://shop.example:8443');
    assert.deepEqual(((await own.json()) as Echo).body, { a: 1 });
    assert.equal((await send('https://evil.example')).status, 403);
  });

  test('passes a compressed body that a parser inflated', async () => {
    const app = express().use(express.json()).use('/policies', policyEngine(sampleWeb()));
    await using host = disposable(await listen(app));
    const { body } = await echo(host, {
      headers: { 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync('{"a":1}')),
    });
    assert.deepEqual(body, { a: 1 });
  });

  test('prefers rawBody of a verify hook to the parsed body', async () => {
    const verify = (request: object, _response: unknown, raw: Buffer) => Object.assign(request, { rawBody: raw });
    const app = express()
      .use(express.json({ verify }))
      .use((request, _response, next) => {
        request.body = { changed: true };
        next();
      });
    await using host = disposable(await listen(app.use('/policies', policyEngine(sampleWeb()))));
    assert.deepEqual((await echo(host, { body: '{"a":1}' })).body, { a: 1 });
  });

  test('passes properties that middleware added to the request to currentUser', async () => {
    const engine = sampleWeb({
      currentUser: (_request, { incoming }) => (incoming as unknown as { user: { id: string; record: null } }).user,
    });
    const app = express().use((request, _response, next) => {
      Object.assign(request, { user: { id: 'admin', record: null } });
      next();
    });
    await using host = disposable(await listen(app.use('/policies', policyEngine(engine))));
    assert.deepEqual(await (await host.request('/policies/admin.json')).json(), { admin: 'admin' });
  });

  test('keeps headers of the host unless the engine sets the same, and does not change the request’s URL', async () => {
    const { promise: seen, resolve: finished } = Promise.withResolvers<string>();
    const app = express().use('/policies', (request, response, next) => {
      response.setHeader('strict-transport-security', 'max-age=1');
      response.setHeader('content-security-policy', 'default-src *');
      response.on('finish', () => finished(request.url));
      next();
    });
    await using host = disposable(await listen(app.use('/policies', policyEngine(sampleWeb()))));
    const { headers } = await host.request('/policies/notes/n1.json');
    assert.equal(headers.get('strict-transport-security'), 'max-age=1');
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
    // The client may have the response before the server has finished it.
    assert.equal(await seen, '/notes/n1.json');
  });

  test('leaves other paths to the host', async () => {
    const app = express()
      .use(policyEngine(sampleWeb()))
      .get('/policies-of-ours', (_request, response) => {
        response.send('ours');
      });
    await using host = disposable(await listen(app));
    assert.equal(await (await host.request('/policies-of-ours')).text(), 'ours');
  });
});

function disposable(host: RunningHost): RunningHost & AsyncDisposable {
  return { ...host, [Symbol.asyncDispose]: host.close };
}
