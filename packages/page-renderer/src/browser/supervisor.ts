import type { Logger } from 'pino';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { RendererError } from '../errors.ts';
import type { EgressListener } from '../guard/egress-proxy.ts';
import { openEgress } from '../guard/egress-proxy.ts';
import type { AddressPolicy } from '../guard/policy.ts';
import type { BrowserBinary } from './find.ts';
import type { RunningBrowser } from './launch.ts';
import { launchBrowser } from './launch.ts';

/** What a supervisor needs to start browsers. */
export interface SupervisorOptions {
  binary: BrowserBinary;
  sandbox: boolean;
  policy: AddressPolicy;
  logger: Logger;
}

/** A page of its own for one render: fresh cookies, storage and cache, and a guarded way out. */
export interface IsolatedPage extends AsyncDisposable {
  readonly page: Page;
  readonly egress: EgressListener;
  /** Rejects when the browser goes away under the page. */
  readonly gone: Promise<never>;
}

/** How long the parts of a page may take to go away, in milliseconds, before the browser is replaced. */
const DISPOSE_TIMEOUT = 5_000;
const PING_TIMEOUT = 2_000;

/** Keeps one browser running: starts it, starts another when it has gone, and ends it. */
export class BrowserSupervisor {
  readonly #options: SupervisorOptions;
  #current: Promise<RunningBrowser> | undefined;
  #closed = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Starts the browser unless it runs. */
  async start(): Promise<void> {
    await this.#browser();
  }

  /**
   * A real round trip to the browser.
   *
   * @throws {RendererError} `browser-unavailable` when it is not running or does not answer within 2 s
   */
  async ping(): Promise<void> {
    const { promise: timedOut, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(unavailable('The browser does not answer')), PING_TIMEOUT);
    try {
      await Promise.race([this.#browser().then((browser) => browser.version()), timedOut]);
    } catch (error) {
      throw error instanceof RendererError ? error : unavailable('The browser does not answer', error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** User agent string of the browser, as it would send it. */
  async userAgent(): Promise<string> {
    return (await this.#browser()).userAgent();
  }

  /**
   * Opens a page in a browser context of its own, whose every connection goes through a guard of its own.
   *
   * @throws {RendererError} `browser-unavailable`
   */
  async openPage(): Promise<IsolatedPage> {
    const browser = await this.#browser();
    const egress = await openEgress(this.#options.policy);
    let context: BrowserContext | undefined;
    try {
      context = await browser.createBrowserContext({
        proxyServer: egress.proxyServer,
        proxyBypassList: ['<-loopback>'],
        downloadBehavior: { policy: 'deny' },
      });
      const page = await context.newPage();
      return isolatedPage(page, context, egress, () => this.#replace(browser));
    } catch (error) {
      await egress.close();
      await context?.close().catch(() => {});
      throw unavailable('The browser could not open a page', error);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const current = this.#current;
    this.#current = undefined;
    await (await current?.catch(() => undefined))?.close();
  }

  async #browser(): Promise<Browser> {
    if (this.#closed) throw new RendererError('closing', 'The service is shutting down');
    this.#current ??= this.#launch();
    return (await this.#current).browser;
  }

  async #launch(): Promise<RunningBrowser> {
    const { binary, sandbox, logger } = this.#options;
    try {
      const started = performance.now();
      const launched = await launchBrowser(binary, { sandbox });
      const version = await launched.browser.version();
      logger.info({ version, ms: Math.round(performance.now() - started) }, 'browser started');
      launched.browser.once('disconnected', () => {
        if (this.#closed) return;
        logger.warn('the browser went away; the next render starts another');
        this.#current = undefined;
        void launched.close();
      });
      return launched;
    } catch (error) {
      this.#current = undefined;
      throw error;
    }
  }

  /** A browser that can't close a page is not to be trusted with another. */
  async #replace(browser: Browser): Promise<void> {
    const launched = await this.#current?.catch(() => undefined);
    if (launched?.browser !== browser) return;
    this.#options.logger.warn('the browser does not close its pages; it is replaced');
    this.#current = undefined;
    await launched.close();
  }
}

function isolatedPage(
  page: Page,
  context: BrowserContext,
  egress: EgressListener,
  onStuck: () => Promise<void>,
): IsolatedPage {
  const browser = context.browser();
  const { promise: gone, reject } = Promise.withResolvers<never>();
  gone.catch(() => {});
  const onDisconnect = () => reject(unavailable('The browser went away during the render'));
  const onCrash = () => reject(unavailable('The page crashed the browser'));
  browser.once('disconnected', onDisconnect);
  page.once('error', onCrash);
  // A page that opens windows or dialogs gets none: nobody is there to close them.
  page.on('popup', (popup) => void popup?.close().catch(() => {}));
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  return {
    page,
    egress,
    gone,
    async [Symbol.asyncDispose]() {
      browser.off('disconnected', onDisconnect);
      page.off('error', onCrash);
      await egress.close();
      if (!browser.connected) return;
      const { promise: timedOut, resolve } = Promise.withResolvers<'stuck'>();
      const timer = setTimeout(() => resolve('stuck'), DISPOSE_TIMEOUT);
      const closed = context.close().catch(() => {});
      if ((await Promise.race([closed, timedOut])) === 'stuck') await onStuck();
      clearTimeout(timer);
    },
  };
}

function unavailable(message: string, cause?: unknown): RendererError {
  return new RendererError('browser-unavailable', message, { cause, retryAfter: 1 });
}
