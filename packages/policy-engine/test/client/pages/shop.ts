/** Pages as sites write them, by path, and what tests of them ask a page. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { until } from '../../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, type Visitor, visitSite } from '../site.ts';

/** A page of a site. */
export interface ShopPage {
  readonly head?: (context: PageContext) => string;
  readonly body?: (context: PageContext) => string;
  /** Of its `<html>`. */
  readonly lang?: string;
  /** Whether the banner is rendered into it, for its visitor. */
  readonly isOfVisitor?: boolean;
}

/** The client of a page. */
export const CONSENT = `globalThis[Symbol.for('policy-engine.consent')]['/policies']`;

export const decide = (on: Page, decisions: object): Promise<void> =>
  on.evaluate<void>(`${CONSENT}.decide(${JSON.stringify(decisions)})`);

/** Waits until what follows from a change has happened. */
export const settle = (on: Page): Promise<void> =>
  on.evaluate<void>(`new Promise((resolve) => setTimeout(() => setTimeout(resolve, 30)))`);

/** A script that waits for consent. */
export const gated = (code: string, attributes = ''): string =>
  `<script type="text/plain" data-consent="analytics" ${attributes}>${code}</script>`;

async function htmlOf({ head, body, lang = 'en', isOfVisitor }: ShopPage, context: PageContext): Promise<string> {
  const include = isOfVisitor
    ? await context.consent.renderBanner({ nonce: context.nonce })
    : `<link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js" nonce="${context.nonce}"></script>`;
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Shop</title>${head?.(context) ?? ''}
    ${isOfVisitor ? '' : include}</head><body><h1>Shop</h1>${body?.(context) ?? ''}<main id="place"></main>${isOfVisitor ? include : ''}</body></html>`;
}

/** Starts a site with these pages. */
export async function startShop(
  pages: Readonly<Record<string, ShopPage>>,
  options: Partial<Parameters<typeof startSite>[0]> = {},
): Promise<Site> {
  const site = await startSite({ ...options, page: (path, context) => htmlOf(pages[path] ?? {}, context) });
  await site.publish('analytics', { de: 'Über Statistik.' });
  await site.publish('media', { de: 'Über Medien.' });
  return site;
}

/** Opens a page in a fresh profile, in which the pages' own styles and scripts may be inline. @param init runs before the page */
export async function visit(
  browser: Browser,
  site: Site,
  path: string,
  { init, ...options }: BrowserContextOptions & { readonly init?: string } = {},
): Promise<Visitor> {
  const here = await visitSite(browser, site, { bypassCSP: true, ...options });
  if (init !== undefined) await here.page.addInitScript(init);
  await here.page.goto(path);
  await until(here.page, `${CONSENT}?.state`);
  return here;
}
