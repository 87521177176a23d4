/** The engine in Hono 4, on each of its runtimes. */
import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
import type { HostEnv } from '../platform/host-env.ts';
import { pathBelow } from '../platform/web/routing/mount.ts';
import {
  answerTo,
  type ConsentContextEngine,
  fetchContextOnce,
  type RequirePoliciesEngine,
} from './page/consent-contexts.ts';
import { answerFetch, arrivalOf, publicRequest } from './request/fetch-handler.ts';
import type { EngineHandler } from './request/node-handler.ts';
import { RenderedPages } from './page/page-headers.ts';
import type { Arrival } from '../platform/network/proxies.ts';
import type { TrustingEngine } from './request/trusted.ts';

export type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
export type { ConsentContextEngine, RequirePoliciesEngine } from './page/consent-contexts.ts';

const pages = new RenderedPages();

/** Continues with the pages of the host, whose headers are set afterwards. */
async function continued(context: Context, next: () => Promise<void>): Promise<void> {
  await next();
  const { res: response } = context;
  const sent = pages.sent(context, response);
  if (sent === response) return;
  // Hono would keep the headers of the response that is replaced.
  context.res = undefined;
  context.res = sent;
}

/** What Hono knows about a request; `incoming` is passed by `@hono/node-server`. */
function known(engine: TrustingEngine, context: Context): { readonly arrival: Arrival; readonly env: HostEnv } {
  const { incoming } = (context.env ?? {}) as { readonly incoming?: IncomingMessage };
  const arrival = arrivalOf(engine, context.req.raw, incoming?.socket.remoteAddress);
  const env = {
    hostRequest: context,
    ...(incoming && { incoming }),
    ...(arrival.ip !== undefined && { ip: arrival.ip }),
  };
  return { arrival, env };
}

/** The request, with a body that validators of the host have already read. */
async function unread({ req }: Context): Promise<Request> {
  if (!req.raw.bodyUsed) return req.raw;
  const { url, method, headers, signal } = req.raw;
  return new Request(url, { method, headers, signal, body: await req.arrayBuffer() });
}

/**
 * Mounts an engine at its `basePath`: `app.use(policyEngine(engine))`. `X-Forwarded-*` is trusted if the engine's
 * option `trustProxy` says so.
 */
export function policyEngine(engine: EngineHandler): MiddlewareHandler {
  return async (context, next) => {
    if (pathBelow(engine.basePath, new URL(context.req.url).pathname) === null) return continued(context, next);
    return answerFetch(engine, await unread(context), known(engine, context));
  };
}

/** The consent context of a request of the host's own pages; the same request returns the same context. */
export function consentContextOf<ConsentContext>(
  engine: ConsentContextEngine<ConsentContext>,
  context: Context,
): ConsentContext {
  const host = known(engine, context);
  return fetchContextOnce(
    engine,
    context,
    () =>
      publicRequest(
        new Request(context.req.url, { headers: context.req.raw.headers, method: context.req.method }),
        host,
      ),
    { ...host.env, rendered: (page) => pages.add(context, page) },
  );
}

/**
 * Redirects signed-in people with pending blocking policies to the acceptance page, and back afterwards; programs get
 * 403 with the names: `app.use(requirePolicies(engine))`, after the session middleware. The engine's own pages, signing
 * in and out, and static files stay open.
 */
export function requirePolicies(
  engine: RequirePoliciesEngine,
  options: RequirePoliciesOptions = {},
): MiddlewareHandler {
  return async (context, next) => {
    const answer = await answerTo(consentContextOf(engine, context), options);
    if (answer === null) return continued(context, next);
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };
}
