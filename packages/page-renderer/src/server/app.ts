import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { RendererError } from '../errors.ts';
import type { RenderOptions, ScreenshotOptions } from '../render/options.ts';
import type { RenderResult, ScreenshotResult } from '../render/pipeline.ts';
import { asRendererError, errorResponse, X_RENDERER } from './answers.ts';
import { readFlag, readPixels } from './parameters.ts';
import type { Target } from '../target.ts';
import { parseTarget } from '../target.ts';

/** What the routes do their work with. */
export interface Backend {
  renderer: {
    render(url: URL, options: RenderOptions): Promise<RenderResult>;
    screenshot(url: URL, options: ScreenshotOptions): Promise<ScreenshotResult>;
    ready(): Promise<void>;
  };
  /** Size of a screenshot that asks for none, in CSS pixels. */
  width: number;
  height: number;
  logger: Logger;
}

interface Variables {
  requestId: string;
  /** The target without its query, which may hold personal data. */
  logged: string;
}
type App = Hono<{ Variables: Variables; Bindings: Partial<HttpBindings> }>;
type AppContext = Context<{ Variables: Variables; Bindings: Partial<HttpBindings> }>;

const RENDER_PARAMETERS = new Set(['mobile', 'timezoneId']);
const SCREENSHOT_PARAMETERS = new Set(['width', 'height', 'mobile', 'timezoneId']);

/** The service's HTTP interface (spec: Endpoints). */
export function createApp(backend: Backend): App {
  const app: App = new Hono();
  app.use(async (c, next) => {
    const started = performance.now();
    const requestId = sane(c.req.header('x-request-id')) ?? randomUUID();
    c.set('requestId', requestId);
    await next();
    c.res.headers.set('X-Request-Id', requestId);
    const line = { requestId, method: c.req.method, status: c.res.status, ms: Math.round(performance.now() - started) };
    backend.logger[c.res.status >= 500 ? 'warn' : 'info'](
      { ...line, endpoint: `/${c.req.path.split('/', 2)[1] ?? ''}`.slice(0, 100), target: c.get('logged') },
      'request',
    );
  });
  app.get('/_ah/health', async () => {
    await backend.renderer.ready();
    return new Response('OK', { headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } });
  });
  app.get('/render/*', (c) => renderRoute(c, backend));
  app.get('/screenshot/*', (c) => screenshotRoute(c, backend));
  for (const path of ['/_ah/health', '/render/*', '/screenshot/*']) {
    app.all(path, (c) => {
      c.header('Allow', 'GET, HEAD');
      throw new RendererError('method-not-allowed', `${c.req.method} is not supported here; use GET`);
    });
  }
  app.notFound((c) => {
    const message = 'Pages are rendered at /render/{url}, pictures are taken at /screenshot/{url}';
    return errorResponse(new RendererError('not-found', message), c.req.header('accept') ?? null, c.get('requestId'));
  });
  app.onError((thrown, c) => {
    const error = asRendererError(thrown);
    if (error.code === 'internal') backend.logger.error({ requestId: c.get('requestId'), err: error.cause }, 'fault');
    const response = errorResponse(error, c.req.header('accept') ?? null, c.get('requestId'));
    if (error.code === 'method-not-allowed') response.headers.set('Allow', 'GET, HEAD');
    return response;
  });
  return app;
}

async function renderRoute(c: AppContext, backend: Backend): Promise<Response> {
  const { url, parameters } = target(c, '/render/', RENDER_PARAMETERS);
  const result = await backend.renderer.render(url, {
    mobile: readFlag(parameters, 'mobile'),
    timezoneId: parameters.get('timezoneId') ?? undefined,
    signal: c.req.raw.signal,
  });
  const headers = resultHeaders('text/html; charset=utf-8', result.verdict);
  // The page is another origin's, shown under ours: nothing of it may run here.
  headers.set('Content-Security-Policy', "script-src 'none'; object-src 'none'; sandbox");
  return new Response(mayHaveBody(result.status) ? result.html : null, { status: result.status, headers });
}

async function screenshotRoute(c: AppContext, backend: Backend): Promise<Response> {
  const { url, parameters } = target(c, '/screenshot/', SCREENSHOT_PARAMETERS);
  const result = await backend.renderer.screenshot(url, {
    width: readPixels(parameters, 'width', backend.width),
    height: readPixels(parameters, 'height', backend.height),
    mobile: readFlag(parameters, 'mobile'),
    timezoneId: parameters.get('timezoneId') ?? undefined,
    signal: c.req.raw.signal,
  });
  const headers = resultHeaders('image/jpeg', result.verdict);
  const body = mayHaveBody(result.status) ? (result.image as Uint8Array<ArrayBuffer>) : null;
  return new Response(body, { status: result.status, headers });
}

function resultHeaders(contentType: string, verdict: string): Headers {
  return new Headers({
    'Content-Type': contentType,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Renderer': X_RENDERER,
    'X-Render-Verdict': verdict,
  });
}

/** RFC 9110 §15: these statuses have no content. */
function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}

/** Takes the target from the request line as it was sent: URL normalisation would change it. */
function target(c: AppContext, prefix: string, own: ReadonlySet<string>): Target {
  const raw = c.env?.incoming?.url ?? c.req.raw.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const parsed = parseTarget(raw.slice(raw.indexOf(prefix) + prefix.length), own);
  c.set('logged', `${parsed.url.origin}${parsed.url.pathname}`.slice(0, 500));
  return parsed;
}

function sane(requestId: string | undefined): string | undefined {
  return requestId !== undefined && /^[\w.:-]{1,128}$/.test(requestId) ? requestId : undefined;
}
