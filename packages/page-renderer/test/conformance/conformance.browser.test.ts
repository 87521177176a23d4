/**
 * Runs every check of the conformance table, and holds the published table against what came out.
 * `UPDATE_DOCS=1` writes it anew.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createRenderer } from 'page-renderer';
import { startSite } from '../support/site.ts';
import type { Bench } from './features.ts';
import { CACHE_FEATURES } from './cache-features.ts';
import { FEATURES as OTHERS } from './features.ts';
import { PAGES } from './pages.ts';

const FEATURES = [...OTHERS, ...CACHE_FEATURES];
const FILE = path.resolve(import.meta.dirname, '../../docs/page-renderer-conformance.md');
const results = new Map<string, boolean>();
let bench: Bench;

before(async () => {
  const site = await startSite({ ...PAGES });
  const options = { allowPrivateNetworks: ['127.0.0.1'], logLevel: 'silent' } as const;
  const renderer = await createRenderer(options);
  const cached = await createRenderer({ ...options, cache: 'memory' });
  bench = {
    site,
    renderer,
    cached,
    get: (target, init) => renderer.fetch(new Request(`http://renderer.test${target}`, init)),
  };
});
after(async () => {
  await Promise.all([bench.renderer.close(), bench.cached.close()]);
  await bench.site[Symbol.asyncDispose]();
});

describe('conformance', { concurrency: 3 }, () => {
  for (const feature of FEATURES) {
    const trap = feature.trap === undefined ? '' : ` (trap ${feature.trap})`;
    test(`${feature.area}: ${feature.name}${trap}`, async () => {
      results.set(feature.name, false);
      await feature.check(bench);
      results.set(feature.name, true);
    });
  }
});

function document(): string {
  const lines = FEATURES.map(({ area, name, rendertron, prerender }) => {
    return `| ${area} | ${name} | ${rendertron} | ${prerender} | ${results.get(name) ? 'yes' : '**no**'} |`;
  });
  return `# Conformance of page-renderer

What a renderer for bots has to get right. The columns of Rendertron 3.1 and Prerender 5.21 say what their sources do and
what running them showed. The last column is written by the test run: each line is a check in
\`packages/page-renderer/test/conformance/\` through the real service on real Chromium.

| Area | What | Rendertron | Prerender | page-renderer |
|---|---|---|---|---|
${lines.join('\n')}
`;
}

test('the published table is what the run found', () => {
  const found = document();
  if (process.env['UPDATE_DOCS']) writeFileSync(FILE, found);
  assert.equal(normalized(readFileSync(FILE, 'utf8')), normalized(found));
});

/** The formatter aligns tables. */
function normalized(markdown: string): string {
  return markdown.replace(/ *\| */g, '|').replace(/-{3,}/g, '---');
}
