import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { TEST_ORIGIN, type TestEngine } from 'policy-engine/testing';
import { complaintsAbout } from '../../../../testing/complaints.ts';

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
  complaintsAbout(page, undefined, complaints);
  return page;
}

/** Opens a page on a test engine without a server: its requests are those of a user without cookies. */
export async function openWithoutServer(
  browser: Browser,
  engine: Pick<TestEngine, 'as'>,
  user: string,
  { locale = 'en', ...options }: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ locale, ...options });
  const page = await context.newPage();
  await page.route(`${TEST_ORIGIN}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const headers = { accept: route.request().headers()['accept'] ?? '*/*', 'accept-language': locale };
    const response = await engine.as(user).fetch(pathname + search, { headers });
    const body = Buffer.from(await response.arrayBuffer());
    await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body });
  });
  return page;
}
