/** A function of ours that throws in the page is a bug of the service, and is told as one: not as a fault of the page. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';
import type { FaultyBrowser } from '../support/wire.ts';
import { faultyBrowser } from '../support/wire.ts';

/** Functions that run in the page, in the order of a render. */
const FUNCTIONS = ['askAtRest', 'measureExtent', 'scrollThrough', 'takeSnapshot'];
const PAGE = '<!doctype html><title>page</title><p style="height: 3000px">text</p><script>onscroll = () => {}</script>';

describe('a function of ours that throws in the page is told as a bug of the service', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'own-exception-'));
  let site: Site;
  let browser: FaultyBrowser;
  let renderer: Renderer;
  before(async () => {
    site = await startSite({ '/': PAGE });
    browser = await faultyBrowser(folder);
    renderer = await createRenderer(
      { browsers: 1, allowPrivateNetworks: ['127.0.0.1'], logLevel: 'silent', timeout: stretched(10_000) },
      { browser: browser.binary },
    );
  });
  after(async () => {
    await renderer.close();
    await site[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const name of FUNCTIONS) {
    test(name, async () => {
      browser.plan('throws', 1, name);
      const target = encodeURIComponent(`${site.url}/`);
      const response = await renderer.fetch(new Request(`http://renderer.test/render/${target}`));
      const { code, detail, title } = (await response.json()) as Record<string, string>;
      assert.equal(await browser.outcome(), 'Runtime.callFunctionOn');
      assert.deepEqual([response.status, code], [500, 'internal']);
      assert.match(`${title} ${detail}`, /bug in the service/);
      assert.doesNotMatch(`${title} ${detail}`, /missing|null/);
    });
  }

  test('the next render of the same page succeeds', async () => {
    const { html, verdict } = await renderer.render(`${site.url}/`);
    assert.equal(verdict, 'complete');
    assert.match(html, /text<\/p>/);
  });
});
