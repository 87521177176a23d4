/** The frame: one request in, one response out, whatever happens between. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { respondAsset } from './assets.ts';
import { DEFAULT_BODY_LIMIT, overriddenMethod, parseBody } from './body.ts';
import { isSafeMethod, refuseForeignRequest } from './cross-site.ts';
import { Exchange, type WebSettings } from './exchange.ts';
import { segmentsOf, splitSuffix } from './format.ts';
import type { HostEnv } from './host-env.ts';
import { httpErrors } from './http-error.ts';
import { createLanguages } from './i18n.ts';
import { normalizeMount, pathBelow } from './mount.ts';
import { describeRoute } from './openapi.ts';
import type { WebOptions } from './options.ts';
import { rememberAnswering, Reply } from './reply.ts';
import { respondBare, respondError } from './respond.ts';
import type { AnyRoute, WebApp } from './route.ts';
import { bySpecificity, type Declared, Router, routesAt } from './router.ts';
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
  readonly fetch: (request: Request, env?: HostEnv) => Promise<Response>;
  openApiDocument(): OpenApiDocument;
}

/** What is known of the routes. */
interface Routes {
  readonly declared: readonly Declared[];
  readonly router: Router;
  readonly navigation: readonly NavigationItem[];
}

const defaultLogger = {
  error(message: string, details: Readonly<Record<string, unknown>>): void {
    const { error, ...rest } = details;
    console.error(message, rest, error);
  },
};

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
  const place = ({ position = 100 }: NavigationItem) => position;
  return {
    declared: declared.toSorted(bySpecificity),
    navigation: navigation.toSorted((a, b) => place(a) - place(b)),
  };
}

function allowedMethods(routes: readonly AnyRoute[]): string[] {
  const methods = new Set(routes.map((route) => route.method.toUpperCase()));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].toSorted();
}

function describe(declared: readonly Declared[]): OpenAPIHono {
  const described = new OpenAPIHono();
  for (const { route } of declared) described.openAPIRegistry.registerPath(describeRoute(route));
  return described;
}

/** Runs what the path and method lead to. */
async function runFound({ declared, router, navigation }: Routes, method: string, exchange: Exchange): Promise<Reply> {
  const found = router.find(method, exchange.path);
  if (found !== null) return runRoute(found.route, exchange, navigation, found.params);
  const routes = routesAt(exchange.path, declared);
  throw routes.length === 0 ? httpErrors.notFound() : httpErrors.methodNotAllowed(allowedMethods(routes));
}

/** Reads the body of an unsafe request; returns the method to route by. */
async function readBody(exchange: Exchange, routes: readonly AnyRoute[]): Promise<string> {
  const { request, settings } = exchange;
  const limit = Math.max(settings.bodyLimit ?? DEFAULT_BODY_LIMIT, ...routes.map((route) => route.bodyLimit ?? 0));
  const { method, body } = overriddenMethod(request.method, await parseBody(request, limit));
  exchange.body = body;
  return method;
}

/** A document at the root of the site; null for any other path. Nothing else is there where a host mounts one. */
function siteDocument({ request, url, mount, settings }: Exchange): Reply | null {
  const document = settings.siteDocuments?.get(url.pathname);
  if (document === undefined || !['GET', 'HEAD'].includes(request.method)) {
    if (settings.siteDocuments?.has(mount)) throw httpErrors.notFound();
    return null;
  }
  const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' };
  return new Reply(200, JSON.stringify(document()), headers);
}

async function dispatch(routes: Routes, exchange: Exchange): Promise<Reply> {
  const { request } = exchange;
  const { declared } = routes;
  const document = siteDocument(exchange);
  if (document !== null) return document;
  const below = pathBelow(exchange.mount, exchange.url.pathname);
  if (below === null) throw httpErrors.notFound();
  exchange.path = below;
  const asset = await respondAsset(request, below);
  if (asset !== null) return asset;
  if (below.startsWith('/assets/')) throw httpErrors.notFound();
  const { path, suffix } = splitSuffix(below, declared);
  exchange.path = path;
  exchange.hasSuffix = suffix !== null;
  exchange.format = suffix ?? exchange.format;
  if (request.method === 'OPTIONS') {
    const here = routesAt(path, declared);
    if (here.length === 0) throw httpErrors.notFound();
    return new Reply(204, null, { allow: allowedMethods(here).join(', ') });
  }
  if (isSafeMethod(request.method)) return runFound(routes, request.method, exchange);
  refuseForeignRequest(request, new Set(exchange.settings.publicOrigins ?? []));
  const here = routesAt(path, declared);
  if (here.length === 0) throw httpErrors.notFound();
  // Before the body is read: what is refused should cost nothing.
  const writer = { user: await exchange.user(), ip: exchange.env.ip, requestId: exchange.id };
  exchange.settings.beforeWrite?.(writer);
  const method = await readBody(exchange, here);
  const run = () => runFound(routes, method, exchange);
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
    chooseLanguage: createLanguages(options.texts, options.defaultLocale, options.catalogues),
  };
  const { declared, navigation } = collect(options);
  const routes: Routes = { declared, navigation, router: new Router(declared) };
  const described = describe(declared);

  async function respond(exchange: Exchange): Promise<Reply> {
    try {
      return await dispatch(routes, exchange);
    } catch (error) {
      return respondError(exchange, navigation, error);
    }
  }

  async function answer(request: Request, env: HostEnv): Promise<Reply> {
    const exchange = new Exchange(request, env, settings);
    let reply: Reply;
    try {
      reply = await respond(exchange);
    } catch (error) {
      settings.logger?.error('error page failed', { requestId: exchange.id, path: exchange.url.pathname, error });
      reply = respondBare(exchange);
    }
    finish(exchange, reply);
    if (request.method === 'HEAD') await reply.dropBody();
    return reply;
  }

  const web: Web = {
    basePath: settings.basePath,
    fetch: async (request, env = {}) => (await answer(request, env)).toResponse(),
    openApiDocument: () =>
      described.getOpenAPI31Document({
        openapi: '3.1.0',
        info: options.info ?? { title: 'Policy engine', version: '1' },
        servers: [{ url: settings.basePath || '/' }],
      }),
  };
  rememberAnswering(web.fetch, answer);
  return web;
}
