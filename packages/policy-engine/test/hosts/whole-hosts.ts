/** A whole application on each host: `requirePolicies`, the engine at its mount path, and a page of the host's own. */
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import type { ConsentContext, PolicyEngine } from 'policy-engine';
import * as onExpress from 'policy-engine/express';
import * as onFastify from 'policy-engine/fastify';
import * as onHono from 'policy-engine/hono';
import * as onKoa from 'policy-engine/koa';
import * as onNest from 'policy-engine/nest';
import * as onNext from 'policy-engine/next';
import * as onNode from 'policy-engine/node';
import * as onNuxt from 'policy-engine/nuxt';
import * as onReactRouter from 'policy-engine/react-router';
import * as onSvelteKit from 'policy-engine/sveltekit';
import { listeningHost, type ListeningHost } from './running.ts';

/** The text of each host's page. */
const pageOf = async (context: ConsentContext) => JSON.stringify({ consented: await context.hasConsented('cookie') });

type Start = (engine: PolicyEngine) => Promise<ListeningHost>;

/** For hosts without a server: converts Node's requests, and the platform's responses. */
const fetching = (answer: (request: Request) => Promise<Response>) =>
  listeningHost(getRequestListener(answer, { overrideGlobalObjects: false }));

/** The hosts by name; each trusts no proxy by a setting of its own. */
export const HOSTS: Record<string, Start> = {
  Node: (engine) => {
    const required = onNode.requirePolicies(engine);
    const policies = onNode.policyEngine(engine);
    return listeningHost((request, response) =>
      required(request, response, () =>
        policies(request, response, () => {
          void pageOf(onNode.consentContextOf(engine, request)).then((text) => response.end(text));
        }),
      ),
    );
  },
  Express: (engine) =>
    listeningHost(
      express()
        .use(onExpress.requirePolicies(engine))
        .use('/legal', onExpress.policyEngine(engine))
        .use(
          async (request, response) => void response.send(await pageOf(onExpress.consentContextOf(engine, request))),
        ),
    ),
  Fastify: async (engine) => {
    const app = fastify();
    app.addHook('preHandler', onFastify.requirePolicies(engine));
    await app.register(onFastify.policyEngine, { prefix: '/legal', engine });
    app.get('/shop', async (request) => pageOf(onFastify.consentContextOf(engine, request)));
    await app.ready();
    return listeningHost((request, response) => app.routing(request, response));
  },
  Koa: (engine) => {
    const app = new Koa();
    app.use(onKoa.requirePolicies(engine)).use(onKoa.policyEngine(engine));
    app.use(async (context) => {
      context.body = await pageOf(onKoa.consentContextOf(engine, context));
    });
    return listeningHost(app.callback());
  },
  Hono: (engine) => {
    const app = new Hono().use(onHono.requirePolicies(engine)).use(onHono.policyEngine(engine));
    app.all('*', async (context) => context.text(await pageOf(onHono.consentContextOf(engine, context))));
    return listeningHost(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  },
  'Nest on Express': (engine) => {
    const app = express();
    app.use(onNest.requirePolicies(engine) as never, onNest.policyEngine(engine) as never);
    app.use(async (request, response) => void response.send(await pageOf(onNest.consentContextOf(engine, request))));
    return listeningHost(app);
  },
  'Nest on Fastify': (engine) => {
    const [required, policies] = [onNest.requirePolicies(engine), onNest.policyEngine(engine)];
    return listeningHost((raw, response) =>
      required(raw, response, () =>
        policies(raw, response, () => {
          void pageOf(onNest.consentContextOf(engine, { raw })).then((text) => response.end(text));
        }),
      ),
    );
  },
  Next: (engine) => {
    const proxy = onNext.requirePolicies(engine);
    const handlers = new Map(Object.entries(onNext.policyEngine(engine)));
    return fetching(async (request) => {
      const answer = await proxy(request);
      if (answer) return answer;
      const [, mount, ...path] = new URL(request.url).pathname.split('/');
      if (`/${mount}` !== engine.basePath) return new Response(await pageOf(onNext.consentContextOf(engine, request)));
      const params = Promise.resolve({ path });
      return handlers.get(request.method)?.(request, { params }) ?? new Response(null, { status: 405 });
    });
  },
  SvelteKit: (engine) => {
    const [required, policies] = [onSvelteKit.requirePolicies(engine), onSvelteKit.policyEngine(engine)];
    return fetching(async (request) => {
      const event = { request, url: new URL(request.url), getClientAddress: () => '127.0.0.1' };
      const page = async () => new Response(await pageOf(onSvelteKit.consentContextOf(engine, event)));
      return required({ event, resolve: () => policies({ event, resolve: page }) });
    });
  },
  'React Router': (engine) => {
    const required = onReactRouter.requirePolicies(engine);
    const answer = onReactRouter.policyEngine(engine);
    return fetching(async (request) => {
      const { pathname } = new URL(request.url);
      const next = async () =>
        pathname.startsWith(engine.basePath)
          ? answer({ request, params: { '*': pathname.slice(engine.basePath.length + 1) } })
          : new Response(await pageOf(onReactRouter.consentContextOf(engine, request)));
      return required({ request }, next);
    });
  },
  Nuxt: (engine) => {
    const [required, policies] = [onNuxt.requirePolicies(engine), onNuxt.policyEngine(engine)];
    return listeningHost((req, res) => {
      const event = { node: { req, res } };
      const run = async () => {
        for (const handler of [required, policies]) if (!res.headersSent) await handler(event);
        if (!res.headersSent) res.end(await pageOf(onNuxt.consentContextOf(engine, event)));
      };
      run().catch(() => res.writeHead(500).end());
    });
  },
  'a server that speaks fetch': (engine) =>
    fetching(async (request) => {
      const env = { ip: '127.0.0.1' };
      if (new URL(request.url).pathname.startsWith(engine.basePath)) return engine.fetch(request, env);
      const context = engine.consentContext(request, env);
      const pending = await context.requirePolicies();
      if (pending === null) return new Response(await pageOf(context));
      return pending.kind === 'redirect'
        ? new Response(null, { status: 303, headers: { location: pending.location } })
        : new Response(pending.body, { status: pending.status });
    }),
};
