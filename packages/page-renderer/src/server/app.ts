import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { RendererError } from '../errors.ts';
import { errorResponse } from './answers.ts';
import type { App, Backend } from './context.ts';
import { noteError } from './context.ts';
import { prerenderDialect } from './dialects/prerender.ts';
import { rendertronDialect } from './dialects/rendertron.ts';
import { logRequest, sane } from './log.ts';
import { cacheStateRoute } from './routes/cache-state.ts';
import { healthRoutes } from './routes/health.ts';
import { homeRoute } from './routes/home.ts';
import { invalidateRoutes } from './routes/invalidate.ts';
import { purgeRoute } from './routes/purge.ts';

/** The service's HTTP interface (spec: Endpoints). */
export function createApp(backend: Backend): App {
  const app: App = new Hono();
  app.use(async (c, next) => {
    const started = performance.now();
    c.set('requestId', sane(c.req.header('x-request-id')) ?? randomUUID());
    await next();
    c.res.headers.set('X-Request-Id', c.get('requestId'));
    const { status, headers } = c.res;
    logRequest(backend.logger, {
      requestId: c.get('requestId'),
      method: c.req.method,
      path: c.req.path,
      target: c.get('target'),
      status,
      verdict: headers.get('x-render-verdict') ?? undefined,
      code: c.get('code'),
      reason: c.get('reason'),
      cache: headers.get('cache-status') ?? undefined,
      started,
    });
  });
  homeRoute(app, backend);
  healthRoutes(app, backend);
  invalidateRoutes(app, backend);
  purgeRoute(app, backend);
  cacheStateRoute(app, backend);
  // Its `/render?url=` is more particular than `/render/*`.
  prerenderDialect(app, backend);
  rendertronDialect(app, backend);
  refuseOtherMethods(app);
  app.notFound((c) => {
    const message = 'Pages are rendered at /render/{url}, pictures are taken at /screenshot/{url}';
    return errorResponse(new RendererError('not-found', message), c.req.header('accept') ?? null, c.get('requestId'));
  });
  app.onError((thrown, c) => {
    return errorResponse(noteError(c, backend, thrown), c.req.header('accept') ?? null, c.get('requestId'));
  });
  return app;
}

function refuseOtherMethods(app: App): void {
  const allowed = { '/screenshot/*': 'GET, HEAD, POST', '/purge': 'POST' } as const;
  for (const path of [
    '/',
    '/_ah/health',
    '/livez',
    '/readyz',
    '/invalidate/*',
    '/purge',
    '/cache',
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
