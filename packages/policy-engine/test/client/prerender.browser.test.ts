/**
 * Pages that the browser loads before anybody looks at them, really prerendered: a browser does so only as long as no debugger is
 * attached, so that the pages themselves tell the server what happens.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import express from 'express';
import { findBrowser } from 'page-renderer';
import { consentContextOf, policyEngine } from 'policy-engine/express';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';
import { listening } from '../../../../testing/listening.ts';
import { stretched } from '../../../../testing/load.ts';

const RULES = [{ name: 'analytics', sessionless: true }];
const SCRIPTS = [{ name: 'tag', rule: 'analytics', environments: ['test'], script: '<script src="/tag.js"></script>' }];

async function publishedEngine() {
  const made = await getTestEngine<string>({ rules: RULES, scripts: SCRIPTS });
  const text = { description: 'What we count.', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/analytics/terms.json', text);
  return made;
}

/** A page that prerenders another one, and goes there when that one has been loaded. */
const FROM = `<!doctype html><title>From</title>
<script type="speculationrules">{"prerender":[{"source":"list","urls":["/to"],"eagerness":"immediate"}]}</script>
<script>fetch('/loaded-ahead').then(() => { location.href = '/to'; });</script>`;

/** A page that goes on to the other one when it is visited for the first time. */
const ONCE_ONWARD = `<script>
if (!sessionStorage.seen) addEventListener('load', () => { sessionStorage.seen = 1; location.href = '/from'; });
</script>`;

/** Opens a page of a site in a browser without a debugger. */
async function browse(address: string): Promise<AsyncDisposable> {
  const { executablePath, env } = await findBrowser();
  const profile = mkdtempSync(path.join(tmpdir(), 'prerender-'));
  const flags = ['--headless', '--no-first-run', '--disable-gpu', `--user-data-dir=${profile}`];
  if (process.getuid?.() === 0) flags.push('--no-sandbox');
  // Without a port for a debugger the headless browser ends after the first page.
  const browser = spawn(executablePath, [...flags, '--remote-debugging-port=0', address], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  return {
    async [Symbol.asyncDispose]() {
      browser.kill('SIGKILL');
      if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit');
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A site whose page `/to` has the tag, and what browsers asked of it, in order. */
async function site(engine: Awaited<ReturnType<typeof publishedEngine>>['engine'], cacheControl?: string) {
  const visits = cacheControl === undefined ? 1 : 2;
  const asked: string[] = [];
  const ahead = Promise.withResolvers<void>();
  const ran = Promise.withResolvers<void>();
  let runs = 0;
  const app = express().use('/policies', policyEngine(engine));
  app.use((request, _response, next) => {
    asked.push(`${request.url} ${request.get('sec-purpose') ?? 'now'}`);
    next();
  });
  app.get('/from', (_request, response) => void response.type('html').send(FROM));
  app.get('/loaded-ahead', async (_request, response) => {
    await ahead.promise;
    response.end();
  });
  app.get('/first', (_request, response) => {
    response.cookie('policy_rule_analytics', 'accepted').redirect(cacheControl === undefined ? '/from' : '/to');
  });
  app.get('/to', async (request, response) => {
    const consent = consentContextOf(engine, request);
    const html = [await consent.renderScripts(), await consent.renderBanner()];
    if (cacheControl !== undefined) response.set('cache-control', cacheControl);
    const told = `addEventListener('load', () => fetch('/loaded?' + document.prerendering))`;
    const onward = cacheControl === undefined ? '' : ONCE_ONWARD;
    response.type('html').send(`<!doctype html><title>To</title><script>${told}</script>${onward}${html.join('')}`);
  });
  app.get('/loaded', (request, response) => {
    if (request.url.endsWith('true')) ahead.resolve();
    response.end();
  });
  app.get('/tag.js', (_request, response) => void response.type('js').send(`fetch('/ran?' + document.prerendering)`));
  app.get('/ran', (_request, response) => {
    runs += 1;
    if (runs === visits) ran.resolve();
    response.end();
  });
  const server = await listening(createServer(app));
  return {
    url: server.url,
    asked,
    ahead: ahead.promise,
    ran: ran.promise,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const WITHIN = { timeout: stretched(60_000) };
const pages = (asked: readonly string[]) => asked.filter((one) => /^\/(?:to|tag|ran)/.test(one));

test(
  'a page that is prerendered for somebody who accepted asks nothing of a third party before they look at it',
  WITHIN,
  async () => {
    await using made = await publishedEngine();
    await using shop = await site(made.engine);
    await using _browser = await browse(`${shop.url}/first`);
    await shop.ahead;
    assert.deepEqual(pages(shop.asked), ['/to prefetch;prerender']);
    await shop.ran;
    assert.deepEqual(pages(shop.asked), ['/to prefetch;prerender', '/tag.js now', '/ran?false now']);
  },
);

test('a page with active tags that the browser keeps does not answer for one that it prerenders', WITHIN, async () => {
  await using made = await publishedEngine();
  await using shop = await site(made.engine, 'private, max-age=600');
  await using _browser = await browse(`${shop.url}/first`);
  await shop.ahead;
  assert.deepEqual(
    pages(shop.asked).filter((one) => !one.startsWith('/tag')),
    ['/to now', '/ran?false now', '/to prefetch;prerender'],
  );
  await shop.ran;
  assert.equal(
    shop.asked.some((one) => one.startsWith('/ran?true')),
    false,
  );
});

test('the tags of a page that is loaded ahead of time are inactive, and in the page once', async () => {
  await using made = await publishedEngine();
  const { engine } = made;
  const context = (purpose?: string) => {
    const headers = {
      cookie: 'policy_rule_analytics=accepted',
      ...(purpose !== undefined && { 'sec-purpose': purpose }),
    };
    return engine.consentContext(new Request(`${TEST_ORIGIN}/to`, { headers }));
  };
  for (const purpose of ['prefetch;prerender', 'prefetch', 'prefetch;anonymous-client-ip', 'Prerender']) {
    const consent = context(purpose);
    const html = (await consent.renderScripts()) + (await consent.renderBanner());
    assert.equal(
      html.match(/<script[^>]*src="\/tag\.js"/g)?.join(),
      '<script type="text/plain" src="/tag.js"',
      purpose,
    );
    assert.deepEqual(consent.responseHeaders(), { 'cache-control': 'private, no-cache' });
  }
  const consent = context();
  assert.match(await consent.renderScripts(), /^<script src="\/tag\.js"/);
});
