/**
 * A page of somebody who accepted, kept in a shared cache, would run the tags for everybody: each host sends pages with a decision in
 * them as `private`, and leaves all others alone. Frameworks run over real HTTP; those that are built are called as they call.
 */
import assert from 'node:assert/strict';
import { createServer as createHttp2, connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { fastify, type FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import type { ConsentContext, PolicyEngine, PolicyEngineOptions } from 'policy-engine';
import * as onExpress from 'policy-engine/express';
import * as onFastify from 'policy-engine/fastify';
import * as onHono from 'policy-engine/hono';
import * as onKoa from 'policy-engine/koa';
import * as onNest from 'policy-engine/nest';
import * as onNode from 'policy-engine/node';
import * as onNuxt from 'policy-engine/nuxt';
import * as onReactRouter from 'policy-engine/react-router';
import * as onSvelteKit from 'policy-engine/sveltekit';
import { getTestEngine } from 'policy-engine/testing';
import { listeningHost, type ListeningHost } from './running.ts';

/** What a page of the host renders, and the headers that the host sets before and after it. */
async function pageOf(consent: ConsentContext, address: string, set: (name: string, value: string) => void) {
  const { searchParams: wish } = new URL(address, 'http://127.0.0.1');
  const own = () => {
    for (const one of wish.getAll('own')) set(...(one.split(': ', 2) as [string, string]));
  };
  if (wish.has('before')) own();
  const rendered = {
    scripts: () => consent.renderScripts(),
    banner: () => consent.renderBanner(),
    snapshot: async () => JSON.stringify(await consent.consentSnapshot()),
    asked: async () => String(await consent.hasConsented('cookie')),
    blocked: () => consent.renderScripts({ mode: 'blocked' }),
    nothing: async () => 'nothing',
  };
  const html = await rendered[(wish.get('what') ?? 'nothing') as keyof typeof rendered]();
  if (!wish.has('before')) own();
  return html;
}

type Start = (engine: PolicyEngine) => Promise<ListeningHost>;

const called = (answer: (request: Request) => Promise<Response>) =>
  listeningHost(getRequestListener(answer, { overrideGlobalObjects: false }));

async function page(consent: ConsentContext, address: string): Promise<Response> {
  const headers = new Headers({ 'content-type': 'text/html' });
  return new Response(await pageOf(consent, address, (name, value) => headers.set(name, value)), { headers });
}

async function fastifyHost(engine: PolicyEngine): Promise<FastifyInstance> {
  const app = fastify();
  // A plugin that is registered before the engine's.
  await app.register((pages, _options, done) => {
    pages.get('/page', async (request, reply) => {
      reply.type('text/html');
      return pageOf(
        onFastify.consentContextOf(engine, request),
        request.url,
        (name, value) => void reply.header(name, value),
      );
    });
    done();
  });
  await app.register(onFastify.policyEngine, { engine });
  return app;
}

const HOSTS: Record<string, Start> = {
  Node: (engine) => {
    const policies = onNode.policyEngine(engine);
    return listeningHost((request, response) =>
      policies(request, response, () => {
        // Given to `writeHead`, where no header can be seen before.
        const own = new Map<string, string>([['content-type', 'text/html']]);
        const consent = onNode.consentContextOf(engine, request);
        void pageOf(consent, request.url ?? '', (name, value) => own.set(name, value)).then((html) =>
          response.writeHead(200, [...own].flat()).end(html),
        );
      }),
    );
  },
  Express: (engine) =>
    listeningHost(
      express()
        .use('/policies', onExpress.policyEngine(engine))
        .get('/page', async (request, response) => {
          const consent = onExpress.consentContextOf(engine, request);
          response.send(await pageOf(consent, request.url, (name, value) => response.set(name, value)));
        }),
    ),
  Fastify: async (engine) => {
    const app = await fastifyHost(engine);
    await app.ready();
    return listeningHost((request, response) => app.routing(request, response));
  },
  Koa: (engine) => {
    const app = new Koa().use(onKoa.policyEngine(engine));
    app.use(async (context) => {
      const consent = onKoa.consentContextOf(engine, context);
      context.body = await pageOf(consent, context.url, (name, value) => context.set(name, value));
    });
    return listeningHost(app.callback());
  },
  Hono: (engine) => {
    const app = new Hono().use(onHono.policyEngine(engine));
    app.get('/page', async (context) => {
      const consent = onHono.consentContextOf(engine, context);
      return context.html(await pageOf(consent, context.req.url, (name, value) => context.header(name, value)));
    });
    return listeningHost(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  },
  'Nest on Fastify': (engine) => {
    const policies = onNest.policyEngine(engine);
    return listeningHost((raw, response) =>
      policies(raw, response, () => {
        const consent = onNest.consentContextOf(engine, { raw });
        void pageOf(consent, raw.url ?? '', (name, value) => response.setHeader(name, value)).then((html) =>
          response.end(html),
        );
      }),
    );
  },
  'SvelteKit, called': (engine) => {
    const handle = onSvelteKit.policyEngine(engine);
    return called(async (request) => {
      const event = { request, url: new URL(request.url), getClientAddress: () => '127.0.0.1' };
      return handle({ event, resolve: () => page(onSvelteKit.consentContextOf(engine, event), request.url) });
    });
  },
  'React Router, called': (engine) => {
    const guard = onReactRouter.requirePolicies(engine);
    // Loaders get a request object of their own.
    const next = (request: Request) =>
      page(onReactRouter.consentContextOf(engine, new Request(request.url, { headers: request.headers })), request.url);
    return called((request) => guard({ request }, () => next(request)));
  },
  'Nuxt, called': (engine) =>
    listeningHost(async (req, res) => {
      const consent = onNuxt.consentContextOf(engine, { node: { req, res } });
      res.end(await pageOf(consent, req.url ?? '', (name, value) => res.setHeader(name, value)));
    }),
};

const RULES = [{ name: 'cookie', sessionless: true }];
const SCRIPTS = [{ name: 'tag', script: '<script src="/tag.js"></script>', environments: ['test'] }];

async function madeEngine(options: Partial<PolicyEngineOptions> = {}) {
  const lines: Array<{ message: string; details: Readonly<Record<string, unknown>> }> = [];
  const logger = {
    error: (message: string, details: Readonly<Record<string, unknown>>) => void lines.push({ message, details }),
  };
  const made = await getTestEngine<string>({ rules: RULES, scripts: SCRIPTS, logger, ...options });
  const text = { description: 'What we count.', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', text);
  const found = async () => (await made.engine.check()).filter(({ code }) => code === 'pages_kept_by_caches');
  return { ...made, lines, found };
}

async function headersOf(host: ListeningHost, what: string, own: readonly string[] = [], before = false) {
  const query = new URLSearchParams({ what, ...(before && { before: '' }) });
  for (const one of own) query.append('own', one);
  const response = await host.request(`/page?${query.toString()}`, {
    headers: { cookie: 'policy_rule_cookie=accepted' },
  });
  assert.equal(response.status, 200);
  return { text: await response.text(), control: response.headers.get('cache-control'), headers: response.headers };
}

for (const [name, start] of Object.entries(HOSTS)) {
  describe(name, () => {
    test('a page with a decision in it is private, and every other one is as the host sends it', async () => {
      await using made = await madeEngine();
      await using host = await start(made.engine);
      for (const what of ['scripts', 'banner', 'snapshot']) {
        const { control, text } = await headersOf(host, what);
        assert.deepEqual([control, text === 'nothing'], ['private, no-cache', false], what);
      }
      for (const what of ['nothing', 'asked', 'blocked']) {
        assert.equal((await headersOf(host, what)).control, null, what);
        const { control, headers } = await headersOf(host, what, [
          'cache-control: public, max-age=60',
          'cdn-cache-control: max-age=9',
        ]);
        assert.deepEqual([control, headers.get('cdn-cache-control')], ['public, max-age=60', 'max-age=9'], what);
      }
      assert.deepEqual([made.lines, await made.found()], [[], []]);
    });

    test('a host that lets shared caches keep such a page is warned once, and its page is private', async () => {
      await using made = await madeEngine();
      await using host = await start(made.engine);
      for (const before of [true, false]) {
        for (const own of ['public, max-age=60', 's-maxage=600', 'max-age=60']) {
          assert.equal(
            (await headersOf(host, 'banner', [`cache-control: ${own}`], before)).control,
            'private, no-cache',
            own,
          );
        }
      }
      const cdn = await headersOf(host, 'banner', ['cache-control: no-store', 'cdn-cache-control: max-age=600']);
      assert.deepEqual([cdn.control, cdn.headers.get('cdn-cache-control')], ['no-store', null]);
      assert.equal(made.lines.length, 1);
      assert.deepEqual(made.lines[0]?.details['path'], '/page');
      assert.deepEqual(
        (await made.found()).map(({ subject, severity }) => ({ subject, severity })),
        [{ subject: '/page', severity: 'warning' }],
      );
    });

    test('a header that keeps shared caches away stays, and with pageCaching: host every one', async () => {
      await using made = await madeEngine();
      await using host = await start(made.engine);
      for (const own of ['private, max-age=60', 'no-store']) {
        assert.equal((await headersOf(host, 'banner', [`cache-control: ${own}`])).control, own);
      }
      assert.equal((await headersOf(host, 'banner', ['cache-control: no-cache'])).control, 'private, no-cache');
      // A page that the browser keeps must not answer for one that it prerenders.
      for (const [what, own, vary] of [
        ['scripts', 'private, max-age=60', 'Accept, Sec-Purpose'],
        ['scripts', 'no-store', 'Accept'],
        ['banner', 'private, max-age=60', 'Accept'],
      ] as const) {
        const { headers } = await headersOf(host, what, [`cache-control: ${own}`, 'vary: Accept']);
        assert.equal(headers.get('vary'), vary, `${what} ${own}`);
      }
      assert.deepEqual([made.lines, await made.found()], [[], []]);
      await using own = await madeEngine({ pageCaching: 'host' });
      await using other = await start(own.engine);
      assert.equal(
        (await headersOf(other, 'banner', ['cache-control: public, max-age=60'])).control,
        'public, max-age=60',
      );
      assert.equal((await headersOf(other, 'banner')).control, 'private, no-cache');
      assert.deepEqual([own.lines, await own.found()], [[], []]);
    });
  });
}

test('a page of Fastify that is injected is private, too', async () => {
  await using made = await madeEngine();
  await using app = await fastifyHost(made.engine);
  const response = await app.inject({ url: '/page?what=banner&own=cache-control:+public' });
  assert.equal(response.headers['cache-control'], 'private, no-cache');
});

test('a page over HTTP/2 is private, and keeps the headers given to writeHead', async () => {
  await using made = await madeEngine();
  const policies = onNode.policyEngine(made.engine);
  const server = createHttp2((request, response) => {
    // Their types differ, and both are used alike.
    const [incoming, outgoing] = [request, response] as unknown as Parameters<typeof policies>;
    policies(incoming, outgoing, () => {
      const consent = onNode.consentContextOf(made.engine, incoming);
      void consent
        .renderBanner()
        .then((html) => response.writeHead(200, { 'x-own': '1', 'cache-control': 'public' }).end(html));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const asked = client.request({ ':path': '/page' });
    const [headers] = (await once(asked, 'response')) as [Record<string, string>];
    assert.deepEqual([headers['cache-control'], headers['x-own'], headers[':status']], ['private, no-cache', '1', 200]);
    await asked.resume().toArray();
  } finally {
    client.close();
    server.close();
  }
});

test('a page that was begun before the engine is asked is reported, as nothing can be changed any more', async () => {
  await using made = await madeEngine();
  await using host = await listeningHost(
    express().get('/stream', async (request, response) => {
      response.type('html').write('<p>');
      response.end(await onExpress.consentContextOf(made.engine, request).renderBanner());
    }),
  );
  assert.match(await (await host.request('/stream')).text(), /<policy-consent/);
  assert.match(made.lines[0]?.message ?? '', /after its headers were sent/);
  assert.deepEqual(
    (await made.found()).map(({ subject }) => subject),
    ['/stream'],
  );
});

test('another word for pageCaching is refused with the words that exist', async () => {
  await assert.rejects(
    getTestEngine({ pageCaching: 'public' as 'host' }),
    /pageCaching: must be "private" or "host", not "public"; write "host" to keep your own Cache-Control/,
  );
});
