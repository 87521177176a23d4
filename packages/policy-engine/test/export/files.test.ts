/** Files of rows in an export: from a folder, from S3 and from functions; a complete file, or a line with the reason. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { AwsS3StorageAdapter } from '@flystorage/aws-s3';
import { FileStorage } from '@flystorage/file-storage';
import { LocalStorageAdapter } from '@flystorage/local-fs';
import type { PortabilityRuleOptions } from 'policy-engine';
import {
  type ExportedFileFacts,
  type FileOptions,
  type FilesOptions,
  type PageData,
  verifyExport,
} from 'policy-engine/export';
import S3rver from 's3rver';
import { ExportFiles, type ExportFilesOptions, RowFiles } from '../../dist/modules/export/files/row-files.js';
import { engineWith, exported, temporaryFolder } from './export.ts';

type RuleWithFiles = ConstructorParameters<typeof RowFiles>[0];

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
const page = randomBytes(64 * 1024);

/** An S3 server with a bucket. */
async function bucketIn(directory: string): Promise<AsyncDisposable & { readonly storage: FileStorage }> {
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory });
  const { port } = await server.run();
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  });
  await client.send(new CreateBucketCommand({ Bucket: 'uploads' }));
  return {
    storage: new FileStorage(new AwsS3StorageAdapter(client, { bucket: 'uploads' })),
    async [Symbol.asyncDispose]() {
      client.destroy();
      await server.close();
    },
  };
}

/** Exports one page of rows with a file each. */
async function exportedRows(
  rows: readonly object[],
  file: FileOptions,
  folder: string,
  exporter: Parameters<typeof engineWith>[1] = {},
) {
  const rule: PortabilityRuleOptions = { name: 'uploads', collection: () => rows, files: { file }, per: 1000 };
  const logged: unknown[] = [];
  const logger = { error: (_message: string, details: unknown) => void logged.push(details) };
  const done = await exported(engineWith([rule], exporter, { logger }), {}, folder);
  const verified = await verifyExport(done.zip);
  assert.ok(verified.ok, JSON.stringify(verified));
  const items = JSON.parse(done.files.get('uploads/all.json') ?? '') as Array<{ file: ExportedFileFacts | null }>;
  return { ...done, logged, facts: items.map(({ file }) => file), html: done.files.get('uploads/index.html') ?? '' };
}

test('files are exported from a folder and from S3, complete, hashed, and linked from page and JSON', async () => {
  await using folder = await temporaryFolder();
  await using bucket = await bucketIn(path.join(folder.path, 's3'));
  const local = new FileStorage(new LocalStorageAdapter(path.join(folder.path, 'local')));
  const words = 'the same words again, '.repeat(20_000);
  for (const storage of [local, bucket.storage]) {
    await storage.write('2026/invoice 1.txt', words);
    await storage.write('2026/none.bin', '');
  }
  const row = { id: 1, invoice: '2026/invoice 1.txt', empty: '2026/none.bin', type: 'Text/Plain; charset=utf-8' };
  const files = (storage: FileStorage): FilesOptions => ({
    invoice: { storage, mediaType: 'type' },
    empty: { storage, filename: ({ id }: typeof row) => `Empty ${id}.bin`, mediaType: 'application/pdf' },
    card: { storage: async () => new Blob(['a card']), filename: 'id' },
  });
  const engine = engineWith([
    { name: 'local', collection: () => [row, { id: 2 }], files: files(local) },
    {
      name: 's3',
      collection: () => [row],
      files: files(bucket.storage),
      template: '<% for (const row of it.collection) { %><p><%= it.fileTag(row, "invoice") %></p><% } %>',
      jsonTemplate: ({ collection, fileOf }: PageData) => collection.map((one) => fileOf(one, 'invoice')),
    },
  ]);
  const { files: written, summary, zip } = await exported(engine, {}, folder.path);
  assert.deepEqual(summary.failures, []);
  const facts = {
    path: 'local/files/1-invoice 1.txt',
    name: 'invoice 1.txt',
    mediaType: 'text/plain',
    bytes: words.length,
    sha256: hashOf(words),
    source: '2026/invoice 1.txt',
    reason: null,
  };
  const [first, second] = JSON.parse(written.get('local/all.json') ?? '') as Array<Record<string, ExportedFileFacts>>;
  assert.deepEqual(first?.['invoice'], facts);
  assert.equal(written.get(facts.path), words);
  assert.equal(written.get('local/files/2-Empty 1.bin'), '');
  assert.equal(written.get('local/files/3-card'), 'a card', 'a number is no name');
  assert.deepEqual([second?.['invoice'], second?.['card']?.bytes], [undefined, 6]);
  const html = written.get('local/index.html') ?? '';
  assert.match(
    html,
    /<a href="\.\.\/local\/files\/1-invoice%201\.txt" type="text\/plain" download>invoice 1\.txt<\/a>/,
  );
  assert.match(html, /Empty 1\.bin<\/a> <small>0 byte/);

  assert.equal(written.get('s3/files/1-invoice 1.txt'), words);
  const ofS3 = { ...facts, path: 's3/files/1-invoice 1.txt' };
  assert.deepEqual(JSON.parse(written.get('s3/all.json') ?? ''), [ofS3]);
  assert.match(written.get('s3/index.html') ?? '', /<p><a href="\.\.\/s3\/files\/1-invoice%201\.txt"/);
  const manifest = JSON.parse(written.get('manifest.json') ?? '') as { files: unknown[] };
  const { path: at, bytes, sha256 } = ofS3;
  assert.ok(manifest.files.some((one) => JSON.stringify(one) === JSON.stringify({ path: at, bytes, sha256 })));
  assert.ok((await verifyExport(zip)).ok);
  assert.equal((await exported(engine, {}, folder.path)).summary.sha256, summary.sha256, 'the same archive again');
});

test('a file name that leaves the folder, hides its type or is a device is made harmless', async () => {
  await using folder = await temporaryFolder();
  const rows = [
    '../../../etc/passwd',
    '/etc/passwd',
    'C:\\Windows\\win.ini',
    'a\0b.txt',
    'photo\u202egnp.exe',
    'CON',
    'nul.txt',
    '...',
    'index.html',
    '<img src=x onerror=alert(1)>.html',
    `${'é'.repeat(5000)}.pdf`,
    '\ud800.txt',
    'same.txt',
    'same.txt',
    'SAME.TXT',
    '',
  ].map((name) => ({ name }));
  const { facts, html, files, summary } = await exportedRows(
    rows,
    { storage: (row) => `of ${rows.indexOf(row as (typeof rows)[number])}`, filename: 'name' },
    folder.path,
  );
  assert.deepEqual(summary.failures, []);
  assert.equal(new Set(facts.map((file) => file?.path?.toLowerCase())).size, rows.length);
  for (const [index, file] of facts.entries()) {
    assert.match(file?.path ?? '', new RegExp(`^uploads/files/${index + 1}-[^/\\\\\\p{Cc}\u202e:<>]+$`, 'u'));
    assert.ok(Buffer.byteLength(file?.path ?? '') < 200, file?.path ?? '');
    assert.equal(files.get(file?.path ?? ''), `of ${index}`);
  }
  assert.deepEqual(
    [0, 2, 3, 10, 15].map((index) => facts[index]?.name.slice(-6)),
    ['passwd', 'in.ini', '_b.txt', 'éé.pdf', 'file'],
  );
  assert.doesNotMatch(html, /<img src=x/);
});

test('a path without a file in the storage, and a row without a path, export no file', async () => {
  await using folder = await temporaryFolder();
  const storage = { read: async () => null } as unknown as FileOptions['storage'];
  const { facts, summary } = await exportedRows([{ file: 'gone.txt' }, { file: null }], { storage }, folder.path);
  assert.deepEqual([facts[0]?.reason, facts[1]], ['The file is not there', null]);
  assert.deepEqual(summary.failures, [
    { page: 'uploads/index.html', source: 'gone.txt', reason: 'The file is not there' },
  ]);
});

test('a file that is missing or breaks off is named, and the export contains nothing of it', async () => {
  await using folder = await temporaryFolder();
  const storage = new FileStorage(new LocalStorageAdapter(path.join(folder.path, 'local')));
  await using bucket = await bucketIn(path.join(folder.path, 's3'));
  let isClosed = false;
  const breaking: Record<string, () => unknown> = {
    'missing.txt': () => storage.read('missing.txt'),
    'missing-in-s3.txt': () => bucket.storage.read('missing.txt'),
    'outside.txt': () => storage.read('../../etc/passwd'),
    'breaks.bin': async function* () {
      for (let nth = 0; nth < 40; nth += 1) yield page;
      throw Object.assign(new Error('/secret/place is gone'), { code: 'EIO' });
    },
    'destroyed.bin': () => {
      const stream = new Readable({ read() {} });
      stream.push(page);
      stream.destroy(new Error('cut off'));
      return stream;
    },
    'large.bin': async function* () {
      try {
        for (;;) yield page;
      } finally {
        isClosed = true;
      }
    },
    'nothing.bin': async function* () {
      for (;;) yield '';
    },
    'numbers.bin': () => Readable.from([1, 2]),
    'object.bin': () => ({}),
    'throws.bin': () => {
      throw new Error('not today');
    },
    'whole.txt': () => Readable.from(['who', 'le']),
    'none.txt': () => null,
  };
  const work = path.join(folder.path, 'work');
  const { facts, files, summary, html, logged } = await exportedRows(
    Object.keys(breaking).map((name) => ({ name })),
    { storage: (row) => breaking[(row as { name: string }).name]?.() as Readable, filename: 'name' },
    folder.path,
    { maxFileBytes: 4 * 1024 * 1024, path: work },
  );
  const gone = 'The file is not there';
  const reasons = [
    ['missing.txt', gone],
    ['missing-in-s3.txt', gone],
    ['outside.txt', "The file can't be read (flystorage.unable_to_read_file)"],
    ['breaks.bin', "The file can't be read (EIO)"],
    ['destroyed.bin', "The file can't be read"],
    ['large.bin', 'Larger than 4194304 bytes'],
    ['nothing.bin', 'The storage delivers nothing and does not end the stream'],
    ['numbers.bin', 'The host returned something that is not bytes'],
    ['object.bin', 'The host returned neither a stream nor bytes'],
    ['throws.bin', "The file can't be read"],
  ];
  assert.deepEqual(
    summary.failures,
    reasons.map(([source, reason]) => ({ page: 'uploads/index.html', source, reason })),
  );
  assert.deepEqual(
    facts.slice(0, reasons.length).map((file) => [file?.name, file?.reason]),
    reasons,
  );
  assert.ok(facts.slice(0, reasons.length).every((file) => file?.path === null && file.sha256 === null));
  assert.deepEqual(
    [...files.keys()].filter((name) => name.startsWith('uploads/files/')),
    ['uploads/files/11-whole.txt'],
  );
  assert.equal(facts.at(-1), undefined, 'a row that has no file');
  assert.match(html, /File not available: missing\.txt/);
  assert.match(files.get('manifest.json') ?? '', /"failed":10/);
  assert.match(inspect(logged[3]), /\/secret\/place/, 'what the archive must not tell is logged');
  assert.ok(![...files.values()].some((text) => text.includes('/secret/place')));
  assert.ok(isClosed);
  assert.deepEqual(await readdir(work), []);
});

test('a storage that does not respond is asked only a few times, and the number of files is limited', async () => {
  await using folder = await temporaryFolder();
  let asked = 0;
  const read = (): Promise<Readable> => {
    asked += 1;
    return new Promise(() => {});
  };
  const limits = { fileTimeoutSeconds: 1, maxFiles: 8 };
  const rows = Array.from({ length: 20 }, (_, nth) => ({ file: `silent-${nth}` }));
  const silent = await exportedRows(rows, { storage: { read } }, folder.path, limits);
  assert.equal(silent.summary.failures.length, 20);
  // Four at once, and others in place of the first two of the three whose timeout ends it.
  assert.ok(asked <= 6, String(asked));
  assert.equal(silent.facts[0]?.reason, 'The storage took too long');
  assert.equal(silent.facts.at(-1)?.reason, 'The storage did not answer before');

  const many = Array.from({ length: 10 }, (_, nth) => ({ file: String(nth) }));
  const { facts } = await exportedRows(many, { storage: () => 'x' }, folder.path, limits);
  assert.deepEqual(
    facts.map((file) => file?.reason),
    [...Array.from({ length: 8 }, () => null), 'Too many files', 'Too many files'],
  );
});

test('files delay an export up to a total limit, and then no storage is asked any more', async () => {
  await using folder = await temporaryFolder();
  const asked: string[] = [];
  const missed: string[] = [];
  const read = (name: string) => {
    asked.push(name);
    return new Promise<never>(() => {});
  };
  const settings = { maxBytes: 1000, maxFiles: 10, timeoutMilliseconds: 600_000, allMilliseconds: 50 };
  const all = new ExportFiles({
    settings,
    folder: folder.path,
    files: { miss: ({ reason }: { reason: string }) => missed.push(reason) },
    pace: { signal: new AbortController().signal },
    logger: { error: () => {} },
  } as unknown as ExportFilesOptions);
  const rule = { name: 'uploads', files: [{ field: 'file', storage: { read } }] } as unknown as RuleWithFiles;
  const take = (name: string) => new RowFiles(rule, all).take([{ file: name }], 'uploads/index.html');
  // A timer may fire a fraction of a millisecond early, which is then left for the second.
  await take('first');
  await take('second');
  const before = asked.length;
  await take('third');
  assert.equal(asked.length, before);
  assert.deepEqual(
    missed,
    Array.from({ length: 3 }, () => 'Files took too long in all'),
  );
});

test('a field that no row has is reported, and an aborted export closes its streams', async () => {
  await using folder = await temporaryFolder();
  const storage = new FileStorage(new LocalStorageAdapter(folder.path));
  const { summary } = await exportedRows([{ fiel: 'a.txt' }], { storage }, folder.path);
  assert.deepEqual(summary.failures, [{ page: 'uploads/index.html', source: 'file', reason: 'No row has this field' }]);

  const stop = new AbortController();
  const endless = new Readable({ read() {} });
  const engine = engineWith([
    {
      name: 'uploads',
      collection: () => [{ id: 1 }],
      files: {
        file: {
          storage: () => {
            setImmediate().then(
              () => stop.abort(new Error('enough')),
              () => {},
            );
            return endless;
          },
        },
      },
    },
  ]);
  await assert.rejects(exported(engine, {}, folder.path, { signal: stop.signal }), /enough/);
  assert.ok(endless.destroyed);
});

test('a file of 64 MB is exported with constant memory', async (t) => {
  await using folder = await temporaryFolder();
  await writeFile(
    path.join(folder.path, 'large.bin'),
    Array.from({ length: 1024 }, () => page),
  );
  const storage = new FileStorage(new LocalStorageAdapter(folder.path));
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const held = () => {
    // The second time completes what the first one frees in the background, such as buffers.
    collectGarbage();
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  let most = 0;
  let from = 0;
  const large = async function* () {
    from = held();
    let read = 0;
    for await (const piece of await storage.read('large.bin')) {
      yield piece as Uint8Array;
      if ((read += 1) % 128 === 0) most = Math.max(most, held());
    }
  };
  const rule: PortabilityRuleOptions = { name: 'uploads', collection: () => [{}], files: { file: { storage: large } } };
  let bytes = 0;
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done();
    },
  });
  const summary = await engineWith([rule], { path: folder.path }).exporter.write({ userId: '1', user: {}, out });
  assert.deepEqual(summary.failures, []);
  assert.ok(bytes > 64 * 1024 * 1024 && bytes < 65 * 1024 * 1024, String(bytes));
  t.diagnostic(`grew by ${((most - from) / 1024 ** 2).toFixed(1)} MiB at most`);
  assert.ok(most > 0 && most - from < 4 * 1024 * 1024, `grew by ${most - from} bytes`);
});
