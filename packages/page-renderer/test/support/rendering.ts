/// <reference lib="dom" />

import { after, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Renderer, RendererOptions } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { serveFixture } from './fixtures.ts';
import type { Site } from './site.ts';
import { startSite } from './site.ts';

/** A renderer and the site of the fixtures, for the duration of a test file. */
export interface Bench {
  renderer: Renderer;
  site: Site;
  /** Pages and style sheets (`.css`) of the site besides the fixtures, by path. */
  pages: Map<string, string>;
  /** Headers of these pages, by path. */
  headers: Map<string, Readonly<Record<string, string>>>;
  /** The HTML that the service's HTTP interface returns for a path of the site. */
  html(path: string): Promise<string>;
}

/** Starts one renderer and one site before the tests of a file, and stops them afterwards. */
export function useBench(options: RendererOptions = {}): Bench {
  const pages = new Map<string, string>();
  const headers: Bench['headers'] = new Map();
  const bench = {
    pages,
    headers,
    async html(path: string) {
      const target = encodeURIComponent(bench.site.url + path);
      return (await bench.renderer.fetch(new Request(`http://renderer.test/render/${target}`))).text();
    },
  } as Bench;
  before(async () => {
    bench.site = await startSite({
      '*': (request, response) => {
        const path = (request.url ?? '').split('?', 1)[0] ?? '';
        const html = pages.get(path);
        if (html === undefined) serveFixture(request, response);
        else {
          const type = request.url?.endsWith('.css') ? 'text/css' : 'text/html';
          const own = { 'Content-Type': `${type}; charset=utf-8`, ...headers.get(path) };
          response.writeHead(200, own).end(html);
        }
      },
    });
    bench.renderer = await createRenderer({
      browsers: 1,
      allowPrivateNetworks: ['127.0.0.1'],
      logLevel: 'silent',
      timeout: stretched(10_000),
      ...options,
    });
  });
  after(async () => {
    await bench.renderer.close();
    await bench.site[Symbol.asyncDispose]();
  });
  return bench;
}

/** A rendered page in a browser without scripts. */
export interface ShownPage {
  page: Page;
  html: string;
  /** What is seen of its text. */
  text: string;
  readonly styleOf: (selector: string, name: string) => Promise<string>;
}

/** Renders a page of the bench, and shows the HTML without scripts. */
export async function showWithoutScripts(
  browser: Browser,
  { renderer, site }: Bench,
  path: string,
  shadow: 'flat' | 'declarative' = 'flat',
): Promise<ShownPage> {
  const { html } = await renderer.render(site.url + path, { shadow });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.route('**/opened', (route) => route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }));
  await page.goto(`${site.url}/opened`, { waitUntil: 'load' });
  const styleOf = (selector: string, name: string) =>
    page.locator(selector).evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  return { page, html, styleOf, text: (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ').trim() };
}
