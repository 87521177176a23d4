import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/**
 * Opens a page in a profile of its own, as a user of the test engine.
 *
 * @param options.complaints collects the errors and warnings of the console, and uncaught errors
 */
export async function openPage(
  browser: Browser,
  user: string,
  { complaints, ...options }: BrowserContextOptions & { readonly complaints: string[] },
): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-test-user': user },
    ...options,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return page;
}
