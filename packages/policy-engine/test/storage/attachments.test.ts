/** The tests that every attachment storage must pass: a folder, S3, and an object of the host. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { AwsS3StorageAdapter } from '@flystorage/aws-s3';
import { FileStorage } from '@flystorage/file-storage';
import { LocalStorageAdapter } from '@flystorage/local-fs';
import { flystorageAttachments, localAttachments } from 'policy-engine/export';
import type { AttachmentStorage } from 'policy-engine/export';
import S3rver from 's3rver';

const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-attachments-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const info = { contentType: 'application/zip' };
const content = randomBytes(300_000);
const streamOf = (bytes: Buffer) =>
  Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)], { objectMode: false });

function suite(title: string, storage: () => AttachmentStorage, { isEmpty }: { isEmpty?: () => boolean } = {}): void {
  describe(title, () => {
    test('returns what was stored, completely and in ranges', async () => {
      await storage().put('portability/a-1.zip', streamOf(content), info);
      assert.equal(await storage().size('portability/a-1.zip'), content.length);
      assert.deepEqual(await buffer(await storage().get('portability/a-1.zip')), content);
      for (const [start, end] of [
        [0, 0],
        [99_990, 100_010],
        [299_999, 299_999],
      ] as const) {
        const part = await buffer(await storage().get('portability/a-1.zip', { start, end }));
        assert.deepEqual(part, content.subarray(start, end + 1), `${start}-${end}`);
      }
      await storage().delete('portability/a-1.zip');
      assert.equal(await storage().size('portability/a-1.zip'), null);
      // Deleting twice is not an error.
      await storage().delete('portability/a-1.zip');
    });

    test('stores nothing of a stream that fails or is aborted', async () => {
      const broken = Readable.from(
        (async function* () {
          yield content;
          assert.equal(await storage().size('b-1.zip'), null);
          throw new Error('the source broke');
        })(),
        { objectMode: false },
      );
      await assert.rejects(storage().put('b-1.zip', broken, info));
      assert.equal(await storage().size('b-1.zip'), null);

      const abort = new AbortController();
      const endless = new Readable({ read() {} });
      endless.push(content);
      const putting = storage().put('c-1.zip', endless, { ...info, signal: abort.signal });
      setImmediate(() => abort.abort(new Error('enough')));
      await assert.rejects(putting);
      assert.equal(await storage().size('c-1.zip'), null);
      if (isEmpty) assert.ok(isEmpty(), 'something stayed behind');
    });

    test('reports a missing attachment as an error, not as an empty file', async () => {
      await assert.rejects(async () => buffer(await storage().get('missing.zip')));
    });
  });
}

const filesBelow = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(path.join(root, name)).isFile());

suite('a folder', () => localAttachments(path.join(folder, 'local')), {
  isEmpty: () => filesBelow(path.join(folder, 'local')).length === 0,
});

test('a folder: names that leave the folder are refused, and only its owner can read the files', async () => {
  const storage = localAttachments(path.join(folder, 'private'));
  for (const name of ['../x', '/etc/passwd', 'a/../../x', 'a\0b', '.hidden', 'a/.hidden', '']) {
    await assert.rejects(storage.put(name, Readable.from(['x']), info), { code: 'not_found' });
    await assert.rejects(
      storage.delete(name).then(() => storage.size(name)),
      { code: 'not_found' },
    );
  }
  await storage.put('x.zip', Readable.from(['x']), info);
  assert.equal(statSync(path.join(folder, 'private/x.zip')).mode & 0o077, 0);
});

const files = new Map<string, Buffer>();
suite('an object of the host', () => ({
  put: async (name, stream, { signal }) => {
    signal?.addEventListener('abort', () => stream.destroy(signal.reason as Error));
    files.set(name, await buffer(stream));
  },
  get: async (name, range) => {
    const found = files.get(name);
    if (!found) throw new Error('missing');
    return Readable.from([range ? found.subarray(range.start, range.end + 1) : found]);
  },
  size: async (name) => files.get(name)?.length ?? null,
  delete: async (name) => void files.delete(name),
}));

describe('flystorage', () => {
  let server: S3rver;
  let client: S3Client;
  let storage: AttachmentStorage;

  before(async () => {
    server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: path.join(folder, 's3') });
    const address = await server.run();
    client = new S3Client({
      endpoint: `http://127.0.0.1:${address.port}`,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    });
    await client.send(new CreateBucketCommand({ Bucket: 'exports' }));
    const adapter = new AwsS3StorageAdapter(client, { bucket: 'exports' });
    storage = flystorageAttachments(new FileStorage(adapter), { prefix: 'policy/' });
  });
  after(async () => {
    client.destroy();
    await server.close();
  });

  suite('S3', () => storage);

  test('S3: the storage’s own URL returns the file under its name', async () => {
    await storage.put('u.zip', streamOf(content), info);
    const contentDisposition = 'attachment; filename="my data.zip"';
    const expiresAt = new Date(Date.now() + 60_000);
    const url = await storage.temporaryUrl?.('u.zip', {
      expiresAt,
      contentType: 'application/zip',
      contentDisposition,
    });
    const response = await fetch(url ?? '');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-disposition'), contentDisposition);
    assert.equal((await response.arrayBuffer()).byteLength, content.length);
  });

  test('a folder through flystorage reads and writes as well', async () => {
    const local = flystorageAttachments(new FileStorage(new LocalStorageAdapter(path.join(folder, 'fly'))), {
      temporaryUrls: false,
    });
    await local.put('x/y.zip', streamOf(content), info);
    assert.deepEqual(await buffer(await local.get('x/y.zip', { start: 5, end: 9 })), content.subarray(5, 10));
    assert.equal('temporaryUrl' in local, false);
  });
});
