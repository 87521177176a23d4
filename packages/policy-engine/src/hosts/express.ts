/** The engine in Express 4 and 5. */
import type { Request as ExpressRequest, RequestHandler } from 'express';
import type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
import { pathBelow } from '../platform/web/routing/mount.ts';
import type { Arrival } from '../platform/network/proxies.ts';
import { createNodeHandler, type EngineHandler } from './request/node-handler.ts';
import { arrivalBy, arrivalOr, clientIn, connectMount, originalUrlOf, originBy } from './request/node-request.ts';
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

/** `X-Forwarded-Host`, if `trust proxy` allows it; `req.host` differs between Express 4 (without port) and 5. */
function hostOf(request: ExpressRequest): string | undefined {
  const trust = request.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  const forwarded = request.get('x-forwarded-host')?.split(',', 1)[0]?.trim();
  return forwarded && trust(request.socket.remoteAddress, 0) ? forwarded : request.get('host');
}

/** Frameworks that take handlers of Express, such as Polka, set neither `app` nor `baseUrl`. */
interface FromOtherFramework {
  readonly app?: unknown;
  readonly baseUrl?: string;
}

function arrivalIn(request: ExpressRequest): Arrival {
  if ((request as FromOtherFramework).app === undefined) return arrivalBy({}, request);
  return { protocol: request.protocol, host: hostOf(request), ip: request.ip };
}

function described(engine: TrustingEngine, request: ExpressRequest): Omit<FrameworkRequest, 'env'> {
  const { method, headers } = request;
  const url = originalUrlOf(request);
  const origin = () => originBy(arrivalOr(engine, request, () => arrivalIn(request)));
  return { url, origin, method, headers, peer: request.socket.remoteAddress };
}

/**
 * A request of Express, without its body, as a web-standard `Request` for members of the engine:
 * `engine.signedOut(webRequest(request))`, `engine.policiesOf(user, webRequest(request))`.
 */
export function webRequest(request: ExpressRequest): Request {
  return webRequestOf(described({}, request));
}

/**
 * The consent context of a request of the host's own pages:
 * `await consentContextOf(engine, request).hasConsented('cookie')`. The same request returns the same context, so that
 * the database is queried once.
 */
export function consentContextOf<Context>(engine: ConsentContextEngine<Context>, request: ExpressRequest): Context {
  return consentContextOnce(engine, request, () => ({
    ...described(engine, request),
    env: new FrameworkEnv(request, clientIn(engine, request, request)),
  }));
}

/**
 * Redirects signed-in people with pending blocking policies to the acceptance page, and back afterwards; programs get
 * 403 with the names. Use it after the session middleware: `app.use(session, requirePolicies(engine))`. The engine's
 * own pages, signing in and out, and static files stay open.
 */
export function requirePolicies(engine: RequirePoliciesEngine, options: RequirePoliciesOptions = {}): RequestHandler {
  return (request, response, next) => {
    const check = async () => {
      try {
        const answer = await answerTo(consentContextOf(engine, request), options);
        if (answer === null) next();
        else response.status(answer.status).set(answer.headers).end(answer.body);
      } catch (error) {
        next(error);
      }
    };
    void check();
  };
}

/**
 * Mounts an engine: `app.use('/policies', policyEngine(engine))`. The path given to `use` takes precedence over the
 * engine's `basePath`; without one, requests outside `basePath` go on to the next handler. Body parsers may run before
 * it. The engine's option `trustProxy` says whose `X-Forwarded-*` are trusted; unset, the app's setting `trust proxy`.
 */
export function policyEngine(engine: EngineHandler): RequestHandler {
  const handle = createNodeHandler(engine);
  const answerAt: RequestHandler = (request, response, next) => {
    const originalUrl = originalUrlOf(request);
    const { baseUrl } = request as FromOtherFramework;
    const mountPath = (baseUrl || connectMount(request)) ?? engine.basePath;
    if (pathBelow(mountPath, originalUrl.split('?', 1)[0] ?? '') === null) {
      next();
      return;
    }
    const body: unknown = request.body;
    const arrival = arrivalOr(engine, request, () => arrivalIn(request));
    const answer = async () => {
      try {
        await handle(request, response, { url: originalUrl, mountPath, body, ...arrival });
      } catch (error) {
        next(error);
      }
    };
    void answer();
  };
  return tellingMount(answerAt, engine);
}

/** What Express sets on an application that is mounted in another one. */
interface SubApplication {
  mountpath?: unknown;
  parent?: { path(): string };
}

/**
 * Creates a handler that Express informs about its mount path, as it does for a sub-application: by `mountpath`,
 * `parent` and the event `mount` (https://expressjs.com/en/5x/api.html#app.onmount). The path of a request contains it,
 * too, but `requirePolicies` redirects people to the engine before the engine has had a request.
 */
function tellingMount(handler: RequestHandler, engine: EngineHandler): RequestHandler {
  const told: RequestHandler & SubApplication = handler;
  const path = () => {
    const { mountpath, parent } = told;
    if (typeof mountpath !== 'string') return null;
    return `${parent?.path() ?? ''}${mountpath}`.replace(/\/+$/, '') || null;
  };
  const application = {
    handle: (...call: Parameters<RequestHandler>) => handler(...call),
    set: () => application,
    emit: () => engine.mountedAt?.(path),
  };
  return Object.assign(handler, application);
}
