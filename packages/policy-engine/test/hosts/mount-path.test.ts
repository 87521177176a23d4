/** S8: an engine without `mountPath` learns from its host where it is mounted, and every link uses that path. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { suite, test } from 'node:test';
import express, { type Express } from 'express';
import { fastify } from 'fastify';
import { policyEngine, requirePolicies, consentContextOf } from 'policy-engine/express';
import * as onFastify from 'policy-engine/fastify';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { listening } from '../../../../testing/listening.ts';

interface Logged {
  readonly messages: string[];
  readonly logger: { error: (message: string) => void };
}

function log(): Logged {
  const messages: string[] = [];
  return { messages, logger: { error: (message) => void messages.push(message) } };
}

/** An engine with a blocking rule that anna has not decided on. */
async function engineWithText(options: Parameters<typeof getTestEngine>[0] = {}): Promise<TestEngine> {
  const made = await getTestEngine(options);
  const mountPath = made.engine.basePath;
  for (const rule of ['age', 'cookie']) {
    const { status } = await made
      .as('admin')
      .json('POST', `${mountPath}/categories/${rule}/terms.json`, { description: '# Text', state: 'published' });
    assert.equal(status, 201);
  }
  return made;
}

const headers = { 'x-test-user': 'anna', accept: 'text/html', 'sec-fetch-mode': 'navigate' };

interface Answer {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly text: string;
}

/** `fetch` would set its mode itself. */
async function get(port: number, path: string): Promise<Answer> {
  const [response] = (await once(http.get({ host: '127.0.0.1', port, path, headers }), 'response')) as [
    http.IncomingMessage,
  ];
  const text = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode, location: response.headers.location, text };
}

async function asking<Result>(
  app: Express,
  ask: (request: (path: string) => Promise<Answer>) => Promise<Result>,
): Promise<Result> {
  await using server = await listening(http.createServer(app));
  return await ask((path) => get(server.port, path));
}

suite('an engine mounted elsewhere than /policies without mountPath', () => {
  test('Express passes the mount path when it is registered, so that the first redirect of `requirePolicies` uses it', async () => {
    await using made = await engineWithText();
    const app = express().use(requirePolicies(made.engine)).use('/legal', policyEngine(made.engine));
    app.get('/', (_request, response) => void response.send('shop'));
    await asking(app, async (request) => {
      assert.equal((await request('/')).location, '/legal/user_terms/pending?return_to=%2F');
      assert.equal((await request('/legal/user_terms/pending')).status, 200);
    });
  });

  test('an application within an application has the complete mount path', async () => {
    await using made = await engineWithText();
    const legal = express().use('/legal', policyEngine(made.engine));
    assert.equal(made.engine.basePath, '/legal');
    express().use('/shop', legal);
    assert.equal(made.engine.basePath, '/shop/legal');
  });

  test('in a router of Express, the first request sets the mount path', async () => {
    await using made = await engineWithText();
    const app = express().use('/shop', express.Router().use('/legal', policyEngine(made.engine)));
    assert.equal(made.engine.basePath, '/policies');
    await asking(app, (request) => request('/shop/legal/user_terms/pending'));
    assert.equal(made.engine.basePath, '/shop/legal');
  });

  test('the banner and its assets use the mount path', async () => {
    await using made = await engineWithText();
    const app = express().use('/legal', policyEngine(made.engine));
    app.get('/', async (request, response) => {
      response.send(await consentContextOf(made.engine, request).renderBanner());
    });
    const banner = await asking(app, async (request) => (await request('/')).text);
    assert.match(banner, /"\/legal\/assets\/consent\.[\w-]+\.js"/);
    assert.doesNotMatch(banner, /\/policies/);
  });

  test('Fastify passes its prefix when the plugin is registered', async () => {
    await using made = await engineWithText();
    const app = fastify();
    app.addHook('preHandler', onFastify.requirePolicies(made.engine));
    await app.register(onFastify.policyEngine, { prefix: '/legal', engine: made.engine });
    app.get('/', () => 'shop');
    const { headers: answered } = await app.inject({ url: '/', headers });
    assert.equal(answered.location, '/legal/user_terms/pending?return_to=%2F');
    await app.close();
  });

  test('a fetch host passes the mount path with each request', async () => {
    await using made = await engineWithText();
    const request = new Request('http://engine.test/legal/user_terms/pending', { headers });
    assert.equal((await made.engine.fetch(request, { mountPath: '/legal' })).status, 200);
    assert.equal(made.engine.basePath, '/legal');
  });

  test('the path of a document at the root of the site is not taken for the mount path', async () => {
    await using made = await getTestEngine();
    const app = express().use('/.well-known/gpc.json', policyEngine(made.engine));
    await asking(app, (request) => request('/.well-known/gpc.json'));
    assert.equal(made.engine.basePath, '/policies');
    app.use('/legal', policyEngine(made.engine));
    assert.equal(made.engine.basePath, '/legal');
  });
});

suite('mountPath in the configuration', () => {
  test('takes precedence, and is reported once if the host mounts the engine elsewhere', async () => {
    const { messages, logger } = log();
    await using made = await engineWithText({ mountPath: '/terms', logger });
    const app = express().use('/legal', policyEngine(made.engine));
    await asking(app, async (request) => {
      assert.equal((await request('/legal/user_terms/pending')).status, 200);
      assert.equal((await request('/legal/user_terms/pending')).status, 200);
    });
    assert.equal(made.engine.basePath, '/terms');
    assert.deepEqual(messages, [
      'mountPath is "/terms", but the host mounts the engine at "/legal": set mountPath to "/legal", or mount it at "/terms"',
    ]);
  });

  test('a request for a route under another path is reported once, with the option to set', async () => {
    const { messages, logger } = log();
    await using made = await engineWithText({ logger });
    for (const path of ['/nowhere', '/legal/user_terms/pending.json', '/legal/categories']) {
      const response = await made.engine.fetch(new Request(`http://engine.test${path}`, { headers }));
      assert.equal(response.status, 404);
    }
    assert.deepEqual(messages, [
      'a request for "/legal/user_terms/pending.json" came in, but the engine is mounted at "/policies": set mountPath to "/legal"',
    ]);
  });
});
