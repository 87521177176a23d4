/** A visit of a page of the service, which fails if the browser complains. */
import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Uses a new page, and checks that neither the console nor the network reports an error, and nothing is requested elsewhere. */
export async function visitWithoutComplaints(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      const isStatus = /the server responded with a status of/.test(message.text());
      if (/error|warning/.test(message.type()) && !isStatus) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('dialog', (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith('data:') && new URL(request.url()).origin !== origin)
        complaints.push(request.url());
    });
    await use(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}
