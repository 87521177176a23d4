/** `requirePolicies` in front of a host's pages, in Express and Fastify. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { suite, test } from 'node:test';
import express from 'express';
import fastify from 'fastify';
import * as inExpress from 'policy-engine/express';
import * as inFastify from 'policy-engine/fastify';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { listening } from '../../../../testing/listening.ts';

interface Host extends AsyncDisposable {
  readonly url: string;
}

const except = ['/legal'];

async function expressHost({ engine }: TestEngine): Promise<Host> {
  const app = express().set('env', 'test');
  app.use('/policies', inExpress.policyEngine(engine));
  app.use(inExpress.requirePolicies(engine, { except }));
  app.use((asked, response) => void response.send(`page ${asked.originalUrl}`));
  return listening(createServer(app));
}

async function fastifyHost({ engine }: TestEngine): Promise<Host> {
  const app = fastify();
  await app.register(inFastify.policyEngine, { prefix: '/policies', engine });
  app.addHook('preHandler', inFastify.requirePolicies(engine, { except }));
  app.all('/*', (asked) => `page ${asked.originalUrl}`);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, [Symbol.asyncDispose]: () => app.close() };
}

interface Sent {
  readonly method?: string;
  readonly form?: Record<string, string>;
}

/** `fetch` would normalise the path and set its mode itself. */
async function send(url: string, path: string, headers: Record<string, string>, { method = 'GET', form }: Sent) {
  const { port } = new URL(url);
  const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request({ host: '127.0.0.1', port, path, method, headers: { ...type, ...headers } });
  sent.end(form === undefined ? undefined : new URLSearchParams(form).toString());
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode, headers: new Headers(response.headers as Record<string, string>), text };
}

const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate' };
const JSON_CALL = { accept: 'application/json' };

async function prepared(): Promise<TestEngine> {
  const made = await getTestEngine({
    rules: [
      { name: 'cookie', sessionless: true },
      { name: 'age', blocking: true },
      { name: 'privacy_terms', blocking: true },
      { name: 'unwritten', blocking: true },
    ],
    loginUrl: '/sign-in',
    logoutUrl: '/sign-out?now=1',
  });
  for (const rule of ['cookie', 'age', 'privacy_terms']) {
    const body = { description: rule, state: 'published' };
    await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body);
  }
  return made;
}

for (const [name, start] of [
  ['Express', expressHost],
  ['Fastify', fastifyHost],
] as const) {
  suite(`requirePolicies in ${name}`, () => {
    const open = async () => {
      const made = await prepared();
      const host = await start(made);
      const ask = (path: string, headers: Record<string, string> = {}, init: Sent = {}) =>
        send(host.url, path, headers, init);
      return {
        ask,
        accept: (rule: string) => made.as('anna').json('PUT', `/policies/user_terms/${rule}/accept.json`),
        [Symbol.asyncDispose]: async () => {
          await host[Symbol.asyncDispose]();
          await made[Symbol.asyncDispose]();
        },
      };
    };
    const anna = { 'x-test-user': 'anna' };

    test('a person is redirected to the acceptance page, and back once nothing blocks', async () => {
      await using host = await open();
      const caught = await host.ask('/shop?page=2&a=b%26c', { ...PAGE, ...anna });
      assert.equal(caught.status, 303);
      const location = caught.headers.get('location') ?? '';
      assert.equal(location, '/policies/user_terms/pending?return_to=%2Fshop%3Fpage%3D2%26a%3Db%2526c');
      assert.equal(caught.headers.get('cache-control'), 'private, no-store');
      const page = await host.ask(location, { ...PAGE, ...anna });
      assert.equal(page.status, 200);
      const [, field = ''] = /name="return_to" value="([^"]+)"/.exec(page.text) ?? [];
      const form = {
        method: 'POST',
        form: { _method: 'PUT', return_to: field.replaceAll('&amp;', '&') },
      };
      const accept = async (rule: string) => {
        const path = `/policies/user_terms/${rule}/accept`;
        const answer = await host.ask(path, { ...PAGE, ...anna, 'sec-fetch-site': 'same-origin' }, form);
        assert.equal(answer.status, 303);
        return answer.headers.get('location') ?? '';
      };
      assert.equal(await accept('age'), location);
      assert.equal((await host.ask(location, { ...PAGE, ...anna })).status, 200);
      assert.equal(await accept('privacy_terms'), location);
      const back = await host.ask(location, { ...PAGE, ...anna });
      assert.deepEqual([back.status, back.headers.get('location')], [303, '/shop?page=2&a=b%26c']);
      assert.deepEqual((await host.ask('/shop?page=2', { ...PAGE, ...anna })).text, 'page /shop?page=2');
    });

    test('a program gets an error with the pending policies, in its language', async () => {
      await using host = await open();
      await host.accept('age');
      const answer = await host.ask('/api/orders', { ...JSON_CALL, ...anna, 'accept-language': 'fr' });
      assert.equal(answer.status, 403);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
      const { code, status, detail, pending, url, instance } = JSON.parse(answer.text) as Record<string, unknown>;
      assert.deepEqual(
        [code, status, pending, url, instance],
        ['policies_pending', 403, ['privacy_terms'], '/policies/user_terms/pending', '/api/orders'],
      );
      assert.equal(detail, 'Vous devez accepter certaines politiques avant de pouvoir continuer.');
      for (const headers of [{ accept: '*/*' }, { ...PAGE, 'sec-fetch-mode': 'cors' }, {}]) {
        assert.equal((await host.ask('/api/orders', { ...headers, ...anna })).status, 403);
      }
    });

    test('a submitted form is not repeated: no link returns to an address that takes POST', async () => {
      await using host = await open();
      const answer = await host.ask('/cart', { ...PAGE, ...anna }, { method: 'POST' });
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/policies/user_terms/pending']);
    });

    test('visitors without an account and users with nothing pending pass', async () => {
      await using host = await open();
      assert.equal((await host.ask('/shop', PAGE)).status, 200);
      await host.accept('age');
      await host.accept('privacy_terms');
      assert.equal((await host.ask('/shop', { ...PAGE, ...anna })).status, 200);
      assert.equal((await host.ask('/api', { ...JSON_CALL, ...anna })).status, 200);
    });

    for (const path of [
      '/policies/privacy',
      '/policies/user_terms',
      '/policies/',
      '/sign-out?now=1',
      '/sign-in',
      '/legal/notice',
      '/legal',
    ]) {
      test(`${path} stays open`, async () => {
        await using host = await open();
        const { status, headers } = await host.ask(path, { ...PAGE, ...anna });
        const leads: Readonly<Record<string, string>> = {
          '/policies/user_terms': '/policies/privacy#decided',
          '/policies/': '/policies/privacy',
        };
        const location = leads[path];
        assert.deepEqual([status, headers.get('location')], location === undefined ? [200, null] : [303, location]);
      });
    }

    test('static files stay open, also if the browser does not send their destination', async () => {
      await using host = await open();
      assert.equal((await host.ask('/app.css', anna)).status, 200);
      assert.equal((await host.ask('/logo.SVG', { ...anna, 'sec-fetch-mode': 'no-cors' })).status, 200);
      assert.equal((await host.ask('/account.css', { ...PAGE, ...anna })).status, 303);
      assert.equal((await host.ask('/app.css', { ...JSON_CALL, ...anna }, { method: 'DELETE' })).status, 403);
    });

    for (const path of ['/legalese', '/policiesx', '/policies-of-others', '/sign-outs', '/legal/../shop']) {
      test(`${path} is blocked`, async () => {
        await using host = await open();
        assert.equal((await host.ask(path, { ...PAGE, ...anna })).status, 303);
      });
    }

    test('an address that looks like another host never becomes a redirect target', async () => {
      await using host = await open();
      for (const path of ['//evil.example/x', '/%5Cevil.example', '/x?return_to=https://evil.example']) {
        const location = (await host.ask(path, { ...PAGE, ...anna })).headers.get('location') ?? '';
        const target = new URL(location, 'http://host.test').searchParams.get('return_to') ?? '/';
        assert.equal(new URL(target, 'http://host.test').host, 'host.test', location);
      }
      for (const evil of [
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        'javascript:alert(1)',
        '/.//evil',
      ]) {
        await host.accept('age');
        await host.accept('privacy_terms');
        const path = `/policies/user_terms/pending?return_to=${encodeURIComponent(evil)}`;
        const answer = await host.ask(path, { ...PAGE, ...anna });
        assert.deepEqual([answer.status, answer.headers.get('location')], [200, null], evil);
        assert.ok(!answer.text.includes('evil'), evil);
      }
    });

    test('a very long address is omitted from the redirect instead of refused', async () => {
      await using host = await open();
      const answer = await host.ask(`/shop?q=${'x'.repeat(3000)}`, { ...PAGE, ...anna });
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/policies/user_terms/pending']);
    });
  });
}
