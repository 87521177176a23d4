import type { Logger } from 'pino';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { monotonic } from '../clock.ts';
import { RendererError } from '../errors.ts';
import type { EgressListener } from '../guard/egress-proxy.ts';
import { openEgress } from '../guard/egress-proxy.ts';
import type { AddressPolicy, JudgedTarget } from '../guard/policy.ts';
import { inTime } from '../in-time.ts';
import { roundTrip, watch } from './heartbeat.ts';
import type { BrowserBinary, RunningBrowser } from './launch.ts';
import { launchBrowser, runsWithoutSandbox } from './launch.ts';

/** What a supervisor needs to start browsers. */
export interface SupervisorOptions {
  binary: BrowserBinary;
  sandbox: boolean;
  /** Give each page that follows another a new browser (spec: closeBrowser). */
  closeBrowser: boolean;
  policy: AddressPolicy;
  logger: Logger;
  /** Called with the version of each browser that has been started. */
  onStarted: (version: string) => void;
}

/** A page of its own for one render: fresh cookies, storage and cache, and a guarded way out. */
export interface IsolatedPage extends AsyncDisposable {
  readonly page: Page;
  readonly egress: EgressListener;
  /** User agent string of the page's browser, as it would send it. */
  readonly userAgent: string;
  /** Rejects when the browser goes away under the page. */
  readonly gone: Promise<never>;
}

/** How long the parts of a page may take to go away, in milliseconds, before the browser is replaced. */
const DISPOSE_TIMEOUT = 5_000;

/** Keeps one browser running: starts it, starts another when it has gone, and ends it. */
export class BrowserSupervisor {
  readonly #options: SupervisorOptions;
  /** Open pages of each browser. */
  readonly #pages = new WeakMap<Browser, number>();
  /** Browsers that take no further page and have some open. */
  readonly #retired = new Map<Browser, RunningBrowser>();
  #launching: Promise<RunningBrowser> | undefined;
  #running: RunningBrowser | undefined;
  #closed = false;
  #isWarned = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Starts the browser unless it runs. */
  async start(): Promise<void> {
    await this.#browser();
  }

  /**
   * A real round trip to the browser, of which puppeteer answers no part by itself.
   *
   * @throws {RendererError} `browser-unavailable` when it is not running or does not answer within 2 s
   */
  async ping(): Promise<void> {
    try {
      await roundTrip(this.#browser());
    } catch (error) {
      throw error instanceof RendererError ? error : unavailable('The browser does not answer', error);
    }
  }

  /**
   * Opens a page in a browser context of its own, whose every connection goes through a guard of its own.
   *
   * @param target where the page comes from
   * @throws {RendererError} `browser-unavailable`
   */
  async openPage(target: JudgedTarget): Promise<IsolatedPage> {
    const browser = await this.#browser();
    this.#pages.set(browser, (this.#pages.get(browser) ?? 0) + 1);
    const egress = await openEgress(this.#options.policy, target);
    let context: BrowserContext | undefined;
    try {
      context = await browser.createBrowserContext({
        proxyServer: egress.proxyServer,
        proxyBypassList: ['<-loopback>'],
        downloadBehavior: { policy: 'deny' },
      });
      const [page, userAgent] = await Promise.all([context.newPage(), browser.userAgent()]);
      return isolatedPage({ page, egress, userAgent }, context, {
        onClosing: () => this.#onPageClosing(browser),
        onClosed: (how) => this.#onPageClosed(browser, how),
      });
    } catch (error) {
      await this.#onPageClosed(browser, 'closed');
      await egress.close();
      await context?.close().catch(() => {});
      throw unavailable('The browser could not open a page', error);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#launching?.catch(() => {});
    const all = [...this.#retired.values(), ...(this.#running ? [this.#running] : [])];
    this.#running = undefined;
    await Promise.all(all.map((running) => running.close()));
  }

  async #browser(): Promise<Browser> {
    if (this.#closed) throw new RendererError('closing', 'The service is shutting down', { retryAfter: 5 });
    if (this.#running) return this.#running.browser;
    this.#launching ??= this.#launch().finally(() => {
      this.#launching = undefined;
    });
    return (await this.#launching).browser;
  }

  async #launch(): Promise<RunningBrowser> {
    const { binary, sandbox, logger } = this.#options;
    const started = monotonic();
    const launched = await launchBrowser(binary, { sandbox });
    this.#running = launched;
    const unwatch = watch(launched.browser, () => {
      logger.error('the browser does not answer; it is replaced');
      if (this.#running === launched) this.#running = undefined;
      this.#retired.delete(launched.browser);
      // Its renders learn by the end of the connection that it is gone, and are tried again with another.
      void launched.kill();
    });
    launched.browser.once('disconnected', () => {
      unwatch();
      if (this.#running !== launched) return;
      this.#running = undefined;
      logger.warn('the browser went away; the next render starts another');
      void launched.close();
    });
    const version = await launched.browser.version();
    logger.info({ version, ms: Math.round(monotonic() - started) }, 'browser started');
    this.#options.onStarted(version);
    const unprotected = runsWithoutSandbox(sandbox);
    if (unprotected !== null && !this.#isWarned) logger.warn(`Chromium runs without its sandbox: ${unprotected}`);
    this.#isWarned = true;
    return launched;
  }

  /** A browser that has had its turn is retired: it takes no further page, and is closed when its last one is. */
  #onPageClosing(browser: Browser): void {
    if (this.#options.closeBrowser) this.#retire(browser);
  }

  /** A browser that can't close a page is not to be trusted with another. */
  async #onPageClosed(browser: Browser, how: 'closed' | 'stuck'): Promise<void> {
    const open = (this.#pages.get(browser) ?? 1) - 1;
    this.#pages.set(browser, open);
    if (how === 'stuck') this.#options.logger.warn('the browser does not close its pages; it is replaced');
    if (how === 'stuck' || this.#options.closeBrowser) this.#retire(browser);
    if (open > 0 && how !== 'stuck') return;
    const retired = this.#retired.get(browser);
    this.#retired.delete(browser);
    await retired?.close();
  }

  #retire(browser: Browser): void {
    if (this.#running?.browser !== browser) return;
    this.#retired.set(browser, this.#running);
    this.#running = undefined;
  }
}

interface Closing {
  onClosing: () => void;
  onClosed: (how: 'closed' | 'stuck') => Promise<void>;
}

function isolatedPage(
  parts: Pick<IsolatedPage, 'page' | 'egress' | 'userAgent'>,
  context: BrowserContext,
  { onClosing, onClosed }: Closing,
): IsolatedPage {
  const { page, egress } = parts;
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
    ...parts,
    gone,
    async [Symbol.asyncDispose]() {
      // At once: whoever has the result may ask for the next page before this one is closed.
      onClosing();
      browser.off('disconnected', onDisconnect);
      page.off('error', onCrash);
      await egress.close();
      if (!browser.connected) return onClosed('closed');
      const closing = context.close().catch(() => {});
      const how = await inTime(closing, DISPOSE_TIMEOUT).then(
        () => 'closed' as const,
        () => 'stuck' as const,
      );
      await onClosed(how);
    },
  };
}

function unavailable(message: string, cause?: unknown): RendererError {
  return new RendererError('browser-unavailable', message, { cause, retryAfter: 1 });
}
