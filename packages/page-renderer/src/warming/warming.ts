/** Renders pages before anybody requests them, and keeps them fresh. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { wallClock } from '../kernel/clock.ts';
import { parseHttpUrl } from '../kernel/url.ts';
import type { Client, Device, WarmedSitemap } from '../options/warming.ts';
import { BullmqJobs } from './queue/bullmq-jobs.ts';
import { itemsOfLinks } from './by-links.ts';
import { CorrectedSitemaps, type SitemapParts } from './corrected-sitemaps.ts';
import { FolderJobs } from './queue/folder-jobs.ts';
import type { JobState, JobView, WarmPage } from './jobs/job.ts';
import { isOver, PRIORITY, viewOf } from './jobs/job.ts';
import { Ladder } from './ladder.ts';
import type { Pace } from '../crawl/pace/pace.ts';
import { LocalPace } from '../crawl/pace/pace.ts';
import type { QueueWork, ReadItem, Values } from './queue/queue.ts';
import { JobQueue } from './queue/queue.ts';
import { RedisPace } from '../crawl/pace/redis-pace.ts';
import type { WarmingMetrics, WarmResult } from '../crawl/pace/results.ts';
import { itemsOf, itemsOfFound, itemsOfKeys, itemsOfRefresh } from './read-job.ts';
import { SharedEpochs } from './shared-epochs.ts';
import { SitemapReads, startSchedule } from './schedule.ts';
import { Sites } from '../crawl/pace/sites.ts';
import { walkSitemaps } from '../crawl/sitemap/walk.ts';
import { stateFolderOf, unavailable } from '../crawl/state-folder.ts';
import type { WarmPort } from './jobs/warm-page.ts';
import { PageWarmer } from './jobs/warm-page.ts';

/** What warming needs of the service. */
export interface WarmingParts extends SitemapParts {
  readonly logger: Logger;
  readonly metrics: WarmingMetrics;
  /** The pace of sites in this process; nodes that share a Redis have another one. Default: one of its own. */
  readonly pace?: Pace | undefined;
  /** For tests; see `BullmqParts`. */
  readonly lease?: number | undefined;
}

/** Maximum number of pages of a job that follows links. */
export const MAX_LINKED = 10_000;

/** How often it is checked which results are due by demand, in milliseconds. */
const CLIMB = 60_000;

/** The variants of the pages of a job. */
export interface Variants {
  readonly devices: readonly Device[];
  readonly clients: readonly Client[];
}

/** See the head of the file. */
export class Warming {
  readonly #parts: WarmingParts;
  readonly #sites: Sites;
  #opening: Promise<JobQueue> | undefined;
  /** Why it could not be opened the last time. */
  #failure: unknown;
  #temporary: string | undefined;
  #isClosed = false;
  #schedule: Disposable | undefined;
  #climbing: NodeJS.Timeout | undefined;
  readonly #epochs: SharedEpochs;
  readonly corrected: CorrectedSitemaps;

  constructor(parts: WarmingParts) {
    this.#parts = parts;
    this.#sites = new Sites(parts.config.sites);
    this.corrected = new CorrectedSitemaps(parts);
    this.#epochs = new SharedEpochs(
      () => this.#values(),
      (epochs) => parts.port?.setEpochs(epochs),
    );
  }

  /** Continues what an earlier process did not finish, and begins what the configuration asks for. */
  start(): void {
    const { config, port, logger } = this.#parts;
    if (!port) return;
    const { sitemaps } = this;
    if (sitemaps.length > 0) {
      this.#schedule = startSchedule(sitemaps, (sitemap) => this.#warmScheduled(sitemap), logger);
    }
    if (config.refreshByDemand) {
      const ladder = new Ladder(port);
      this.#climbing = setInterval(() => {
        this.#climb(ladder).catch((error: unknown) => logger.warn({ err: error }, 'results cannot be refreshed'));
      }, CLIMB).unref();
    }
    if (stateFolderOf(config) === undefined && config.cache !== 'redis') return;
    this.#epochs.watch().catch((error: unknown) => {
      logger.warn({ err: error }, 'pages cannot be rendered in the background');
    });
  }

  /** Refreshes what is requested often, unless that is still being done. */
  async #climb(ladder: Ladder): Promise<void> {
    const queue = await this.#queue();
    const jobs = await queue.list();
    if (jobs.some((job) => job.spec.source.kind === 'demand' && !isOver(job))) return;
    const due = await ladder.due();
    const spec = { source: { kind: 'demand' }, devices: [], clients: [], priority: PRIORITY.demand } as const;
    if (due.length > 0) await queue.add(spec, due);
  }

  async #warmScheduled({ url, everyMinutes, devices, clients }: WarmedSitemap): Promise<void> {
    const queue = await this.#queue();
    const source = { kind: 'sitemap', url: parseHttpUrl(url).href, scheduled: true } as const;
    const spec = { source, devices, clients, priority: PRIORITY.scheduled };
    // If it fails, it is tried again at the next check.
    await this.once(`sitemap:${url}`, everyMinutes * 60_000, () => queue.add(spec));
  }

  /**
   * Renders the pages of a sitemap that are not fresh, or not as new as the sitemap says.
   *
   * @param sitemap address of a sitemap, of a `robots.txt`, or of a site
   * @throws {RendererError} `invalid-url`, `warming-unavailable`
   */
  async warmSitemap(sitemap: string, { devices, clients }: Variants): Promise<JobState> {
    const source = { kind: 'sitemap', url: parseHttpUrl(sitemap).href, scheduled: false } as const;
    return (await this.#queue()).add({ source, devices, clients, priority: PRIORITY.asked });
  }

  /**
   * Renders the pages that links lead to from one address, as far as they are of its origin and its `robots.txt` allows them.
   *
   * @param limits maximum number of pages, and of links from the first one
   * @throws {RendererError} `invalid-url`, `warming-unavailable`
   */
  async warmLinks(
    address: string,
    { pages, depth }: { readonly pages: number; readonly depth: number },
    { devices, clients }: Variants,
  ): Promise<JobState> {
    const source = { kind: 'links', url: parseHttpUrl(address).href, pages, depth } as const;
    return (await this.#queue()).add({ source, devices, clients, priority: PRIORITY.asked });
  }

  /** Renders pages that are not fresh. @throws {RendererError} `warming-unavailable` */
  async warmUrls(urls: readonly string[], { devices, clients }: Variants): Promise<JobState> {
    const queue = await this.#queue();
    const spec = { source: { kind: 'urls' }, devices, clients, priority: PRIORITY.asked } as const;
    const port = this.#requirePort();
    const items = function* (): Iterable<ReadItem> {
      for (const url of urls) yield* itemsOf(url, spec, 0, port);
    };
    return queue.add(spec, items());
  }

  /**
   * Renders what has changed: pages, and results in the variants that were stored.
   *
   * @param keys texts of the keys of the results
   * @throws {RendererError} `warming-unavailable`
   */
  async warmChanged(
    urls: readonly string[],
    { devices, clients }: Variants,
    keys: readonly string[],
  ): Promise<JobState> {
    const queue = await this.#queue();
    const spec = { source: { kind: 'urls' }, devices, clients, priority: PRIORITY.changed } as const;
    const port = this.#requirePort();
    const items = function* (): Iterable<ReadItem> {
      for (const url of urls) yield* itemsOf(url, spec, 0, port);
      yield* itemsOfKeys(keys, 0, port);
    };
    return queue.add(spec, items());
  }

  /**
   * Makes all results outdated whose URL begins with a prefix: they are served until they are renewed in the background, the most
   * requested ones first.
   *
   * @param prefix empty for all
   * @throws {RendererError} `warming-unavailable`
   */
  async refresh(prefix: string): Promise<JobState> {
    const queue = await this.#queue();
    // A render that began in this millisecond may have begun before.
    const before = this.#requirePort().now() + 1;
    await this.#epochs.add({ prefix, at: before });
    for (const { id, spec, phase } of await queue.list()) {
      // The new job includes it.
      const isIncluded = spec.source.kind === 'refresh' && spec.source.prefix.startsWith(prefix);
      if (isIncluded && !isOver({ phase })) await queue.cancel(id);
    }
    const source = { kind: 'refresh', prefix, before } as const;
    return queue.add({ source, devices: [], clients: [], priority: PRIORITY.refresh });
  }

  /**
   * Does something once for several requests with the same name.
   *
   * @param milliseconds for how long the name is remembered
   * @returns undefined if it was done before
   * @throws {RendererError} `warming-unavailable`; if the work throws, it can be repeated
   */
  async once<T>(name: string, milliseconds: number, work: () => Promise<T>): Promise<T | undefined> {
    const queue = await this.#queue();
    if (!(await queue.values.claim(name, milliseconds))) return undefined;
    try {
      return await work();
    } catch (error) {
      await queue.values.release(name);
      throw error;
    }
  }

  /** The sitemaps that the configuration has read again and again. */
  get sitemaps(): WarmedSitemap[] {
    return this.#parts.config.sites.flatMap((site) => site.sitemaps);
  }

  /** A job as clients see it. */
  viewOf(job: JobState): JobView {
    return viewOf(job, this.now(), this.#parts.config.cacheConfig.cacheMaxEntries);
  }

  /** @throws {RendererError} `warming-unavailable` */
  async job(id: string): Promise<JobState | undefined> {
    return (await this.#queue()).get(id);
  }

  /** @throws {RendererError} `warming-unavailable` */
  async jobs(): Promise<JobState[]> {
    return (await this.#queue()).list();
  }

  /** @throws {RendererError} `warming-unavailable` */
  async cancel(id: string): Promise<JobState | undefined> {
    return (await this.#queue()).cancel(id);
  }

  /**
   * The jobs in progress and the last ones that ended. Does not open the queue: without state of an earlier process, nothing is in it
   * before its first use.
   *
   * @throws {RendererError} `warming-unavailable`
   */
  async knownJobs(): Promise<JobState[]> {
    if (this.#failure !== undefined) throw this.#failure;
    return (await (await this.#opening)?.list()) ?? [];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#schedule?.[Symbol.dispose]();
    this.#epochs.close();
    clearInterval(this.#climbing);
    const queue = await this.#opening?.catch(() => undefined);
    await queue?.close();
    if (this.#temporary !== undefined) await rm(this.#temporary, { recursive: true, force: true });
  }

  /** Whether all nodes share the jobs. */
  get #isShared(): boolean {
    const { cache, stateDir } = this.#parts.config;
    return cache === 'redis' && stateDir === null;
  }

  /** The time of the jobs, in milliseconds since 1970: nodes that share them have one clock, that of Redis. */
  now(): number {
    return this.#isShared ? this.#requirePort().now() : wallClock();
  }

  #requirePort(): WarmPort {
    const { port } = this.#parts;
    if (port) return port;
    throw unavailable('There is no cache to store pages in; set "cache", for example to "memory"');
  }

  async #values(): Promise<Values> {
    return (await this.#queue()).values;
  }

  #queue(): Promise<JobQueue> {
    this.#requirePort();
    if (this.#isClosed) return Promise.reject(unavailable('The service is shutting down'));
    // What failed once may be repaired by now, such as a full disk.
    this.#opening ??= this.#open().then(
      (queue) => {
        this.#failure = undefined;
        return queue;
      },
      (error: unknown) => {
        this.#opening = undefined;
        this.#failure = error;
        throw error;
      },
    );
    return this.#opening;
  }

  async #open(): Promise<JobQueue> {
    const { config, logger, lease, metrics } = this.#parts;
    const { redisUrl: url, redisPrefix } = config.cacheConfig;
    const port = this.#requirePort();
    const workAt = (pace: Pace): QueueWork => {
      const warmer = new PageWarmer(port, this.#sites, pace, (reason, milliseconds) => {
        metrics.count('page_renderer_warming_wait_seconds_total', { reason }, milliseconds / 1000);
      });
      // Rendered when their links were read, and not counted yet.
      const rendered = new LRUCache<string, true>({ max: MAX_LINKED });
      const idOf = ({ url, options }: WarmPage) => `${url} ${JSON.stringify(options)}`;
      const first = async (page: WarmPage, signal: AbortSignal) => {
        const outcome = await warmer.warm(page, signal);
        if (outcome.kind === 'done') rendered.set(idOf(page), true);
        return outcome;
      };
      return {
        read: (job, signal) => this.#counted(this.#read(job, port, { pace, warm: first }, signal)),
        warm: async (page, signal) => {
          const warmed = await warmer.warm(page, signal);
          const wasRendered = warmed.kind === 'fresh' && rendered.delete(idOf(page));
          const outcome = wasRendered ? { kind: 'done' as const } : warmed;
          if (outcome.kind !== 'later') this.#count(outcome.kind);
          return outcome;
        },
      };
    };
    const concurrency = config.warmingConcurrency;
    if (this.#isShared) {
      const prefix = `${redisPrefix}warming:`;
      const store = await BullmqJobs.open({ url, prefix, concurrency, logger, now: () => this.now(), lease });
      return new JobQueue(store, workAt(new RedisPace(store.redis, prefix)), logger);
    }
    const store = await FolderJobs.open(await this.#folder(), concurrency, logger);
    return new JobQueue(store, workAt(this.#parts.pace ?? new LocalPace()), logger);
  }

  /** Without a folder of its own, the state lives as long as the process. */
  async #folder(): Promise<string> {
    const folder = stateFolderOf(this.#parts.config);
    if (folder !== undefined) return folder;
    this.#temporary ??= await mkdtemp(path.join(tmpdir(), 'page-renderer-warming-'));
    return this.#temporary;
  }

  #count(result: WarmResult): void {
    this.#parts.metrics.count('page_renderer_warming_pages_total', { result });
  }

  async *#counted(items: AsyncIterable<ReadItem>): AsyncIterable<ReadItem> {
    for await (const item of items) {
      if (item.kind === 'error') this.#count('refused');
      yield item;
    }
  }

  #read(
    { spec }: JobState,
    port: WarmPort,
    { pace, warm }: { readonly pace: Pace; readonly warm: QueueWork['warm'] },
    signal: AbortSignal,
  ): AsyncIterable<ReadItem> {
    const { source } = spec;
    if (source.kind === 'refresh') return itemsOfRefresh(source, port);
    const { policy, headersTo, config } = this.#parts;
    if (source.kind === 'links') {
      const { origin } = new URL(source.url);
      const fetching = { policy, headersTo: (url: URL) => headersTo(url, origin), signal };
      return itemsOfLinks(source, spec, { port, warm, fetching, workers: config.warmingConcurrency });
    }
    if (source.kind !== 'sitemap') throw new Error('the pages of this job are not read');
    const reads = new SitemapReads(() => this.#values(), config.cacheConfig.cacheDurationMinutes);
    const known = (url: string) => (source.scheduled ? reads.known(url) : Promise.resolve(undefined));
    const start = new URL(source.url);
    const headersOf = (url: URL) => headersTo(url, start.origin);
    const found = walkSitemaps(start, { policy, headersTo: headersOf, signal, known, hosts: this.#sites.hosts });
    return itemsOfFound(found, spec, port, async (one) => {
      if (one.kind === 'sitemap' && one.validators) await reads.note(one.url, one.validators);
      if (one.kind === 'error' && one.retryAfter !== undefined) {
        await pace.backOff(this.#sites.of(one.url), one.retryAfter);
      }
    });
  }
}
