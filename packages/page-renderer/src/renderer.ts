import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { BrowserVersion } from './browser/age.ts';
import type { BrowserBinary } from './browser/binary.ts';
import { runsWithoutSandbox } from './browser/launch.ts';
import { BrowserSupervisor } from './browser/supervisor.ts';
import type { ResultCache } from './cache/result-cache.ts';
import type { RendererConfig } from './options/options.ts';
import { untilAborted } from './render/abort.ts';
import { addedHeaders, addedTo } from './render/added-headers.ts';
import { RequestRules } from './render/request-rules.ts';
import type { Asked } from './renewal/ask.ts';
import { askInputs } from './renewal/ask.ts';
import type { Inputs } from './renewal/inputs.ts';
import { monotonic } from './kernel/clock.ts';
import { guardKindOf, limitsOf, remoteBrowsers, supervision } from './config-parts.ts';
import { RendererError } from './kernel/errors.ts';
import { requireAllowed } from './guard/require-allowed.ts';
import type { AddressPolicy } from './guard/policy.ts';
import { detectCompletion } from './render/completion.ts';
import { HangingRequests } from './render/hanging.ts';
import type { Inspection } from './render/inspect.ts';
import { inspectPage } from './render/inspect.ts';
import { withOtherBrowsers } from './browser/other-browsers.ts';
import { Deadline } from './render/deadline.ts';
import type { RenderJob } from './render/job.ts';
import { LongPassages } from './render/long-passages.ts';
import type { Late, RenderOptions, ScreenshotOptions } from './render/options.ts';
import { renderSettings } from './render/options.ts';
import type { PdfResult } from './render/pdf.ts';
import { renderPdf } from './render/pdf.ts';
import type { OrPassage, Pipeline, RenderResult } from './render/pipeline.ts';
import { requirePicture } from './render/picture.ts';
import { viewportOf } from './render/view.ts';
import type { ScreenshotResult } from './render/render-screenshot.ts';
import { renderScreenshot } from './render/render-screenshot.ts';
import type { HarResult } from './render/render-har.ts';
import { renderHar } from './render/render-har.ts';
import type { HtmlOrPassage } from './render/render-html.ts';
import { renderHtml } from './render/render-html.ts';
import type { TracedRender } from './render/traced-render.ts';
import { traceRender } from './render/traced-render.ts';
import { RenderAccess } from './server/access/render-access.ts';
import { RenderLimit } from './server/access/render-limit.ts';
import { Administration } from './server/admin/administration.ts';
import { Admission } from './server/admission/admission.ts';
import { createApp } from './server/app.ts';
import { answerCacheHits } from './server/answers/fast-path.ts';
import { CacheAccess } from './cache/access.ts';
import type { Backend } from './server/context/context.ts';
import type { Listening } from './server/listen/listen.ts';
import { LISTENING, listen, untilClosed } from './server/listen/listen.ts';
import { loadOf } from './server/admission/load.ts';
import { RecentRenders } from './traffic/recent-renders.ts';
import { Traffic } from './traffic/traffic.ts';
import { countTraffic } from './telemetry/counts.ts';
import { Metrics } from './telemetry/metrics.ts';
import { Observation } from './telemetry/observation.ts';
import type { OpenTelemetry } from './telemetry/opentelemetry.ts';
import { watchService } from './service-metrics.ts';
import { parseHttpUrl } from './kernel/url.ts';
import { PRODUCT } from './kernel/version.ts';
import type { CloseOptions, Renderer, RendererParts } from './renderer-types.ts';
import { isReady } from './server/routes/health.ts';
import { warmPort } from './warming-port.ts';
import { Warming } from './warming/warming.ts';
import { Webhooks } from './warming/webhook.ts';
import type { Workers } from './workers/workers.ts';

/** Part of the time budget for checking whether a result can be renewed, and the maximum in milliseconds. */
const ASKING = { share: 0.2, most: 2_000 };
/** Maximum number of results that are checked in parallel; how long others wait is limited by their time budget. */
const ASKED_AT_ONCE = 16;

type Work<T> = (pipeline: Pipeline, job: RenderJob) => Promise<T>;

/** See {@link Renderer}. */
export class ChromiumRenderer implements Renderer {
  readonly #config: RendererConfig;
  readonly #policy: AddressPolicy;
  readonly #logger: Logger;
  readonly #supervisor: BrowserSupervisor;
  readonly #admission: Admission;
  readonly #passages: LongPassages;
  readonly #traffic = new Traffic();
  readonly #asking = new Admission(ASKED_AT_ONCE, Infinity);
  readonly #rules: RequestRules;
  readonly #pipeline: Pipeline;
  readonly #administration: Administration;
  readonly #app: ReturnType<typeof createApp>;
  readonly #listener: RequestListener;
  readonly #cache: ResultCache | undefined;
  readonly #workers: Workers | undefined;
  readonly #warming: Warming;
  readonly #underway = new Set<Promise<unknown>>();
  readonly #servers = new Set<Listening>();
  #draining = false;
  #closing = false;

  constructor(
    config: RendererConfig,
    policy: AddressPolicy,
    binary: BrowserBinary,
    { logger, without, openTelemetry }: RendererParts & { logger: Logger; openTelemetry: OpenTelemetry | undefined },
    cache?: ResultCache,
    workers?: Workers,
  ) {
    this.#cache = cache;
    this.#workers = workers;
    this.#config = config;
    this.#policy = policy;
    this.#logger = logger;
    const browser = new BrowserVersion(binary, logger);
    const traffic = this.#traffic;
    const onStarted = (version: string) => {
      browser.note(version);
      traffic.noteBrowser();
    };
    const metrics = new Metrics(openTelemetry?.meter);
    const remote = remoteBrowsers(config, policy, logger);
    this.#supervisor = new BrowserSupervisor({
      binary,
      remote,
      network: { policy, count: (kind, amount) => countTraffic(metrics, kind, amount) },
      logger,
      onStarted,
      onReplaced: (reason) => metrics.count('page_renderer_browser_replacements_total', { reason }),
      ...supervision(config),
    });
    this.#admission = new Admission(config.concurrency, config.maxQueue, (waited) => {
      metrics.time('page_renderer_queue_wait_seconds', {}, waited / 1000);
      traffic.noteWait(waited, this.#admission.waiting);
    });
    this.#passages = new LongPassages(config.concurrency, config.timeout);
    this.#rules = new RequestRules(config);
    const hanging = new HangingRequests();
    this.#pipeline = {
      supervisor: this.#supervisor,
      rules: this.#rules,
      product: PRODUCT,
      detect: (job) => detectCompletion(job, hanging, without),
      earlyTimers: config.earlyTimers,
      records: cache && config.cacheConfig.renewForMinutes > 0 ? { pageHeaders: config.pageHeaders } : undefined,
      ...limitsOf(config),
    };
    const { width, height, partial, pageHeaders, headers, cache: cacheName } = config;
    const access = cache && new CacheAccess(cache, config);
    this.#administration = new Administration(config, logger);
    this.#warming = new Warming({
      config,
      port: access && warmPort(access, () => backend, workers),
      policy,
      headersTo: (url, origin) => ({ 'user-agent': PRODUCT, ...addedTo(url, origin, addedHeaders(this.#rules, {})) }),
      logger,
      metrics,
    });
    watchService(metrics, {
      ...config,
      admission: this.#admission,
      supervisor: this.#supervisor,
      browser,
      cache,
      workers,
      warming: this.#warming,
      // A library starts its browser with its first page, and not to be measured.
      isReady: async () => (this.#servers.size === 0 ? undefined : isReady(backend)),
    });
    const backend: Backend = {
      renderer: this,
      width,
      height,
      partial,
      pageHeaders,
      headers,
      admin: this.#administration.access,
      renders: new RenderAccess(config),
      limit: new RenderLimit(config, logger, metrics),
      metrics,
      observation: new Observation({ logger, metrics, openTelemetry, traffic, sendsTiming: config.serverTiming }),
      traffic,
      recent: new RecentRenders(config.timeout),
      load: () => loadOf(this.#admission, config.concurrency, this.#supervisor),
      browser,
      withoutSandbox: remote ? null : runsWithoutSandbox(config.sandbox),
      guard: guardKindOf(config),
      cacheName,
      cache: access,
      warming: this.#warming,
      webhooks: new Webhooks(config.webhookSecrets),
      logger,
    };
    this.#app = createApp(backend);
    const listener = getRequestListener(this.#app.fetch, LISTENING);
    this.#listener = access
      ? answerCacheHits(access, backend, listener)
      : (request, response) => void listener(request, response);
  }

  async render(url: string | URL, options: RenderOptions & Late = {}): Promise<RenderResult> {
    return this.#run(url, options, renderHtml);
  }

  async screenshot(url: string | URL, options: ScreenshotOptions & Late = {}): Promise<ScreenshotResult> {
    const { width = this.#config.width, height = this.#config.height, mobile = false, picture = {} } = options;
    requirePicture(picture, viewportOf({ width, height, mobile }), this.#config.maxPixels);
    return this.#run(url, options, renderScreenshot);
  }

  async pdf(url: string | URL, options: RenderOptions & Late = {}): Promise<PdfResult> {
    return this.#run(url, options, renderPdf);
  }

  async har(url: string | URL, options: RenderOptions & Late = {}): Promise<HarResult> {
    return this.#run(url, options, renderHar);
  }

  /** Renders a page to HTML, or passes through what is not a page. @throws {RendererError} */
  async renderOrPass(url: string | URL, options: RenderOptions & Late = {}): Promise<HtmlOrPassage> {
    return this.#run(url, options, renderHtml, true);
  }

  /** Renders a page with everything that the home page shows of it. @throws {RendererError} */
  async inspect(url: string | URL, options: RenderOptions = {}): Promise<Inspection> {
    return this.#run(url, options, inspectPage);
  }

  /** Renders a page with all decisions that led to the result, even if it cannot be rendered. */
  async explain(url: URL, options: RenderOptions, asked: URL, wantsImage = false): Promise<TracedRender> {
    const { limits, maxHtml } = this.#pipeline;
    return traceRender(url, asked, {
      rules: this.#rules,
      policy: this.#policy,
      wantsImage,
      limits: { ...limits, time: this.#config.timeout, html: maxHtml },
      run: (work) => this.#run(url, options, work, true),
    });
  }

  /** Checks whether the inputs of a result have changed, with the same requests as its page. @throws {RendererError} */
  async askAgain(url: URL, options: RenderOptions, inputs: Inputs): Promise<Asked> {
    if (this.#closing) throw shuttingDown();
    this.#rules.check(url);
    const time = AbortSignal.timeout(Math.ceil(Math.min(ASKING.most, this.#config.timeout * ASKING.share)));
    const signal = options.signal ? AbortSignal.any([options.signal, time]) : time;
    const added = addedHeaders(this.#rules, options);
    const asking = {
      policy: this.#policy,
      added: (to: URL) => addedTo(to, url.origin, added),
      refusal: (to: string) => this.#rules.judge(to, false),
      pageHeaders: this.#config.pageHeaders,
      signal,
    };
    const ask = async () => askInputs(inputs, { ...asking, target: await requireAllowed(this.#policy, url) });
    const asked = await untilAborted(this.#noted(this.#asking.run(ask, signal)), signal);
    return asked === 'aborted' ? { outcome: 'failed', url: null } : asked;
  }

  async fetch(request: Request): Promise<Response> {
    return this.#app.fetch(request);
  }

  async listen(): Promise<Listening> {
    const server = await listen(this.#listener, this.#config.port, this.#config.host);
    this.#policy.refuseOwnPort(server.port);
    this.#servers.add(server);
    if (this.#servers.size === 1)
      await this.#workers?.start(server.server, this.#listener, {
        onHits: (hits, demand) => this.#cache?.countHits(hits, demand),
        onTraffic: (counts) => this.#traffic.add(counts),
      });
    await this.#administration.open(server.port, this.#app);
    this.#supervisor.keepSpare();
    this.#warming.start();
    return server;
  }

  async ready(): Promise<void> {
    if (this.#draining) throw shuttingDown();
    await this.#supervisor.start();
    await this.#supervisor.ping();
  }

  async close({ grace = 0 }: CloseOptions = {}): Promise<void> {
    this.#draining = true;
    for (const server of this.#servers) server.drain();
    this.#workers?.drain();
    if (grace > 0 && this.#servers.size > 0) {
      this.#logger.info({ grace }, 'shutting down: not ready any more, requests are handled for some time');
      await sleep(grace);
    }
    this.#closing = true;
    this.#passages.close();
    const left = this.#workers?.close();
    const closing = Array.from(this.#servers, (one) => ({ server: one.server, closed: one.close() }));
    const warmed = this.#warming.close();
    // When its signal ends, a render starts to clean up.
    while (this.#underway.size > 0) await Promise.allSettled(this.#underway);
    await warmed;
    await this.#cache?.close();
    await this.#supervisor.close();
    await this.#administration.close();
    await Promise.all([...closing.map(({ server, closed }) => untilClosed(server, closed)), left]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #run<T extends OrPassage>(
    target: string | URL,
    options: ScreenshotOptions & Late,
    work: Work<T>,
    passesThrough = false,
  ): Promise<T> {
    if (this.#closing) throw shuttingDown();
    const url = parseHttpUrl(target instanceof URL ? target.href : target);
    this.#rules.check(url);
    const judged = await requireAllowed(this.#policy, url);
    const timeLeft = this.#config.timeout - (options.spent ?? 0);
    const deadline = new Deadline(timeLeft, options.signal);
    const remaining: Array<Promise<void>> = [];
    const cleanUp = (work: PromiseLike<void>) => {
      remaining.push(
        Promise.resolve(work).catch((error: unknown) => this.#logger.warn({ err: error }, 'page not closed')),
      );
    };
    const settings = renderSettings(options, this.#config);
    const answers = { passesThrough, untypedIsPage: true, hasNoType: false };
    const { onStage } = options;
    const job: RenderJob = { url, target: judged, options: settings, deadline, answers, cleanUp, queued: 0, onStage };
    let left: Promise<void> | undefined;
    const attempt = async () => {
      const ended = monotonic();
      job.queued = ended - deadline.received;
      onStage?.({ stage: 'queue', begun: deadline.received, ended, isFailed: false });
      const result = await withOtherBrowsers(
        (hasCrashed) => work(this.#pipeline, { ...job, hasCrashed }),
        () => deadline.signal.aborted || this.#closing,
      );
      if (result.passage) left = this.#passages.watch(result.passage, deadline, options.client ?? '');
      return result;
    };
    const tidyUp = () => {
      const tidied = this.#noted(Promise.all(remaining));
      return left ? Promise.race([tidied, left]) : tidied;
    };
    const demand = { urgency: options.urgency, site: url.host, timeLeft };
    const rendered = this.#admission.run(attempt, deadline.signal, tidyUp, demand);
    const end = () => deadline[Symbol.dispose]();
    void rendered.then(({ passage }) => passage?.ended).then(end, end);
    return this.#noted(rendered);
  }

  /** Makes {@link close} wait for it. */
  async #noted<T>(work: Promise<T>): Promise<T> {
    this.#underway.add(work);
    try {
      return await work;
    } finally {
      this.#underway.delete(work);
    }
  }
}

function shuttingDown(): RendererError {
  return new RendererError('closing', 'The service is shutting down', { retryAfter: 5 });
}
