/** What a renderer can do, and what it is made of. */
import type { Logger } from 'pino';
import type { BrowserBinary } from './browser/binary.ts';
import type { Signal } from './render/signals.ts';
import type { RenderOptions, ScreenshotOptions } from './render/options.ts';
import type { PdfResult } from './render/pdf.ts';
import type { RenderResult } from './render/pipeline.ts';
import type { ScreenshotResult } from './render/render-screenshot.ts';
import type { HarResult } from './render/render-har.ts';
import type { Listening } from './server/listen/listen.ts';

/** Dependencies that a host may provide. */
export interface RendererParts {
  /** The browser to use, for example from {@link findBrowser} with your own search paths. */
  browser?: BrowserBinary;
  /** The logger. Default: JSON lines on standard output. */
  logger?: Logger;
  /** @internal disables parts of the detection of completeness, for tests that show that they are needed */
  without?: ReadonlySet<Signal>;
}

/** A renderer with its browser. Close it when you no longer need it. */
export interface Renderer extends AsyncDisposable {
  /** Renders a page to HTML. @throws {RendererError} */
  render(url: string | URL, options?: RenderOptions): Promise<RenderResult>;
  /** Takes a screenshot of a page. @throws {RendererError} */
  screenshot(url: string | URL, options?: ScreenshotOptions): Promise<ScreenshotResult>;
  /** Prints a page to PDF. @throws {RendererError} */
  pdf(url: string | URL, options?: RenderOptions): Promise<PdfResult>;
  /** Records the requests of a page as a HAR 1.2 file without bodies. @throws {RendererError} */
  har(url: string | URL, options?: RenderOptions): Promise<HarResult>;
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
