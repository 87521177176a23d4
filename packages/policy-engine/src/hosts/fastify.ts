/** The engine in Fastify 5. */
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
import { createNodeHandler, type EngineHandler } from './request/node-handler.ts';
import { arrivalOr, clientIn, originBy } from './request/node-request.ts';
import { rememberResponse } from './page/page-headers.ts';
import type { TrustingEngine } from './request/trusted.ts';
import {
  answerTo,
  type ConsentContextEngine,
  consentContextOnce,
  FrameworkEnv,
  type FrameworkRequest,
  type RequirePoliciesEngine,
  webRequestOf,
} from './page/consent-contexts.ts';

export type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
export type { ConsentContextEngine, RequirePoliciesEngine } from './page/consent-contexts.ts';

// A request of Fastify does not have its reply. A hook would miss the plugins that were registered before.
// https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks
subscribe('tracing:fastify.request.handler:start', (message) => {
  const { request, reply } = message as { readonly request: FastifyRequest; readonly reply: FastifyReply };
  rememberResponse(request.raw, reply.raw);
});

/** Options of the plugin. */
export interface PolicyEngineFastifyOptions {
  readonly engine: EngineHandler;
}

/**
 * Mounts an engine: `fastify.register(policyEngine, { prefix: '/policies', engine })`. Without a prefix it is mounted
 * at the engine's `basePath`. The host's body parsers do not run for the engine's routes and stay unchanged for others.
 * The engine's option `trustProxy` says whose `X-Forwarded-*` are trusted; unset, Fastify's option of the same name.
 * Hooks of the host run; headers they set are kept unless the engine sets the same.
 */
export const policyEngine: FastifyPluginCallback<PolicyEngineFastifyOptions> = (fastify, { engine }, done) => {
  const handle = createNodeHandler(engine);
  if (fastify.prefix) engine.mountedAt?.(() => fastify.prefix);
  const mountPath = fastify.prefix || engine.basePath;
  fastify.removeAllContentTypeParsers();
  // The engine reads the stream itself; Fastify would reject forms or consume the body.
  fastify.addContentTypeParser('*', (_request: FastifyRequest, _payload: unknown, parsed) => parsed(null));
  const base = fastify.prefix ? '' : engine.basePath;
  for (const url of new Set([base || '/', `${base}/*`])) {
    fastify.all(url, async (request, reply) => {
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      const { originalUrl: url, body, raw } = request;
      const arrival = arrivalOr(engine, raw, () => request);
      await handle(raw, reply.raw, {
        url,
        mountPath,
        body,
        protocol: arrival.protocol,
        host: arrival.host,
        ip: arrival.ip,
        hostRequest: request,
      });
    });
  }
  done();
};

function described(engine: TrustingEngine, request: FastifyRequest): Omit<FrameworkRequest, 'env'> {
  const { originalUrl: url, method, headers, raw } = request;
  const origin = () => originBy(arrivalOr(engine, raw, () => request));
  return { url, origin, method, headers, peer: raw.socket.remoteAddress };
}

/**
 * A request of Fastify, without its body, as a web-standard `Request` for members of the engine:
 * `engine.signedOut(webRequest(request))`, `engine.policiesOf(user, webRequest(request))`.
 */
export function webRequest(request: FastifyRequest): Request {
  return webRequestOf(described({}, request));
}

/** The consent context of a request of the host's own pages; the same request returns the same context. */
export function consentContextOf<Context>(engine: ConsentContextEngine<Context>, request: FastifyRequest): Context {
  return consentContextOnce(engine, request, () => ({
    ...described(engine, request),
    env: new FrameworkEnv(request.raw, clientIn(engine, request.raw, request), request),
  }));
}

/**
 * Redirects signed-in people with pending blocking policies to the acceptance page, and back afterwards; programs get
 * 403 with the names: `fastify.addHook('preHandler', requirePolicies(engine))`, after the session middleware. The
 * engine's own pages, signing in and out, and static files stay open.
 */
export function requirePolicies(
  engine: RequirePoliciesEngine,
  options: RequirePoliciesOptions = {},
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async (request, reply) => {
    rememberResponse(request.raw, reply.raw);
    const answer = await answerTo(consentContextOf(engine, request), options);
    return answer === null ? undefined : reply.code(answer.status).headers(answer.headers).send(answer.body);
  };
}
