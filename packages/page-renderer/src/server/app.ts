import { Hono } from 'hono';
import { RendererError } from '../kernel/errors.ts';
import { answerError } from './answers/error.ts';
import { PRERENDER_REQUEST_ID, rejectReason, REJECT_REASON } from './answers/prerender-contract.ts';
import { answerRender } from './answers/render.ts';
import { answerHome, movedToInspection } from './console/home.ts';
import { answerExplainJson } from './explain/routes.ts';
import { answerInspectJson, answerInspectPage } from './inspect/routes.ts';
import type { App, AppContext, Backend } from './context/context.ts';
import { noteError, requestLine } from './context/context.ts';
import type { OtherEndpoint, OtherLine } from '../grammar/grammar.ts';
import { isRenderLine, parseLine, routeOf } from '../grammar/grammar.ts';
import { METHODS } from './methods.ts';
import { answerOpenApi } from './openapi/index.ts';
import { answerOperator } from './operator/routes.tsx';
import { answerAudits } from './routes/audits.ts';
import { cacheState, invalidate, purge } from './routes/cache.ts';
import { answerContentHook } from './routes/content-hook.ts';
import { livez, readyz } from './routes/health.ts';
import { metrics } from './routes/metrics.ts';
import { correctedSitemap } from './routes/sitemap.ts';
import { answerRefresh, answerWarm } from './routes/warm.ts';

type Answer = (c: AppContext, backend: Backend, line: OtherLine) => Response | Promise<Response>;
const ANSWERS: Readonly<Record<OtherEndpoint, Answer>> = {
  home: answerHome,
  explain: movedToInspection,
  'explain-json': answerExplainJson,
  inspect: answerInspectPage,
  'inspect-json': answerInspectJson,
  openapi: answerOpenApi,
  livez,
  readyz,
  metrics,
  cache: cacheState,
  purge,
  warm: answerWarm,
  audits: answerAudits,
  'content-hook': answerContentHook,
  refresh: answerRefresh,
  sitemap: correctedSitemap,
  invalidate,
  operator: answerOperator,
};

/** The service's HTTP interface (spec: R-render, R-screenshot, R-invalidate). */
export function createApp(backend: Backend): App {
  const app: App = new Hono();
  app.use(async (c, next) => {
    const line = parseLine(requestLine(c));
    const observed = backend.observation.begin({
      method: c.req.method,
      path: requestLine(c),
      route: line && routeOf(line),
      isRender: line !== undefined && isRenderLine(line),
      header: (name) => c.req.header(name),
      started: c.env?.incoming && backend.cache?.lookups.get(c.env.incoming)?.arrived,
    });
    c.set('line', line);
    c.set('observed', observed);
    c.set('requestId', observed.requestId);
    await next();
    const { status, headers } = c.res;
    headers.set('X-Request-Id', observed.requestId);
    headers.set(PRERENDER_REQUEST_ID, observed.prerenderRequestId);
    const timing = observed.serverTiming;
    if (timing !== undefined) headers.set('Server-Timing', timing);
    observed.end({
      target: c.get('target'),
      status,
      verdict: headers.get('x-render-verdict') ?? undefined,
      code: c.get('code'),
      reason: c.get('reason'),
      cacheStatus: headers.get('cache-status') ?? undefined,
    });
  });
  app.all('*', (c) => {
    const line = c.get('line');
    if (!line) return refuse(c, notFound());
    const methods = METHODS[line.endpoint];
    if (methods.includes(c.req.method)) {
      return isRenderLine(line) ? answerRender(c, backend, line) : ANSWERS[line.endpoint](c, backend, line);
    }
    // A path that is a URL is an endpoint only for GET requests.
    return line.endpoint === 'prerender-url' ? refuse(c, notFound()) : refuseMethod(c, methods.join(', '));
  });
  app.onError((thrown, c) => refuse(c, noteError(c, backend, thrown)));
  return app;
}

function refuse(c: AppContext, error: RendererError): Response {
  const line = c.get('line');
  const isRender = line !== undefined && isRenderLine(line);
  const response = answerError(error, c.req.header('accept') ?? null, c.get('requestId'), isRender);
  const reason = rejectReason(error.code, (name) => c.req.header(name));
  if (reason !== undefined) response.headers.set(REJECT_REASON, reason);
  return response;
}

function refuseMethod(c: AppContext, allow: string): Response {
  const message = `${c.req.method} is not supported here; use ${allow}`;
  const response = refuse(c, new RendererError('method-not-allowed', message));
  response.headers.set('Allow', allow);
  return response;
}

function notFound(): RendererError {
  return new RendererError(
    'not-found',
    'Pages are rendered at /render/{url}, screenshots are taken at /screenshot/{url}, and PDFs printed at /render?renderType=pdf&url={url}',
  );
}
