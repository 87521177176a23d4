/** The engine in React Router 7 and 8 (framework mode, on Node). */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
import type { RenderedPage } from '../platform/host-env.ts';
import {
  answerTo,
  type ConsentContextEngine,
  fetchContextOnce,
  type RequirePoliciesEngine,
} from './page/consent-contexts.ts';
import {
  answerFetch,
  arrivalOf,
  depthOf,
  originFor,
  pathAbove,
  publicRequest,
  withWholeLocation,
} from './request/fetch-handler.ts';
import type { EngineHandler } from './request/node-handler.ts';
import { withPageHeaders } from './page/page-headers.ts';

export type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
export type { ConsentContextEngine, RequirePoliciesEngine } from './page/consent-contexts.ts';

/** The pages of a request. React Router gives each loader a request object of its own. */
const rendered = new AsyncLocalStorage<RenderedPage[]>();

/** The part of React Router's arguments that is needed. */
export interface RouteArguments {
  readonly request: Request;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly context?: unknown;
}

/**
 * Mounts an engine, in a route of the path `policies/*`: `export const loader = policyEngine(engine)` and
 * `export const action = loader`. `X-Forwarded-*` is trusted if the engine's option `trustProxy` says so.
 */
export function policyEngine(engine: EngineHandler): (given: RouteArguments) => Promise<Response> {
  return async ({ request, params }) => {
    const { pathname } = new URL(request.url);
    const mountPath = pathAbove(pathname, depthOf(pathname, params['*'] ?? ''));
    const env = { mountPath, hostRequest: request };
    const arrival = arrivalOf(engine, request);
    // React Router prepends its basename to any path.
    return withWholeLocation(await answerFetch(engine, request, { arrival, env }), originFor(request, arrival));
  };
}

/** The consent context of a request of the host's own pages: `consentContextOf(engine, request)` in loaders and actions. */
export function consentContextOf<Context>(engine: ConsentContextEngine<Context>, request: Request): Context {
  const arrival = arrivalOf(engine, request);
  const env = {
    hostRequest: request,
    ...(arrival.ip !== undefined && { ip: arrival.ip }),
    rendered: (page: RenderedPage) => void rendered.getStore()?.push(page),
  };
  const { url, headers, method } = request;
  return fetchContextOnce(
    engine,
    request,
    () => publicRequest(new Request(url, { headers, method }), { arrival }),
    env,
  );
}

/**
 * Redirects signed-in people with pending blocking policies to the acceptance page, and back afterwards; programs get
 * 403 with the names. In `root.tsx`: `export const middleware = [session, requirePolicies(engine)]`. The engine's own
 * pages, signing in and out, and static files stay open.
 */
export function requirePolicies(
  engine: RequirePoliciesEngine,
  options: RequirePoliciesOptions = {},
): (given: { readonly request: Request }, next: () => Promise<Response>) => Promise<Response> {
  return async ({ request }, next) => {
    const answer = await answerTo(consentContextOf(engine, request), options);
    if (answer === null) {
      const pages: RenderedPage[] = [];
      return withPageHeaders(await rendered.run(pages, next), pages);
    }
    const { status, headers, body } = answer;
    const origin = originFor(request, arrivalOf(engine, request));
    return withWholeLocation(new Response(body, { status, headers }), origin);
  };
}
