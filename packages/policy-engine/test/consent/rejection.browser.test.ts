/** Consent and its withdrawal on realistic domains, in Chromium; and the pages that people see. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import express from 'express';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { policyEngine, consentContextOf } from 'policy-engine/express';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { follow, launchBrowser } from '../../../../testing/browser.ts';
import { axeFindsInLightAndDark } from '../../../../testing/axe.ts';
import { type Listening, listening } from '../../../../testing/listening.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];

/** A substitute for a tracker: it sets cookies as trackers do, on the widest domain, the host, and the folder of the page. */
const TRACKER = `
  const set = (cookie) => { document.cookie = cookie + '; max-age=9999'; };
  set('_ga=1; domain=.shop.example; path=/');
  set('_ga_AB12=1; domain=shop.example; path=/');
  set('_host=1; path=/');
  set('_exact=1; domain=' + location.hostname + '; path=/');
  set('_folder=1');
  set('_kept=1; domain=.shop.example; path=/');
  // A browser accepts these over https only.
  set('_secure=1; domain=shop.example; path=/; secure');
  set('_partitioned=1; path=/; secure; samesite=none; partitioned');
  set('__Secure-a=1; domain=shop.example; path=/shop; secure');
  set('__Host-a=1; path=/; secure');`;

const OVER_HTTPS = ['__Host-a', '__Secure-a', '_partitioned', '_secure'];
const tls = (name: string) => readFileSync(path.join(import.meta.dirname, '..', 'support', 'tls', name));

suite('on realistic domains', () => {
  let browser: Browser;
  let made: TestEngine;
  let servers: readonly Listening[] = [];
  let port: number;
  let securePort: number;
  let hits = 0;
  let time = Date.now();

  before(async () => {
    browser = await launchBrowser();
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
    made = await getTestEngine<string>({
      now: () => new Date(time),
      rules: [
        {
          name: 'analytics',
          sessionless: true,
          label: 'Statistics',
          description: 'Helps us see which pages are read and where people get stuck.',
        },
        {
          name: 'marketing',
          sessionless: true,
          label: 'Marketing',
          description: 'Shows our ads to you on other sites.',
        },
      ],
      scripts: [
        {
          name: 'Counter',
          provider: 'Counter Ltd, Dublin',
          description: 'Counts visits and how long they last.',
          rule: 'analytics',
          environments: ['test'],
          domain: '.shop.example',
          cookies: [
            { name: '_ga', purpose: 'Tells visits apart', duration: '13 months' },
            { name: '_ga_*', purpose: 'Keeps the state of a visit', duration: '13 months' },
            '_host',
            '_exact',
            '_folder',
            { name: '__Secure-a', path: '/shop' },
            '__Host-a',
            '_secure',
            '_partitioned',
          ],
          script: '<script src="/tracker.js"></script>',
          localStorage: ['counter:*'],
        },
        {
          name: 'Balance',
          rule: 'analytics',
          permanent: true,
          environments: ['test'],
          domain: '.shop.example',
          cookies: ['_kept'],
          script: '',
        },
      ],
    });
    for (const rule of ['analytics', 'marketing']) {
      const body = { description: `# ${rule}\n\nWhat it is about.`, state: 'published' };
      assert.equal((await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body)).status, 201);
    }
    const { engine } = made;
    const app = express();
    app.use('/policies', policyEngine(engine));
    app.get('/tracker.js', (_request, response) => {
      hits += 1;
      response.type('js').send(TRACKER);
    });
    app.get('/shop/shoes', async (request, response) => {
      response.set('content-security-policy', "default-src 'none'; script-src 'nonce-abc'; connect-src 'self'");
      response.send(
        `<!doctype html><title>Shoes</title>${await consentContextOf(engine, request).renderScripts({ nonce: 'abc' })}`,
      );
    });
    app.get('/shop/banner', async (request, response) => {
      const policy =
        "default-src 'none'; script-src 'nonce-abc'; connect-src 'self'; style-src 'self'; form-action 'self'";
      const consent = consentContextOf(engine, request);
      response.set('content-security-policy', policy);
      response.send(
        `<!doctype html><title>Shoes</title>${await consent.renderScripts({ nonce: 'abc' })}<h1>Shoes</h1>${await consent.renderBanner({ nonce: 'abc' })}`,
      );
    });
    const secure = createSecureServer({ key: tls('key.pem'), cert: tls('certificate.pem') }, app);
    servers = await Promise.all([listening(createServer(app)), listening(secure)]);
    [port, securePort] = servers.map((server) => server.port) as [number, number];
  });
  after(async () => {
    await browser?.close();
    for (const server of servers) await server[Symbol.asyncDispose]();
    await made?.[Symbol.asyncDispose]();
  });

  const names = async (context: BrowserContext) =>
    (await context.cookies())
      .map(({ name }) => name)
      // Without the engine's own cookies, whose names have a prefix over https.
      .filter((name) => name.startsWith('_') && !name.startsWith('__Host-policy_'))
      .toSorted();
  const choose = async (page: Page, origin: string, accepts: boolean) => {
    await page.goto(`${origin}/policies/consent?return_to=/shop/shoes`);
    await page.getByRole('switch', { name: 'Statistics' }).setChecked(accepts);
    await follow(page.getByRole('button', { name: 'Save choices: Statistics' }));
    await page.getByRole('status').waitFor();
    await follow(page.getByRole('link', { name: 'Back', exact: true }));
    await page.waitForURL(`${origin}/shop/shoes`);
  };

  for (const host of ['shop.example', 'www.shop.example', 'eu.www.shop.example']) {
    test(`${host} has no cookies before consent, and only permanent ones after its withdrawal`, async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const origin = `http://${host}:${port}`;
      hits = 0;
      await page.goto(`${origin}/shop/shoes`);
      assert.deepEqual([hits, await names(context)], [0, []]);
      await choose(page, origin, true);
      assert.equal(hits, 1);
      assert.deepEqual(await names(context), ['_exact', '_folder', '_ga', '_ga_AB12', '_host', '_kept']);
      await choose(page, origin, false);
      assert.deepEqual([hits, await names(context)], [1, ['_kept']]);
      await page.reload();
      assert.equal(hits, 1);
      await context.close();
    });
  }

  test('over https the cookies of a decision are Secure, and no Secure, prefixed or partitioned cookie stays', async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const origin = `https://www.shop.example:${securePort}`;
    const all = ['_exact', '_folder', '_ga', '_ga_AB12', '_host', '_kept', ...OVER_HTTPS].toSorted();
    await choose(page, origin, true);
    assert.deepEqual(await names(context), all);
    const own = (await context.cookies()).filter(({ name }) => /^(?:__Host-)?policy_/.test(name));
    assert.ok(own.length >= 3);
    for (const { name, secure, sameSite } of own) assert.deepEqual([name, secure, sameSite], [name, true, 'Lax']);
    // A plain form: a response can only delete a partitioned cookie by naming each one twice.
    await choose(page, origin, false);
    assert.deepEqual(await names(context), ['_kept', '_partitioned']);

    await page.goto(`${origin}/shop/banner`);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await page.getByRole('button', { name: 'Accept all' }).click();
    await until(async () => (await names(context)).length === all.length);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await page.getByRole('button', { name: 'Reject all' }).click();
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    // The page removes a partitioned cookie itself, a moment later.
    await until(async () => (await names(context)).join() === '_kept');
    await context.close();
  });

  test('a banner request from the page itself leaves no cookie either', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const origin = `http://www.shop.example:${port}`;
    await choose(page, origin, true);
    assert.equal((await names(context)).length, 6);
    const answer = await page.evaluate(async () => {
      const init = {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: '{"decisions":{"analytics":false}}',
      };
      return (await fetch('/policies/consent.json', init)).json();
    });
    assert.equal((answer as { rules: { state: string }[] }).rules[0]?.state, 'rejected');
    assert.deepEqual(await names(context), ['_kept']);
    await context.close();
  });

  test('settings, declaration and figures work on a phone and a desktop, in dark mode, without scripts, and without axe violations', async () => {
    const today = time;
    for (let day = 0; day < 30; day += 1) {
      time = today - day * 24 * 60 * 60 * 1000;
      for (let visit = 0; visit < 3 + (day % 5); visit += 1) {
        await made.as(null).fetch('/policies/consent.json', {
          method: 'PUT',
          headers: { 'content-type': 'application/json', ...(visit === 1 && { 'sec-gpc': '1' }) },
          body: JSON.stringify({ decisions: visit === 1 ? {} : { analytics: visit % 2 === 0, marketing: false } }),
        });
      }
    }
    time = today;
    for (const [width, locale, signal] of [
      [1280, 'en', '0'],
      [390, 'fr', '1'],
    ] as const) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        reducedMotion: 'reduce',
        locale,
        extraHTTPHeaders: { 'x-test-user': 'admin', ...(signal === '1' && { 'sec-gpc': '1' }) },
      });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
      for (const name of ['consent', 'cookies', 'consent/figures']) {
        await page.goto(`http://127.0.0.1:${port}/policies/${name}`);
        assert.deepEqual(await axeFindsInLightAndDark(page), []);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(overflow) <= 0, `${name} at ${width} is ${String(overflow)} px too wide`);
        if (pictures === undefined) continue;
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const file = `${name.replace('/', '-')}-${width}-${colorScheme}.png`;
          await page.screenshot({ path: path.join(pictures, file), fullPage: true });
        }
      }
      assert.deepEqual(problems, []);
      await context.close();
    }
  });

  test('accept and reject have the same size and style', async () => {
    const page = await browser.newPage();
    await page.goto(`http://shop.example:${port}/policies/consent`);
    const pairs = (await page.evaluate(LOOKS)) as Record<string, unknown>[][];
    // Each consent by itself has a switch, which no answer is heavier in.
    assert.equal(
      await page
        .locator('form.pe-choices')
        .filter({ has: page.getByRole('switch') })
        .count(),
      2,
    );
    assert.equal(pairs.length, 1);
    for (const [one, other] of pairs) {
      assert.ok(Number(one?.['width']) > 80 && Number(one?.['height']) >= 40, JSON.stringify(one));
      assert.deepEqual(one, other);
    }
    await page.close();
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const start = Date.now(); Date.now() - start < 60_000;) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail('never came true');
}

/** Size and style of the two buttons of each form that has them, evaluated in the page. */
const LOOKS = `[...document.querySelectorAll('form.pe-choices:not(:has([role=switch]))')].map((form) =>
  [...form.querySelectorAll('button')].map((button) => {
    const { width, height } = button.getBoundingClientRect();
    const { backgroundColor, color, borderColor, fontWeight, fontSize } = getComputedStyle(button);
    return { width, height, backgroundColor, color, borderColor, fontWeight, fontSize };
  }))`;
