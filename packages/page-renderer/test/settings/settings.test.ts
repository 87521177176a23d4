/** Every option as a variable and as a flag, which source is used, secrets in files, and what is wrong with them. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { loadConfig, parseConfig, RendererError } from 'page-renderer';
import { loadSettings } from '../../dist/settings/config.js';
import { runCommandLine } from '../../dist/commands/command-line.js';
import { valueAt } from '../../dist/settings/effective.js';
import { SETTING_FLAGS } from '../../dist/settings/sources.js';
import { SETTINGS } from '../../dist/settings/settings.js';
import { readConfiguration } from '../../dist/settings/reading.js';

const folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
after(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, content: string | object): string {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** The lines of the error that these sources cause. */
async function problemsOf(sources: Parameters<typeof loadConfig>[0]): Promise<string[]> {
  const error: unknown = await loadConfig({ directory: folder, env: {}, ...sources }).then(
    () => assert.fail('they are accepted'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof RendererError);
  assert.equal(error.code, 'invalid-configuration');
  return error.reason
    .replace('the configuration is not valid:\n', '')
    .split(/\n? {2}/)
    .filter(Boolean);
}

/** A text for each option that is not its default, and the value that it means. */
const TEXTS: Readonly<Record<string, readonly [text: string, value: unknown]>> = {
  timeout: ['5000', 5_000],
  port: ['8080', 8_080],
  host: ['127.0.0.1', '127.0.0.1'],
  width: ['1200', 1_200],
  height: ['800', 800],
  reqHeaders: ['{"Authorization":"Basic c2VjcmV0"}', { Authorization: 'Basic c2VjcmV0' }],
  reqHeadersScope: ['all', 'all'],
  requestHeaders: ['x-region,X-Tier', ['x-region', 'x-tier']],
  requestCookies: ['currency,size', ['currency', 'size']],
  suppliedHtml: ['network', 'network'],
  maxSuppliedHtml: ['2000', 2_000],
  headers: ['{"X-Served-By":"renderer"}', { 'X-Served-By': 'renderer' }],
  cache: ['redis', 'redis'],
  ignoredVariables: ['TOKEN,API_TOKENS', ['TOKEN', 'API_TOKENS']],
  ignoredJudgements: ['soft-404,vary', ['soft-404', 'vary']],
  renderOnly: ['https://a.test/, https://b.test/', ['https://a.test/', 'https://b.test/']],
  closeBrowser: ['true', true],
  restrictedUrlPattern: ['/admin,|/cart', '/admin,|/cart'],
  blockResources: ['media,image', ['image', 'media']],
  partial: ['503', '503'],
  frames: ['inline', 'inline'],
  earlyTimers: ['true', true],
  earlyTimersUrlPattern: ['^https://a', '^https://a'],
  waitForSelector: ['#app, main', '#app, main'],
  pageHeaders: ['X-A', ['X-A']],
  allowPrivateNetworks: ['[{"network":"10.0.0.0/8","ports":[443]}]', [{ network: '10.0.0.0/8', ports: [443] }]],
  adminToken: ['the-secret-of-admins', 'the-secret-of-admins'],
  adminSocket: ['/run/admin.sock', '/run/admin.sock'],
  trustLoopback: ['true', true],
  renderToken: ['["the-secret-of-2026","the-secret-of-2025"]', ['the-secret-of-2026', 'the-secret-of-2025']],
  signingKeys: [
    `[{"id":"one","secret":"${'the-secret-of-keys'.repeat(2)}"}]`,
    [{ id: 'one', secret: 'the-secret-of-keys'.repeat(2) }],
  ],
  rendersPerMinute: ['60', 60],
  trustedProxies: ['10.0.0.0/8,::1', ['10.0.0.0/8', '::1']],
  workers: ['2', 2],
  shutdownGrace: ['0', 0],
  concurrency: ['7', 7],
  maxQueue: ['5', 5],
  isolation: ['render', 'render'],
  browsers: ['3', 3],
  maxBytes: ['1000', 1_000],
  maxRequests: ['10', 10],
  maxNodes: ['10', 10],
  maxWorkers: ['1', 1],
  maxPopups: ['1', 1],
  maxRedirects: ['1', 1],
  maxNavigations: ['1', 1],
  maxPixels: ['1000', 1_000],
  maxHtml: ['1000', 1_000],
  maxPageHeight: ['0', 0],
  maxPageMemory: ['512', 512],
  maxBrowserMemory: ['1024', 1_024],
  recycleAfterRenders: ['10', 10],
  recycleAfterMinutes: ['0.5', 0.5],
  executablePath: ['/opt/chromium', '/opt/chromium'],
  sandbox: ['false', false],
  logLevel: ['warn', 'warn'],
  serverTiming: ['true', true],
  sites: [
    '[{"prefix":"https://a.test/","rendersPerMinute":6}]',
    [
      {
        prefix: 'https://a.test/',
        rendersPerMinute: 6,
        concurrency: 2,
        hours: null,
        timeZone: 'UTC',
        sitemaps: [],
      },
    ],
  ],
  stateDir: ['/var/lib/page-renderer', '/var/lib/page-renderer'],
  warmingConcurrency: ['9', 9],
  webhookSecrets: ['["the-secret-of-the-editors"]', ['the-secret-of-the-editors']],
  refreshByDemand: ['true', true],
  browserURLs: ['http://127.0.0.1:9222', ['http://127.0.0.1:9222']],
  egressAddress: ['10.0.0.7', '10.0.0.7'],
  trustBrowserNetwork: ['true', true],
  'cacheConfig.cacheDurationMinutes': ['-1', -1],
  'cacheConfig.cacheMaxEntries': ['500', 500],
  'cacheConfig.cacheMaxBytes': ['-1', -1],
  'cacheConfig.shortDurationMinutes': ['1', 1],
  'cacheConfig.staleWhileRevalidateMinutes': ['1', 1],
  'cacheConfig.staleIfErrorMinutes': ['1', 1],
  'cacheConfig.renewForMinutes': ['1', 1],
  'cacheConfig.shrinkThreshold': ['0.5', 0.5],
  'cacheConfig.ignoredParameters': ['utm_*,gclid', ['utm_*', 'gclid']],
  'cacheConfig.originRules': [
    '[{ "urlPattern": "/a/", "ignore": ["vary"] }]',
    [{ urlPattern: '/a/', ignore: ['vary'], keyHeaders: [] }],
  ],
  'cacheConfig.storeTimeout': ['50', 50],
  'cacheConfig.redisUrl': ['rediss://someone:the-secret@cache:6380/1', 'rediss://someone:the-secret@cache:6380/1'],
  'cacheConfig.redisPrefix': ['site:', 'site:'],
  'cacheConfig.errorDurationSeconds': ['10', 10],
  'cacheConfig.requiredForReady': ['true', true],
  'cacheConfig.snapshotDir': ['/var/cache/pages', '/var/cache/pages'],
};

describe('every option', () => {
  test('has a text here, and a variable and a flag of its own', () => {
    assert.deepEqual(Object.keys(TEXTS).toSorted(), SETTINGS.map(({ option }) => option).toSorted());
    assert.equal(new Set(SETTINGS.map(({ variable }) => variable)).size, SETTINGS.length);
    assert.equal(new Set(SETTING_FLAGS.keys()).size, SETTINGS.length + SETTINGS.filter(({ masked }) => masked).length);
  });

  for (const { option, path: place, variable, flag, masked, kinds } of SETTINGS) {
    test(`${option} can be set by ${variable} and --${flag}, and its secrets are not shown`, () => {
      const [text, value] = TEXTS[option] ?? assert.fail(option);
      const byVariable = readConfiguration({}, { [variable]: text });
      assert.deepEqual(byVariable.wrongSources, []);
      assert.deepEqual(valueAt(byVariable.config, place), value);
      assert.notDeepEqual(valueAt(parseConfig({}), place), value, 'it is not the default');
      const shown = byVariable.settings.find((one) => one.option === option);
      assert.equal(shown?.from, variable);
      if (!masked) assert.deepEqual(shown?.value, value);
      assert.doesNotMatch(JSON.stringify([byVariable.settings, byVariable.environment]), /secret-|the-secret|c2Vj/);

      const file = fileOf('secret', `${text}\n`);
      const flags = kinds.has('boolean') ? { [flag]: value as boolean } : { [flag]: text };
      const byFlag = readConfiguration({}, {}, masked ? { [`${flag}-file`]: file } : flags);
      assert.deepEqual(valueAt(byFlag.config, place), value);
      if (!masked) return;
      assert.deepEqual(valueAt(readConfiguration({}, { [`${variable}_FILE`]: file }).config, place), value);
      const [refused = ''] = readConfiguration({}, {}, { [flag]: text }).wrongSources;
      assert.match(
        refused,
        /^--[a-z-]+: other users can read a command line; use PAGE_RENDERER_\w+ or --[a-z-]+-file$/,
      );
    });
  }
});

test('a flag overrides a variable, that one a short variable, and all override the file; the rest is the default', async () => {
  const file = fileOf('all.json', { port: 1, host: 'file', timeout: 1_000, cacheConfig: { redisUrl: 'redis://file' } });
  const env = {
    PORT: '2',
    PAGE_RENDERER_PORT: '3',
    HOST: 'short',
    PAGE_RENDERER_HOST: 'long',
    REDIS_URL: 'redis://short',
    PAGE_RENDERER_WIDTH: '',
    PAGE_RENDERER_CONFIG: file,
  };
  const { config, settings, file: read } = await loadSettings({ directory: folder, env, flags: { port: '4' } });
  const { port, host, timeout, width, cacheConfig } = config;
  assert.deepEqual([port, host, timeout, width, cacheConfig.redisUrl], [4, 'long', 1_000, 1_000, 'redis://short']);
  assert.deepEqual(
    settings.flatMap(({ option, from }) => (from === 'default' ? [] : `${option} ${from}`)),
    ['timeout file', 'port --port', 'host PAGE_RENDERER_HOST', 'cacheConfig.redisUrl REDIS_URL'],
  );
  assert.equal(read, file);
  const { keys, environment, flags } = readConfiguration({ port: 1 }, env, { port: '4' });
  assert.deepEqual(
    [...keys, ...environment, ...flags].filter(({ key }) => /port$/i.test(key)),
    [
      { key: 'port', outcome: 'ignored', reason: 'the flag --port overrides it' },
      { key: 'PORT', outcome: 'ignored', reason: 'PAGE_RENDERER_PORT overrides it' },
      { key: 'PAGE_RENDERER_PORT', outcome: 'ignored', reason: '--port overrides it' },
      { key: '--port', outcome: 'taken-as', option: 'port', value: 4 },
    ],
  );
});

test('everything that is wrong is reported at once, each with its file, variable or flag', async () => {
  const file = fileOf('wrong.json', { timeout: 0, colour: 'red' });
  const env = {
    PAGE_RENDERER_MAX_QUEUE: 'many',
    PAGE_RENDERER_RENDER_ONLY: 'https://a.test/,b.test',
    PAGE_RENDERER_TIMEUOT: '1',
    PAGE_RENDERER_CACHE_CONFIG_REDIS_URL: 'redis://a',
    PAGE_RENDERER_HEADERS: '["X-A"]',
    PAGE_RENDERER_EARLY_TIMERS: 'yes',
    PAGE_RENDERER_ADMIN_TOKEN: 'too-short',
  };
  assert.deepEqual(
    (await problemsOf({ file, env, flags: { workers: '65', prot: '1' } })).toSorted(),
    [
      '--prot: unknown flag',
      '--workers: Too big: expected number to be <=64, got "65"',
      `${file}: timeout: Too small: expected number to be >=1; 0 means no limit in Rendertron; the maximum here is 600000`,
      `${file}: unknown key "colour"; docs/reference.md lists all keys`,
      'PAGE_RENDERER_ADMIN_TOKEN: expected 16 characters or more',
      'PAGE_RENDERER_CACHE_CONFIG_REDIS_URL: unknown variable; did you mean PAGE_RENDERER_REDIS_URL?',
      'PAGE_RENDERER_EARLY_TIMERS: expected true or false, got "yes"',
      'PAGE_RENDERER_HEADERS: expected a JSON object, got "[\\"X-A\\"]"',
      'PAGE_RENDERER_MAX_QUEUE: expected a number, got "many"',
      'PAGE_RENDERER_RENDER_ONLY: entry 2: must begin with https:// or http://, got "https://a.test/,b.test"',
      'PAGE_RENDERER_TIMEUOT: unknown variable; did you mean PAGE_RENDERER_TIMEOUT?',
    ].toSorted(),
  );
});

describe('a secret in a file', () => {
  const token = 'a-token-of-many-characters';

  test('ends before the line break at its end', async () => {
    for (const ending of ['', '\n', '\r\n']) {
      const env = { PAGE_RENDERER_ADMIN_TOKEN_FILE: fileOf('token', token + ending) };
      assert.equal((await loadConfig({ directory: folder, env })).adminToken, token);
    }
  });

  test('is refused beside the secret itself, and without a file that can be read', async () => {
    const variable = 'PAGE_RENDERER_ADMIN_TOKEN';
    const both = { [variable]: token, [`${variable}_FILE`]: fileOf('token', token) };
    assert.deepEqual(await problemsOf({ env: both }), [
      `${variable}_FILE: ${variable} is set, too; remove one of them`,
    ]);
    for (const [file, reason] of [
      [path.join(folder, 'none'), 'cannot be read (ENOENT)'],
      [folder, 'cannot be read (EISDIR)'],
      [fileOf('empty', '\n'), 'is empty'],
    ] as const) {
      const env = { [`${variable}_FILE`]: file };
      assert.deepEqual(await problemsOf({ env }), [`${variable}_FILE: the file "${file}" ${reason}`]);
    }
  });

  test('is quoted in no message, even if it is not valid', async () => {
    const wrong = fileOf('wrong', 'a secret with spaces');
    const secrets = SETTINGS.filter(({ masked }) => masked);
    const env = Object.fromEntries(secrets.map(({ variable }) => [`${variable}_FILE`, wrong]));
    const problems = await problemsOf({ env });
    assert.equal(problems.length, secrets.length);
    assert.doesNotMatch(problems.join(), /spaces/);
  });

  test('is not read for an option that is no secret', async () => {
    const env = { PAGE_RENDERER_PORT_FILE: fileOf('port', '1') };
    assert.match((await problemsOf({ env })).join(), /^PAGE_RENDERER_PORT_FILE: unknown variable/);
  });
});

test('variables that Kubernetes sets for a Service named page-renderer are ignored, and reported', async () => {
  const env = {
    PAGE_RENDERER_PORT: 'tcp://10.0.0.1:80',
    PAGE_RENDERER_PORT_80_TCP: 'tcp://10.0.0.1:80',
    PAGE_RENDERER_PORT_80_TCP_ADDR: '10.0.0.1',
    PAGE_RENDERER_SERVICE_HOST: '10.0.0.1',
    PAGE_RENDERER_SERVICE_PORT_HTTP: '80',
    PAGE_RENDERER_REDIS_PORT: 'tcp://10.0.0.2:6379',
  };
  const { config, environment } = readConfiguration({}, env);
  assert.equal(config?.port, 3000);
  assert.deepEqual([...new Set(environment.map(({ outcome }) => outcome))], ['ignored']);
  assert.equal(environment.length, Object.keys(env).length);
});

test('check-config shows every setting with its source, without secrets', async () => {
  let stdout = '';
  const to = { write: (text: string | Uint8Array) => void (stdout += String(text)), writeError: assert.fail };
  const words = ['--port', '0', '--admin-token-file', fileOf('token', 'the-token-of-the-admin')];
  const file = fileOf('shown.json', { cache: 'memory', reqHeaders: { Cookie: 'the-cookie' } });
  assert.equal(await runCommandLine(['check-config', file, '--offline', ...words], to), 0);
  const [, lines = ''] = /Settings and their sources:\n([^]*?)(?:\n\n|$)/.exec(stdout) ?? [];
  const settings = new Map(
    lines.split('\n').map((line) => [line.trim().split(/ +/)[0], line.trim().split(/ +/).slice(1)]),
  );
  assert.equal([...settings.keys()].filter(Boolean).length, SETTINGS.length);
  assert.deepEqual(settings.get('port'), ['--port', '0']);
  assert.deepEqual(settings.get('cache'), ['file', '"memory"']);
  assert.deepEqual(settings.get('timeout'), ['default', '10000']);
  assert.deepEqual(settings.get('adminToken'), ['--admin-token-file', '"***"']);
  assert.deepEqual(settings.get('reqHeaders'), ['file', '{"Cookie":"***"}']);
  assert.doesNotMatch(stdout, /the-token|the-cookie/);
});

test('each variable and flag in the guides exists', async () => {
  let help = '';
  await runCommandLine(['--help'], { write: (text) => void (help += String(text)), writeError: assert.fail });
  const guides = ['operations.md', 'quick-start.md', 'deployment.md'].map((name) => [
    name,
    readFileSync(path.resolve(import.meta.dirname, '../../docs', name), 'utf8'),
  ]);
  for (const [name, guide = ''] of guides) {
    const env = Object.fromEntries(
      Array.from(guide.matchAll(/\bPAGE_RENDERER_[A-Z_]*[A-Z]\b/g), ([variable]) => [variable, 'x']),
    );
    const problems = readConfiguration({}, env).wrongSources.filter((problem) => problem.includes('unknown variable'));
    assert.deepEqual(problems, [], name);
    for (const [, words = ''] of guide.matchAll(/(?:\bpage-renderer|\| flags .*\|) ([^`\n]*--[^`\n]*)/g)) {
      for (const [flag, own = ''] of words.matchAll(/--([a-z-]+)/g)) {
        assert.ok(SETTING_FLAGS.has(own.replace(/^no-/, '')) || help.includes(flag), `${name}: ${flag}`);
      }
    }
  }
});
