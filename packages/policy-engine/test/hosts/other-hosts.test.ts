/**
 * The engine in Node's own server, Koa and Hono, and the handlers that Next, SvelteKit, React Router and Nuxt call, called as they
 * call them. Their production builds run in `compat/`.
 */
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import Koa from 'koa';
import * as onExpress from 'policy-engine/express';
import * as onHono from 'policy-engine/hono';
import * as onKoa from 'policy-engine/koa';
import * as onNext from 'policy-engine/next';
import * as onNode from 'policy-engine/node';
import * as onNuxt from 'policy-engine/nuxt';
import * as onReactRouter from 'policy-engine/react-router';
import * as onSvelteKit from 'policy-engine/sveltekit';
import type { Web } from '../../dist/platform/web/index.js';
import { listeningHost } from './running.ts';
import { type HostCase, hostSuite, type RunningHost } from './suite.ts';

/** A fetch function as a host without a server. */
function called(fetch: (request: Request) => Promise<Response>): RunningHost {
  return {
    request: (path, init) => fetch(new Request(`http://127.0.0.1${path}`, init)),
    close: async () => {},
  };
}

const koa = (engine: Web, ...before: Koa.Middleware[]) => {
  const app = new Koa();
  app.silent = true;
  for (const middleware of before) app.use(middleware);
  return listeningHost(app.use(onKoa.policyEngine(engine)).callback());
};

/** The result of koa-bodyparser and similar parsers. */
const koaParser: Koa.Middleware = async (context, next) => {
  const type = context.get('content-type');
  if (/json|urlencoded/.test(type)) {
    const text = Buffer.concat(await context.req.toArray()).toString();
    Object.assign(context.req, { rawBody: text });
    Object.assign(context.request, { body: text, rawBody: text });
  }
  await next();
};

const hono = (engine: Web) => {
  const app = new Hono().use(onHono.policyEngine(engine));
  return listeningHost(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
};

/** As Next calls the functions of `app/policies/[[...path]]/route.ts`. */
const next = (engine: Web) => {
  const handlers = new Map(Object.entries(onNext.policyEngine(engine)));
  return called(async (request) => {
    const { pathname } = new URL(request.url);
    const path = pathname
      .split('/')
      .slice(2)
      .filter((part) => part !== '');
    const params = Promise.resolve(path.length > 0 ? { path } : {});
    return handlers.get(request.method)?.(request, { params }) ?? new Response(null, { status: 405 });
  });
};

const svelteKit = (engine: Web) => {
  const handle = onSvelteKit.policyEngine(engine);
  const resolve = async () => new Response('of the host', { status: 404 });
  return called(async (request) => {
    const event = { request, url: new URL(request.url), getClientAddress: () => '127.0.0.1' };
    return handle({ event, resolve });
  });
};

const reactRouter = (engine: Web) => {
  const answer = onReactRouter.policyEngine(engine);
  return called(async (request) => {
    const below = new URL(request.url).pathname.slice('/policies/'.length);
    const response = await answer({ request, params: { '*': below } });
    const location = response.headers.get('location');
    // Complete there, and as short as elsewhere once it is parsed.
    if (location) response.headers.set('location', location.replace(/^http:\/\/127\.0\.0\.1(?=\/)/, ''));
    return response;
  });
};

const nuxt = (engine: Web) => {
  const handler = onNuxt.policyEngine(engine);
  return listeningHost((req, res) => {
    void handler({ node: { req, res } }).then(() => res.headersSent || res.writeHead(404).end('of the host'));
  });
};

/** Polka takes handlers of Express; it shortens the URL, and sets neither `app` nor `baseUrl`. */
const polka = (engine: Web) => {
  const handler = onExpress.policyEngine(engine) as unknown as ReturnType<typeof onNode.policyEngine>;
  return listeningHost((req, res) => {
    const whole = req.url ?? '/';
    if (whole.startsWith('/policies')) Object.assign(req, { originalUrl: whole, url: whole.slice(9) || '/' });
    handler(req, res, () => void res.writeHead(404).end('of the host'));
  });
};

const HOSTS: HostCase[] = [
  { name: 'Polka, with the handler of Express', start: polka },
  { name: "Node's server", start: (engine) => listeningHost(onNode.policyEngine(engine)) },
  { name: 'Koa', start: koa },
  { name: 'Koa behind a body parser', start: (engine) => koa(engine, koaParser), hasOwnLimit: true },
  { name: 'Hono', start: hono },
  { name: 'Next, called', start: async (engine) => next(engine) },
  { name: 'SvelteKit, called', start: async (engine) => svelteKit(engine) },
  { name: 'React Router, called', start: async (engine) => reactRouter(engine) },
  { name: 'Nuxt, called', start: nuxt },
];
for (const host of HOSTS) hostSuite(host);
