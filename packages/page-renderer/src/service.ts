/** The life of a renderer: it listens, is ready, and closes. */
import type { FormatThreads } from './formats/threads.ts';
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { BrowserSupervisor } from './browser/supervisor.ts';
import type { ResultCache } from './cache/result-cache.ts';
import type { AddressPolicy } from './guard/policy.ts';
import type { RendererConfig } from './options/options.ts';
import type { PdfRenderOptions, RenderOptions, ScreenshotOptions } from './render/job/options.ts';
import type { PdfResult } from './render/pdf.ts';
import type { RenderResult } from './render/pipeline.ts';
import type { PairResult } from './render/render-pair.ts';
import type { HarResult } from './render/render-har.ts';
import type { ScreenshotResult } from './render/render-screenshot.ts';
import type { PageRenderer } from './renderer.ts';
import { shuttingDown } from './renderer.ts';
import type { AddressInspection, InspectOptions } from './server/inspect/owner.ts';
import { inspectForOwner } from './server/inspect/owner.ts';
import type { Administration } from './server/admin/administration.ts';
import type { App } from './server/context/context.ts';
import type { Listening } from './server/listen/listen.ts';
import { listen, untilClosed } from './server/listen/listen.ts';
import type { Traffic } from './traffic/traffic.ts';
import type { Audits } from './audit/audits.ts';
import type { Warming } from './warming/warming.ts';
import type { Workers } from './workers/workers.ts';

/** A renderer with its browser. Close it when you no longer need it. */
export interface Renderer extends AsyncDisposable {
  /** Renders a page to HTML. @throws {RendererError} */
  render(url: string | URL, options?: RenderOptions): Promise<RenderResult>;
  /** Takes a screenshot of a page. @throws {RendererError} */
  screenshot(url: string | URL, options?: ScreenshotOptions): Promise<ScreenshotResult>;
  /** Renders a page to HTML and takes a screenshot of it, in one load. @throws {RendererError} */
  pair(url: string | URL, options?: ScreenshotOptions): Promise<PairResult>;
  /** Prints a page to PDF. @throws {RendererError} */
  pdf(url: string | URL, options?: PdfRenderOptions): Promise<PdfResult>;
  /** Records the requests of a page as a HAR 1.2 file without bodies. @throws {RendererError} */
  har(url: string | URL, options?: RenderOptions): Promise<HarResult>;
  /**
   * What bots get from an address, whether it may be indexed and why, and one part of it in detail. It makes two renders, and is not
   * cached. An address that cannot be rendered is no error: `error` says why.
   *
   * @throws {RendererError} `invalid-parameter`, `overloaded`, `closing`
   */
  inspect(url: string | URL, options?: InspectOptions): Promise<AddressInspection>;
  /** Handles a request of the service's HTTP interface. */
  fetch(request: Request): Promise<Response>;
  /** Serves the HTTP interface on the configured host and port. @throws {RendererError} `cannot-listen` */
  listen(): Promise<Listening>;
  /** Resolves when the browser is running and responds. @throws {RendererError} `browser-unavailable` */
  ready(): Promise<void>;
  /** Waits for running renders (at most for the time budget), then ends the browser. */
  close(options?: CloseOptions): Promise<void>;
}

/** How a renderer is closed. */
export interface CloseOptions {
  /**
   * Milliseconds in which a service still handles requests, while `/readyz` is 503 and responses end their connections, so that
   * a load balancer sends requests to another process. Default: 0.
   */
  grace?: number;
}

/** What a service starts and closes. */
export interface ServiceParts {
  readonly config: RendererConfig;
  readonly logger: Logger;
  readonly policy: AddressPolicy;
  readonly supervisor: BrowserSupervisor;
  readonly renderer: PageRenderer;
  readonly administration: Administration;
  readonly traffic: Traffic;
  readonly warming: Warming;
  readonly audits: Audits;
  readonly cache: ResultCache | undefined;
  readonly workers: Workers | undefined;
  readonly threads: FormatThreads;
  readonly app: App;
  /** Answers requests: from the cache, or by the app. */
  readonly listener: RequestListener;
}

/** See {@link Renderer}. */
export class Service implements Renderer {
  readonly #parts: ServiceParts;
  readonly #servers = new Set<Listening>();
  #draining = false;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  async render(url: string | URL, options?: RenderOptions): Promise<RenderResult> {
    return this.#parts.renderer.render(url, options);
  }

  async screenshot(url: string | URL, options?: ScreenshotOptions): Promise<ScreenshotResult> {
    return this.#parts.renderer.screenshot(url, options);
  }

  async pair(url: string | URL, options?: ScreenshotOptions): Promise<PairResult> {
    return this.#parts.renderer.pair(url, options);
  }

  async pdf(url: string | URL, options?: PdfRenderOptions): Promise<PdfResult> {
    return this.#parts.renderer.pdf(url, options);
  }

  async har(url: string | URL, options?: RenderOptions): Promise<HarResult> {
    return this.#parts.renderer.har(url, options);
  }

  async inspect(url: string | URL, options?: InspectOptions): Promise<AddressInspection> {
    return inspectForOwner(this.#parts.app, url, options);
  }

  async fetch(request: Request): Promise<Response> {
    return this.#parts.app.fetch(request);
  }

  /** Whether it serves the HTTP interface; otherwise it is used as a library. */
  get isListening(): boolean {
    return this.#servers.size > 0;
  }

  async listen(): Promise<Listening> {
    const { config, listener, policy, workers, cache, traffic, administration, app, supervisor, warming, audits } =
      this.#parts;
    const server = await listen(listener, config.port, config.host);
    policy.refuseOwnPort(server.port);
    this.#servers.add(server);
    if (this.#servers.size === 1)
      await workers?.start(server.server, listener, {
        onHits: (hits, demand) => cache?.countHits(hits, demand),
        onTraffic: (counts) => traffic.add(counts),
      });
    await administration.open(server.port, app);
    supervisor.keepSpare();
    warming.start();
    audits.start();
    return server;
  }

  /** For the command line. */
  get audits(): Audits {
    return this.#parts.audits;
  }

  async ready(): Promise<void> {
    if (this.#draining) throw shuttingDown();
    const { supervisor } = this.#parts;
    await supervisor.start();
    await supervisor.ping();
  }

  async close({ grace = 0 }: CloseOptions = {}): Promise<void> {
    const { logger, workers, renderer, warming, audits, cache, supervisor, administration, threads } = this.#parts;
    this.#draining = true;
    for (const server of this.#servers) server.drain();
    workers?.drain();
    if (grace > 0 && this.isListening) {
      logger.info({ grace }, 'shutting down: not ready any more, requests are handled for some time');
      await sleep(grace);
    }
    renderer.stop();
    const left = workers?.close();
    const closing = Array.from(this.#servers, (one) => ({ server: one.server, closed: one.close() }));
    const warmed = Promise.all([warming.close(), audits.close()]);
    await renderer.ended();
    await warmed;
    await cache?.close();
    await supervisor.close();
    await administration.close();
    await threads.close();
    await Promise.all([...closing.map(({ server, closed }) => untilClosed(server, closed)), left]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
