/** `requirePolicies` and `consentContextOf` of each host, mounted at a path of their own and behind a proxy. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { describe, test } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import Koa from 'koa';
import type { ConsentContext, HostEnv, PolicyEngine } from 'policy-engine';
import * as onExpress from 'policy-engine/express';
import * as onHono from 'policy-engine/hono';
import * as onKoa from 'policy-engine/koa';
import * as onNest from 'policy-engine/nest';
import * as onNext from 'policy-engine/next';
import * as onNode from 'policy-engine/node';
import * as onNuxt from 'policy-engine/nuxt';
import * as onReactRouter from 'policy-engine/react-router';
import * as onSvelteKit from 'policy-engine/sveltekit';
import { getTestEngine } from 'policy-engine/testing';
import { listening, type ListeningHost } from './running.ts';

/** The text of each host's page. */
const pageOf = async (context: ConsentContext) => JSON.stringify({ consented: await context.hasConsented('cookie') });

type Start = (engine: PolicyEngine) => Promise<ListeningHost>;

/** For hosts without a server: converts Node's requests, and the platform's responses. */
const fetching = (answer: (request: Request) => Promise<Response>) =>
  listening(getRequestListener(answer, { overrideGlobalObjects: false }));

const HOSTS: Record<string, Start> = {
  Node: (engine) => {
    const required = onNode.requirePolicies(engine);
    const policies = onNode.policyEngine(engine);
    return listening((request, response) =>
      required(request, response, () =>
        policies(request, response, () => {
          void pageOf(onNode.consentContextOf(engine, request)).then((text) => response.end(text));
        }),
      ),
    );
  },
  Express: (engine) =>
    listening(
      express()
        .set('trust proxy', engine.trustProxy)
        .use(onExpress.requirePolicies(engine))
        .use('/legal', onExpress.policyEngine(engine))
        .use(
          async (request, response) => void response.send(await pageOf(onExpress.consentContextOf(engine, request))),
        ),
    ),
  Koa: (engine) => {
    const app = new Koa({ proxy: engine.trustProxy !== false });
    app.use(onKoa.requirePolicies(engine)).use(onKoa.policyEngine(engine));
    app.use(async (context) => {
      context.body = await pageOf(onKoa.consentContextOf(engine, context));
    });
    return listening(app.callback());
  },
  Hono: (engine) => {
    const app = new Hono().use(onHono.requirePolicies(engine)).use(onHono.policyEngine(engine));
    app.all('*', async (context) => context.text(await pageOf(onHono.consentContextOf(engine, context))));
    return listening(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  },
  'Nest on Express': (engine) => {
    const app = express().set('trust proxy', engine.trustProxy);
    app.use(onNest.requirePolicies(engine) as never, onNest.policyEngine(engine) as never);
    app.use(async (request, response) => void response.send(await pageOf(onNest.consentContextOf(engine, request))));
    return listening(app);
  },
  'Nest on Fastify': (engine) => {
    const [required, policies] = [onNest.requirePolicies(engine), onNest.policyEngine(engine)];
    return listening((raw, response) =>
      required(raw, response, () =>
        policies(raw, response, () => {
          void pageOf(onNest.consentContextOf(engine, { raw })).then((text) => response.end(text));
        }),
      ),
    );
  },
  Next: (engine) => {
    const proxy = onNext.requirePolicies(engine);
    return fetching(async (request) => {
      const answer = await proxy(request);
      return answer ?? new Response(await pageOf(onNext.consentContextOf(engine, request.headers)));
    });
  },
  SvelteKit: (engine) => {
    const handle = onSvelteKit.requirePolicies(engine);
    return fetching(async (request) => {
      // adapter-node reads them with its own settings.
      const isForwarded = engine.trustProxy !== false;
      const forwarded = isForwarded ? request.headers.get('x-forwarded-host') : null;
      const url = new URL(
        forwarded === null ? request.url : request.url.replace(/^http:\/\/[^/]+/, `https://${forwarded}`),
      );
      const address = isForwarded ? request.headers.get('x-forwarded-for') : null;
      const event = { request, url, getClientAddress: () => address ?? '127.0.0.1' };
      return handle({
        event,
        resolve: async () => new Response(await pageOf(onSvelteKit.consentContextOf(engine, event))),
      });
    });
  },
  'React Router': (engine) => {
    const required = onReactRouter.requirePolicies(engine);
    return fetching(async (request) =>
      required({ request }, async () => new Response(await pageOf(onReactRouter.consentContextOf(engine, request)))),
    );
  },
  Nuxt: (engine) => {
    const [required, policies] = [onNuxt.requirePolicies(engine), onNuxt.policyEngine(engine)];
    return listening((req, res) => {
      const event = { node: { req, res } };
      const run = async () => {
        for (const handler of [required, policies]) if (!res.headersSent) await handler(event);
        if (!res.headersSent) res.end(await pageOf(onNuxt.consentContextOf(engine, event)));
      };
      run().catch(() => res.writeHead(500).end());
    });
  },
};

/** `fetch` would set its mode itself. */
async function get(host: ListeningHost, path: string, headers: Record<string, string>) {
  const asked = http.get({ host: '127.0.0.1', port: host.port, path, headers });
  const [response] = (await once(asked, 'response')) as [http.IncomingMessage];
  const text = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode, location: response.headers.location, text };
}

const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
/** As a proxy on the same machine sends them. */
const FORWARDED = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'shop.example',
};

for (const [name, start] of Object.entries(HOSTS)) {
  describe(name, () => {
    test('people with pending policies are redirected to them, programs get an error, and others see the page', async () => {
      await using made = await getTestEngine({ mountPath: '/legal' });
      const { engine } = made;
      await using host = await start(engine);
      const open = await get(host, '/shop', PAGE);
      assert.deepEqual([open.status, open.text], [200, '{"consented":false}']);
      const text = { description: 'From sixteen on.', state: 'published' };
      await made.as('admin').json('POST', '/legal/categories/age/terms.json', text);
      const held = await get(host, '/shop?a=1', { ...PAGE, 'x-test-user': 'anna' });
      assert.equal(held.status, 303);
      const location = new URL(held.location ?? '', 'http://127.0.0.1');
      assert.deepEqual(
        [location.pathname, location.searchParams.get('return_to')],
        ['/legal/user_terms/pending', '/shop?a=1'],
      );
      const program = await get(host, '/shop', { accept: 'application/json', 'x-test-user': 'anna' });
      assert.equal(program.status, 403);
      assert.deepEqual((JSON.parse(program.text) as { pending: unknown }).pending, ['age']);
      assert.equal((await made.as('anna').json('PUT', '/legal/user_terms/age/accept.json')).status, 200);
      assert.equal((await get(host, '/shop', { ...PAGE, 'x-test-user': 'anna' })).status, 200);
      assert.equal((await get(host, '/shop', PAGE)).status, 200);
    });

    test('an error in the guard does not let a request pass', async () => {
      const currentUser = () => {
        throw new Error('the session is away');
      };
      await using made = await getTestEngine({ mountPath: '/legal', currentUser, logger: { error: () => {} } });
      await using host = await start(made.engine);
      const { status, text } = await get(host, '/shop', PAGE).catch(() => ({ status: 0, text: '' }));
      assert.notEqual(status, 200, text);
    });

    test('the client address and the requested address come from proxy headers only if the proxy is trusted', async () => {
      for (const trustProxy of [false, 1]) {
        const seen: Array<[string, string | undefined]> = [];
        const currentUser = (request: Request, env: HostEnv) => {
          seen.push([new URL(request.url).origin, env.ip]);
          return null;
        };
        await using made = await getTestEngine({ mountPath: '/legal', currentUser, trustProxy });
        await using host = await start(made.engine);
        await get(host, '/shop', { ...PAGE, ...FORWARDED });
        const [origin, ip] = seen[0] ?? [];
        const isTold = name !== 'Next' && name !== 'React Router';
        assert.deepEqual(
          [origin, ip],
          trustProxy === 1
            ? ['https://shop.example', '203.0.113.7']
            : [`http://127.0.0.1:${host.port}`, isTold ? '127.0.0.1' : undefined],
        );
      }
    });
  });
}
