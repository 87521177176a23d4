/** The download of attachments. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { nodeSqliteDatabase } from 'policy-engine';
import { migrate } from 'policy-engine/database';
import { localAttachments } from 'policy-engine/export';
import type { AttachmentStorage } from 'policy-engine/export';
import { Downloads } from '../../dist/modules/portability/attachments/downloads.js';
import { dispositionOf } from '../../dist/platform/storage/respond.js';
import { forEachDatabase } from '../support/databases.ts';
import { engineNaming } from '../../dist/schema.js';

const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-downloads-'));
const database = nodeSqliteDatabase(':memory:');
const storage = localAttachments(folder);
const file = {
  requestId: 'r1',
  userId: 'anna',
  name: 'r1-1.zip',
  fileName: 'my data.zip',
  contentType: 'application/zip',
};
let clock = new Date('2026-03-01T12:00:00Z');

before(async () => {
  await migrate(database);
  await storage.put(file.name, Readable.from(['0123456789']), { contentType: file.contentType });
});
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

async function made(more: { storage?: AttachmentStorage; secret?: string | null } = {}): Promise<Downloads> {
  const downloads = new Downloads({
    database,
    naming: engineNaming(database.dialect),
    storage,
    secret: null,
    expirationLink: 60,
    now: () => clock,
    ...more,
  });
  await downloads.ready();
  return downloads;
}

const ask = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Request(`http://shop.test/policies/user_portability_requests/r1/download${query}`, { method, headers });

test('a link returns the file, as a download that is not cached', async () => {
  const downloads = await made();
  const response = await downloads.respond(ask(downloads.query(file)), file);
  assert.equal(response.status, 200);
  assert.equal(await response.text(), '0123456789');
  const { headers } = response;
  assert.equal(headers.get('cache-control'), 'private, no-store');
  assert.equal(headers.get('content-length'), '10');
  assert.equal(headers.get('content-type'), 'application/zip');
  assert.equal(
    headers.get('content-disposition'),
    `attachment; filename="my data.zip"; filename*=UTF-8''my%20data.zip`,
  );
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
});

test('a link is valid for one request and one user, expires, and cannot be forged without the key', async () => {
  const downloads = await made();
  const query = downloads.query(file);
  const [, expires = '', signature = ''] = /expires=(\d+)&signature=(.+)/.exec(query) ?? [];
  const refused: Array<[string, string, typeof file]> = [
    ['no signature', '', file],
    ['another user', query, { ...file, userId: 'eve' }],
    ['another request', query, { ...file, requestId: 'r2' }],
    ['a later end', `?expires=${Number(expires) + 1}&signature=${signature}`, file],
    ['another signature', `?expires=${expires}&signature=${signature.slice(0, -1)}`, file],
    ['no number', `?expires=x&signature=${signature}`, file],
    ['another key', (await made({ secret: 'x'.repeat(32) })).query(file), file],
  ];
  for (const [what, asked, attachment] of refused) {
    await assert.rejects(downloads.respond(ask(asked), attachment), { status: 404 }, what);
  }
  // Another process reads the same key.
  assert.equal((await (await made()).respond(ask(query), file)).status, 200);
  clock = new Date(clock.getTime() + 60 * 60_000);
  await assert.rejects(downloads.respond(ask(query), file), { status: 404 });
});

test('a resumed download gets the requested ranges', async () => {
  const downloads = await made();
  const query = downloads.query(file);
  const etag = (await downloads.respond(ask(query, {}, 'HEAD'), file)).headers.get('etag') ?? '';
  assert.match(etag, /^"[\w-]+"$/);
  const cases: Array<[headers: Record<string, string>, status: number, range: string | null, body: string]> = [
    [{ range: 'bytes=2-4' }, 206, 'bytes 2-4/10', '234'],
    [{ range: 'bytes=7-' }, 206, 'bytes 7-9/10', '789'],
    [{ range: 'bytes=-3' }, 206, 'bytes 7-9/10', '789'],
    [{ range: 'bytes=0-99' }, 206, 'bytes 0-9/10', '0123456789'],
    [{ range: 'bytes=10-' }, 416, 'bytes */10', ''],
    [{ range: 'bytes=-0' }, 416, 'bytes */10', ''],
    [{ range: 'bytes=4-2' }, 200, null, '0123456789'],
    [{ range: 'bytes=0-1,4-5' }, 200, null, '0123456789'],
    [{ range: 'lines=1-2' }, 200, null, '0123456789'],
    [{ range: 'bytes=2-4', 'if-range': etag }, 206, 'bytes 2-4/10', '234'],
    [{ range: 'bytes=2-4', 'if-range': '"other"' }, 200, null, '0123456789'],
    [{ range: 'bytes=2-4', 'if-range': 'Sun, 01 Mar 2026 12:00:00 GMT' }, 200, null, '0123456789'],
  ];
  for (const [headers, status, range, body] of cases) {
    const response = await downloads.respond(ask(query, headers), file);
    const found = [response.status, response.headers.get('content-range'), await response.text()];
    assert.deepEqual(found, [status, range, body], JSON.stringify(headers));
  }
  const head = await downloads.respond(ask(query, { range: 'bytes=2-4' }, 'HEAD'), file);
  assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '10', '']);
});

test('a download redirects to the storage’s own URL if there is one, and a deleted file is 404', async () => {
  const elsewhere = await made({
    storage: { ...storage, temporaryUrl: async (name) => `https://files.test/${name}?s=1` },
  });
  const response = await elsewhere.respond(ask(elsewhere.query(file)), file);
  assert.deepEqual([response.status, response.headers.get('location')], [302, 'https://files.test/r1-1.zip?s=1']);
  assert.equal(response.headers.get('cache-control'), 'private, no-store');
  const gone = { ...file, name: 'gone.zip' };
  await assert.rejects(elsewhere.respond(ask(elsewhere.query(gone)), gone), { status: 404 });
});

test('file names stay within their header and their folder', () => {
  for (const name of [
    'a"b.zip',
    'a\r\nset-cookie: x=1',
    '../../etc/passwd',
    'C:\\x',
    '\u202Egpj.zip',
    '…',
    '',
    '\uD800',
    'é%41.zip',
    '🗂'.repeat(100),
  ]) {
    const value = dispositionOf(name);
    assert.match(
      value,
      /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/,
      name,
    );
    assert.doesNotMatch(decodeURIComponent(value), /[/\\\r\n\u202e]/u);
  }
});

forEachDatabase((target) => {
  test('processes that start at once share one download key', async () => {
    const shared = await target.open();
    await migrate(shared);
    const all = Array.from(
      { length: 4 },
      () =>
        new Downloads({
          database: shared,
          naming: engineNaming(shared.dialect),
          storage,
          secret: null,
          expirationLink: 1,
          now: () => clock,
        }),
    );
    await Promise.all(all.map((downloads) => downloads.ready()));
    assert.equal(new Set(all.map((downloads) => downloads.query(file))).size, 1);
  });
});
