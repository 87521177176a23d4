/**
 * A site that other sites show in frames (`embeddable`), over https in Chromium: a decision belongs to the frame of one site, as does what
 * its tags store. `shop.example` is shown by `news.example` and `blog.example`, which are sites of their own.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import express from 'express';
import type { Browser, BrowserContext, Frame, Page, Response } from 'playwright-core';
import { consentContextOf, policyEngine } from 'policy-engine/express';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type Listening, listening } from '../../../../testing/listening.ts';
import { stretched } from '../../../../testing/load.ts';

const tls = (name: string) => readFileSync(path.join(import.meta.dirname, '..', 'support', 'tls', name));

/** Stores what a tag stores that knows about frames. */
const TAG = `document.cookie = '_stats=1; path=/; secure; samesite=none; partitioned; max-age=9999'; window.ran = true;`;

suite('a page in frames of other sites, over https', () => {
  let browser: Browser;
  let made: TestEngine;
  let server: Listening;

  before(async () => {
    browser = await launchBrowser();
    made = await getTestEngine<string>({
      embeddable: true,
      rules: [{ name: 'analytics', label: 'Statistics', sessionless: true }],
      scripts: [
        {
          name: 'Counter',
          rule: 'analytics',
          environments: ['test'],
          domain: 'shop.example',
          cookies: ['_stats'],
          script: '<script src="/tag.js"></script>',
        },
      ],
    });
    const text = { description: 'What we count.', state: 'published' };
    await made.as('admin').json('POST', '/policies/categories/analytics/terms.json', text);
    const app = express().use('/policies', policyEngine(made.engine));
    app.get('/tag.js', (_request, response) => void response.type('js').send(TAG));
    app.get('/map', async (request, response) => {
      const consent = consentContextOf(made.engine, request);
      const [scripts, banner] = [await consent.renderScripts(), await consent.renderBanner()];
      const told = (request.get('cookie') ?? '').replaceAll('"', '');
      response.send(`<!doctype html><title>Map</title><body data-sent="${told}">${scripts}<h1>Map</h1>${banner}`);
    });
    app.get('/', (request, response) => {
      const { port } = new URL(`https://${request.get('host')}`);
      response.send(
        `<!doctype html><title>Around</title><iframe src="https://shop.example:${port}/map" width="800" height="600">`,
      );
    });
    server = await listening(createServer({ key: tls('key.pem'), cert: tls('certificate.pem') }, app));
  });
  after(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
    await made?.[Symbol.asyncDispose]();
  });

  const at = (host: string, where = '/') => `https://${host}:${server.port}${where}`;
  const mapIn = (page: Page): Frame => {
    const map = page.frames().find((frame) => frame.url().endsWith('/map'));
    assert.ok(map, 'the map is in the page');
    return map;
  };
  const shownBy = async (page: Page, host: string): Promise<Frame> => {
    await page.goto(at(host), { waitUntil: 'load' });
    return mapIn(page);
  };
  const question = (map: Frame) => map.getByRole('region', { name: 'Your privacy choices' });
  const answer = async (map: Frame, button: RegExp) => {
    await question(map).getByRole('button', { name: button }).click();
    await map.getByRole('status').filter({ hasText: /saved/i }).waitFor();
  };
  /** Cookies as the browser keeps them: name, value and the site around the frame. */
  const kept = async (context: BrowserContext, pattern: RegExp) =>
    (await context.cookies())
      .filter(({ name }) => pattern.test(name))
      .map(({ name, value, partitionKey }) => `${name}=${value} ${partitionKey ?? 'not partitioned'}`)
      .toSorted();

  test('a decision and what tags store are kept apart for each site around it, and a withdrawal deletes them there', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    context.setDefaultTimeout(stretched(10_000));
    const page = await context.newPage();
    const answers: Response[] = [];
    page.on('response', (response) => void (response.url().endsWith('/consent.json') && answers.push(response)));

    const map = await shownBy(page, 'news.example');
    await answer(map, /^Accept/);
    await until(map, 'window.ran === true');
    const headers = (await Promise.all(answers.map((one) => one.headersArray()))).flat();
    const written = headers.filter(({ name }) => name.toLowerCase() === 'set-cookie').map(({ value }) => value);
    const decision = written.filter((line) => line.includes('policy_') && !/Max-Age=0/i.test(line));
    assert.ok(decision.length >= 2, written.join('\n'));
    for (const line of decision) {
      for (const attribute of ['SameSite=None', 'Secure', 'Partitioned']) {
        assert.ok(line.split('; ').includes(attribute), `${attribute}: ${line}`);
      }
    }
    assert.deepEqual(await kept(context, /^policy_rule_analytics$|^_stats$/), [
      '_stats=1 https://news.example',
      'policy_rule_analytics=accepted https://news.example',
    ]);
    assert.equal(
      (await kept(context, /policy_/)).some((one) => one.endsWith('not partitioned')),
      false,
    );

    // The same person in the same frame is not asked again, and the server knows it.
    const again = await shownBy(page, 'news.example');
    await until(again, 'window.ran === true');
    assert.match((await again.locator('body').getAttribute('data-sent')) ?? '', /policy_rule_analytics=accepted/);
    assert.equal(await question(again).isVisible(), false);

    // Around another site, and on its own, the page knows nothing of it.
    for (const host of ['blog.example', 'shop.example']) {
      const other = host === 'blog.example' ? await shownBy(page, host) : page.mainFrame();
      if (host === 'shop.example') await page.goto(at(host, '/map'));
      await question(other).waitFor();
      assert.doesNotMatch((await other.locator('body').getAttribute('data-sent')) ?? '', /policy_|_stats/, host);
      assert.doesNotMatch(await other.evaluate<string>('document.cookie'), /policy_rule|_stats/, host);
    }
    await answer(await shownBy(page, 'blog.example'), /^Accept/);
    await until(mapIn(page), 'window.ran === true');

    // Withdrawn around one site, it stays accepted around the other.
    const withdrawing = await shownBy(page, 'news.example');
    await withdrawing.locator('[data-policy-settings]').first().click();
    await answer(withdrawing, /^Reject/);
    await until(withdrawing, `!document.cookie.includes('_stats')`);
    assert.deepEqual(await kept(context, /^policy_rule_analytics$|^_stats$/), [
      '_stats=1 https://blog.example',
      'policy_rule_analytics=accepted https://blog.example',
      'policy_rule_analytics=rejected https://news.example',
    ]);
    const after = await shownBy(page, 'news.example');
    assert.match((await after.locator('body').getAttribute('data-sent')) ?? '', /policy_rule_analytics=rejected/);
    assert.equal(await after.evaluate('window.ran === true'), false);
    await context.close();
  });
});
