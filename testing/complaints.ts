/** What a browser says against a page. */
import type { Page } from 'playwright-core';

/**
 * Collects the errors and warnings of the console, and uncaught errors.
 *
 * @param origin also collects the address of each request to another origin
 * @param complaints adds to these
 */
export function complaintsAbout(page: Page, origin?: string, complaints: string[] = []): string[] {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const isOwn = origin === undefined || request.url().startsWith(origin) || request.url().startsWith('data:');
    if (!isOwn) complaints.push(request.url());
  });
  return complaints;
}
