/** The web layer of an engine: a Hono app built from the routes that modules declare. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { Hono, type MiddlewareHandler } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { type Context, stateOf, type WebEnv } from './context.ts';
import { policyEngineErrors } from '../../../errors/errors.ts';
import { createStatusOf } from '../response/error-status.ts';
import { segmentsOf } from '../view/format.ts';
import type { HostEnv } from '../../host-env.ts';
import { createLanguages, localesOf } from '../../i18n/language.ts';
import { httpErrors } from '../response/http-error.ts';
import { answerAt, assets, notFound } from './middleware.ts';
import { Mount } from './mount.ts';
import { describeRoute } from './openapi.ts';
import type { WebOptions, WebSettings } from '../options.ts';
import { dropBody, platformResponse, reply } from '../response/reply.ts';
import { bySpecificity, type Declared, resourcesOf } from '../response/resource.ts';
import { answerError } from '../response/respond.ts';
import type { AnyRoute, WebApp } from './route.ts';
import { finish } from '../response/security-headers.ts';
import { holdSchemasWeakly } from './schema-registry.ts';
import { type Target, targetOf } from '../request/target.ts';
import type { NavigationItem } from '../view/view.ts';

/** An OpenAPI 3.1 document: plain JSON. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [member: string]: unknown;
}

/** The web layer of the engine. */
export interface Web {
  /** Mount path without a trailing slash, as far as it is known. */
  readonly basePath: string;
  /** Registers how to get the mount path from the host's framework; null while the framework doesn't know it. */
  readonly mountedAt: (path: () => string | null) => void;
  /** Answers any request; never throws or rejects. */
  readonly fetch: (request: Request, env?: HostEnv) => Promise<Response>;
  openApiDocument(): OpenApiDocument;
}

const defaultLogger = {
  error(message: string, details: Readonly<Record<string, unknown>>): void {
    const { error, ...rest } = details;
    console.error(message, rest, error);
  },
};

function collect(options: WebOptions): { declared: Declared[]; navigation: NavigationItem[] } {
  const declared = new Map<string, Declared>();
  const navigation: NavigationItem[] = [];
  const app: WebApp = {
    route(definition) {
      const route = definition as unknown as AnyRoute;
      if (declared.has(route.id)) throw new TypeError(`Two routes are named ${route.id}`);
      const segments = segmentsOf(route.path);
      declared.set(route.id, { route, segments });
      const { former } = route;
      if (former !== undefined) {
        declared.set(`${route.id} by ${former}`, { route: { ...route, method: former }, segments, isFormer: true });
      }
    },
    navigation(item) {
      navigation.push(item);
    },
  };
  for (const declareRoutes of options.routes) declareRoutes(app);
  const place = ({ position = 100 }: NavigationItem) => position;
  return {
    declared: [...declared.values()].toSorted(bySpecificity),
    navigation: navigation.toSorted((a, b) => place(a) - place(b)),
  };
}

function describe(declared: readonly Declared[]): OpenAPIHono {
  const described = new OpenAPIHono();
  for (const { route, isFormer } of declared)
    if (!isFormer) described.openAPIRegistry.registerPath(describeRoute(route));
  return described;
}

/**
 * Completes every response, including errors: security headers, caching, request ID and cookies. A separate
 * implementation, since `hono/secure-headers` has no nonce for pages only, and responses of this engine differ in
 * `Vary`.
 */
const frame: MiddlewareHandler<WebEnv> = async (c, next) => {
  try {
    const document = siteDocument(c);
    if (document === null) await next();
    else c.res = document;
  } catch (error) {
    // Hono handles errors of the handlers after this; a host's function may throw anything.
    c.res = await answerError(error, c);
  }
  finish(c, c.res);
  if (c.req.method === 'HEAD') await dropBody(c.res);
};

/** A document at the root of the site; null for any other path, which must be below the mount path. */
function siteDocument(c: Context): Response | null {
  const { target, settings } = c.env;
  const document = settings.siteDocuments?.get(target.url.pathname);
  if (document !== undefined && ['GET', 'HEAD'].includes(c.req.method)) {
    const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' };
    return reply(200, JSON.stringify(document()), headers);
  }
  // A host that mounts a document serves nothing else there.
  if (settings.siteDocuments?.has(target.mount)) throw httpErrors.notFound();
  if (target.refusal !== undefined) throw target.refusal;
  return null;
}

/** The app: one middleware, then one handler for each path. */
function appOf(declared: readonly Declared[], bodyLimit: number | undefined): Hono<WebEnv> {
  const app = new Hono<WebEnv>({
    // The only one of Hono's routers for both `/terms/new` and `/terms/:id`.
    router: new TrieRouter(),
    getPath: (_request, options) => options?.env?.target.path ?? '/',
  });
  app.onError(answerError);
  app.notFound(notFound);
  app.use(frame);
  app.all('/assets/*', assets);
  for (const resource of resourcesOf(declared, bodyLimit)) app.all(resource.pattern, answerAt(resource));
  return app;
}

/** Learns the mount path from a request, or detects that it is wrong. */
function learnMount(mount: Mount, target: Target, host: HostEnv, declared: readonly Declared[]): void {
  if (target.isOutside) mount.miss(target.url.pathname, declared);
  else if (host.mountPath !== undefined && target.refusal === undefined) mount.arrive(target.mount);
}

/**
 * Builds the web layer of the engine from the routes of its modules.
 *
 * @throws TypeError for an invalid mount path, locale or route
 */
export function createWeb(options: WebOptions): Web {
  holdSchemasWeakly();
  const { declared, navigation } = collect(options);
  const logger = options.logger ?? defaultLogger;
  const mount = typeof options.basePath === 'string' ? new Mount(options.basePath, logger) : options.basePath;
  const settings: WebSettings = {
    ...options,
    publicOrigins: new Set((options.publicOrigins ?? []).map((origin) => new URL(origin).origin)),
    logger,
    statusOf: createStatusOf(policyEngineErrors, options.errorCodes ?? {}),
    chooseLanguage: createLanguages(options.texts, options.defaultLocale, options.catalogues),
    locales: localesOf(options.texts),
    navigation,
  };
  const app = appOf(declared, options.bodyLimit);
  return {
    get basePath() {
      return mount.path;
    },
    mountedAt: (path) => {
      mount.register(() => {
        const known = path();
        return known !== null && options.siteDocuments?.has(known) ? null : known;
      });
    },
    fetch: async (request, host = {}) => {
      const target = targetOf(request, host, mount.path, declared);
      if (!options.siteDocuments?.has(target.url.pathname)) learnMount(mount, target, host, declared);
      const response = await app.fetch(request, stateOf(request, host, target, settings));
      return host.writesReplies === true ? response : platformResponse(response);
    },
    openApiDocument: () =>
      describe(declared).getOpenAPI31Document({
        openapi: '3.1.0',
        info: options.info ?? { title: 'Policy engine', version: '1' },
        servers: [{ url: mount.path || '/' }],
      }) as OpenApiDocument,
  };
}
