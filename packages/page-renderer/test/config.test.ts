import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createRenderer, loadConfig, parseConfig, RendererError, type RendererOptions } from 'page-renderer';

let directory: string;
before(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'config-test-'));
});
after(() => rm(directory, { recursive: true }));

async function write(text: string): Promise<void> {
  await writeFile(path.join(directory, 'config.json'), text);
}

function isInvalid(message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof RendererError);
    assert.equal(error.code, 'invalid-configuration');
    assert.match(error.message, message);
    return true;
  };
}

test('a site is its prefix, a sitemap its address: what is left out has its default', () => {
  const options: RendererOptions = {
    sites: [{ prefix: 'https://shop.example/', sitemaps: [{ url: 'https://shop.example/sitemap.xml' }] }],
  };
  const [site] = parseConfig(options).sites;
  assert.deepEqual([site?.rendersPerMinute, site?.hours, site?.timeZone], [60, null, 'UTC']);
  assert.deepEqual(site?.sitemaps[0]?.devices, ['desktop']);
});

test('without a file the defaults of the spec hold', async () => {
  const config = await loadConfig({ directory: tmpdir(), env: {} });
  const { timeout, port, host, width, height, allowPrivateNetworks } = config;
  assert.deepEqual(
    { timeout, port, host, width, height, allowPrivateNetworks },
    { timeout: 10_000, port: 3000, host: '0.0.0.0', width: 1000, height: 1000, allowPrivateNetworks: [] },
  );
});

test('config.json is read from the directory, and PORT and HOST override it', async () => {
  await write('{"port": 4000, "timeout": 5000}');
  assert.equal((await loadConfig({ directory, env: {} })).port, 4000);
  const config = await loadConfig({ directory, env: { PORT: '5000', HOST: '127.0.0.1' } });
  assert.deepEqual([config.port, config.host, config.timeout], [5000, '127.0.0.1', 5000]);
});

test('a byte order mark before the JSON is accepted', async () => {
  await write('\uFEFF{"port": 4001}');
  assert.equal((await loadConfig({ directory, env: {} })).port, 4001);
});

test('an unknown key is named together with the one that was probably meant', async () => {
  await write('{"prot": 4000}');
  await assert.rejects(
    loadConfig({ directory, env: {} }),
    isInvalid(/config\.json: unknown key "prot"; did you mean "port"\?/),
  );
});

test('a wrong type names the key and what was expected', () => {
  assert.throws(() => parseConfig({ timeout: '10s' }), isInvalid(/timeout: expected a whole number from 1 to 600000/));
  assert.throws(() => parseConfig({ port: 70_000 }), isInvalid(/port: .*65535/));
});

test('broken JSON, a JSON array, a missing file and a bad PORT are errors', async () => {
  await write('{"port": ');
  await assert.rejects(loadConfig({ directory, env: {} }), isInvalid(/not valid JSON/));
  await write('[]');
  await assert.rejects(loadConfig({ directory, env: {} }), isInvalid(/expected a JSON object/));
  await assert.rejects(loadConfig({ directory, file: 'none.json', env: {} }), isInvalid(/none\.json: cannot be read/));
  await write('{}');
  await assert.rejects(loadConfig({ directory, env: { PORT: 'tcp://1' } }), isInvalid(/PORT: expected a number/));
});

test('an invalid entry of allowPrivateNetworks is an error', async () => {
  await assert.rejects(
    createRenderer({ allowPrivateNetworks: ['10.0.0.0/8', 'http://x'] }),
    isInvalid(/"http:\/\/x" is neither/),
  );
});
