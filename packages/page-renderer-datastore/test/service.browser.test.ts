/** A service whose results are in Datastore, with real renders. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createRenderer, loadConfig } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import { eventually } from '../../page-renderer/test/support/processes.ts';
import { startSite } from '../../page-renderer/test/support/site.ts';
import { startDatastore } from './support/datastore-server.ts';

const TOKEN = 'a-token-of-this-test';
const folder = mkdtempSync(path.join(tmpdir(), 'page-renderer-datastore-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a config.json of Rendertron with the datastore cache works as it is', async () => {
  await using datastore = await startDatastore(2);
  process.env['DATASTORE_EMULATOR_HOST'] = datastore.host;
  process.env['DATASTORE_PROJECT_ID'] = 'test';
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  let count = 0;
  await using site = await startSite({
    '*': (_, response) =>
      void response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<p>page ${(count += 1)}</p>`),
  });
  const snapshotDir = path.join(folder, 'unused');
  const cacheConfig = { cacheDurationMinutes: 7200, cacheMaxEntries: 1000, snapshotDir };
  const options = { cache: 'datastore', cacheConfig, timeout: 5_000, port: 3000, width: 800, closeBrowser: false };
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ ...options, reqHeaders: {} }));
  const config = await loadConfig({ directory: folder, env: {} });
  await using renderer = await createRenderer({
    ...config,
    browsers: 1,
    timeout: stretched(5_000),
    cacheConfig: { ...config.cacheConfig, storeTimeout: stretched(1_000) },
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    adminToken: TOKEN,
  });
  const ask = (target: string, headers: Record<string, string> = {}) =>
    renderer.fetch(new Request(`http://renderer.test${target}`, { headers }));
  const target = `${site.url}/rendertron`;
  const render = (headers?: Record<string, string>) => ask(`/render/${encodeURIComponent(target)}`, headers);
  const admin = { Authorization: `Bearer ${TOKEN}` };
  const first = await (await render()).text();
  // Results are written after the response.
  await eventually(
    async () => (await render()).headers.get('Cache-Status') === 'page-renderer; hit',
    'the result is stored',
  );
  assert.equal(await (await render()).text(), first);
  assert.deepEqual(await (await ask(`/invalidate/${target}`, admin)).json(), { removed: 1 });
  assert.equal((await render({ 'Cache-Control': 'only-if-cached' })).status, 504);
  const told = (await (await ask('/cache', admin)).json()) as Record<string, unknown>;
  assert.deepEqual([told['cache'], told['state']], ['datastore', 'ok']);
  assert.deepEqual(told['failures'], { get: 0, put: 0, remove: 0, lease: 0, garbage: 0 });
  assert.ok(datastore.calls.commit > 0);
  assert.equal(existsSync(snapshotDir), false);
});
