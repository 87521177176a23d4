/** The middleware of Next in an edge runtime, which is where Next before 16 runs it by default. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { EdgeVM } from '@edge-runtime/vm';
import { build } from 'esbuild';
import { StandInRenderer } from './support/stand-in-renderer.ts';

/** The module, as Next bundles it. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, '..', 'dist', 'hosts', 'next.js')],
    bundle: true,
    format: 'iife',
    globalName: 'next',
    platform: 'neutral',
    write: false,
  });
  return outputFiles[0]!.text;
}

test('renders for bots, starts, and notices when the visitor leaves', async () => {
  await using renderer = await StandInRenderer.start();
  const vm = new EdgeVM();
  // In that of Next functions of the process are there, and throw.
  vm.evaluate(
    `globalThis.process = { env: {}, getBuiltinModule() { throw new Error('not supported in the Edge Runtime'); } };`,
  );
  vm.evaluate(await bundled());
  assert.doesNotThrow(() => vm.evaluate('next.register()'));
  const options = JSON.stringify({ proxyUrl: renderer.url, origin: 'https://shop.example' });
  vm.evaluate(`globalThis.middleware = next.renderMiddleware(${options});
    globalThis.asked = (agent, signal) => middleware(
      new Request('https://shop.example/lamps', { headers: { accept: 'text/html', 'user-agent': agent }, signal }),
    );`);
  const body = await vm.evaluate<Promise<string>>("asked('Googlebot/2.1').then((response) => response.text())");
  assert.match(body, /<title>rendered<\/title>/);
  const people = "asked('Mozilla/5.0').then((response) => response.headers.get('x-middleware-next'))";
  assert.equal(await vm.evaluate<Promise<string>>(people), '1');
  const left = Promise.withResolvers<void>();
  renderer.onAbort = left.resolve;
  renderer.answer = (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html>');
  await vm.evaluate<Promise<void>>(`(async () => {
    const visitor = new AbortController();
    const response = await asked('Googlebot/2.1', visitor.signal);
    const read = response.text();
    visitor.abort();
    await read.catch(() => {});
  })()`);
  await left.promise;
});
