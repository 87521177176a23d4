/** D1: for every key of Rendertron's configuration, `check-config` reports what a start does with it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseConfig, RendererError } from 'page-renderer';
import type { KeyOutcome } from '../../dist/takeover/outcome.js';
import { readConfiguration } from '../../dist/settings/reading.js';

/** The type `Config` of Rendertron 3.1 (src/config.ts), with additional keys of earlier versions. */
interface RendertronConfig {
  cache: unknown;
  cacheConfig: unknown;
  timeout: unknown;
  port: unknown;
  host: unknown;
  width: unknown;
  height: unknown;
  reqHeaders: unknown;
  headers: unknown;
  puppeteerArgs: unknown;
  renderOnly: unknown;
  closeBrowser: unknown;
  restrictedUrlPattern: unknown;
  datastoreCache: unknown;
  memoryCache: unknown;
  analyticsTrackingId: unknown;
  debug: unknown;
}

type Expected = 'taken' | 'ignored' | 'refused' | { readonly option: string; readonly value: unknown };
const as = (option: string, value: unknown): Expected => ({ option, value });

/** Values as Rendertron's users write them, and the resulting options. */
const VALUES: Record<keyof RendertronConfig, ReadonlyArray<readonly [value: unknown, expected: Expected]>> = {
  cache: [
    ['datastore', 'taken'],
    ['memory', 'taken'],
    ['filesystem', 'taken'],
    [null, 'taken'],
    [true, as('cache', 'datastore')],
    [false, as('cache', null)],
    ['disk', 'refused'],
  ],
  cacheConfig: [
    [{ cacheDurationMinutes: 120 }, 'taken'],
    [{ cacheDurationMinutes: '120' }, as('cacheConfig.cacheDurationMinutes', 120)],
    [{ cacheDurationMinutes: '-1' }, as('cacheConfig.cacheDurationMinutes', -1)],
    [{ cacheDurationMinutes: '0' }, 'refused'],
    [{ cacheMaxEntries: 50 }, 'taken'],
    [{ cacheMaxEntries: '100' }, as('cacheConfig.cacheMaxEntries', 100)],
    [{ cacheMaxEntries: -1 }, 'taken'],
    [{ cacheMaxEntries: 'many' }, 'refused'],
    [{ snapshotDir: '/cache' }, 'taken'],
    [{ snapshotdir: '/cache' }, 'refused'],
    ['memory', 'refused'],
  ],
  timeout: [
    [10_000, 'taken'],
    ['10000', as('timeout', 10_000)],
    ['600000', as('timeout', 600_000)],
    ['600001', 'refused'],
    ['10s', 'refused'],
    [0, 'refused'],
  ],
  port: [
    ['3000', as('port', 3000)],
    [8080, 'taken'],
    ['http', 'refused'],
  ],
  host: [
    ['0.0.0.0', 'taken'],
    [7, 'refused'],
  ],
  width: [
    [1000, 'taken'],
    ['1000', as('width', 1000)],
    ['8193', 'refused'],
    ['1000px', 'refused'],
  ],
  height: [
    [768, 'taken'],
    ['8192', as('height', 8192)],
    ['0', 'refused'],
    [-1, 'refused'],
  ],
  reqHeaders: [
    [{}, 'taken'],
    [{ Referer: 'http://example.com/' }, 'taken'],
    [{ 'bad name': '' }, 'refused'],
  ],
  headers: [
    [{}, 'taken'],
    [{ 'Access-Control-Allow-Origin': '*' }, 'taken'],
    [{ 'Cache-Control': 'public' }, 'refused'],
  ],
  puppeteerArgs: [
    [['--no-sandbox'], as('sandbox', false)],
    [[], 'ignored'],
    [['--disable-dev-shm-usage'], 'ignored'],
    [['--window-size=1280,720'], 'ignored'],
    [['--proxy-server=http://proxy.internal:3128'], 'refused'],
    ['--no-sandbox', 'refused'],
  ],
  renderOnly: [
    [['http://render.only.this.domain'], 'taken'],
    [[], as('renderOnly', null)],
    [['render.only.this.domain'], 'refused'],
  ],
  closeBrowser: [
    [true, 'taken'],
    ['false', 'refused'],
  ],
  restrictedUrlPattern: [
    [String.raw`.*(\.test.html)($|\?)`, 'taken'],
    [null, 'taken'],
    ['', as('restrictedUrlPattern', null)],
    ['(', 'refused'],
  ],
  datastoreCache: [
    [true, as('cache', 'datastore')],
    [false, 'ignored'],
    ['true', 'refused'],
  ],
  memoryCache: [
    [true, as('cache', 'memory')],
    [false, 'ignored'],
  ],
  analyticsTrackingId: [
    ['', 'ignored'],
    ['UA-12345-6', 'ignored'],
  ],
  debug: [
    [true, as('logLevel', 'debug')],
    [false, 'ignored'],
    [1, 'refused'],
  ],
};

type Given = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const valueAt = (from: unknown, key: string): unknown =>
  key.split('.').reduce<unknown>((value, name) => (value as Given | undefined)?.[name], from);

/** A configuration without some keys; if a part of a list is wrong, without the list. */
function without(given: Given, keys: readonly string[]): Given {
  const left: Record<string, unknown> = structuredClone(given);
  for (const key of keys) {
    const [first = '', second] = key.split('.');
    const inner = left[first];
    if (first === 'cacheConfig' && second !== undefined && isObject(inner))
      delete (inner as Record<string, unknown>)[second];
    else delete left[first];
  }
  return left;
}

/** Starts with a configuration like the command, as far as possible without a browser. */
function start(given: Given) {
  try {
    return { config: parseConfig(given), message: undefined };
  } catch (error) {
    assert.ok(error instanceof RendererError);
    return { config: undefined, message: error.message };
  }
}

/** Asserts that the whole report is true for the start. */
function assertAgreement(given: Given): readonly KeyOutcome[] {
  const { keys, config } = readConfiguration(given);
  const started = start(given);
  const refused = keys.filter(({ outcome }) => outcome === 'refused');
  assert.deepEqual(config, started.config);
  assert.equal(started.config === undefined, refused.length > 0, started.message);
  for (const { key } of refused) assert.ok(started.message?.includes(key), `${key} is in: ${started.message}`);
  // Without the refused keys it starts, and the report on the others is true.
  const left = without(
    given,
    refused.map(({ key }) => key),
  );
  const { config: counted, message } = start(left);
  assert.ok(counted, message);
  for (const one of keys) {
    if (one.outcome === 'refused' || valueAt(left, one.key) === undefined) continue;
    if (one.outcome === 'taken') assert.deepEqual(valueAt(counted, one.key), valueAt(given, one.key), one.key);
    if (one.outcome === 'taken-as') assert.deepEqual(valueAt(counted, one.option), one.value, one.key);
    // For a configuration that starts: a key may be ignored in favour of one that is itself wrong.
    if (one.outcome === 'ignored' && started.config && !one.key.startsWith('puppeteerArgs.')) {
      assert.deepEqual(start(without(given, [one.key])).config, started.config, one.key);
    }
  }
  for (const [key, value] of Object.entries(given)) {
    const inner = key === 'cacheConfig' && isObject(value) ? Object.keys(value).map((name) => `${key}.${name}`) : [key];
    for (const name of inner)
      assert.ok(
        keys.some((one) => `${one.key}.`.startsWith(`${name}.`)),
        `${name} is told of`,
      );
  }
  return keys;
}

describe('by itself', () => {
  for (const [key, values] of Object.entries(VALUES)) {
    for (const [value, expected] of values) {
      const shown = JSON.stringify({ [key]: value });
      const words = typeof expected === 'string' ? expected : `taken as ${JSON.stringify(expected)}`;
      test(`${shown} is ${words}`, () => {
        const [outcome, ...others] = assertAgreement({ [key]: value });
        assert.deepEqual(others, []);
        assert.equal(outcome?.outcome, typeof expected === 'string' ? expected : 'taken-as');
        if (typeof expected === 'object' && outcome?.outcome === 'taken-as') {
          assert.deepEqual([outcome.option, outcome.value], [expected.option, expected.value]);
        }
      });
    }
  }
});

test('the report on any combination of keys agrees with a start', () => {
  const oneOf = (values: readonly unknown[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  const cacheConfigs = VALUES.cacheConfig.map(([value]) => value).filter(isObject);
  const keys = Object.entries(VALUES).filter(([key]) => key !== 'cacheConfig');
  const configurations = fc.record({
    ...Object.fromEntries(keys.map(([key, values]) => [key, oneOf(values.map(([value]) => value))])),
    cacheConfig: fc.option(
      fc.subarray(cacheConfigs).map((parts) => Object.assign({}, ...parts) as Given),
      { nil: undefined },
    ),
    sandbox: oneOf([true, false, 1]),
    logLevel: oneOf(['warn', 'loud']),
    snapshotDir: oneOf(['/other']),
    reqHeadersScope: oneOf(['all']),
    allowPrivateNetworks: oneOf([['10.0.0.0/8'], ['http://x']]),
    colour: oneOf(['red']),
    $schema: oneOf(['./config.schema.json']),
  });
  fc.assert(
    fc.property(configurations, (drawn) => {
      assertAgreement(Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)));
    }),
    { numRuns: 150 },
  );
});

test('the environment overrides keys, and an invalid variable is reported by its name', () => {
  const given = { port: 'http', host: 'a', cacheConfig: { redisUrl: 'redis://a' } };
  const env = { PORT: '8080', HOST: '127.0.0.1', REDIS_URL: 'redis://:secret@cache:6379' };
  const read = readConfiguration(given, env);
  assert.deepEqual([read.config?.port, read.config?.host], [8080, '127.0.0.1']);
  assert.equal(read.config?.cacheConfig.redisUrl, env.REDIS_URL);
  assert.deepEqual(
    read.keys.map(({ key, outcome }) => [key, outcome]),
    [
      ['port', 'ignored'],
      ['host', 'ignored'],
      ['cacheConfig.redisUrl', 'ignored'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(read.environment), /secret/);
  const wrong = readConfiguration({ port: 1 }, { PORT: '99999', REDIS_URL: 'http://cache' });
  assert.equal(wrong.config, undefined);
  assert.deepEqual(
    wrong.environment.map(({ key, outcome }) => [key, outcome]),
    [
      ['PORT', 'refused'],
      ['REDIS_URL', 'refused'],
    ],
  );
  assert.match(wrong.wrongSources.join('; '), /^PORT: .*65535, got "99999"; REDIS_URL: /);
});

test('a configuration that can only be one of Rendertron keeps caching whatever an origin says, unless it says otherwise', () => {
  const all = [{ urlPattern: '^', ignore: ['no-store', 'private', 'vary', 'no-vary-search'], keyHeaders: [] }];
  const own = { cache: 'memory', cacheConfig: { cacheMaxEntries: 5 } };
  for (const [given, expected] of [
    [{ ...own, analyticsTrackingId: '' }, all],
    [{ datastoreCache: true }, all],
    [{ ...own, puppeteerArgs: ['--no-sandbox'] }, all],
    [{ ...own, analyticsTrackingId: '', cacheConfig: { originRules: [] } }, []],
    [own, []],
    [{ analyticsTrackingId: '' }, []],
  ] as const) {
    const { config, settings, keys } = readConfiguration(given);
    assert.deepEqual(config?.cacheConfig.originRules, expected, JSON.stringify(given));
    const setting = settings.find(({ option }) => option === 'cacheConfig.originRules');
    assert.deepEqual(setting?.value, expected);
    const note = keys.find(({ key }) => key === 'analyticsTrackingId');
    if (note && expected.length > 0) assert.match(JSON.stringify(note), /originRules.*whatever their origin says/);
  }
  const { keys } = readConfiguration(own);
  assert.match(JSON.stringify(keys[0]), /cache.*taken.*which Rendertron cached/);
});
