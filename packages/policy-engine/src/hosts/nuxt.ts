/** The engine in Nuxt 3 and 4 (Nitro on Node). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
import type { ConsentContextEngine, RequirePoliciesEngine } from './page/consent-contexts.ts';
import type { EngineHandler } from './request/node-handler.ts';
import * as node from './node.ts';
import { nodeMiddleware } from './request/node-middleware.ts';
import { rememberResponse } from './page/page-headers.ts';
import type { TrustingEngine } from './request/trusted.ts';

export type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
export type { ConsentContextEngine, RequirePoliciesEngine } from './page/consent-contexts.ts';

/** The part of h3's `H3Event` that is needed. */
export interface NuxtEvent {
  readonly node: { readonly req: IncomingMessage; readonly res: ServerResponse };
  readonly context?: object;
}

const PAGE: unique symbol = Symbol('response of the page');

/** What `event.context` may contain. */
interface PageHolder {
  [PAGE]?: ServerResponse;
}

/**
 * The response that a browser gets. A page asks routes of its own server (`useFetch`) without a connection: such a request has the
 * context of the page’s event as `__unenv__`, which Nitro reads, too.
 */
function pageResponse({ node: { req, res } }: NuxtEvent): ServerResponse {
  return (req as { readonly __unenv__?: PageHolder }).__unenv__?.[PAGE] ?? res;
}

/** An event handler of h3; `defineEventHandler` of h3 sets `__is_handler__`. */
export interface NuxtHandler {
  (event: NuxtEvent): Promise<void>;
  readonly __is_handler__: true;
}

/** Runs Node middleware; h3 continues if it sent no response. */
function handler(middleware: node.RequiredMiddleware): NuxtHandler {
  const run = (event: NuxtEvent) =>
    new Promise<void>((resolve, reject) => {
      const { req, res } = event.node;
      if (event.context) (event.context as PageHolder)[PAGE] = pageResponse(event);
      res.once('close', resolve);
      middleware(req, res, (error) => (error === undefined ? resolve() : reject(error)));
    });
  return Object.assign(run, { __is_handler__: true as const });
}

/**
 * Mounts an engine at its `basePath`, in `server/middleware/policies.ts`: `export default policyEngine(engine)`.
 * `X-Forwarded-*` is trusted if the engine's option `trustProxy` says so.
 */
export function policyEngine(engine: EngineHandler): NuxtHandler {
  // Nitro removes the base path of the app from a URL.
  return handler(nodeMiddleware(engine, () => undefined));
}

/**
 * A request of Nuxt, without its body, as a web-standard `Request` for members of the engine:
 * `engine.signedOut(webRequest(engine, event))`.
 */
export function webRequest(engine: TrustingEngine, event: NuxtEvent): Request {
  return node.webRequest(engine, event.node.req);
}

/** The consent context of a request of the host's own pages; the same event returns the same context. */
export function consentContextOf<Context>(engine: ConsentContextEngine<Context>, event: NuxtEvent): Context {
  rememberResponse(event.node.req, pageResponse(event));
  return node.consentContextOf(engine, event.node.req);
}

/**
 * Redirects signed-in people with pending blocking policies to the acceptance page, and back afterwards; programs get
 * 403 with the names: `export default requirePolicies(engine)` in `server/middleware/`, after the session middleware.
 * The engine's own pages, signing in and out, and static files stay open.
 */
export function requirePolicies(engine: RequirePoliciesEngine, options: RequirePoliciesOptions = {}): NuxtHandler {
  return handler(node.requirePolicies(engine, options));
}
