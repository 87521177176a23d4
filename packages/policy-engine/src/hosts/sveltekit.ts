/** The engine in SvelteKit 2 and 3 (on Node). */
import type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
import { pathBelow } from '../platform/web/mount.ts';
import {
  answerTo,
  type ConsentContextEngine,
  fetchContextOnce,
  type RequirePoliciesEngine,
} from './consent-contexts.ts';
import type { EngineHandler } from './node-handler.ts';

export type { RequirePoliciesOptions } from '../modules/consent/context/require-policies.ts';
export type { ConsentContextEngine, RequirePoliciesEngine } from './consent-contexts.ts';

/** The part of SvelteKit's `RequestEvent` that is needed. */
export interface SvelteKitEvent {
  readonly request: Request;
  readonly url: URL;
  readonly getClientAddress: () => string;
}

/** SvelteKit's `Handle`. */
export type SvelteKitHandle = <Event extends SvelteKitEvent>(input: {
  event: Event;
  resolve: (event: Event) => Response | Promise<Response>;
}) => Promise<Response>;

function envOf(event: SvelteKitEvent) {
  const ip = addressOf(event);
  return { hostRequest: event, ...(ip !== undefined && { ip }) };
}

/** Adapters throw if they know no address, as for a request that bypassed the proxy. */
function addressOf(event: SvelteKitEvent): string | undefined {
  try {
    return event.getClientAddress();
  } catch {
    return undefined;
  }
}

/** With the URL that SvelteKit derives from its settings `ORIGIN`, `PROTOCOL_HEADER` and `HOST_HEADER`. */
function requestOf({ request, url }: SvelteKitEvent): Request {
  return request.url === url.href ? request : new Request(url, request);
}

/**
 * Mounts an engine at its `basePath`, in `src/hooks.server.ts`: `export const handle = policyEngine(engine)`, or one of
 * `sequence(…)`. SvelteKit rejects forms whose origin is not its own: behind a proxy, and without TLS, set `ORIGIN` for
 * adapter-node.
 */
export function policyEngine(engine: EngineHandler): SvelteKitHandle {
  return async ({ event, resolve }) => {
    if (pathBelow(engine.basePath, event.url.pathname) === null) return resolve(event);
    return engine.fetch(requestOf(event), envOf(event));
  };
}

/** The consent context of a request of the host's own pages; the same event returns the same context. */
export function consentContextOf<Context>(engine: ConsentContextEngine<Context>, event: SvelteKitEvent): Context {
  const { url, request } = event;
  const { method, headers } = request;
  return fetchContextOnce(engine, request, () => new Request(url, { method, headers }), envOf(event));
}

/**
 * Redirects signed-in people with pending blocking policies to the acceptance page, and back afterwards; programs get
 * 403 with the names: `sequence(session, requirePolicies(engine), policyEngine(engine))`. The engine's own pages,
 * signing in and out, and static files stay open.
 */
export function requirePolicies(engine: RequirePoliciesEngine, options: RequirePoliciesOptions = {}): SvelteKitHandle {
  return async ({ event, resolve }) => {
    const answer = await answerTo(consentContextOf(engine, event), options);
    if (answer === null) return resolve(event);
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };
}
