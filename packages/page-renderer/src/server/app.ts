import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { RendererError } from '../errors.ts';
import { asRendererError, errorResponse } from './answers.ts';
import type { App, AppContext, Backend } from './context.ts';
import { prerenderDialect } from './dialects/prerender.ts';
import { rendertronDialect } from './dialects/rendertron.ts';
import { healthRoutes } from './routes/health.ts';
import { homeRoute } from './routes/home.ts';
import { invalidateRoutes } from './routes/invalidate.ts';

/** The service's HTTP interface (spec: Endpoints). */
export function createApp(backend: Backend): App {
  const app: App = new Hono();
  app.use(async (c, next) => {
    const started = performance.now();
    c.set('requestId', sane(c.req.header('x-request-id')) ?? randomUUID());
    await next();
    c.res.headers.set('X-Request-Id', c.get('requestId'));
    log(c, backend, Math.round(performance.now() - started));
  });
  homeRoute(app, backend);
  healthRoutes(app, backend);
  invalidateRoutes(app, backend);
  // Its `/render?url=` is more particular than `/render/*`.
  prerenderDialect(app, backend);
  rendertronDialect(app, backend);
  refuseOtherMethods(app);
  app.notFound((c) => {
    const message = 'Pages are rendered at /render/{url}, pictures are taken at /screenshot/{url}';
    return errorResponse(new RendererError('not-found', message), c.req.header('accept') ?? null, c.get('requestId'));
  });
  app.onError((thrown, c) => {
    const error = asRendererError(thrown);
    if (error.code === 'internal') backend.logger.error({ requestId: c.get('requestId'), err: error.cause }, 'fault');
    return errorResponse(error, c.req.header('accept') ?? null, c.get('requestId'));
  });
  return app;
}

function refuseOtherMethods(app: App): void {
  const allowed = { '/screenshot/*': 'GET, HEAD, POST' } as const;
  for (const path of [
    '/',
    '/_ah/health',
    '/livez',
    '/readyz',
    '/invalidate/*',
    '/render',
    '/render/*',
    '/screenshot/*',
  ]) {
    app.all(path, (c) => {
      const allow = allowed[path as keyof typeof allowed] ?? 'GET, HEAD';
      const error = new RendererError('method-not-allowed', `${c.req.method} is not supported here; use ${allow}`);
      const response = errorResponse(error, c.req.header('accept') ?? null, c.get('requestId'));
      response.headers.set('Allow', allow);
      return response;
    });
  }
}

function log(c: AppContext, backend: Backend, ms: number): void {
  const { status, headers } = c.res;
  const endpoint = `/${c.req.path.split('/', 2)[1] ?? ''}`.slice(0, 40);
  backend.logger[status >= 500 ? 'warn' : 'info'](
    {
      requestId: c.get('requestId'),
      method: c.req.method,
      // A target may stand where an endpoint's name would.
      endpoint: /^\/https?(:|%3a)/i.test(endpoint) ? '/{url}' : endpoint,
      target: c.get('target'),
      status,
      verdict: headers.get('x-render-verdict') ?? undefined,
      ms,
    },
    'request',
  );
}

function sane(requestId: string | undefined): string | undefined {
  return requestId !== undefined && /^[\w.:-]{1,128}$/.test(requestId) ? requestId : undefined;
}
