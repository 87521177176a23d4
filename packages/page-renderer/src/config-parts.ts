/** Slices of the configuration, one for each part of the renderer. */
import type { Logger } from 'pino';
import type { BrowserBinary } from './browser/find/binary.ts';
import { WITHOUT_EARLY_HINTS } from './browser/start/flags.ts';
import { RemoteBrowsers } from './browser/remote.ts';
import type { SupervisorOptions } from './browser/supervisor.ts';
import type { GuardKind } from './guard/egress-place.ts';
import type { AddressPolicy } from './guard/policy.ts';
import type { RendererConfig } from './options/options.ts';
import type { Pipeline } from './render/pipeline.ts';

const MIB = 1024 * 1024;
/**
 * Largest `maxRequests` that holds exactly, because each request waits until it was counted. Above it, requests are counted as they
 * are made, and some are on their way when the limit is reached: the round trip for each would cost more than it prevents.
 */
const MOST_GATED = 500;

/** Whether something has to be decided about each request of a page before it is sent. */
function isGated(config: RendererConfig): boolean {
  return config.renderOnly !== null || judgesParts(config);
}

/** Whether this is also about what a page loads, and not only about the page itself. */
function judgesParts({ restrictedUrlPattern, maxRequests }: RendererConfig): boolean {
  return restrictedUrlPattern !== null || maxRequests <= MOST_GATED;
}

/** How its browsers are kept. */
export function supervision(
  config: RendererConfig,
): Pick<
  SupervisorOptions,
  'sandbox' | 'closeBrowser' | 'browsers' | 'share' | 'keepsSlots' | 'isGated' | 'flags' | 'memory' | 'recycle'
> {
  const { sandbox, closeBrowser } = config;
  // One that is closed between renders has no others beside it.
  const browsers = closeBrowser ? 1 : config.browserURLs.length || config.browsers;
  return {
    sandbox,
    closeBrowser,
    browsers,
    share: Math.ceil(config.concurrency / browsers),
    keepsSlots: config.isolation === 'site',
    isGated: isGated(config),
    flags: judgesParts(config) ? WITHOUT_EARLY_HINTS : [],
    memory: { page: config.maxPageMemory * MIB, browser: config.maxBrowserMemory * MIB },
    recycle: { renders: config.recycleAfterRenders, minutes: config.recycleAfterMinutes },
  };
}

/** What stands for the program of a browser that runs elsewhere; undefined if browsers are started here. */
export function elsewhere({ browserURLs: [url] }: RendererConfig): BrowserBinary | undefined {
  return url === undefined ? undefined : { executablePath: new URL(url).host, kind: 'headless-shell' };
}

/** Its browsers that run elsewhere; undefined if there are none. */
export function remoteBrowsers(
  config: RendererConfig,
  policy: AddressPolicy,
  logger: Logger,
): RemoteBrowsers | undefined {
  const { browserURLs: urls, egressAddress, trustBrowserNetwork: trustsNetwork } = config;
  const options = { urls, egressAddress, trustsNetwork, judgesParts: judgesParts(config) };
  return urls.length > 0 ? new RemoteBrowsers(options, policy, logger) : undefined;
}

/** What keeps its pages from connecting to private addresses. */
export function guardKindOf({ browserURLs, egressAddress, trustBrowserNetwork }: RendererConfig): GuardKind {
  if (browserURLs.length === 0) return 'local';
  return trustBrowserNetwork && egressAddress === null ? 'network' : 'remote';
}

/** See {@link Pipeline.earlyTimers}. */
export function earlyTimersFor({ earlyTimers, earlyTimersUrlPattern }: RendererConfig): Pipeline['earlyTimers'] {
  const pattern = earlyTimersUrlPattern === null ? undefined : new RegExp(earlyTimersUrlPattern);
  return ({ href }) => earlyTimers || (pattern?.test(href) ?? false);
}

/** What its pages may use. */
export function limitsOf(config: RendererConfig): Pick<Pipeline, 'limits' | 'maxPixels' | 'maxHtml' | 'maxPageHeight'> {
  const { maxPixels, maxHtml, maxPageHeight } = config;
  const limits = {
    bytes: config.maxBytes,
    requests: config.maxRequests,
    nodes: config.maxNodes,
    workers: config.maxWorkers,
    popups: config.maxPopups,
    redirects: config.maxRedirects,
    navigations: config.maxNavigations,
  };
  return { limits, maxPixels, maxHtml, maxPageHeight };
}
