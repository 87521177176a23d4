/** The engine in Nest 10 and newer, on Express and on Fastify. */
import type { IncomingMessage } from 'node:http';
import type { Request as ExpressRequest } from 'express';
import type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
import type { ConsentContextEngine, RequirePoliciesEngine } from './page/consent-contexts.ts';
import * as express from './express.ts';
import type { EngineHandler } from './request/node-handler.ts';
import * as node from './node.ts';
import type { TrustingEngine } from './request/trusted.ts';

export type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
export type { ConsentContextEngine, RequirePoliciesEngine } from './page/consent-contexts.ts';

/** A request of Nest's platform: Express's, or Fastify's, which contains Node's. */
export type NestRequest = IncomingMessage | { readonly raw: IncomingMessage };

/** The part of Nest's `NestApplication` that is needed. */
export interface NestApplication {
  use(middleware: node.RequiredMiddleware): unknown;
}

function isExpress(request: object): request is ExpressRequest {
  return 'app' in request && 'originalUrl' in request;
}

/**
 * Mounts an engine at its `basePath`: `app.use(policyEngine(engine))`, before `app.listen`. The engine's option
 * `trustProxy` says whose `X-Forwarded-*` are trusted; unset, on Express the setting `trust proxy`, on Fastify nobody's.
 */
export function policyEngine(engine: EngineHandler): node.RequiredMiddleware {
  const onExpress = express.policyEngine(engine) as unknown as node.RequiredMiddleware;
  const onNode = node.policyEngine(engine);
  return (incoming, outgoing, next) => (isExpress(incoming) ? onExpress : onNode)(incoming, outgoing, next);
}

/**
 * A request of Nest, without its body, as a web-standard `Request` for members of the engine:
 * `engine.signedOut(webRequest(engine, request))`.
 */
export function webRequest(engine: TrustingEngine, request: NestRequest): Request {
  if (isExpress(request)) return express.webRequest(request);
  return node.webRequest(engine, 'raw' in request ? request.raw : request);
}

/** The consent context of a request of the host's own pages: `consentContextOf(engine, request)` with `@Req() request`. */
export function consentContextOf<Context>(engine: ConsentContextEngine<Context>, request: NestRequest): Context {
  if (isExpress(request)) return express.consentContextOf(engine, request);
  return node.consentContextOf(engine, 'raw' in request ? request.raw : request);
}

/**
 * Redirects signed-in people with pending blocking policies to the acceptance page, and back afterwards; programs get
 * 403 with the names: `app.use(requirePolicies(engine))`, after the session middleware. The engine's own pages, signing
 * in and out, and static files stay open.
 */
export function requirePolicies(
  engine: RequirePoliciesEngine,
  options: RequirePoliciesOptions = {},
): node.RequiredMiddleware {
  return (incoming, outgoing, next) => {
    const required = isExpress(incoming)
      ? express.requirePolicies(engine, options)
      : node.requirePolicies(engine, options);
    (required as unknown as node.RequiredMiddleware)(incoming, outgoing, next);
  };
}
