/** Apps of one page that ask for consent with `policy-engine/client`, built with their production tool chains. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import express from 'express';
import { findBrowser } from 'page-renderer';
import { type Browser, chromium } from 'playwright-core';
import { policyEngine } from 'policy-engine/express';
import { getTestEngine } from 'policy-engine/testing';
import { build } from 'vite';

const APPS = {
  react: react(),
  vue: vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('policy-') } } }),
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

for (const [name, plugin] of Object.entries(APPS)) {
  test(`an app built with ${name} wakes a tag and a frame on consent, and hears of a withdrawal`, async () => {
    const outDir = path.join(folder, name);
    const root = path.join(import.meta.dirname, '../apps', `${name}-consent`);
    await build({
      root,
      plugins: [plugin],
      logLevel: 'error',
      configFile: false,
      build: { outDir, emptyOutDir: true },
    });

    await using made = await getTestEngine({ rules: [{ name: 'analytics', sessionless: true, label: 'Statistics' }] });
    const text = { description: 'What is counted.', state: 'published' };
    await made.as('admin').json('POST', '/policies/categories/analytics/terms.json', text);
    const asked: string[] = [];
    const app = express().use('/policies', policyEngine(made.engine));
    app.get('/tag.js', (request, response) => {
      asked.push(request.path);
      response.type('js').send('window.ran = (window.ran ?? 0) + 1;');
    });
    app.get('/film', (request, response) => {
      asked.push(request.path);
      response.send('<!doctype html><title>Film</title><p>A film</p>');
    });
    app.use(express.static(outDir));
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const context = await browser.newContext();
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    try {
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.getByRole('button', { name: 'Show it once' }).waitFor();
      assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Statistics: off');
      assert.deepEqual(asked, []);

      await page.getByRole('button', { name: 'Accept', exact: true }).click();
      await page.getByRole('heading', { name: 'Statistics: on' }).waitFor();
      await page.frameLocator('policy-embed iframe').getByText('A film').waitFor();
      await page.waitForFunction('window.ran === 1');
      assert.deepEqual(new Set(asked), new Set(['/film', '/tag.js']));

      // The framework takes its elements away, and draws them again: the tag runs for each page that holds it.
      await page.getByRole('button', { name: 'Another page' }).click();
      await page.locator('policy-embed').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Another page' }).click();
      await page.waitForFunction('window.ran === 2');

      await page.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('heading', { name: 'Statistics: off' }).waitFor();
      await page.getByRole('button', { name: 'Show it once' }).waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Show it once' }).waitFor();
      assert.equal(asked.length, 4);
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
