/**
 * D1: every example configuration in Rendertron's documentation starts this service, unchanged and with the same meaning
 * (https://github.com/GoogleChrome/rendertron, 3.1.0, including the documentation of versions 1 and 2).
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import type { RendererConfig } from 'page-renderer';
import { createRenderer, loadConfig } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { pino } from 'pino';
import { checkConfig } from '../../dist/commands/check-config.js';
import { eventually } from '../support/processes.ts';
import { startSite } from '../support/site.ts';

const CLI = path.join(import.meta.dirname, '../../bin/page-renderer.js');
const folder = mkdtempSync(path.join(tmpdir(), 'examples-'));
after(() => rmSync(folder, { recursive: true }));

interface Example {
  /** Where it is documented. */
  readonly source: string;
  readonly file: string;
  readonly env?: Record<string, string>;
  /** The resulting options that differ from the defaults. */
  readonly meant: Partial<Omit<RendererConfig, 'cacheConfig'>> & {
    cacheConfig?: Partial<RendererConfig['cacheConfig']>;
  };
}

/** The only path of the examples that not every user can write to. */
const CACHE = path.join(folder, 'cache');

/** Rendertron caches whatever an origin says: a configuration that can only be one of it keeps doing so. */
const originRules: RendererConfig['cacheConfig']['originRules'] = [
  { urlPattern: '^', ignore: ['no-store', 'private', 'vary', 'no-vary-search'], keyHeaders: [] },
];

const EXAMPLES: readonly Example[] = [
  {
    source: 'README.md and docs/configure.md: a memory cache, with a 2 hour expiration, and at most 50 entries',
    file: `{
    "cache": "memory",
    "cacheConfig": {
        "cacheDurationMinutes": 120,
        "cacheMaxEntries": 50
    }
}`,
    meant: { cache: 'memory', cacheConfig: { cacheDurationMinutes: 120, cacheMaxEntries: 50 } },
  },
  {
    source: 'docs/deploy.md: in a container',
    file: `{
    "cache": "filesystem",
    "cacheConfig": {
        "cacheDurationMinutes": 7200,
        "cacheMaxEntries": 1000,
        "snapshotDir": ${JSON.stringify(CACHE)}
    }
}`,
    meant: {
      cache: 'filesystem',
      cacheConfig: { cacheDurationMinutes: 7200, cacheMaxEntries: 1000, snapshotDir: CACHE },
    },
  },
  {
    source: 'docs/deploy.md: on Google App Engine, which sets PORT, with the variables of app.yaml',
    file: '{ "datastoreCache": true }',
    env: { PORT: '8080', DISABLE_LEGACY_METADATA_SERVER_ENDPOINTS: 'true', GOOGLE_CLOUD_PROJECT: 'your-project-id' },
    meant: { cache: 'datastore', port: 8080, cacheConfig: { originRules } },
  },
  {
    source: 'docs/api-reference.md: the defaults of `Config`',
    file: '{"cache": null, "timeout": 10000, "port": "3000", "host": "0.0.0.0", "width": 1000, "height": 1000, "headers": {}}',
    meant: {},
  },
  {
    source: 'src/config.ts: the defaults in full',
    file: `{"cache": null, "cacheConfig": {"snapshotDir": ${JSON.stringify(CACHE)}, "cacheDurationMinutes": "1440", "cacheMaxEntries": "100"},
      "timeout": 10000, "port": "3000", "host": "0.0.0.0", "width": 1000, "height": 1000, "reqHeaders": {}, "headers": {},
      "puppeteerArgs": ["--no-sandbox"], "renderOnly": [], "closeBrowser": false, "restrictedUrlPattern": null}`,
    meant: { sandbox: false, cacheConfig: { snapshotDir: CACHE } },
  },
  {
    source: 'src/test/app-test.ts: what its server is made with',
    file: `{"cache": "memory", "cacheConfig": {"cacheDurationMinutes": "120", "cacheMaxEntries": "50"}, "timeout": 10000,
      "port": "3000", "host": "0.0.0.0", "width": 1000, "height": 1000, "reqHeaders": {"Referer": "http://example.com/"},
      "headers": {}, "puppeteerArgs": ["--no-sandbox"], "renderOnly": ["http://localhost:1234/"], "closeBrowser": false,
      "restrictedUrlPattern": ".*(\\\\.test.html)($|\\\\?)"}`,
    meant: {
      cache: 'memory',
      cacheConfig: { cacheDurationMinutes: 120, cacheMaxEntries: 50, originRules },
      reqHeaders: { Referer: 'http://example.com/' },
      sandbox: false,
      renderOnly: ['http://localhost:1234/'],
      restrictedUrlPattern: String.raw`.*(\.test.html)($|\?)`,
    },
  },
  {
    source: 'README.md: `renderOnly`, and the variables PORT and HOST',
    file: '{"renderOnly": ["http://render.only.this.domain"]}',
    env: { PORT: '5000', HOST: '127.0.0.1' },
    meant: { renderOnly: ['http://render.only.this.domain'], port: 5000, host: '127.0.0.1' },
  },
  {
    source: 'README.md of 2.0: `cache`',
    file: '{"cache": true}',
    meant: { cache: 'datastore', cacheConfig: { originRules } },
  },
  {
    source: 'README.md of 1.1: its options with their defaults',
    file: '{"analyticsTrackingId": "", "cache": false, "debug": false, "renderOnly": ["http://render.only.this.domain"]}',
    meant: { renderOnly: ['http://render.only.this.domain'] },
  },
];

describe('an example of Rendertron’s documentation starts the service, unchanged:', () => {
  for (const [index, { source, file, env = {}, meant }] of EXAMPLES.entries()) {
    test(source, async () => {
      const directory = path.join(folder, String(index));
      mkdirSync(directory);
      writeFileSync(path.join(directory, 'config.json'), file);
      const config = await loadConfig({ directory, env });
      const defaults = await loadConfig({ directory: folder, env: {} });
      const cacheConfig = { ...defaults.cacheConfig, ...meant.cacheConfig };
      assert.deepEqual(config, { ...defaults, ...meant, cacheConfig });
      const report = await checkConfig({ directory, env: { ...process.env, ...env } }, { offline: true });
      assert.deepEqual([report.starts, report.machine], [true, []]);
      assert.deepEqual(
        report.keys.filter(({ outcome }) => outcome === 'refused'),
        [],
      );
      // Everything that a start does before it listens.
      await (await createRenderer(config, { logger: pino({ level: 'silent' }) })).close();
    });
  }
});

test('in its own directory, as Rendertron is deployed, the command takes config.json, PORT and HOST', async () => {
  const directory = path.join(folder, 'deployment');
  mkdirSync(directory);
  writeFileSync(path.join(directory, 'config.json'), EXAMPLES[0]?.file ?? '');
  const child = spawn(process.execPath, [CLI], {
    cwd: directory,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1' },
    stdio: 'pipe',
  });
  try {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    await eventually(() => output.includes('is ready at'), `ready, but: ${output}`);
    const base = /ready at (\S+)/.exec(output)?.[1] ?? '';
    const health = await fetch(`${base}/_ah/health`);
    assert.equal(health.status, 200);
    // There is a cache that can be invalidated.
    const cached = await fetch(`${base}/render/${encodeURIComponent('http://127.0.0.1:9/')}`, {
      headers: { 'Cache-Control': 'only-if-cached' },
    });
    assert.deepEqual([cached.status, ((await cached.json()) as { code: string }).code], [504, 'not-cached']);
  } finally {
    child.kill('SIGINT');
    await once(child, 'exit');
  }
});

test('`headers` are on pages and pictures, from the cache too; what the page sets itself stands', async () => {
  await using site = await startSite({
    '/': '<meta name="render:header" content="X-Robots-Tag: nofollow"><h1>hello</h1>',
  });
  await using renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    cache: 'memory',
    timeout: stretched(10_000),
    headers: { 'Access-Control-Allow-Origin': '*', 'X-Robots-Tag': 'noindex' },
    logLevel: 'silent',
  });
  const ask = async (endpoint: string) => {
    const { headers } = await renderer.fetch(new Request(`http://127.0.0.1/${endpoint}/${site.url}/`));
    return ['access-control-allow-origin', 'x-robots-tag', 'cache-status'].map((name) => headers.get(name));
  };
  assert.deepEqual(await ask('render'), ['*', 'nofollow', 'page-renderer; fwd=miss; stored']);
  assert.deepEqual(await ask('render'), ['*', 'nofollow', 'page-renderer; hit']);
  assert.deepEqual((await ask('screenshot')).slice(0, 2), ['*', 'noindex']);
  const [error] = await ask('nowhere');
  assert.equal(error, null);
});
