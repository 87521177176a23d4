/** The engine in Node's own server (`node:http`, `node:https`, `node:http2`), and in connect. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
import {
  answerTo,
  type ConsentContextEngine,
  consentContextOnce,
  FrameworkEnv,
  type FrameworkRequest,
  type RequirePoliciesEngine,
  webRequestOf,
} from './page/consent-contexts.ts';
import type { EngineHandler } from './request/node-handler.ts';
import { nodeMiddleware, type NodeMiddleware } from './request/node-middleware.ts';
import type { TrustingEngine } from './request/trusted.ts';
import { arrivalBy, connectMount, originalUrlOf, originBy } from './request/node-request.ts';
import { rememberResponse } from './page/page-headers.ts';

export type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
export type { ConsentContextEngine, RequirePoliciesEngine } from './page/consent-contexts.ts';
export type { NodeMiddleware } from './request/node-middleware.ts';

/** Handles a request, or calls `next`, with an error if one occurred. */
export type RequiredMiddleware = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Mounts an engine at its `basePath`: `createServer(policyEngine(engine))`, or with pages of your own
 * `policies(request, response, () => answer(request, response))`. Without a third argument, everything else is 404. In
 * connect `app.use('/policies', policyEngine(engine))`. `X-Forwarded-*` is trusted if the engine's option `trustProxy`
 * says so.
 */
export function policyEngine(engine: EngineHandler): NodeMiddleware {
  return nodeMiddleware(engine, connectMount);
}

function described(engine: TrustingEngine, incoming: IncomingMessage): Omit<FrameworkRequest, 'env'> {
  const { method = 'GET', headers } = incoming;
  return { url: originalUrlOf(incoming), origin: () => originBy(arrivalBy(engine, incoming)), method, headers };
}

/**
 * A request of Node, without its body, as a web-standard `Request` for members of the engine:
 * `engine.signedOut(webRequest(engine, request))`.
 */
export function webRequest(engine: TrustingEngine, incoming: IncomingMessage): Request {
  return webRequestOf(described(engine, incoming));
}

/** The consent context of a request of the host's own pages; the same request returns the same context. */
export function consentContextOf<Context>(engine: ConsentContextEngine<Context>, incoming: IncomingMessage): Context {
  return consentContextOnce(engine, incoming, () => ({
    ...described(engine, incoming),
    env: new FrameworkEnv(incoming, arrivalBy(engine, incoming)),
  }));
}

/**
 * Redirects signed-in people with pending blocking policies to the acceptance page, and back afterwards; programs get
 * 403 with the names: `required(request, response, () => answer(request, response))`, after the session middleware.
 * If an error occurs, `next` is called with it if it takes one; otherwise the answer is 500.
 */
export function requirePolicies(
  engine: RequirePoliciesEngine,
  options: RequirePoliciesOptions = {},
): RequiredMiddleware {
  return (incoming, outgoing, next) => {
    const check = async () => {
      let answer;
      try {
        rememberResponse(incoming, outgoing);
        answer = await answerTo(consentContextOf(engine, incoming), options);
      } catch (error) {
        // A function without an error parameter would continue as if there were no error.
        if (next.length > 0) next(error);
        else outgoing.writeHead(500).end();
        return;
      }
      if (answer === null) next();
      else outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    };
    void check();
  };
}
