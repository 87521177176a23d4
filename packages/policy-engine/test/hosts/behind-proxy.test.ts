/** `trustProxy` on every host: what proxies report holds for pages, forms, cookies, redirects and addresses alike. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { describe, test } from 'node:test';
import express from 'express';
import { fastify } from 'fastify';
import Koa from 'koa';
import type { HostEnv, PolicyEngine } from 'policy-engine';
import * as onExpress from 'policy-engine/express';
import * as onFastify from 'policy-engine/fastify';
import * as onKoa from 'policy-engine/koa';
import * as onSvelteKit from 'policy-engine/sveltekit';
import { getTestEngine } from 'policy-engine/testing';
import { listeningHost, type ListeningHost } from './running.ts';
import { HOSTS } from './whole-hosts.ts';

type Headers = Record<string, string>;

const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
const FORM = { ...PAGE, 'content-type': 'application/x-www-form-urlencoded', cookie: 'session=1' };

/** What a proxy on this machine sends, and the origin and the client that it reports; null for the request's own. */
const REPORTS: Array<[title: string, headers: Headers, origin: string | null, ip: string | null]> = [
  [
    'X-Forwarded-*',
    { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example' },
    'https://shop.example',
    '203.0.113.7',
  ],
  [
    'Forwarded of RFC 7239, with a port and an IPv6 address',
    { forwarded: 'For="[2001:db8:cafe::17]:4711";Proto=https;host="shop.example:8443"' },
    'https://shop.example:8443',
    '2001:db8:cafe::17',
  ],
  [
    'X-Forwarded-* after what the client invented',
    {
      'x-forwarded-for': '198.51.100.1, 203.0.113.7:4711',
      'x-forwarded-proto': 'http, https',
      'x-forwarded-host': 'evil.example, shop.example',
    },
    'https://shop.example',
    '203.0.113.7',
  ],
  [
    'X-Forwarded-* beside a Forwarded that the proxy passed on',
    {
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'shop.example',
      forwarded: 'for=198.51.100.1;proto=http;host=evil.example',
    },
    'https://shop.example',
    '203.0.113.7',
  ],
  ['nothing', {}, null, null],
  [
    'values that are no host, protocol or address',
    { 'x-forwarded-for': 'unknown', 'x-forwarded-proto': 'gopher', 'x-forwarded-host': 'shop.example/path' },
    null,
    null,
  ],
];

async function send(host: ListeningHost, path: string, headers: Headers, body?: string) {
  const method = body === undefined ? 'GET' : 'POST';
  const asked = http.request({ host: '127.0.0.1', port: host.port, path, method, headers }).end(body);
  const [response] = (await once(asked, 'response')) as [http.IncomingMessage];
  await response.toArray();
  return { status: response.statusCode, cookies: response.headers['set-cookie'] ?? [] };
}

async function running(
  options: Parameters<typeof getTestEngine>[0],
  start: (engine: PolicyEngine) => Promise<ListeningHost>,
) {
  const seen: Array<{ origin: string; ip: string | undefined }> = [];
  const currentUser = (request: Request, env: HostEnv) => {
    seen.push({ origin: new URL(request.url).origin, ip: env.ip });
    return null;
  };
  const logger = { error: () => {} };
  const made = await getTestEngine({ mountPath: '/legal', currentUser, logger, ...options });
  const host = await start(made.engine);
  return {
    host,
    /** How the engine sees a page of the host, and a page of its own. */
    async seenBy(headers: Headers) {
      seen.length = 0;
      await send(host, '/shop', { ...PAGE, ...headers });
      await send(host, '/legal/privacy', { ...PAGE, ...headers });
      const [page, ...others] = seen;
      assert.ok(page);
      for (const other of others) assert.deepEqual(other, page);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await host.close();
      await made[Symbol.asyncDispose]();
    },
  };
}

/** A form of the page at an origin, which sets cookies. */
async function submits(host: ListeningHost, origin: string, headers: Headers) {
  return send(host, '/legal/consent', { ...FORM, ...headers, origin }, 'all=reject');
}

for (const [name, start] of Object.entries(HOSTS)) {
  // Their requests are web-standard and have no address.
  const own = name === 'Next' || name === 'React Router' ? undefined : '127.0.0.1';
  describe(name, () => {
    test('behind one trusted proxy sees what that proxy reports, and accepts its forms with cookies to match', async () => {
      await using shop = await running({ trustProxy: 1 }, start);
      const here = `http://127.0.0.1:${shop.host.port}`;
      for (const [title, headers, origin, ip] of REPORTS) {
        assert.deepEqual(await shop.seenBy(headers), { origin: origin ?? here, ip: ip ?? own }, title);
        const { status, cookies } = await submits(shop.host, origin ?? here, headers);
        assert.equal(status, 303, title);
        assert.ok(cookies.length > 0, title);
        const isSecure = origin?.startsWith('https:') ?? false;
        for (const cookie of cookies) assert.equal(/; Secure(?:;|$)/.test(cookie), isSecure, `${title}: ${cookie}`);
        assert.equal((await submits(shop.host, 'https://evil.example', headers)).status, 403, title);
      }
    });

    test('behind proxies that are not trusted ignores every header that a client may invent', async () => {
      await using shop = await running({ trustProxy: false }, start);
      const here = { origin: `http://127.0.0.1:${shop.host.port}`, ip: own };
      for (const [title, headers, origin] of REPORTS) {
        assert.deepEqual(await shop.seenBy(headers), here, title);
        if (origin !== null) assert.equal((await submits(shop.host, origin, headers)).status, 403, title);
      }
    });
  });
}

test('a request without a Host, as of HTTP 1.0, is answered at what its proxy reports', async () => {
  await using shop = await running({ trustProxy: ['127.0.0.1'] }, HOSTS['Node'] as NonNullable<(typeof HOSTS)['Node']>);
  const seen = await shop.seenBy({ host: '', 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' });
  assert.deepEqual(seen, { origin: 'https://shop.example', ip: '127.0.0.1' });
});

describe('a host with a setting of its own', () => {
  const trusting: typeof HOSTS = {
    Express: (engine) =>
      listeningHost(
        express()
          .set('trust proxy', 1)
          .use(onExpress.requirePolicies(engine))
          .use('/legal', onExpress.policyEngine(engine)),
      ),
    Fastify: async (engine) => {
      const app = fastify({ trustProxy: true });
      app.addHook('preHandler', onFastify.requirePolicies(engine));
      await app.register(onFastify.policyEngine, { prefix: '/legal', engine });
      await app.ready();
      return listeningHost((request, response) => app.routing(request, response));
    },
    Koa: (engine) => {
      const app = new Koa({ proxy: true });
      return listeningHost(app.use(onKoa.requirePolicies(engine)).use(onKoa.policyEngine(engine)).callback());
    },
  };
  const forwarded = REPORTS[0]?.[1] ?? {};
  for (const [name, start] of Object.entries(trusting)) {
    test(`${name}'s setting counts while the option is unset, and not when it is set`, async () => {
      {
        await using shop = await running({}, start);
        assert.equal((await submits(shop.host, 'https://shop.example', forwarded)).status, 303);
        assert.deepEqual((await shop.seenBy(forwarded)).ip, '203.0.113.7');
      }
      await using strict = await running({ trustProxy: ['192.0.2.1'] }, start);
      assert.deepEqual((await strict.seenBy(forwarded)).ip, '127.0.0.1');
      assert.equal((await submits(strict.host, 'https://shop.example', forwarded)).status, 403);
    });
  }
});

test("SvelteKit's settings count while the option is unset, and Node's request when it is set", async () => {
  for (const trustProxy of [undefined, ['192.0.2.1']]) {
    const ips: Array<string | undefined> = [];
    const currentUser = (_request: Request, { ip }: HostEnv) => {
      ips.push(ip);
      return null;
    };
    await using made = await getTestEngine({ currentUser, ...(trustProxy && { trustProxy }) });
    // As adapter-node derives them from its settings.
    const event = {
      request: new Request('http://inside/policies/privacy', { headers: PAGE }),
      url: new URL('https://shop.example/policies/privacy'),
      getClientAddress: () => '203.0.113.7',
      platform: { req: { socket: { remoteAddress: '127.0.0.1' } } },
    };
    const resolve = async () => new Response('of the host');
    const { status } = await onSvelteKit.policyEngine(made.engine)({ event, resolve });
    assert.equal(status, 200);
    assert.deepEqual(ips, [trustProxy ? '127.0.0.1' : '203.0.113.7']);
  }
});

test('members of the engine that get a request alone know whether its page is secure', async () => {
  await using made = await getTestEngine({ trustProxy: ['10.0.0.0/8'] });
  await made
    .as('admin')
    .json('POST', '/policies/categories/cookie/terms.json', { description: 'x', state: 'published' });
  const headers = {
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'shop.example',
  };
  const request = new Request('http://inside:8080/', { headers });
  const secureCookies = async (ip: string) => {
    const { database } = made.engine;
    const recorded = await database.transaction(async (transaction) =>
      made.engine.recordPolicies(transaction, 'anna', { policy_rule_cookie: '1' }, { request, ip }),
    );
    return (await recorded.afterCommit()).map((cookie) => cookie.includes('; Secure'));
  };
  assert.deepEqual(new Set(await secureCookies('10.0.0.9')), new Set([true]));
  assert.deepEqual(new Set(await secureCookies('203.0.113.99')), new Set([false]));
});
