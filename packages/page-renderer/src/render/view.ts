import type { Page } from 'puppeteer-core';
import { RendererError } from '../errors.ts';
import type { RenderSettings } from './options.ts';

/** How a page is looked at. */
export type View = Pick<RenderSettings, 'width' | 'height' | 'mobile' | 'timezoneId'>;

/** A common phone (CSS pixels). Narrower views are taken as they are. */
const PHONE_WIDTH = 412;

/** Makes a fresh page look and behave as the view says. @throws {RendererError} `invalid-parameter` for the time zone */
export async function applyView(page: Page, view: View, browserUserAgent: string, product: string): Promise<void> {
  const width = view.mobile ? Math.min(view.width, PHONE_WIDTH) : view.width;
  await Promise.all([
    page.setViewport({ width, height: view.height, isMobile: view.mobile, hasTouch: view.mobile }),
    page.setUserAgent({ userAgent: userAgentFor(browserUserAgent, view.mobile, product) }),
  ]);
  if (view.timezoneId === undefined) return;
  try {
    await page.emulateTimezone(view.timezoneId);
  } catch (error) {
    throw new RendererError('invalid-parameter', `timezoneId: "${view.timezoneId}" is not a time zone`, {
      cause: error,
    });
  }
}

/**
 * The browser's own user agent without the word that makes sites send a different page, and with our name, so that an
 * operator can tell renders in a log.
 */
function userAgentFor(browserUserAgent: string, mobile: boolean, product: string): string {
  const plain = browserUserAgent.replace('HeadlessChrome', 'Chrome');
  if (!mobile) return `${plain} ${product}`;
  const version = /Chrome\/[\d.]+/.exec(plain)?.[0] ?? 'Chrome/100.0.0.0';
  return `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ${version} Mobile Safari/537.36 ${product}`;
}
