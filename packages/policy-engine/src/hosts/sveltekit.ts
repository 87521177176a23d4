/** The engine in SvelteKit 2 and 3 (on Node). */
import type { IncomingMessage } from 'node:http';
import type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
import type { RenderedPage } from '../platform/host-env.ts';
import { pathBelow } from '../platform/web/routing/mount.ts';
import {
  answerTo,
  type ConsentContextEngine,
  fetchContextOnce,
  type RequirePoliciesEngine,
} from './page/consent-contexts.ts';
import type { Arrival } from '../platform/network/proxies.ts';
import { atUrl } from '../platform/web/request/as-sent.ts';
import type { EngineHandler } from './request/node-handler.ts';
import { originBy } from './request/node-request.ts';
import { RenderedPages } from './page/page-headers.ts';
import { originOf } from './request/public-url.ts';
import { arrivalAt, type TrustingEngine } from './request/trusted.ts';

export type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
export type { ConsentContextEngine, RequirePoliciesEngine } from './page/consent-contexts.ts';

/** The part of SvelteKit's `RequestEvent` that is needed. */
export interface SvelteKitEvent {
  readonly request: Request;
  readonly url: URL;
  readonly getClientAddress: () => string;
  /** Of adapter-node: Node's request. */
  readonly platform?: unknown;
}

/** SvelteKit's `Handle`. */
export type SvelteKitHandle = <Event extends SvelteKitEvent>(input: {
  event: Event;
  resolve: (event: Event) => Response | Promise<Response>;
}) => Promise<Response>;

const pages = new RenderedPages();

/** How the event arrived: as SvelteKit's settings say, unless the engine's option `trustProxy` is set. */
function arrivalIn(engine: TrustingEngine, event: SvelteKitEvent): Arrival {
  const { protocol, host } = event.url;
  const seen = { protocol: protocol.slice(0, -1), host };
  const address = addressOf(event);
  if (engine.trustProxy === undefined) return { ...seen, ip: address };
  const { req } = (event.platform ?? {}) as { readonly req?: IncomingMessage };
  const header = (name: string) => event.request.headers.get(name);
  return arrivalAt(engine, { ...seen, address: req?.socket.remoteAddress ?? address, header });
}

/** Adapters throw if they know no address, as for a request that bypassed the proxy. */
function addressOf(event: SvelteKitEvent): string | undefined {
  try {
    return event.getClientAddress();
  } catch {
    return undefined;
  }
}

function envOf(event: SvelteKitEvent, { ip }: Arrival) {
  return { hostRequest: event, ...(ip !== undefined && { ip }) };
}

/** The event's request, at the URL that SvelteKit derives from its settings, or the engine from its own. */
function requestOf({ request, url }: Pick<SvelteKitEvent, 'request' | 'url'>, arrival: Arrival): Request {
  const sent = (originOf(originBy(arrival)) ?? url.origin) + url.pathname + url.search;
  return request.url === sent ? request : atUrl(request, sent);
}

/**
 * Mounts an engine at its `basePath`, in `src/hooks.server.ts`: `export const handle = policyEngine(engine)`, or one of
 * `sequence(…)`. SvelteKit rejects forms whose origin is not its own: behind a proxy, and without TLS, set `ORIGIN` for
 * adapter-node. The engine uses its settings, unless its own option `trustProxy` is set.
 */
export function policyEngine(engine: EngineHandler): SvelteKitHandle {
  return async ({ event, resolve }) => {
    if (pathBelow(engine.basePath, event.url.pathname) === null) return pages.sent(event.request, await resolve(event));
    const arrival = arrivalIn(engine, event);
    return engine.fetch(requestOf(event, arrival), envOf(event, arrival));
  };
}

/** The consent context of a request of the host's own pages; the same event returns the same context. */
export function consentContextOf<Context>(engine: ConsentContextEngine<Context>, event: SvelteKitEvent): Context {
  const { url, request } = event;
  const { method, headers } = request;
  const arrival = arrivalIn(engine, event);
  const bodiless = () => requestOf({ url, request: new Request(url, { method, headers }) }, arrival);
  const env = { ...envOf(event, arrival), rendered: (page: RenderedPage) => pages.add(request, page) };
  return fetchContextOnce(engine, request, bodiless, env);
}

/**
 * Redirects signed-in people with pending blocking policies to the acceptance page, and back afterwards; programs get
 * 403 with the names: `sequence(session, requirePolicies(engine), policyEngine(engine))`. The engine's own pages,
 * signing in and out, and static files stay open.
 */
export function requirePolicies(engine: RequirePoliciesEngine, options: RequirePoliciesOptions = {}): SvelteKitHandle {
  return async ({ event, resolve }) => {
    const answer = await answerTo(consentContextOf(engine, event), options);
    if (answer === null) return pages.sent(event.request, await resolve(event));
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };
}
