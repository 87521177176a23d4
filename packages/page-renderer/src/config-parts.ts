/** Parts of a configuration, as those take them that use them. */
import type { SupervisorOptions } from './browser/supervisor.ts';
import type { RendererConfig } from './options.ts';
import type { Pipeline } from './render/pipeline.ts';

const MIB = 1024 * 1024;

/** How its browsers are kept. */
export function supervision(
  config: RendererConfig,
): Pick<SupervisorOptions, 'sandbox' | 'closeBrowser' | 'browsers' | 'share' | 'keepsSlots' | 'memory' | 'recycle'> {
  const { sandbox, closeBrowser } = config;
  // One that is closed between renders has no others beside it.
  const browsers = closeBrowser ? 1 : config.browsers;
  return {
    sandbox,
    closeBrowser,
    browsers,
    share: Math.ceil(config.concurrency / browsers),
    keepsSlots: config.isolation === 'site',
    memory: { page: config.maxPageMemory * MIB, browser: config.maxBrowserMemory * MIB },
    recycle: { renders: config.recycleAfterRenders, minutes: config.recycleAfterMinutes },
  };
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
