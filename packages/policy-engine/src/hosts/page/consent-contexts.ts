/** The consent context for requests of the host's own pages; shared by all host adapters. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ConsentContext } from '../../modules/consent/context/consent-context.ts';
import type {
  PendingPoliciesResponse,
  RequirePoliciesOptions,
} from '../../modules/consent/context/require-policies.ts';
import type { HostEnv, RenderedPage } from '../../platform/host-env.ts';
import { lazyRequest } from '../request/lazy-request.ts';
import { holdHeaders } from './page-headers.ts';
import { urlOn } from '../request/public-url.ts';
import type { TrustingEngine } from '../request/trusted.ts';

/** The part of an engine that `consentContextOf` needs. */
export interface ConsentContextEngine<Context> extends TrustingEngine {
  consentContext(request: Request, env?: HostEnv): Context;
}

/** The part of an engine that `requirePolicies` needs. */
export type RequirePoliciesEngine = ConsentContextEngine<Pick<ConsentContext, 'requirePolicies'>>;

/**
 * The request of a framework, beyond a web-standard `Request`. A class, because a getter in an object literal costs a
 * hidden class per object, which only a full garbage collection frees.
 */
export class FrameworkEnv implements HostEnv {
  readonly incoming: IncomingMessage;
  readonly hostRequest?: unknown;
  readonly #client: { readonly ip?: string | undefined };

  /**
   * @param client knows the client's address: the framework's request, or an arrival
   * @param hostRequest the framework's request, if it contains Node's
   */
  constructor(incoming: IncomingMessage, client: { readonly ip?: string | undefined }, hostRequest?: object) {
    this.incoming = incoming;
    if (hostRequest !== undefined) this.hostRequest = hostRequest;
    this.#client = client;
  }

  /** Lazy: determining which proxies are trusted is expensive, and most pages do not need it. */
  get ip(): string | undefined {
    return this.#client.ip;
  }

  rendered(page: RenderedPage): void {
    holdHeaders(this.incoming, page);
  }
}

/** What the framework knows about a request. */
export interface FrameworkRequest {
  readonly url: string;
  /** Protocol and host. Lazy: determining which proxies are trusted is expensive, and most pages do not need it. */
  readonly origin: () => string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Address of the peer, for members of the engine that get the request alone. */
  readonly peer?: string | undefined;
  readonly env: HostEnv;
}

// On the request itself: a WeakMap of all requests costs more garbage collection than the contexts do.
const CONTEXT: unique symbol = Symbol('consent context');

/** What a host's request object may contain. */
interface ContextHolder {
  [CONTEXT]?: { readonly engine: unknown; readonly context: unknown };
}

/**
 * The consent context of a framework's request object: the same object returns the same context, so that the database
 * is queried once.
 */
export function consentContextOnce<Context>(
  engine: ConsentContextEngine<Context>,
  key: object,
  describe: () => FrameworkRequest,
): Context {
  const holder: ContextHolder = key;
  const known = holder[CONTEXT];
  if (known?.engine === engine) return known.context as Context;
  const { env, ...described } = describe();
  const context = engine.consentContext(webRequestOf(described), env);
  holder[CONTEXT] = { engine, context };
  return context;
}

/** A framework's request as a web-standard `Request`, without its body. */
export function webRequestOf({ url, origin, method, headers, peer }: Omit<FrameworkRequest, 'env'>): Request {
  return lazyRequest({ method, url: () => urlOn(origin(), url), headers, peer });
}

/**
 * The same for a web-standard `Request`. @param key identifies the request: the framework's event, or the request
 * itself
 */
export function fetchContextOnce<Context>(
  engine: ConsentContextEngine<Context>,
  key: object,
  request: () => Request,
  env: HostEnv,
): Context {
  const known = contexts.get(key);
  if (known?.engine === engine) return known.context as Context;
  const context = engine.consentContext(request(), env);
  contexts.set(key, { engine, context });
  return context;
}

// For requests that frameworks freeze or wrap.
const contexts = new WeakMap<object, { readonly engine: unknown; readonly context: unknown }>();

/** The response that a host sends instead of its own page. */
export interface HostResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Determines whether a request may continue, and the response if it may not. */
export async function answerTo(
  context: Pick<ConsentContext, 'requirePolicies'>,
  options: RequirePoliciesOptions,
): Promise<HostResponse | null> {
  const pending = await context.requirePolicies(options);
  return pending === null ? null : answerOf(pending);
}

function answerOf(pending: PendingPoliciesResponse): HostResponse {
  const common = { 'cache-control': 'private, no-store', vary: 'Accept, Cookie' };
  return pending.kind === 'redirect'
    ? { status: 303, headers: { ...common, location: pending.location }, body: '' }
    : {
        status: pending.status,
        headers: { ...common, 'content-type': 'application/problem+json' },
        body: pending.body,
      };
}
