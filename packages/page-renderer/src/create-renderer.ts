import { pino } from 'pino';
import { findBrowser } from './browser/find.ts';
import { openCache } from './cache/open.ts';
import { parseConfig } from './settings/config.ts';
import { elsewhere } from './config-parts.ts';
import { AddressPolicy } from './guard/policy.ts';
import type { RendererOptions } from './options/options.ts';
import { ChromiumRenderer } from './renderer.ts';
import type { Renderer, RendererParts } from './renderer-types.ts';
import { findOpenTelemetry } from './telemetry/opentelemetry.ts';
import { VERSION } from './kernel/version.ts';
import { Workers } from './workers/workers.ts';

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
  return new ChromiumRenderer(config, policy, binary, { ...parts, logger, openTelemetry }, cache, workers);
}
