import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { fastify, type FastifyInstance } from 'fastify';
import { policyEngine } from 'policy-engine/fastify';
import { getTestEngine } from 'policy-engine/testing';
import { sampleWeb } from '../support/sample-web.ts';
import { gpcCase, hostSuite, requestPort, type RunningHost } from './suite.ts';

async function listen(app: FastifyInstance): Promise<RunningHost & AsyncDisposable> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    app.server.closeAllConnections();
    await app.close();
  };
  return { request: requestPort((app.server.address() as AddressInfo).port), close, [Symbol.asyncDispose]: close };
}

hostSuite({
  name: 'Fastify with a prefix',
  mount: '/legal',
  start: async (engine) => {
    const app = fastify();
    await app.register(policyEngine, { prefix: '/legal', engine });
    return listen(app);
  },
});
hostSuite({
  name: 'Fastify at the engine’s own path',
  start: async (engine) => {
    const app = fastify();
    await app.register(policyEngine, { engine });
    return listen(app);
  },
});
hostSuite({
  name: 'Fastify with body parsers of the host',
  start: async (engine) => {
    const app = fastify();
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body.toString())));
    });
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    await app.register(policyEngine, { prefix: '/policies', engine });
    return listen(app);
  },
});

test('Fastify passes /.well-known/gpc.json to the engine, and no other path of it', async () => {
  await using made = await getTestEngine();
  const { engine } = made;
  const app = fastify();
  await app.register(policyEngine, { prefix: '/policies', engine });
  await app.register(policyEngine, { prefix: '/.well-known/gpc.json', engine });
  await using host = await listen(app);
  await gpcCase(host.request);
});

interface Echo {
  readonly url: string;
  readonly ip: string | null;
}

suite('Fastify', () => {
  test('trusts X-Forwarded-* only if the app trusts its proxy', async () => {
    for (const trustProxy of [false, true]) {
      const app = fastify({ trustProxy });
      await app.register(policyEngine, { engine: sampleWeb() });
      await using host = await listen(app);
      const response = await host.request('/policies/echo.json', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'shop.example',
          'x-forwarded-for': '203.0.113.7',
        },
        body: '{"a":1}',
      });
      const { url, ip } = (await response.json()) as Echo;
      assert.equal(new URL(url).origin === 'https://shop.example', trustProxy);
      assert.equal(ip === '203.0.113.7', trustProxy);
    }
  });

  test('runs the host’s hooks: their headers stay, and their decorations reach currentUser', async () => {
    const app = fastify();
    app.decorateRequest('who', '');
    app.addHook('onRequest', async (request, reply) => {
      Object.assign(request, { who: 'admin' });
      reply.header('strict-transport-security', 'max-age=1');
      reply.header('set-cookie', 'host=1');
    });
    let finished = 0;
    app.addHook('onResponse', async () => {
      finished += 1;
    });
    const engine = sampleWeb({
      currentUser: (_request, { hostRequest }) => ({ id: (hostRequest as { who: string }).who, record: null }),
    });
    await app.register(policyEngine, { engine });
    await using host = await listen(app);
    const response = await host.request('/policies/admin.json');
    assert.deepEqual(await response.json(), { admin: 'admin' });
    assert.equal(response.headers.get('strict-transport-security'), 'max-age=1');
    assert.equal(response.headers.get('set-cookie'), 'host=1');
    assert.equal(finished, 1);
  });

  test('keeps the host’s own parsers out of the engine', async () => {
    const app = fastify();
    await app.register(policyEngine, { engine: sampleWeb() });
    app.post('/own', (request, reply) => {
      reply.send(request.body);
    });
    await using host = await listen(app);
    const headers = { 'content-type': 'application/json' };
    const response = await host.request('/own', { method: 'POST', headers, body: '{"a":1}' });
    assert.deepEqual(await response.json(), { a: 1 });
  });
});
