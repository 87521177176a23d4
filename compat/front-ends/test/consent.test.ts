/** Apps that ask for consent with the components of `policy-engine`, built with their production tool chains, server and browser. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import express from 'express';
import { findBrowser } from 'page-renderer';
import { type Browser, chromium } from 'playwright-core';
import { consentContextOf, policyEngine } from 'policy-engine/express';
import { getTestEngine } from 'policy-engine/testing';
import { build, type InlineConfig } from 'vite';

const APPS = {
  react: { plugins: () => [react()], server: 'server.jsx' },
  vue: {
    plugins: () => [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('policy-') } } })],
    server: 'server.js',
  },
  svelte: { plugins: () => [svelte({ configFile: false })], server: 'server.js' },
};

let folder: string;
let browser: Browser;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'consent-'));
  const { executablePath, env } = await findBrowser();
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  browser = await chromium.launch({
    executablePath,
    args,
    env: { ...(process.env as Record<string, string>), ...env },
  });
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

type Render = (snapshot: unknown) => string | Promise<string>;

/** Builds an app for the browser and for the server. */
async function builtApp(name: keyof typeof APPS): Promise<{ outDir: string; render: Render }> {
  const { plugins, server } = APPS[name];
  const outDir = path.join(folder, name);
  const config: InlineConfig = {
    root: path.join(import.meta.dirname, '../apps', `${name}-consent`),
    logLevel: 'error',
    configFile: false,
    // The engine is a link to a folder that has its own copies of the frameworks, for its tests.
    resolve: { dedupe: ['react', 'react-dom', 'svelte', 'vue'] },
    ssr: { noExternal: true },
  };
  await build({ ...config, plugins: plugins(), build: { outDir, emptyOutDir: true } });
  const ssr = {
    outDir: path.join(outDir, 'server'),
    ssr: server,
    rollupOptions: { output: { entryFileNames: 'server.mjs' } },
  };
  await build({ ...config, plugins: plugins(), build: ssr });
  const { render } = (await import(pathToFileURL(path.join(outDir, 'server/server.mjs')).href)) as { render: Render };
  return { outDir, render };
}

for (const name of Object.keys(APPS) as Array<keyof typeof APPS>) {
  test(`an app built with ${name} renders consent on the server and follows it in the browser`, async () => {
    const { outDir, render } = await builtApp(name);
    await using made = await getTestEngine({ rules: [{ name: 'analytics', sessionless: true, label: 'Statistics' }] });
    const text = { description: 'What is counted.', state: 'published' };
    await made.as('admin').json('POST', '/policies/categories/analytics/terms.json', text);
    const asked: string[] = [];
    const template = readFileSync(path.join(outDir, 'index.html'), 'utf8');
    const app = express().use('/policies', policyEngine(made.engine));
    app.get(['/tag.js', '/plain.js'], (request, response) => {
      asked.push(request.path);
      response.type('js').send(`(window.ran ??= []).push('${request.path}');`);
    });
    app.get(['/film', '/map'], (request, response) => {
      asked.push(request.path);
      response.send('<!doctype html><title>Film</title><p>A film</p>');
    });
    app.get('/', async (request, response) => {
      const snapshot = await consentContextOf(made.engine, request).consentSnapshot();
      const html = await render(snapshot);
      const json = JSON.stringify(snapshot).replaceAll('<', '\\u003c');
      response
        .set('cache-control', 'private, no-cache')
        .send(template.replace('<!--app-->', () => html).replace('<!--snapshot-->', () => json));
    });
    app.use(express.static(outDir));
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const context = await browser.newContext();
    context.setDefaultTimeout(10_000);
    await context.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shift += one.value; })
        .observe({ type: 'layout-shift', buffered: true });`);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    const isCounted = (words: string) => page.getByText(words, { exact: true }).waitFor();
    try {
      const first = await (await page.goto(`http://127.0.0.1:${port}/`))!.text();
      assert.match(first, /Nothing is counted.*<a href="\/film"/s);
      await page.getByRole('button', { name: 'Show once' }).waitFor();
      assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Statistics: off');
      const { width, height } = (await page.locator('policy-embed').boundingBox())!;
      assert.deepEqual([width, height], [640, 360]);
      assert.equal(await page.evaluate('shift'), 0);
      assert.deepEqual(asked, []);

      await page.getByRole('button', { name: 'Accept', exact: true }).click();
      await page.getByRole('heading', { name: 'Statistics: on' }).waitFor();
      await isCounted('Visits are counted.');
      await page.frameLocator('policy-embed iframe').getByText('A film').waitFor();
      await page.waitForFunction('window.ran?.length === 1');
      assert.deepEqual(new Set(asked), new Set(['/film', '/tag.js']));
      assert.equal(asked.length, 2);

      // Tags outside of the components are found, too; those of the components run once in a page.
      await page.getByRole('button', { name: 'Another page' }).click();
      await page.locator('policy-embed[title="A map"] iframe').waitFor();
      await page.waitForFunction('window.ran.length === 2');
      await page.getByRole('button', { name: 'Another page' }).click();
      await page.locator('policy-embed[title="A film"] iframe').waitFor();
      assert.deepEqual(await page.evaluate('window.ran'), ['/tag.js', '/plain.js']);

      const known = await (await page.reload())!.text();
      assert.match(known, /Visits are counted.*<iframe[^>]* src="\/film"/s);
      assert.doesNotMatch(known, /Nothing is counted/);
      await page.waitForFunction('window.ran?.length === 1');
      await page.frameLocator('policy-embed iframe').getByText('A film').waitFor();
      assert.equal(await page.evaluate('shift'), 0);

      await page.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('heading', { name: 'Statistics: off' }).waitFor();
      await isCounted('Nothing is counted.');
      await page.getByRole('button', { name: 'Show once' }).waitFor();
      const count = asked.length;
      await page.reload();
      await page.getByRole('button', { name: 'Show once' }).waitFor();
      assert.equal(asked.length, count);
      assert.deepEqual(
        problems.filter((text) => !text.includes('favicon')),
        [],
      );
    } finally {
      await context.close();
      server.closeAllConnections();
      server.close();
    }
  });
}
