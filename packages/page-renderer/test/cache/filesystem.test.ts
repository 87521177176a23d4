/** Results in files: the effects of a killed process, another process, a full disk and foreign files. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FilesystemStore } from '../../dist/cache/stores/filesystem.js';
import { encodeBody } from '../../dist/cache/results/encoding.js';
import { eventually } from '../support/processes.ts';
import { UNLIMITED } from './support/limits.ts';
import { keyOf, resultOf } from './support/results.ts';
import { storeSuite } from './support/store-suite.ts';

const WRITER = path.join(import.meta.dirname, 'support/writer.ts');
const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'page-renderer-cache-'));
  folders.push(folder);
  return folder;
};
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const filesIn = (folder: string) =>
  globSync('**/*', { cwd: folder }).filter((name) => statSync(path.join(folder, name)).isFile());

storeSuite('filesystem', async () => {
  const folder = newFolder();
  return {
    open: async (limits) => new FilesystemStore(folder, limits),
    again: async (limits) => new FilesystemStore(folder, limits),
    empty: async () => rmSync(folder, { recursive: true, force: true }),
    corrupt: async ({ id }, bytes) =>
      writeFileSync(path.join(folder, 'results', id.slice(0, 2), `${id}.result`), bytes),
  };
});

test('a process killed during a write leaves only complete results, and others continue to write', async () => {
  const folder = newFolder();
  const store = new FilesystemStore(folder, UNLIMITED);
  let left = 0;
  for (let attempt = 0; attempt < 4 || (left === 0 && attempt < 20); attempt++) {
    const child = spawn(process.execPath, [WRITER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    // Some at random moments; then one while its file is seen half-written, which may not happen at random on a busy machine.
    if (attempt < 4) await sleep(3 + 11 * attempt);
    else await eventually(() => globSync('**/*.part', { cwd: folder }).length > 0, 'a file is being written');
    child.kill('SIGKILL');
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
    for (let page = 0; page < 5; page++) {
      const body = (await store.get(keyOf(`https://example.com/${page}`).id))?.bodies.identity;
      if (!body) continue;
      assert.equal(body.byteLength, 2_000_000);
      assert.ok(body.every((byte) => byte === body[0]));
    }
    left += filesIn(folder).filter((name) => name.endsWith('.part')).length;
    const key = keyOf('https://example.com/mine');
    assert.ok(await store.put(key.id, resultOf(key)));
    assert.ok(await store.get(key.id));
  }
  assert.ok(left > 0, 'no process was killed in mid-write');
  // Half-written files are removed when no process can be writing them any more.
  for (const name of filesIn(folder)) if (name.endsWith('.part')) utimesSync(path.join(folder, name), 0, 0);
  await store.count();
  assert.deepEqual(
    filesIn(folder).filter((name) => name.endsWith('.part')),
    [],
  );
});

test('two processes write the same results at the same time and neither breaks the other’s', async () => {
  const folder = newFolder();
  const children: ChildProcess[] = [0, 1].map(() =>
    spawn(process.execPath, [WRITER, folder, '40'], { stdio: 'inherit' }),
  );
  const ends = children.map((child) => once(child, 'exit'));
  const store = new FilesystemStore(folder, UNLIMITED);
  let read = 0;
  while (children.some(({ exitCode }) => exitCode === null)) {
    const body = (await store.get(keyOf('https://example.com/1').id))?.bodies.identity;
    if (body) read += 1;
    assert.ok(body === undefined || body.every((byte) => byte === body[0]));
    await sleep(5);
  }
  assert.deepEqual(await Promise.all(ends), [
    [0, null],
    [0, null],
  ]);
  assert.ok(read > 0);
  assert.equal(await store.count(), 5);
});

test('a full disk is an error that leaves nothing behind', async () => {
  const folder = newFolder();
  // A limit on the size of files (512-byte blocks) simulates a full disk: a write ends in the middle.
  const command = `ulimit -f 1000; exec "${process.execPath}" "${WRITER}" "${folder}" 3`;
  const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  const output: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  assert.deepEqual(await once(child, 'close'), [3, null]);
  assert.match(output.join(''), /EFBIG[^]*EFBIG[^]*EFBIG/);
  assert.deepEqual(filesIn(folder), []);
});

test('a full disk refuses results, but stored ones can be read and removed', async (t) => {
  const folder = newFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,nr_inodes=40', 'tmpfs', folder]);
  if (mounted.status !== 0) return t.skip('may not mount a file system');
  try {
    const store = new FilesystemStore(folder, UNLIMITED);
    const key = (page: number) => keyOf(`https://example.com/${page}`);
    const fill = async () => {
      for (let page = 0; page < 100; page++) {
        await store.put(key(page).id, resultOf(key(page), { bodies: { identity: Buffer.alloc(3_000) } }));
      }
    };
    await assert.rejects(fill, { code: 'ENOSPC' });
    assert.ok(await store.get(key(0).id));
    const count = await store.count();
    assert.equal(filesIn(folder).length, count);
    assert.ok(count > 5);
    assert.equal((await store.remove({ by: 'all' }, false)).count, count);
    assert.equal(await store.put(key(0).id, resultOf(key(0), { begunAt: Date.now() + 2 })), true);
  } finally {
    spawnSync('umount', [folder]);
  }
});

test('a removal deletes no files of others', async () => {
  const folder = newFolder();
  const store = new FilesystemStore(folder, { ...UNLIMITED, maxEntries: 1 });
  const [first, second] = [keyOf('https://a.test/'), keyOf('https://b.test/')];
  await store.put(first.id, resultOf(first));
  const shard = path.join(folder, 'results', first.id.slice(0, 2));
  mkdirSync(path.join(folder, 'results/aa/deep.result'), { recursive: true });
  const foreign = [
    path.join(folder, 'd41d8cd98f00b204e9800998ecf8427e.json'),
    path.join(folder, `${first.id}.result`),
    path.join(folder, 'results', 'notes.txt'),
    path.join(folder, 'results/aa/deep.result/file'),
    path.join(shard, 'holiday.jpg'),
    path.join(shard, 'x.result'),
    path.join(shard, `${first.id}.part`),
  ];
  for (const file of foreign) {
    writeFileSync(file, 'mine');
    utimesSync(file, 0, 0);
  }
  await store.put(second.id, resultOf(second));
  assert.equal(await store.count(), 1);
  mkdirSync(path.join(folder, 'results/removed'));
  foreign.push(path.join(folder, 'results/removed/notes.removed'));
  writeFileSync(foreign.at(-1) ?? '', 'mine');
  utimesSync(foreign.at(-1) ?? '', 0, 0);
  await store.remove({ by: 'all' }, false);
  const mark = path.join(folder, 'results/removed/all.removed');
  const expected = (...more: string[]) => [...foreign, ...more].map((file) => path.relative(folder, file)).toSorted();
  assert.deepEqual(filesIn(folder).toSorted(), expected(mark));
  // The removal itself is recorded until no running render can be older.
  utimesSync(mark, 0, 0);
  await store.count();
  assert.deepEqual(filesIn(folder).toSorted(), expected());
});

test('expired results are deleted from the disk without a request', async () => {
  const folder = newFolder();
  const store = new FilesystemStore(folder, { ...UNLIMITED, keptFor: 60_000 });
  const [old, young] = [keyOf('https://a.test/'), keyOf('https://b.test/')];
  await store.put(old.id, resultOf(old));
  const [file = ''] = filesIn(folder);
  utimesSync(path.join(folder, file), 0, 0);
  const later = new FilesystemStore(folder, { ...UNLIMITED, keptFor: 60_000 });
  await later.put(young.id, resultOf(young));
  assert.equal(filesIn(folder).length, 1);
  assert.ok(await later.get(young.id));
});

test('the size limit is kept, and bodies are stored compressed', async () => {
  const folder = newFolder();
  const store = new FilesystemStore(folder, { ...UNLIMITED, maxBytes: 30_000 });
  const body = Buffer.from('<p>The same words again and again.</p>'.repeat(3_000));
  const bodies = await encodeBody(body, 'text/html');
  for (let page = 0; page < 50; page++) {
    const key = keyOf(`https://example.com/${page}`);
    await store.put(key.id, resultOf(key, { bodies, size: body.byteLength }));
  }
  const sizes = filesIn(folder).map((name) => statSync(path.join(folder, name)).size);
  assert.ok(sizes.length > 3, String(sizes.length));
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= 30_000);
  assert.ok(Math.max(...sizes) < body.byteLength / 20);
});

test(
  'a folder in a shared place that belongs to someone else is not used',
  { skip: process.getuid?.() !== 0 && 'needs two users' },
  async () => {
    const shared = newFolder();
    chmodSync(shared, 0o777);
    const folder = path.join(shared, 'symlinks');
    mkdirSync(folder);
    chownSync(folder, 12_345, 12_345);
    const store = new FilesystemStore(folder, UNLIMITED);
    await assert.rejects(store.get(keyOf('https://a.test/').id), /belongs to another user.*snapshotDir/);
    assert.deepEqual(readdirSync(folder), ['results']);
  },
);

test('a result that another process has replaced or damaged is read again', async () => {
  const folder = newFolder();
  const [store, other] = [new FilesystemStore(folder, UNLIMITED), new FilesystemStore(folder, UNLIMITED)];
  const key = keyOf('https://example.com/replaced');
  const { id } = key;
  // The file system may give a new file the number of one that was deleted.
  for (let round = 0; round < 20; round += 1) {
    const result = resultOf(key, { begunAt: 1_000 + round, status: 200 + round });
    assert.equal(await other.put(id, result), true);
    assert.equal((await store.get(id))?.status, 200 + round);
    assert.equal((await store.get(id))?.status, 200 + round);
  }
  const file = path.join(folder, 'results', id.slice(0, 2), `${id}.result`);
  rmSync(file);
  assert.equal(await store.get(id), undefined);
  writeFileSync(file, 'damaged');
  await assert.rejects(async () => store.get(id), { name: 'GarbageError' });
});
