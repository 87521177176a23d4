import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { BrowserVersion } from '../browser/age.ts';
import type { RendererError } from '../errors.ts';
import type { RendererConfig } from '../options.ts';
import type { Inspection } from '../render/inspect.ts';
import type { Late, RenderOptions, ScreenshotOptions } from '../render/options.ts';
import type { PdfResult } from '../render/pdf.ts';
import type { RenderResult } from '../render/pipeline.ts';
import type { ScreenshotResult } from '../render/render-screenshot.ts';
import type { HarResult } from '../render/render-har.ts';
import type { HtmlOrPassage } from '../render/render-html.ts';
import type { Asked } from '../renewal/ask.ts';
import type { Inputs } from '../renewal/inputs.ts';
import type { TracedRender } from '../render/traced-render.ts';
import type { RenderAccess } from './access/render-access.ts';
import type { RenderLimit } from './access/render-limit.ts';
import type { AdminAccess } from './admin/access.ts';
import { asRendererError } from './answers/error.ts';
import type { CacheAccess } from './cache-access.ts';
import { loggedTarget } from './log.ts';
import type { Metrics } from './metrics.ts';

/** How requests are heard: the global `Request` and `Response` are the host's, and stay what they are. */
export const LISTENING = { hostname: 'localhost', overrideGlobalObjects: false } as const;

/** What the routes do their work with. */
export interface Backend {
  renderer: {
    render(url: URL, options: RenderOptions): Promise<RenderResult>;
    renderOrPass(url: URL, options: RenderOptions & Late): Promise<HtmlOrPassage>;
    screenshot(url: URL, options: ScreenshotOptions & Late): Promise<ScreenshotResult>;
    pdf(url: URL, options: RenderOptions & Late): Promise<PdfResult>;
    har(url: URL, options: RenderOptions & Late): Promise<HarResult>;
    inspect(url: URL, options: RenderOptions): Promise<Inspection>;
    explain(url: URL, options: RenderOptions, asked: URL): Promise<TracedRender>;
    /** Asks what a result was made of whether it has changed. */
    askAgain(url: URL, options: RenderOptions, inputs: Inputs): Promise<Asked>;
    ready(): Promise<void>;
  };
  /** Size of a screenshot that asks for none, in CSS pixels. */
  width: number;
  height: number;
  /** What a page that hit the time budget is answered with. */
  partial: 'serve' | '503';
  /** Headers that pages may set beside those that all may. */
  pageHeaders: readonly string[];
  /** Headers that the configuration adds to pages and pictures. */
  headers: RendererConfig['headers'];
  admin: AdminAccess;
  renders: RenderAccess;
  limit: RenderLimit;
  metrics: Metrics;
  browser: BrowserVersion;
  /** Why the browser runs without its sandbox; null where it has one. */
  withoutSandbox: string | null;
  /** How results are cached; null for not at all. */
  cacheName: RendererConfig['cache'];
  cache: CacheAccess | undefined;
  logger: Logger;
}

interface Environment {
  Variables: {
    requestId: string;
    /** The target without its query, which may hold personal data. */
    target: string;
    /** Whether the request is for a render. */
    isRender?: boolean;
    /** Stable code of the error that is answered. */
    code: string;
    /** Why the target may not be rendered, or what callers are not told of an error. */
    reason: string;
  };
  /** Beside Node's own: whether the request came over the socket for administration. */
  Bindings: Partial<HttpBindings> & { isAdminSocket?: boolean };
}

/** The web framework's app. */
export type App = Hono<Environment>;
/** One request in the web framework. */
export type AppContext = Context<Environment>;

/** Path and query as they stand in the request line: URL normalisation would change a target in them. */
export function requestLine(c: AppContext): string {
  return c.env?.incoming?.url ?? c.req.raw.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
}

/** Remembers the target for the log. */
export function noteTarget(c: AppContext, url: URL): void {
  c.set('target', loggedTarget(url));
}

/** What was thrown as the error that is answered; remembered for the log. */
export function noteError(c: AppContext, { logger, metrics }: Backend, thrown: unknown): RendererError {
  const error = asRendererError(thrown);
  c.set('code', error.code);
  metrics.countError(error.code);
  if (error.code === 'refused-address' || error.shown !== error.reason) c.set('reason', error.reason);
  if (error.code === 'internal') logger.error({ requestId: c.get('requestId'), err: error.cause }, 'fault');
  return error;
}

/** The request that asked for us is the one that waits for the result. */
export function signalOf(c: AppContext): AbortSignal {
  return c.req.raw.signal;
}
