import type { RendererConfig } from 'page-renderer';
import { parseConfig } from 'page-renderer';
import type { Logger } from 'pino';
import { pino } from 'pino';
import { AddressPolicy } from '../../dist/guard/policy.js';
import { CacheAccess } from '../../dist/cache/access.js';
import { openCache } from '../../dist/cache/open.js';
import type { Representation } from '../../dist/cache/results/make-result.js';
import type { ResultCache } from '../../dist/cache/result-cache.js';
import type { WarmPort } from '../../dist/warming/jobs/warm-page.js';
import { Warming } from '../../dist/warming/warming.js';
import { Metrics } from '../../dist/telemetry/metrics.js';
import { watchWarming } from '../../dist/service-metrics.js';
import type { JobState } from '../../dist/warming/jobs/job.js';
import { eventually } from '../support/processes.ts';
import type { Exposition } from '../telemetry/support/exposition.ts';
import { readExposition } from '../telemetry/support/exposition.ts';

export const silent = pino({ level: 'silent' });

/** The response with a page. */
export function pageOf(text: string, more: Partial<Representation> = {}): Representation {
  return {
    status: 200,
    verdict: 'complete',
    headers: [],
    body: Buffer.from(`<p>${text}`),
    contentType: 'text/html',
    tags: [],
    textLength: text.length,
    ...more,
  };
}

const FAST = { rendersPerMinute: 60_000, concurrency: 8 };

export interface WarmBench extends AsyncDisposable {
  warming: Warming;
  metrics: Metrics;
  cache: ResultCache;
  config: RendererConfig;
  /** Addresses in the order in which they were rendered, with `mobile ` before those for mobile devices. */
  rendered: string[];
}

/** Warming with a real cache, whose renders are a function. */
export async function startWarming(
  {
    site,
    lease,
    logger = silent,
    ...options
  }: Record<string, unknown> & {
    site?: string;
    lease?: number;
    logger?: Logger;
  },
  render: (url: string, signal: AbortSignal) => Promise<Representation> | Representation = () => pageOf('a'),
): Promise<WarmBench> {
  const config = parseConfig({
    cache: 'memory',
    allowPrivateNetworks: ['127.0.0.1'],
    warmingConcurrency: 2,
    sites: [
      { prefix: 'http://127.0.0.1/', ...FAST },
      { prefix: site ?? 'http://127.0.0.1/', ...FAST },
    ],
    ...options,
    cacheConfig: { cacheMaxEntries: -1, ...(options['cacheConfig'] as object | undefined) },
  });
  const cache = (await openCache(config, silent))!;
  const access = new CacheAccess(cache, config);
  const rendered: string[] = [];
  const port: WarmPort = {
    requestOf: (key) => {
      const request = access.requestOf(key);
      return request && { ...request, refresh: false };
    },
    locate: (request) => access.locate(request),
    list: (selection) => cache.list(selection),
    setEpochs: (epochs) => {
      cache.epochs = epochs;
    },
    demand: cache.demand,
    now: () => cache.now(),
    lookUp: ({ key }) => cache.lookUp(key),
    renew: ({ request }, lookup, signal) =>
      cache.renew({
        lookup,
        refresh: false,
        signal,
        render: async (ended) => {
          rendered.push(`${request.options.mobile ? 'mobile ' : ''}${request.url.href}`);
          return render(request.url.href, ended);
        },
      }),
  };
  const policy = new AddressPolicy(config.allowPrivateNetworks);
  const metrics = new Metrics();
  const warming = new Warming({ config, port, policy, headersTo: () => ({}), logger, metrics, lease });
  watchWarming(metrics, warming);
  return {
    warming,
    metrics,
    cache,
    config,
    rendered,
    async [Symbol.asyncDispose]() {
      await warming.close();
      await cache.close();
    },
  };
}

/** Waits until a job is in a phase. */
export async function phaseOf(warming: Warming, id: string, phase: JobState['phase']): Promise<JobState> {
  let job: JobState | undefined;
  await eventually(async () => {
    job = await warming.job(id);
    return job?.phase === phase;
  }, `${id} is ${phase}`);
  return job!;
}

export const VARIANTS = { devices: ['desktop'], clients: ['middleware'] } as const;

/** The metrics of warming. */
export async function metricsOf({ metrics }: WarmBench): Promise<Exposition> {
  return readExposition((await metrics.text()).body);
}

/** A sitemap of these paths of a site. */
export function sitemapOf(site: string, paths: readonly string[], lastmod?: string): string {
  const date = lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`;
  const urls = paths.map((path) => `<url><loc>${site}${path}</loc>${date}</url>`).join('');
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
}
