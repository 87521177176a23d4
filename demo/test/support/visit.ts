import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A desktop screen. */
export const DESKTOP = { width: 1280, height: 900 };
/** A phone screen. */
export const PHONE = { width: 390, height: 844 };

/** A message of the browser about a problem. */
export interface Problem {
  readonly text: string;
  /** Address of the resource that could not be loaded, for messages about one. */
  readonly address: string;
}

/** One visitor with a separate browser profile. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console (violations of the policy are among them), and uncaught errors. */
  readonly problems: Problem[];
}

/** Opens a fresh profile on the shop at this address. */
export async function visitShop(browser: Browser, shop: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ baseURL: shop, viewport: DESKTOP, ...options });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const problems: Problem[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      problems.push({ text: message.text(), address: message.location().url });
    }
  });
  page.on('pageerror', (error) => problems.push({ text: String(error), address: '' }));
  return { page, context, problems, [Symbol.asyncDispose]: () => context.close() };
}
