/** The frame: one request in, one response out, whatever happens between. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { respondAsset } from './assets.ts';
import { DEFAULT_BODY_LIMIT, overriddenMethod, parseBody } from './body.ts';
import { isSafeMethod, refuseForeignRequest } from './cross-site.ts';
import { Exchange, type WebSettings } from './exchange.ts';
import { isParameter, type RouteShape, segmentsOf, splitSuffix } from './format.ts';
import type { HostEnv } from './host-env.ts';
import { httpErrors } from './http-error.ts';
import { createLanguages } from './i18n.ts';
import { normalizeMount, pathBelow } from './mount.ts';
import { describeRoute } from './openapi.ts';
import type { WebOptions } from './options.ts';
import { respondBare, respondError } from './respond.ts';
import type { AnyRoute, WebApp } from './route.ts';
import { runRoute } from './run-route.ts';
import { finish } from './security-headers.ts';
import type { NavigationItem } from './view.ts';

/** The OpenAPI 3.1 document. */
export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** The web side of the engine. */
export interface Web {
  /** Mount path without a trailing slash. */
  readonly basePath: string;
  /** Answers any request; never throws or rejects. */
  fetch(request: Request, env?: HostEnv): Promise<Response>;
  openApiDocument(): OpenApiDocument;
}

interface Declared extends RouteShape {
  readonly route: AnyRoute;
}

type App = OpenAPIHono<{ Bindings: { exchange: Exchange } }>;

const defaultLogger = {
  error(message: string, details: Readonly<Record<string, unknown>>): void {
    const { error, ...rest } = details;
    console.error(message, rest, error);
  },
};

/** Literal segments before parameters, so that `/user_terms/pending` wins over `/user_terms/{id}` in whatever order rooms come. */
function bySpecificity(a: Declared, b: Declared): number {
  for (const [index, segment] of a.segments.entries()) {
    const difference = Number(isParameter(segment)) - Number(isParameter(b.segments[index] ?? ''));
    if (difference !== 0) return difference;
  }
  return 0;
}

function collect(options: WebOptions): { declared: Declared[]; navigation: NavigationItem[] } {
  const declared: Declared[] = [];
  const navigation: NavigationItem[] = [];
  const app: WebApp = {
    route(definition) {
      const route = definition as unknown as AnyRoute;
      if (declared.some((other) => other.route.id === route.id))
        throw new TypeError(`Two routes are named ${route.id}`);
      declared.push({ route, segments: segmentsOf(route.path) });
    },
    navigation(item) {
      navigation.push(item);
    },
  };
  for (const room of options.rooms) room(app);
  return { declared: declared.toSorted(bySpecificity), navigation };
}

function routesAt(path: string, declared: readonly Declared[]): AnyRoute[] {
  const segments = segmentsOf(path);
  const fits = (shape: RouteShape) =>
    shape.segments.length === segments.length &&
    shape.segments.every((segment, index) => isParameter(segment) || segment === segments[index]);
  return declared.filter(fits).map(({ route }) => route);
}

function allowedMethods(routes: readonly AnyRoute[]): string[] {
  const methods = new Set(routes.map((route) => route.method.toUpperCase()));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].toSorted();
}

function buildApp(declared: readonly Declared[], navigation: readonly NavigationItem[]): App {
  const app: App = new OpenAPIHono<{ Bindings: { exchange: Exchange } }>({
    // Routed by the path without mount and suffix, not by the URL.
    getPath: (_request, options) => (options as { env: { exchange: Exchange } }).env.exchange.path,
  });
  for (const { route } of declared) {
    app.openAPIRegistry.registerPath(describeRoute(route));
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(route.method.toUpperCase(), path, (context) =>
      runRoute(route, context.env.exchange, navigation, context.req.param()),
    );
  }
  app.onError((error) => {
    throw error;
  });
  app.notFound((context) => {
    const routes = routesAt(context.env.exchange.path, declared);
    throw routes.length === 0 ? httpErrors.notFound() : httpErrors.methodNotAllowed(allowedMethods(routes));
  });
  return app;
}

/** Reads the body of an unsafe request; returns the method to route by. */
async function readBody(exchange: Exchange, routes: readonly AnyRoute[]): Promise<string> {
  const { request, settings } = exchange;
  const limit = Math.max(settings.bodyLimit ?? DEFAULT_BODY_LIMIT, ...routes.map((route) => route.bodyLimit ?? 0));
  const { method, body } = overriddenMethod(request.method, await parseBody(request, limit));
  exchange.body = body;
  return method;
}

async function dispatch(app: App, declared: readonly Declared[], exchange: Exchange): Promise<Response> {
  const { request } = exchange;
  const below = pathBelow(exchange.mount, exchange.url.pathname);
  if (below === null) throw httpErrors.notFound();
  exchange.path = below;
  const asset = respondAsset(request, below);
  if (asset !== null) return asset;
  if (below.startsWith('/assets/')) throw httpErrors.notFound();
  const { path, suffix } = splitSuffix(below, declared);
  exchange.path = path;
  exchange.hasSuffix = suffix !== null;
  exchange.format = suffix ?? exchange.format;
  if (request.method === 'OPTIONS') {
    const routes = routesAt(path, declared);
    if (routes.length === 0) throw httpErrors.notFound();
    return new Response(null, { status: 204, headers: { allow: allowedMethods(routes).join(', ') } });
  }
  if (isSafeMethod(request.method)) return app.fetch(request, { exchange });
  refuseForeignRequest(request, new Set(exchange.settings.publicOrigins ?? []));
  const routes = routesAt(path, declared);
  if (routes.length === 0) throw httpErrors.notFound();
  // Before the body is read: what is refused should cost nothing.
  const writer = { user: await exchange.user(), ip: exchange.env.ip, requestId: exchange.id };
  exchange.settings.beforeWrite?.(writer);
  const method = await readBody(exchange, routes);
  // The router goes by the method of the request it gets; handlers see the original in their call.
  const routed = method === request.method ? request : new Request(request.url, { method });
  const run = () => app.fetch(routed, { exchange });
  return exchange.settings.aroundWrite?.(writer, run) ?? run();
}

/**
 * Builds the web side of the engine from rooms.
 *
 * @throws TypeError for a mount path, locale or route that can't be
 */
export function createWeb(options: WebOptions): Web {
  const settings: WebSettings = {
    ...options,
    basePath: normalizeMount(options.basePath),
    publicOrigins: (options.publicOrigins ?? []).map((origin) => new URL(origin).origin),
    logger: options.logger ?? defaultLogger,
    chooseLanguage: createLanguages(options.texts, options.defaultLocale),
  };
  const { declared, navigation } = collect(options);
  const app = buildApp(declared, navigation);

  async function respond(exchange: Exchange): Promise<Response> {
    try {
      return await dispatch(app, declared, exchange);
    } catch (error) {
      return respondError(exchange, navigation, error);
    }
  }

  return {
    basePath: settings.basePath,
    async fetch(request, env = {}) {
      const exchange = new Exchange(request, env, settings);
      const response = await respond(exchange).catch((error: unknown) => {
        settings.logger?.error('error page failed', { requestId: exchange.id, path: exchange.url.pathname, error });
        return respondBare(exchange);
      });
      const finished = finish(exchange, response);
      return request.method === 'HEAD' && finished.body !== null ? new Response(null, finished) : finished;
    },
    openApiDocument: () =>
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: options.info ?? { title: 'Policy engine', version: '1' },
        servers: [{ url: settings.basePath || '/' }],
      }),
  };
}
