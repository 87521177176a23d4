/** The engine in Nuxt 3 and 4 (Nitro on Node). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
import type { ConsentContextEngine, RequirePoliciesEngine } from './consent-contexts.ts';
import type { EngineHandler } from './node-handler.ts';
import * as node from './node.ts';
import { nodeMiddleware } from './node-middleware.ts';

export type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
export type { ConsentContextEngine, RequirePoliciesEngine } from './consent-contexts.ts';

/** The part of h3's `H3Event` that is needed. */
export interface NuxtEvent {
  readonly node: { readonly req: IncomingMessage; readonly res: ServerResponse };
}

/** An event handler of h3; `__is_handler__` is what its `defineEventHandler` sets. */
export interface NuxtHandler {
  (event: NuxtEvent): Promise<void>;
  readonly __is_handler__: true;
}

/** Runs a middleware of Node's: h3 goes on where nothing was answered. */
function handler(middleware: node.RequiredMiddleware): NuxtHandler {
  const run = ({ node: { req, res } }: NuxtEvent) =>
    new Promise<void>((resolve, reject) => {
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
  // What Nitro takes off a URL is the base path of the app.
  return handler(nodeMiddleware(engine, () => undefined));
}

/**
 * A request of Nuxt, without its body, as a web-standard `Request` for members of the engine:
 * `engine.signedOut(webRequest(engine, event))`.
 */
export function webRequest(engine: Pick<EngineHandler, 'trustProxy'>, event: NuxtEvent): Request {
  return node.webRequest(engine, event.node.req);
}

/** The consent context of a request of the host's own pages; the same event returns the same context. */
export function consentContextOf<Context>(engine: ConsentContextEngine<Context>, event: NuxtEvent): Context {
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
