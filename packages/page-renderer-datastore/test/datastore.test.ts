/** Results in Datastore: the real client, against a server that speaks its protocol. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Datastore } from '@google-cloud/datastore';
import { DatastoreStore } from 'page-renderer-datastore';
import type { DatastoreServer } from './support/datastore-server.ts';
import { startDatastore } from './support/datastore-server.ts';
import { UNLIMITED } from '../../page-renderer/test/cache/support/limits.ts';
import { keyOf, resultOf } from '../../page-renderer/test/cache/support/results.ts';
import { storeSuite } from '../../page-renderer/test/cache/support/store-suite.ts';

/** So few that every query needs several responses. */
const BATCH = 2;

let server: DatastoreServer;
before(async () => {
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  server = await startDatastore(BATCH);
});
after(async () => server[Symbol.asyncDispose]());

const connect = () => new Datastore({ projectId: 'test', apiEndpoint: `http://${server.host}` });
const KIND = 'page-renderer-result';

storeSuite('datastore', async () => ({
  open: async (limits) => new DatastoreStore(connect(), limits, 0),
  again: async (limits) => new DatastoreStore(connect(), limits, 0),
  empty: async () => server.entities.clear(),
  async corrupt({ id }, bytes) {
    const stored = server.entities.get(`${KIND}/${id}`)?.properties['packed'];
    assert.ok(stored?.blobValue);
    stored.blobValue = bytes;
  },
}));

test('a result above the size of an entity is stored in fewer codings, or not at all', async () => {
  const store = new DatastoreStore(connect(), UNLIMITED);
  const key = keyOf(`https://example.com/${'long/'.repeat(500)}`);
  const bodies = { br: randomBytes(500_000), zstd: randomBytes(530_000), gzip: randomBytes(1_000_000) };
  assert.ok(await store.put(key.id, resultOf(key, { bodies, size: 9_000_000 })));
  const found = await store.get(key.id);
  assert.deepEqual(Object.keys(found?.bodies ?? {}), ['br']);
  const commits = server.calls.commit;
  assert.equal(await store.put(key.id, resultOf(key, { bodies: { identity: randomBytes(1_048_000) } })), false);
  assert.equal(server.calls.commit, commits);
});

test('a use is written only if the last write was long enough ago', async () => {
  server.entities.clear();
  const store = new DatastoreStore(connect(), UNLIMITED);
  const key = keyOf('https://a.test/');
  await store.put(key.id, resultOf(key));
  const commits = server.calls.commit;
  for (let round = 0; round < 3; round++) await store.get(key.id);
  assert.equal(server.calls.commit, commits);
});

test('more results than one commit takes are removed', async () => {
  server.entities.clear();
  server.batch = 300;
  const store = new DatastoreStore(connect(), { ...UNLIMITED, maxEntries: 1 });
  const key = keyOf('https://a.test/');
  await new DatastoreStore(connect(), UNLIMITED).put(key.id, resultOf(key));
  const [entity] = server.entities.values();
  assert.ok(entity);
  for (let page = 0; page < 600; page++) {
    const name = `copy-${page}`;
    const copied = { ...entity, key: { ...entity.key, path: [{ kind: KIND, name }] } };
    server.entities.set(`${KIND}/${name}`, copied);
  }
  const newest = keyOf('https://b.test/');
  await store.put(newest.id, resultOf(newest));
  assert.deepEqual([...server.entities.keys()], [`${KIND}/${newest.id}`]);
});
