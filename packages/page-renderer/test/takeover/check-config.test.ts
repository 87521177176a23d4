/** D1: `page-renderer check-config`. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { stretched } from '../../../../testing/load.ts';
import { startDatastore } from '../../../page-renderer-datastore/test/support/datastore-server.ts';
import { runCommandLine } from '../../dist/commands/command-line.js';
import { checkConfig } from '../../dist/commands/check-config.js';

const folder = mkdtempSync(path.join(tmpdir(), 'check-config-'));
after(() => rmSync(folder, { recursive: true }));

/** An executable file as a stand-in for a browser: it is searched, but not started. */
const browser = path.join(folder, 'chromium');
symlinkSync(process.execPath, browser);

function fileOf(name: string, content: string | object): string {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify({ executablePath: browser, ...content }));
  return file;
}

async function run(...words: readonly string[]) {
  let [stdout, stderr] = ['', ''];
  const code = await runCommandLine(['check-config', ...words], {
    write: (content) => void (stdout += String(content)),
    writeError: (text) => void (stderr += text),
  });
  return { code, stdout, stderr };
}

test('browsers that run elsewhere are not searched on this machine', async () => {
  const remote = { executablePath: '/does/not/exist', browserURLs: ['http://127.0.0.1:9'] };
  assert.equal((await run(fileOf('remote.json', remote))).code, 0);
  const unguarded = await run(fileOf('unguarded.json', { browserURLs: ['http://browser.example:9222'] }));
  assert.equal(unguarded.code, 1);
  assert.match(unguarded.stdout, /browserURLs +refused: .*egressAddress/);
});

test('reports the outcome of each key, and exits with 0 if the service would start', async () => {
  const file = fileOf('rendertron.json', {
    datastoreCache: false,
    port: '8080',
    renderOnly: ['https://shop.example/'],
    puppeteerArgs: ['--no-sandbox', '--disable-gpu'],
    reqHeaders: { Authorization: 'Bearer secret' },
  });
  const { code, stdout, stderr } = await run(file);
  assert.deepEqual([code, stderr], [0, '']);
  const lines = stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '));
  assert.equal(lines[0], `page-renderer would start with ${file}`);
  assert.deepEqual(lines.slice(3, 6), [
    '  datastoreCache  ignored: nothing is cached unless "cache" is set',
    '  port  taken as 8080',
    '  renderOnly  taken',
  ]);
  assert.match(lines[6] ?? '', /^ {2}puppeteerArgs\.0 {2}taken as "sandbox": false; --no-sandbox: /);
  assert.match(lines[7] ?? '', /^ {2}puppeteerArgs\.1 {2}ignored: --disable-gpu: /);
  assert.match(
    lines[8] ?? '',
    /^ {2}reqHeaders {2}taken; sent to the target’s own origin; .*"reqHeadersScope" to "all"$/,
  );
  assert.doesNotMatch(stdout, /secret/);
});

test('exits with 1 if it would not start, and says what to do about each refused key', async () => {
  const file = fileOf('wrong.json', { timeout: 0, cacheConfig: { cacheMaxEntries: '10' }, 'col\u001b[31mour': 'red' });
  const { code, stdout } = await run('--config', file);
  assert.equal(code, 1);
  assert.match(stdout, /^page-renderer would not start with /);
  assert.match(stdout, /timeout +refused: .*the maximum here is 600000/);
  assert.match(stdout, /cacheConfig\.cacheMaxEntries +taken as 10$/m);
  assert.match(stdout, /col\uFFFD\[31mour +refused: unknown option/);
});

test('exits with 2 for a configuration that cannot be read', async () => {
  for (const [file, message] of [
    [path.join(folder, 'none.json'), /none\.json: cannot be read/],
    [fileOf('broken.json', '{"port": '), /not valid JSON/],
    [fileOf('list.json', '[]'), /expected a JSON object/],
  ] as const) {
    const { code, stdout, stderr } = await run(file);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, message);
    const json = await run(file, '--json');
    const { starts, error } = JSON.parse(json.stdout) as { starts: boolean; error: string };
    assert.deepEqual([json.code, starts], [2, false]);
    assert.match(error, message);
  }
});

test('--json is the report for programs; it names the file, the keys and the environment', async () => {
  const file = fileOf('program.json', { port: '1', host: 'a' });
  const { code, stdout } = await run(file, '--json');
  const report = JSON.parse(stdout) as Awaited<ReturnType<typeof checkConfig>>;
  assert.equal(code, 0);
  assert.deepEqual(report, await checkConfig({ file }));
  assert.deepEqual([report.file, report.isThere, report.starts, report.machine], [file, true, true, []]);
  const env = { HOST: '127.0.0.1' };
  const { keys, environment, settings } = await checkConfig({ file, env });
  assert.deepEqual(
    settings.filter(({ option }) => ['host', 'port', 'timeout'].includes(option)),
    [
      { option: 'timeout', value: 10_000, from: 'default' },
      { option: 'port', value: 1, from: 'file' },
      { option: 'host', value: '127.0.0.1', from: 'HOST' },
    ],
  );
  assert.deepEqual(environment, [{ key: 'HOST', outcome: 'taken-as', option: 'host', value: '127.0.0.1' }]);
  assert.equal(keys.find(({ key }) => key === 'host')?.outcome, 'ignored');
});

test('without a file the service starts with its defaults; config.json of the directory is found', async () => {
  const directory = path.join(folder, 'deployment');
  mkdirSync(directory);
  const env = { CHROME_PATH: browser };
  const without = await checkConfig({ directory, env });
  assert.deepEqual([without.isThere, without.starts, without.keys], [false, true, []]);
  writeFileSync(path.join(directory, 'config.json'), '{"timeout": 5000}');
  const found = await checkConfig({ directory, env });
  assert.deepEqual([found.isThere, found.keys], [true, [{ key: 'timeout', outcome: 'taken' }]]);
});

test('a missing browser or cache folder is reported, and the check writes nothing', async () => {
  const noBrowser = await checkConfig({ file: fileOf('no-browser.json', { executablePath: '/nowhere/chromium' }) });
  assert.equal(noBrowser.starts, false);
  assert.match(noBrowser.machine.join(), /^executablePath names \/nowhere\/chromium, which is not an executable file$/);
  const snapshotDir = path.join(folder, 'a', 'b');
  const file = fileOf('filesystem.json', { cache: 'filesystem', snapshotDir });
  assert.equal((await checkConfig({ file })).starts, true);
  assert.ok(!existsSync(path.dirname(snapshotDir)));
  const inFile = fileOf('in-file.json', { cache: 'filesystem', snapshotDir: path.join(browser, 'cache') });
  const { starts, machine } = await checkConfig({ file: inFile });
  assert.equal(starts, false);
  assert.match(machine.join(), /^snapshotDir: results cannot be stored in /);
  const before = readdirSync(folder);
  assert.equal(
    (await checkConfig({ file: fileOf('filesystem.json', { cache: 'filesystem', snapshotDir: folder }) })).starts,
    true,
  );
  assert.deepEqual(readdirSync(folder), before);
  for (const cache of ['redis', 'datastore', 'memory']) {
    assert.equal(
      (await checkConfig({ file: fileOf(`${cache}.json`, { cache }) }, { offline: true })).starts,
      true,
      cache,
    );
  }
});

/** A port with a server that answers every piece of a request with the same text; undefined: never. */
async function answering(answer: string | undefined): Promise<{ port: number } & AsyncDisposable> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.on('data', () => answer !== undefined && socket.write(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('Redis is asked for a key that does not exist; if it does not respond, this is reported, and the service would still start', async () => {
  const check = async (port: number, offline = false) => {
    const redisUrl = `redis://someone:pass-word@127.0.0.1:${port}/0`;
    const file = fileOf('asked.json', { cache: 'redis', cacheConfig: { redisUrl } });
    const { starts, unreachable } = await checkConfig({ file, env: {} }, { timeout: stretched(300), offline });
    assert.equal(starts, true);
    assert.doesNotMatch(unreachable.join(), /pass-word|someone/);
    return unreachable;
  };
  let closed: number;
  {
    await using there = await answering('+OK\r\n');
    closed = there.port;
    assert.deepEqual(await check(there.port), []);
  }
  const refused = await check(closed);
  assert.equal(refused.length, 1);
  assert.match(
    refused[0] ?? '',
    /^cache: Redis at 127\.0\.0\.1:\d+ does not respond \(connect ECONNREFUSED .*\); the service starts/,
  );
  assert.deepEqual(await check(closed, true), []);
  await using silent = await answering(undefined);
  assert.match((await check(silent.port)).join(), /does not respond \(no answer within \d+ ms\)/);
  await using locked = await answering('-NOAUTH Authentication required.\r\n');
  assert.match((await check(locked.port)).join(), /refuses a command \(NOAUTH Authentication required/);

  const file = fileOf('asked.json', { cache: 'redis', cacheConfig: { redisUrl: `redis://127.0.0.1:${closed}` } });
  const { code, stdout } = await run(file);
  assert.equal(code, 0);
  assert.match(stdout, /^page-renderer would start with [^]*\nUnreachable:\n {2}cache: Redis at 127/);
  assert.doesNotMatch((await run(file, '--offline')).stdout, /Unreachable/);
});

test('Datastore is checked in the same way', async () => {
  await using server = await startDatastore(100);
  const set = { DATASTORE_EMULATOR_HOST: '', DATASTORE_PROJECT_ID: 'test', METADATA_SERVER_DETECTION: 'none' };
  const before = Object.keys(set).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, { ...set, DATASTORE_EMULATOR_HOST: server.host });
  try {
    const file = fileOf('cloud.json', { datastoreCache: true });
    const check = async () => (await checkConfig({ file }, { timeout: stretched(2_000) })).unreachable;
    assert.deepEqual(await check(), []);
    assert.deepEqual([server.calls.lookup, server.calls.commit], [1, 0]);
    server.failing = true;
    assert.match(
      (await check()).join(),
      /^cache: Google Cloud Datastore does not respond \(.+\)\. It uses the credentials /,
    );
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});
