/** The engine in Koa 2 and 3. */
import type { Context, Middleware } from 'koa';
import type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
import { pathBelow } from '../platform/web/routing/mount.ts';
import {
  answerTo,
  type ConsentContextEngine,
  consentContextOnce,
  FrameworkEnv,
  type FrameworkRequest,
  type RequirePoliciesEngine,
  webRequestOf,
} from './page/consent-contexts.ts';
import { createNodeHandler, type EngineHandler } from './request/node-handler.ts';
import { arrivalOr, clientIn, originBy } from './request/node-request.ts';
import { rememberResponse } from './page/page-headers.ts';
import type { TrustingEngine } from './request/trusted.ts';

export type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
export type { ConsentContextEngine, RequirePoliciesEngine } from './page/consent-contexts.ts';

/**
 * Mounts an engine: `app.use(policyEngine(engine))` at its `basePath`, or
 * `app.use(mount('/policies', policyEngine(engine)))` with koa-mount. Body parsers may run before it. The engine's
 * option `trustProxy` says whose `X-Forwarded-*` are trusted; unset, the app's setting `proxy`.
 */
export function policyEngine(engine: EngineHandler): Middleware {
  const handle = createNodeHandler(engine);
  return async (context, next) => {
    const { originalUrl: url, req, res } = context;
    const mountPath = (context as { mountPath?: string }).mountPath ?? engine.basePath;
    if (pathBelow(mountPath, url.split('?', 1)[0] ?? '') === null) {
      await next();
      return;
    }
    // Koa would overwrite it with its own response.
    context.respond = false;
    // Koa treats every response without a status as 404.
    res.statusCode = 200;
    const { body } = context.request as { body?: unknown };
    const { protocol, host, ip } = arrivalOr(engine, req, () => context);
    await handle(req, res, { url, mountPath, body, protocol, host: host || undefined, ip, hostRequest: context });
  };
}

function described(engine: TrustingEngine, context: Context): Omit<FrameworkRequest, 'env'> {
  const { originalUrl: url, method, headers, req } = context;
  const origin = () => originBy(arrivalOr(engine, req, () => context));
  return { url, origin, method, headers, peer: req.socket.remoteAddress };
}

/**
 * A request of Koa, without its body, as a web-standard `Request` for members of the engine:
 * `engine.signedOut(webRequest(context))`.
 */
export function webRequest(context: Context): Request {
  return webRequestOf(described({}, context));
}

/** The consent context of a request of the host's own pages; the same request returns the same context. */
export function consentContextOf<ConsentContext>(
  engine: ConsentContextEngine<ConsentContext>,
  context: Context,
): ConsentContext {
  rememberResponse(context.req, context.res);
  return consentContextOnce(engine, context, () => ({
    ...described(engine, context),
    env: new FrameworkEnv(context.req, clientIn(engine, context.req, context), context),
  }));
}

/**
 * Redirects signed-in people with pending blocking policies to the acceptance page, and back afterwards; programs get
 * 403 with the names: `app.use(requirePolicies(engine))`, after the session middleware. The engine's own pages, signing
 * in and out, and static files stay open.
 */
export function requirePolicies(engine: RequirePoliciesEngine, options: RequirePoliciesOptions = {}): Middleware {
  return async (context, next) => {
    const answer = await answerTo(consentContextOf(engine, context), options);
    if (answer === null) return next();
    context.set(answer.headers);
    context.body = answer.body;
    context.status = answer.status;
    return undefined;
  };
}
