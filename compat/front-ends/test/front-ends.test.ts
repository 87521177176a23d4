/** Builds the same product page with each framework's production tool chain and renders it. */
import assert from 'node:assert/strict';
import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { build } from 'vite';
import solid from 'vite-plugin-solid';

const APPS = { react: react(), vue: vue(), svelte: svelte({ configFile: false }), solid: solid() };
const PRODUCT = { name: 'Lamp', related: ['Shade', 'Bulb'] };
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

let folder: string;
let renderer: Renderer;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'front-ends-'));
  renderer = await createRenderer({ allowPrivateNetworks: ['127.0.0.1'], logLevel: 'silent' });
});
after(async () => {
  await renderer.close();
  rmSync(folder, { recursive: true });
});

function serve(root: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/api/product.json') return response.end(JSON.stringify(PRODUCT));
    const file = path.join(root, request.url === '/' ? 'index.html' : (request.url ?? ''));
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
    return createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

for (const [name, plugin] of Object.entries(APPS)) {
  test(`a page built with ${name} is rendered with its data and its lazily loaded part`, async () => {
    const outDir = path.join(folder, name);
    const root = path.join(import.meta.dirname, '../apps', name);
    await build({
      root,
      plugins: [plugin],
      logLevel: 'error',
      configFile: false,
      build: { outDir, emptyOutDir: true },
    });
    const server = await serve(outDir);
    try {
      const { port } = server.address() as AddressInfo;
      const { html, status, verdict } = await renderer.render(`http://127.0.0.1:${port}/`);
      assert.deepEqual({ status, verdict }, { status: 200, verdict: 'complete' });
      assert.match(html, /<title>Lamp<\/title>/);
      assert.match(html, /<h1[^>]*>Lamp<\/h1>/);
      assert.match(html, /<li[^>]*>Shade<\/li>.*<li[^>]*>Bulb<\/li>/s);
      assert.doesNotMatch(html, /<script|Loading/);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
}
