import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { BrowserVersion } from '../../browser/find/age.ts';
import type { RendererError } from '../../kernel/errors.ts';
import { asRendererError } from '../../kernel/errors.ts';
import type { GuardKind } from '../../guard/egress-place.ts';
import type { RendererConfig } from '../../options/options.ts';
import type { Inspection } from '../../render/inspect.ts';
import type { Late, PdfRenderOptions, RenderOptions, ScreenshotOptions } from '../../render/job/options.ts';
import type { PairResult } from '../../render/render-pair.ts';
import type { PdfResult } from '../../render/pdf.ts';
import type { RenderResult } from '../../render/pipeline.ts';
import type { ScreenshotResult } from '../../render/render-screenshot.ts';
import type { HarResult } from '../../render/render-har.ts';
import type { HtmlOrPassage, Seen } from '../../render/render-html.ts';
import type { Asked } from '../../renewal/ask.ts';
import type { Inputs } from '../../renewal/inputs.ts';
import type { Audits } from '../../audit/audits.ts';
import type { Warming } from '../../warming/warming.ts';
import type { Webhooks } from '../../warming/webhook.ts';
import type { TracedRender } from '../../render/traced-render.ts';
import { countError } from '../../telemetry/counts.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Observation, ObservedRequest } from '../../telemetry/observation.ts';
import type { AddressHistory } from '../../traffic/address-history.ts';
import type { RecentRenders } from '../../traffic/recent-renders.ts';
import type { Traffic } from '../../traffic/traffic.ts';
import type { Forms } from '../../formats/forms.ts';
import type { RenderAccess } from '../access/render-access.ts';
import type { RenderLimit } from '../access/render-limit.ts';
import type { AdminAccess } from '../admin/access.ts';
import type { CacheAccess } from '../../cache/access.ts';
import type { OtherLine, RenderLine } from '../../grammar/grammar.ts';
import type { ServiceLoad } from '../admission/load.ts';
import type { SiteChecks } from '../../crawl/site-checks.ts';
import { loggedTarget } from '../../telemetry/log.ts';

/** The objects that routes use. */
export interface Backend {
  renderer: {
    render(url: URL, options: RenderOptions): Promise<RenderResult>;
    renderOrPass(url: URL, options: RenderOptions & Late): Promise<HtmlOrPassage>;
    screenshot(url: URL, options: ScreenshotOptions & Late): Promise<ScreenshotResult>;
    pair(url: URL, options: ScreenshotOptions & Late): Promise<PairResult>;
    pdf(url: URL, options: PdfRenderOptions & Late): Promise<PdfResult>;
    har(url: URL, options: RenderOptions & Late): Promise<HarResult>;
    inspect(url: URL, options: RenderOptions): Promise<Inspection>;
    explain(url: URL, options: RenderOptions & Late, asked: URL, wantsImage: boolean): Promise<TracedRender>;
    /** Renders an address that a page leads to, if that page could connect there. */
    renderBeside(page: URL, url: URL, options: RenderOptions & Late): Promise<HtmlOrPassage>;
    /** The same, with what people see of it. */
    renderSeen(from: URL, url: URL, options: RenderOptions & Late): Promise<Seen>;
    /** Checks whether the inputs of a result have changed. */
    askAgain(url: URL, options: RenderOptions, inputs: Inputs): Promise<Asked>;
  };
  /** Resolves when the browser responds. @throws {RendererError} `browser-unavailable`; `closing` */
  ready: () => Promise<void>;
  /** Default size of a screenshot, in CSS pixels. */
  width: number;
  height: number;
  /** The response for a page that exceeds its time budget. */
  partial: 'serve' | '503';
  /** Additional headers that pages may set. */
  pageHeaders: readonly string[];
  /** Judgements that explanations leave out. */
  ignoredJudgements: readonly string[];
  /** Headers that the configuration adds to pages and screenshots. */
  headers: RendererConfig['headers'];
  admin: AdminAccess;
  renders: RenderAccess;
  limit: RenderLimit;
  metrics: Metrics;
  observation: Observation;
  traffic: Traffic;
  recent: RecentRenders;
  history: AddressHistory;
  /** What the service is doing now. */
  load: () => ServiceLoad;
  browser: BrowserVersion;
  /** Why the browser runs without its sandbox; null if it has one. */
  withoutSandbox: string | null;
  guard: GuardKind;
  /** Where results are cached; null: nowhere. */
  cacheName: RendererConfig['cache'];
  cache: CacheAccess | undefined;
  /** Makes other forms of pages than HTML. */
  forms: Forms;
  warming: Warming;
  audits: Audits;
  /** Asks the sites of pages for what is beside the pages. */
  site: SiteChecks;
  /** Checks webhooks of content management systems. */
  webhooks: Webhooks;
  logger: Logger;
}

interface Environment {
  Variables: {
    requestId: string;
    observed: ObservedRequest;
    /** The parsed request line; undefined if it has no known endpoint. */
    line: RenderLine | OtherLine | undefined;
    /** The target without its query, which may hold personal data. */
    target: string;
    /** Stable code of the error in the response. */
    code: string;
    /** Why the target may not be rendered, or details of an error that clients do not see. */
    reason: string;
  };
  /** In addition to Node's own: whether the request came over the admin socket. */
  Bindings: Partial<HttpBindings> & { isAdminSocket?: boolean };
}

/** The web framework's app. */
export type App = Hono<Environment>;
/** One request in the web framework. */
export type AppContext = Context<Environment>;

/** Path and query as in the request line: URL normalisation would change a target in them. */
export function requestLine(c: AppContext): string {
  return (c.env?.incoming?.url ?? c.req.raw.url).replace(/^[a-z]+:\/\/[^/?#]*/i, '');
}

/** Sets the target for the log. */
export function noteTarget(c: AppContext, url: URL): void {
  c.set('target', loggedTarget(url));
}

/** Converts what was thrown into the error of the response; sets it for the log. */
export function noteError(c: AppContext, { logger, metrics }: Backend, thrown: unknown): RendererError {
  const error = asRendererError(thrown);
  c.set('code', error.code);
  countError(metrics, error.code);
  if (error.code === 'refused-address' || error.shown !== error.reason) c.set('reason', error.reason);
  if (error.code === 'internal') logger.error({ requestId: c.get('requestId'), err: error.cause }, 'fault');
  return error;
}

/** Ends when the client has closed its connection. */
export function signalOf(c: AppContext): AbortSignal {
  return c.req.raw.signal;
}
