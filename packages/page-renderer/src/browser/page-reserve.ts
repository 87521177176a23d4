import type { AddressPolicy } from '../guard/policy.ts';
import type { Browser } from './browser.ts';
import type { IsolatedPage } from './isolated-page.ts';
import { openIsolatedPage } from './isolated-page.ts';

/** Keeps an empty page open in a browser, so that a render need not wait for it. */
export class PageReserve {
  readonly #browser: Browser;
  readonly #policy: AddressPolicy;
  #next: Promise<IsolatedPage | undefined> | undefined;

  constructor(browser: Browser, policy: AddressPolicy) {
    this.#browser = browser;
    this.#policy = policy;
  }

  /** Opens a page, unless there is one. Best when no render waits for the processor. */
  fill(): void {
    if (this.#next || this.#browser.isGone) return;
    const next = openIsolatedPage(this.#browser, this.#policy).catch(() => undefined);
    this.#next = next;
    void this.#forgetWhenGone(next);
  }

  async #forgetWhenGone(next: Promise<IsolatedPage | undefined>): Promise<void> {
    const page = await next;
    await page?.gone.catch(() => {});
    if (this.#next !== next) return;
    this.#next = undefined;
    await page?.close();
  }

  /** The page that is open, else another. @throws {RendererError} `browser-unavailable` */
  async take(): Promise<IsolatedPage> {
    const next = this.#next;
    this.#next = undefined;
    return (await next) ?? openIsolatedPage(this.#browser, this.#policy);
  }
}
