/** Puts the rooms together: the only file that knows all of them. */
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { pino } from 'pino';
import { BrowserVersion } from './browser/find/age.ts';
import type { BrowserBinary } from './browser/find/binary.ts';
import { findBrowser } from './browser/find/find.ts';
import { runsWithoutSandbox } from './browser/start/launch.ts';
import { BrowserSupervisor } from './browser/supervisor.ts';
import { CacheAccess } from './cache/access.ts';
import { openCache } from './cache/open.ts';
import { earlyTimersFor, elsewhere, guardKindOf, limitsOf, remoteBrowsers, supervision } from './config-parts.ts';
import { FormatThreads } from './formats/threads.ts';
import { AddressPolicy } from './guard/policy.ts';
import { PRODUCT, VERSION } from './kernel/version.ts';
import type { RendererOptions } from './options/options.ts';
import { addedHeaders, addedTo } from './render/navigation/added-headers.ts';
import { detectCompletion } from './render/completion/completion.ts';
import { HangingRequests } from './render/pending/hanging.ts';
import type { Pipeline } from './render/pipeline.ts';
import { RequestRules } from './render/requests/request-rules.ts';
import type { Omitted } from './render/pending/signals.ts';
import { PageRenderer } from './renderer.ts';
import { RenderAccess } from './server/access/render-access.ts';
import { RenderLimit } from './server/access/render-limit.ts';
import { Administration } from './server/admin/administration.ts';
import { Admission } from './server/admission/admission.ts';
import { loadOf } from './server/admission/load.ts';
import { answerCacheHits } from './server/answers/fast-path.ts';
import { Forms } from './formats/forms.ts';
import { createApp } from './server/app.ts';
import type { Backend } from './server/context/context.ts';
import { LISTENING } from './server/listen/listen.ts';
import { isReady } from './server/routes/health.ts';
import { watchService } from './service-metrics.ts';
import type { Renderer } from './service.ts';
import { Service } from './service.ts';
import { siteChecks } from './crawl/site-checks.ts';
import { parseConfig } from './settings/config.ts';
import { countTraffic } from './telemetry/counts.ts';
import { Metrics } from './telemetry/metrics.ts';
import { Observation } from './telemetry/observation.ts';
import { findOpenTelemetry } from './telemetry/opentelemetry.ts';
import { AddressHistory } from './traffic/address-history.ts';
import { RecentRenders } from './traffic/recent-renders.ts';
import { Traffic } from './traffic/traffic.ts';
import { warmPort } from './warming-port.ts';
import { LocalPace } from './crawl/pace/pace.ts';
import { Audits } from './audit/audits.ts';
import type { Fetching } from './crawl/sitemap/fetch.ts';
import { auditPort } from './audit-port.ts';
import { Warming } from './warming/warming.ts';
import { Webhooks } from './warming/webhook.ts';
import { Workers } from './workers/workers.ts';

/** Dependencies that a host may provide. */
export interface RendererParts {
  /** The browser to use, for example from {@link findBrowser} with your own search paths. */
  browser?: BrowserBinary;
  /** The logger. Default: JSON lines on standard output. */
  logger?: Logger;
  /** @internal disables parts of the detection of completeness, for tests that show that they are needed */
  without?: ReadonlySet<Omitted>;
}

/**
 * Creates a renderer. Its browser starts with the first render, or with `ready()`.
 *
 * @example
 * ```ts
 * await using renderer = await createRenderer();
 * const { html, status } = await renderer.render('https://example.com/');
 * ```
 * @throws {RendererError} `invalid-configuration` or `no-browser`
 */
export async function createRenderer(options: RendererOptions = {}, parts: RendererParts = {}): Promise<Renderer> {
  return createService(options, parts);
}

/** The same, with what only the command line uses. @throws {RendererError} */
export async function createService(options: RendererOptions = {}, parts: RendererParts = {}): Promise<Service> {
  const config = parseConfig(options);
  const policy = new AddressPolicy(config.allowPrivateNetworks);
  const binary =
    parts.browser ?? elsewhere(config) ?? (await findBrowser({ executablePath: config.executablePath ?? undefined }));
  const logger = parts.logger ?? pino({ name: 'page-renderer', level: config.logLevel });
  const hasWorkers = config.workers > 0 && config.cache !== null;
  if (config.workers > 0 && !hasWorkers) logger.warn('workers: none is started, because no cache is configured');
  const workers = hasWorkers ? new Workers(config, logger) : undefined;
  const cache = await openCache(config, logger, workers && ((memory) => workers.share(memory)));
  const openTelemetry = await findOpenTelemetry(VERSION, logger);

  const traffic = new Traffic();
  const metrics = new Metrics(openTelemetry?.meter);
  const browser = new BrowserVersion(binary, logger);
  const remote = remoteBrowsers(config, policy, logger);
  const supervisor = new BrowserSupervisor({
    binary,
    remote,
    network: { policy, count: (kind, amount) => countTraffic(metrics, kind, amount) },
    logger,
    onStarted: (version) => {
      browser.note(version);
      traffic.noteBrowser();
    },
    onReplaced: (reason) => metrics.count('page_renderer_browser_replacements_total', { reason }),
    ...supervision(config),
  });
  const admission: Admission = new Admission(config.concurrency, config.maxQueue, (waited) => {
    metrics.time('page_renderer_queue_wait_seconds', {}, waited / 1000);
    traffic.noteWait(waited, admission.waiting);
  });
  const hanging = new HangingRequests();
  const rules = new RequestRules(config);
  const pipeline: Pipeline = {
    supervisor,
    rules,
    product: PRODUCT,
    detect: (job) => detectCompletion(job, hanging, parts.without),
    earlyTimers: earlyTimersFor(config),
    records: cache && config.cacheConfig.renewForMinutes > 0 ? { pageHeaders: config.pageHeaders } : undefined,
    ...limitsOf(config),
  };
  const renderer = new PageRenderer(config, policy, pipeline, admission, logger);

  const administration = new Administration(config, logger);
  const access = cache && new CacheAccess(cache, config);
  const pace = new LocalPace();
  const fetchingTo = (start: URL) => (url: URL) => {
    return { 'user-agent': PRODUCT, ...addedTo(url, start.origin, addedHeaders(rules, {})) };
  };
  const siteFetching = (start: URL, signal: AbortSignal): Fetching => {
    return { policy, headersTo: fetchingTo(start), requireHop: (url) => rules.check(url), signal };
  };
  const audits = new Audits({
    config,
    port: auditPort(access, () => backend, rules),
    pace,
    fetching: (start, signal) => ({ policy, headersTo: fetchingTo(start), signal }),
    logger,
    metrics,
  });
  const warming = new Warming({
    pace,
    config,
    port: access && warmPort(access, () => backend, workers),
    policy,
    headersTo: (url, origin) => ({ 'user-agent': PRODUCT, ...addedTo(url, origin, addedHeaders(rules, {})) }),
    logger,
    metrics,
  });
  const { width, height, partial, pageHeaders, headers, cache: cacheName, ignoredJudgements } = config;
  const threads = new FormatThreads();
  const backend: Backend = {
    renderer,
    ready: () => service.ready(),
    width,
    height,
    partial,
    pageHeaders,
    ignoredJudgements,
    headers,
    admin: administration.access,
    renders: new RenderAccess(config),
    limit: new RenderLimit(config, logger, metrics),
    metrics,
    observation: new Observation({ logger, metrics, openTelemetry, traffic, sendsTiming: config.serverTiming }),
    traffic,
    recent: new RecentRenders(config.timeout),
    history: new AddressHistory(),
    load: () => loadOf(admission, config.concurrency, supervisor),
    browser,
    withoutSandbox: remote ? null : runsWithoutSandbox(config.sandbox),
    guard: guardKindOf(config),
    cacheName,
    cache: access,
    forms: new Forms(threads),
    warming,
    audits,
    site: siteChecks(siteFetching, metrics),
    webhooks: new Webhooks(config.webhookSecrets),
    logger,
  };
  const app = createApp(backend);
  const throughApp = getRequestListener(app.fetch, LISTENING);
  const listener = access
    ? answerCacheHits(access, backend, throughApp)
    : (...[request, response]: Parameters<typeof throughApp>) => void throughApp(request, response);
  const built = {
    config,
    logger,
    policy,
    supervisor,
    renderer,
    administration,
    traffic,
    warming,
    audits,
    cache,
    workers,
    threads,
  };
  const service: Service = new Service({ ...built, app, listener });
  watchService(metrics, {
    ...config,
    ...built,
    admission,
    browser,
    // A library starts its browser with its first page, and not to be measured.
    isReady: async () => (service.isListening ? isReady(backend) : undefined),
  });
  return service;
}
