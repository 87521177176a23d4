/** Every option: its default, its invalid values, and the same in documentation and JSON Schema. */
import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { optionsJsonSchema, optionsTable, parseConfig, RendererError } from 'page-renderer';
import { earlyTimersFor } from '../dist/config-parts.js';

const FOLDER = path.resolve(import.meta.dirname, '..');
const UPDATE = Boolean(process.env['UPDATE_GENERATED']);

test('the defaults are those of the spec', () => {
  const { concurrency, browsers, warmingConcurrency, ...config } = parseConfig({});
  assert.ok(warmingConcurrency >= 1);
  assert.ok(concurrency >= 2);
  assert.ok(browsers >= 2);
  assert.deepEqual(config, {
    timeout: 10_000,
    port: 3000,
    host: '0.0.0.0',
    width: 1000,
    height: 1000,
    reqHeaders: {},
    reqHeadersScope: 'origin',
    requestHeaders: [],
    requestCookies: [],
    suppliedHtml: 'offline',
    maxSuppliedHtml: 1_048_576,
    headers: {},
    cache: null,
    cacheConfig: {
      cacheDurationMinutes: 1440,
      cacheMaxEntries: 100,
      cacheMaxBytes: 256 * 1024 * 1024,
      shortDurationMinutes: 5,
      staleWhileRevalidateMinutes: 0,
      staleIfErrorMinutes: 0,
      renewForMinutes: 10_080,
      shrinkThreshold: 0.3,
      ignoredParameters: [],
      originRules: [],
      errorDurationSeconds: 0,
      requiredForReady: false,
      storeTimeout: 1000,
      redisUrl: 'redis://127.0.0.1:6379',
      redisPrefix: 'page-renderer:',
      snapshotDir: path.join(tmpdir(), 'page-renderer'),
    },
    renderOnly: null,
    ignoredVariables: [],
    closeBrowser: false,
    restrictedUrlPattern: null,
    blockResources: [],
    partial: 'serve',
    frames: 'keep',
    earlyTimers: false,
    earlyTimersUrlPattern: null,
    waitForSelector: null,
    pageHeaders: [],
    allowPrivateNetworks: [],
    adminToken: null,
    adminSocket: null,
    trustLoopback: false,
    renderToken: null,
    signingKeys: [],
    rendersPerMinute: null,
    trustedProxies: [],
    workers: 0,
    shutdownGrace: 5_000,
    maxQueue: 100,
    isolation: 'site',
    maxBytes: 200 * 1024 * 1024,
    maxRequests: 2_000,
    maxNodes: 500_000,
    maxWorkers: 20,
    maxPopups: 20,
    maxRedirects: 20,
    maxNavigations: 10,
    maxPixels: 32_000_000,
    maxHtml: 20_000_000,
    maxPageHeight: 10_000,
    maxPageMemory: 2_048,
    maxBrowserMemory: 4_096,
    recycleAfterRenders: 1_000,
    recycleAfterMinutes: 60,
    sites: [],
    stateDir: null,
    webhookSecrets: [],
    refreshByDemand: false,
    executablePath: null,
    browserURLs: [],
    egressAddress: null,
    trustBrowserNetwork: false,
    ignoredJudgements: [],
    sandbox: true,
    logLevel: 'info',
    serverTiming: false,
  });
});

test('timers run early on all pages, or on those whose URL matches', () => {
  const isEarly = (config: object) => {
    const of = earlyTimersFor(parseConfig(config));
    return ['https://a.test/app/', 'https://b.test/'].map((url) => of(new URL(url)));
  };
  assert.deepEqual(isEarly({}), [false, false]);
  assert.deepEqual(isEarly({ earlyTimers: true }), [true, true]);
  assert.deepEqual(isEarly({ earlyTimersUrlPattern: '^https://a\\.test/app/' }), [true, false]);
  assert.throws(() => parseConfig({ earlyTimersUrlPattern: '(' }), /not a regular expression/);
});

test('snapshotDir is accepted inside and outside of cacheConfig', () => {
  assert.equal(parseConfig({ snapshotDir: '/a' }).cacheConfig.snapshotDir, '/a');
  assert.equal(parseConfig({ snapshotDir: '/a', cacheConfig: { snapshotDir: '/b' } }).cacheConfig.snapshotDir, '/b');
  assert.equal(parseConfig({ cacheConfig: { cacheMaxEntries: -1 } }).cacheConfig.cacheDurationMinutes, 1440);
});

test('a configuration of Rendertron is accepted unchanged', () => {
  const config = parseConfig({
    cache: 'memory',
    cacheConfig: { cacheDurationMinutes: -1, cacheMaxEntries: -1 },
    timeout: 5_000,
    renderOnly: ['https://example.com/'],
    closeBrowser: true,
    restrictedUrlPattern: '.*(\\.test.html)($|\\?)',
    reqHeaders: { 'X-Custom': 'a' },
  });
  assert.deepEqual([config.cache, config.cacheConfig.cacheDurationMinutes, config.closeBrowser], ['memory', -1, true]);
  // Its own defaults are text.
  const { cacheConfig } = parseConfig({
    cache: 'filesystem',
    cacheConfig: { cacheDurationMinutes: '1440', cacheMaxEntries: '-1', snapshotDir: '/a' },
  });
  assert.deepEqual(
    [cacheConfig.cacheDurationMinutes, cacheConfig.cacheMaxEntries, cacheConfig.snapshotDir],
    [1440, -1, '/a'],
  );
});

describe('refused, with the key and what was expected:', () => {
  for (const [options, message] of [
    [{ timeout: 0 }, /timeout: .*1/],
    [{ timeout: 1.5 }, /timeout: expected a whole number from 1 to 600000/],
    [{ port: 'web' }, /port: .*number/],
    [{ port: -1 }, /port: /],
    [{ host: '' }, /host: /],
    [{ width: 0 }, /width: /],
    [{ height: 100_000 }, /height: .*8192/],
    [{ reqHeaders: { 'bad name': 'a' } }, /reqHeaders.*bad name|not the name of a header/],
    [{ reqHeaders: { 'X-A': 'a\r\nX-B: b' } }, /reqHeaders\.X-A: contains a character/],
    [{ reqHeaders: { 'X-A': 1 } }, /reqHeaders\.X-A: /],
    [{ reqHeadersScope: 'some' }, /reqHeadersScope: .*origin/],
    [{ cache: 'disk' }, /cache: .*memory/],
    [{ cacheConfig: { cacheDurationMinutes: 0 } }, /cacheConfig\.cacheDurationMinutes/],
    [{ cacheConfig: { cacheMaxEntries: -2 } }, /cacheConfig\.cacheMaxEntries/],
    [{ cacheConfig: { cacheMaxEntries: '1.5' } }, /cacheConfig\.cacheMaxEntries/],
    [{ cacheConfig: { redisUrl: 'http://localhost' } }, /cacheConfig\.redisUrl/],
    [{ cacheConfig: { shrinkThreshold: 2 } }, /cacheConfig\.shrinkThreshold/],
    [{ cacheConfig: { cacheMaxEntires: 1 } }, /unknown key "cacheConfig\.cacheMaxEntires"/],
    [{ renderOnly: 'https://example.com' }, /renderOnly: .*array/],
    [{ renderOnly: [''] }, /renderOnly\.0/],
    [{ renderOnly: ['example.com'] }, /renderOnly\.0: must begin with https:\/\//],
    [{ port: '70000' }, /port/],
    [{ headers: { 'Content-Type': 'text/plain' } }, /headers\.Content-Type: the service sets this header itself/],
    [{ puppeteerArgs: ['--proxy-server=a'] }, /puppeteerArgs\.0: --proxy-server=a: flags are not .*"executablePath"/],
    [{ allowPrivateNetworks: ['10.0.0.0/8', 'http://x'] }, /allowPrivateNetworks\.1: "http:\/\/x" is neither a CIDR/],
    [{ closeBrowser: 'yes' }, /closeBrowser: .*boolean/],
    [{ restrictedUrlPattern: '(' }, /restrictedUrlPattern: not a regular expression/],
    [{ partial: 503 }, /partial: /],
    [{ adminToken: 'short' }, /adminToken: expected 16 characters/],
    [{ pageHeaders: ['X-Accel-Redirect'] }, /pageHeaders.0: must begin with X-/],
    [{ pageHeaders: ['Refresh'] }, /pageHeaders.0/],
    [{ concurrency: 0 }, /concurrency: /],
    [
      { timeuot: 1, prot: 2 },
      /unknown key "timeuot"; did you mean "timeout"\?\n.*unknown key "prot"; did you mean "port"\?/,
    ],
    ['text', /expected object/],
  ] as const) {
    test(JSON.stringify(options), () => {
      assert.throws(
        () => parseConfig(options),
        (error) => {
          assert.ok(error instanceof RendererError);
          assert.equal(error.code, 'invalid-configuration');
          assert.match(error.message, message);
          return true;
        },
      );
    });
  }
});

test('the published JSON Schema is the one of the code', () => {
  const file = path.join(FOLDER, 'config.schema.json');
  const schema = JSON.parse(JSON.stringify(optionsJsonSchema())) as unknown;
  if (UPDATE) writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), schema);
});

test('the table of the reference is the one of the code', () => {
  const file = path.join(FOLDER, 'docs', 'reference.md');
  const text = readFileSync(file, 'utf8');
  const [start, end] = ['<!-- options -->\n', '\n<!-- /options -->'];
  const before = text.slice(0, text.indexOf(start) + start.length);
  const found = text.slice(before.length, text.indexOf(end));
  if (UPDATE) writeFileSync(file, `${before}\n${optionsTable()}\n${text.slice(text.indexOf(end))}`);
  else assert.deepEqual(cells(found), cells(optionsTable()));
});

/** Configurations, but not the problem documents on the pages about errors. */
function configurationsIn(pattern: string): object[] {
  const blocks = globSync(pattern, { cwd: FOLDER }).flatMap((file) => {
    const page = readFileSync(path.join(FOLDER, file), 'utf8');
    return Array.from(page.matchAll(/```json\n([^]*?)```/g), ([, json = '']) => JSON.parse(json) as object);
  });
  return blocks.filter((block) => !('status' in block));
}

test('the configurations that the guides show are valid', () => {
  const guides = configurationsIn('docs/{quick-start,integrations,concepts,operations,reference,warming}.md');
  assert.ok(guides.length >= 6, String(guides.length));
  for (const block of [...guides, ...configurationsIn('docs/errors/*.md')]) parseConfig(block);
});

/** The formatter aligns tables. */
function cells(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/^-+$/, '-')));
}

test('options of Rendertron in other forms keep their meaning', () => {
  const { renderOnly, port } = parseConfig({ renderOnly: [], port: '8080' });
  assert.deepEqual([renderOnly, port], [null, 8080]);
});
