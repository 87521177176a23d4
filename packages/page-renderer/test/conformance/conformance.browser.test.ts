/**
 * Runs every check of the conformance table and, with all variants, every case of the suites of the peers, and compares the
 * published tables with the results.
 * `UPDATE_DOCS=1 TEST_ALL=1` rewrites it.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { RendererOptions } from 'page-renderer';
import { createRenderer, type Renderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { testsAll } from '../../../../testing/rounds.ts';
import { startDatastore } from '../../../page-renderer-datastore/test/support/datastore-server.ts';
import { serveFixture } from '../support/fixtures.ts';
import { type Site, startSite } from '../support/site.ts';
import type { Bench } from './features.ts';
import { CACHE_FEATURES } from './cache-features.ts';
import { FEATURES as OTHERS } from './features.ts';
import { PAGES } from './pages.ts';
import { SUITE_PAGES } from './suites/pages.ts';
import { PRERENDER_SUITE } from './suites/prerender-suite.ts';
import { RENDERTRON_SUITE } from './suites/rendertron-suite.ts';
import type { Suite, SuiteBench, SuiteCase } from './suites/suite.ts';
import { ADMIN_TOKEN } from './suites/suite.ts';

const FEATURES = [...OTHERS, ...CACHE_FEATURES];
const FILE = path.resolve(import.meta.dirname, '../../docs/page-renderer-conformance.md');
/** The table covers most of their cases, too. */
const SUITES = testsAll ? [RENDERTRON_SUITE, PRERENDER_SUITE] : [];
const results = new Map<string, boolean>();
const caseResults = new Map<SuiteCase, boolean>();
const OPTIONS = { allowPrivateNetworks: ['127.0.0.1'], logLevel: 'silent', timeout: stretched(10_000) } as const;
let bench: Bench;
let suiteBench: SuiteBench;
const ends = new AsyncDisposableStack();

before(async () => {
  const site = await startSite({ ...PAGES, ...SUITE_PAGES, '*': serveFixture });
  const renderer = await createRenderer({ browsers: 1, ...OPTIONS });
  const cached = await createRenderer({ browsers: 1, ...OPTIONS, cache: 'memory' });
  bench = {
    site,
    renderer,
    cached,
    get: (target, init) => renderer.fetch(new Request(`http://renderer.test${target}`, init)),
  };
  ends.use(site);
  ends.defer(async () => void (await Promise.all([renderer.close(), cached.close()])));
  if (SUITES.length > 0) suiteBench = await openSuiteBench(site, renderer);
});
after(() => ends.disposeAsync());

async function openSuiteBench(site: Site, renderer: Renderer): Promise<SuiteBench> {
  const datastore = await startDatastore(100);
  const snapshotDir = mkdtempSync(path.join(tmpdir(), 'page-renderer-suites-'));
  Object.assign(process.env, {
    DATASTORE_EMULATOR_HOST: datastore.host,
    DATASTORE_PROJECT_ID: 'test',
    METADATA_SERVER_DETECTION: 'none',
  });
  const withStore = (more: RendererOptions) =>
    createRenderer({ ...OPTIONS, browsers: 1, adminToken: ADMIN_TOKEN, ...more });
  const configured = await withStore({
    renderOnly: [`${site.url}/`],
    restrictedUrlPattern: String.raw`.*(\.test\.html)($|\?)`,
    reqHeaders: { Referer: 'http://example.com/' },
  });
  const stores = {
    memory: await withStore({ cache: 'memory' }),
    filesystem: await withStore({ cache: 'filesystem', snapshotDir }),
    datastore: await withStore({ cache: 'datastore' }),
  };
  ends.use(datastore);
  ends.defer(() => rmSync(snapshotDir, { recursive: true }));
  ends.defer(async () => void (await Promise.all([configured, ...Object.values(stores)].map((one) => one.close()))));
  return { site, renderer, configured, stores };
}

describe('conformance', { concurrency: 2 }, () => {
  for (const feature of FEATURES) {
    const trap = feature.trap === undefined ? '' : ` (trap ${feature.trap})`;
    test(`${feature.area}: ${feature.name}${trap}`, async () => {
      results.set(feature.name, false);
      await feature.check(bench);
      results.set(feature.name, true);
    });
  }
});

for (const { peer, files } of SUITES) {
  describe(`${peer}'s own suite`, { concurrency: files.length }, () => {
    for (const { file, cases } of files) {
      describe(file, { concurrency: 2 }, () => {
        for (const one of cases) {
          test(one.differs === undefined ? one.name : `${one.name} (differs)`, async () => {
            caseResults.set(one, false);
            await one.check(suiteBench);
            caseResults.set(one, true);
          });
        }
      });
    }
  });
}

function suiteTable({ peer, files }: Suite): string {
  const rows = files.flatMap(({ file, cases }) =>
    cases.map((one) => {
      const held = one.differs === undefined ? 'the same' : 'differs';
      return `| ${file} | ${one.name} | ${caseResults.get(one) ? held : '**no**'} | ${one.differs ?? ''} |`;
    }),
  );
  return `## ${peer}'s own suite

| File | Case | Here | Difference from ${peer}, and the reason |
|---|---|---|---|
${rows.join('\n')}
`;
}

function document(): string {
  const lines = FEATURES.map(({ area, name, rendertron, prerender }) => {
    return `| ${area} | ${name} | ${rendertron} | ${prerender} | ${results.get(name) ? 'yes' : '**no**'} |`;
  });
  return `# Conformance of page-renderer

Requirements for a renderer for bots. The columns of Rendertron 3.1 and Prerender 5.21 describe what their sources do and
what running them showed. The last column is written by the test run: each row is a check in
\`packages/page-renderer/test/conformance/\` against the real service with real Chromium.

| Area | What | Rendertron | Prerender | page-renderer |
|---|---|---|---|---|
${lines.join('\n')}

The test suites of both, case by case with their original names, run against this service. If it responds differently, this is
intended.

${SUITES.map(suiteTable).join('\n')}`;
}

test('the published tables are what the run found', () => {
  const found = document();
  if (process.env['UPDATE_DOCS'] && testsAll) writeFileSync(FILE, found);
  const published = normalized(readFileSync(FILE, 'utf8'));
  if (testsAll) assert.equal(published, normalized(found));
  else assert.ok(published.startsWith(normalized(found).trimEnd()), found);
});

/** The formatter aligns tables. */
function normalized(markdown: string): string {
  return markdown.replace(/ *\| */g, '|').replace(/-{3,}/g, '---');
}
