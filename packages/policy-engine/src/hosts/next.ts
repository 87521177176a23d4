/** The engine in Next 15 and 16 (App Router, Node runtime). */
import type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
import { pathBelow } from '../platform/web/routing/mount.ts';
import {
  answerTo,
  type ConsentContextEngine,
  fetchContextOnce,
  type RequirePoliciesEngine,
} from './page/consent-contexts.ts';
import {
  answerFetch,
  arrivalOf,
  originFor,
  pathAbove,
  publicRequest,
  withWholeLocation,
} from './request/fetch-handler.ts';
import type { EngineHandler } from './request/node-handler.ts';

export type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
export type { ConsentContextEngine, RequirePoliciesEngine } from './page/consent-contexts.ts';

/** The methods that a route handler may answer. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** What Next adds to its requests. */
interface NextRequest extends Request {
  readonly nextUrl?: { readonly basePath: string; readonly pathname: string; readonly search: string };
}

/** What Next passes to a route handler of `[[...path]]`. */
interface RouteContext {
  readonly params: Promise<Readonly<Record<string, string | readonly string[] | undefined>>>;
}

/** The functions of a route handler. */
export type RouteHandlers = Readonly<
  Record<(typeof METHODS)[number], (request: Request, context: RouteContext) => Promise<Response>>
>;

/** Path and query as the client sent them, in a proxy: Next removes its `basePath`. */
function pathOf({ url, nextUrl }: NextRequest): string {
  const { pathname, search } = new URL(url);
  const base = nextUrl?.basePath ?? '';
  return (pathname === base || pathname.startsWith(`${base}/`) ? '' : base) + pathname + search;
}

/**
 * Mounts an engine, in `app/policies/[[...path]]/route.ts`: `export const { GET, POST, … } = policyEngine(engine)`; the
 * methods are GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS. In an app with a `basePath` the engine's option
 * `mountPath` must be the whole path: route handlers do not get it. `X-Forwarded-*` is trusted if the engine's option
 * `trustProxy` says so.
 */
export function policyEngine(engine: EngineHandler): RouteHandlers {
  const answer = async (request: Request, { params }: RouteContext) => {
    const { pathname, search } = new URL(request.url);
    const [below = []] = Object.values(await params);
    const seen = pathAbove(pathname, below.length);
    const isBelowBase = engine.basePath.endsWith(seen) && pathBelow(engine.basePath, pathname) === null;
    const base = isBelowBase ? engine.basePath.slice(0, engine.basePath.length - seen.length) : '';
    const env = { mountPath: base + seen, hostRequest: request };
    const host = { arrival: arrivalOf(engine, request), env, path: base + pathname + search };
    // Next drops Content-Encoding, and compresses itself.
    return answerFetch(engine, request, { ...host, isPlain: true });
  };
  return Object.fromEntries(METHODS.map((method) => [method, answer])) as unknown as RouteHandlers;
}

/**
 * The consent context of a request of the host's own pages: `consentContextOf(engine, await headers())` in pages and layouts,
 * `consentContextOf(engine, request)` in route handlers.
 */
export function consentContextOf<Context>(engine: ConsentContextEngine<Context>, request: Request | Headers): Context {
  const url = 'url' in request ? request.url : 'http://localhost/';
  const headers = 'url' in request ? request.headers : request;
  const arrival = arrivalOf(engine, { url, headers });
  const env = { hostRequest: request, ...(arrival.ip !== undefined && { ip: arrival.ip }) };
  const path = 'url' in request ? pathOf(request) : '/';
  const made = () => publicRequest(new Request(url, { headers }), { arrival, path });
  return fetchContextOnce(engine, request, made, env);
}

/**
 * Redirects signed-in people with pending blocking policies to the acceptance page, and back afterwards; programs get
 * 403 with the names. In `proxy.ts`: `export const proxy = requirePolicies(engine)`. The engine's own pages, signing in
 * and out, and static files stay open.
 */
export function requirePolicies(
  engine: RequirePoliciesEngine,
  options: RequirePoliciesOptions = {},
): (request: Request) => Promise<Response | undefined> {
  return async (request) => {
    const answer = await answerTo(consentContextOf(engine, request), options);
    if (answer === null) return undefined;
    const { status, headers, body } = answer;
    // Next accepts only absolute URLs.
    return withWholeLocation(new Response(body, { status, headers }), originFor(request, arrivalOf(engine, request)));
  };
}
