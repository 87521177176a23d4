/** An export stays readable for programs and people, whatever a row contains; and its owner can prove that it is complete. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { verifyExport } from 'policy-engine/export';
import { Output } from '../../dist/modules/export/archive/output.js';
import { ZipWriter } from '../../dist/modules/export/archive/zip-writer.js';
import { engineWith, exported, temporaryFolder } from './export.ts';
import { sampleExtras } from './sample.ts';

test('values without a JSON or page form are exported as text, and no value of a row ends its string or script', async () => {
  await using folder = await temporaryFolder();
  const text = '</script><script>alert(1)</script> \u202egnp.\0\u2028\ud800';
  const row = {
    text,
    amount: 10n ** 20n,
    latitude: 52.520008,
    deep: { amounts: [5n] },
    photo: Buffer.from('hello'),
    bytes: new Uint8Array([1, 2]),
    tags: new Set(['a', 'b']),
    prices: new Map([['eur', 7]]),
    born: new Date(Number.NaN),
    ['__proto__']: 1,
  };
  const engine = engineWith([
    { name: 'plain', collection: () => [row] },
    { name: 'chosen', collection: () => [row], jsonTemplate: ({ collection }) => ({ collection, sum: 7n }) },
    { name: 'printed', collection: () => [row], jsonTemplate: '{"collection": <%= it.collection %>}' },
  ]);
  const { files } = await exported(engine, {}, folder.path);
  const [plain] = JSON.parse(files.get('plain/all.json') ?? '') as [Record<string, unknown>];
  assert.deepEqual(Object.entries(plain), [
    ['text', text],
    ['amount', '100000000000000000000'],
    ['latitude', 52.520008],
    ['deep', { amounts: ['5'] }],
    ['photo', 'aGVsbG8='],
    ['bytes', 'AQI='],
    ['tags', ['a', 'b']],
    ['prices', { eur: 7 }],
    ['born', null],
    ['__proto__', 1],
  ]);
  const html = files.get('plain/index.html') ?? '';
  assert.match(html, /&lt;\/script&gt;[\s\S]*aGVsbG8=[\s\S]*<dt>Eur<\/dt><dd>7<\/dd>/);
  assert.match(html, /<dd>52\.520008<\/dd>/);
  assert.doesNotMatch(html, /<script>alert|Invalid Date/);
  assert.equal((JSON.parse(files.get('chosen/data.json') ?? '') as { sum: string }).sum, '7');
  assert.equal((JSON.parse(files.get('printed/all.json') ?? '') as unknown[]).length, 1);
  const found: string[] = [];
  new Script(files.get('assets/search-0.js') ?? '').runInNewContext({
    bookSearch: (entries: string[][]) => found.push(...entries.map(([, , words = '']) => words)),
  });
  assert.match(found[0] ?? '', /<\/script><script>alert\(1\)<\/script>/);
});

test('the network of a decision keeps the order of its parts on a right-to-left page', async () => {
  await using folder = await temporaryFolder();
  const { files } = await exported(engineWith([]), {}, folder.path, { extras: sampleExtras });
  assert.match(files.get('privacy/consents.html') ?? '', /<bdi><span[^>]*>2001:db8:85a3::\/48<\/span><\/bdi>/);
});

test('a column named like a credential is omitted unless a template includes it', async () => {
  await using folder = await temporaryFolder();
  const account = {
    id: 1,
    email: 'a@b.test',
    password_digest: 'x',
    resetToken: 'y',
    otp_secret: 'z',
    footprint: 'ok',
    devices: [{ id: 2, api_key: 'w' }],
  };
  const engine = engineWith([
    { name: 'account', member: 'account' },
    {
      name: 'chosen',
      member: 'account',
      jsonTemplate: ({ member }) => ({ token: (member as typeof account).resetToken }),
    },
  ]);
  const { files } = await exported(engine, { account }, folder.path);
  assert.deepEqual(JSON.parse(files.get('account/all.json') ?? ''), [
    { id: 1, email: 'a@b.test', footprint: 'ok', devices: [{ id: 2 }] },
  ]);
  assert.doesNotMatch(files.get('account/index.html') ?? '', /Password|Reset|Otp|Api/);
  assert.deepEqual(JSON.parse(files.get('chosen/all.json') ?? ''), [{ token: 'y' }]);
  const manifest = JSON.parse(files.get('manifest.json') ?? '') as { omittedFields: string[] };
  assert.deepEqual(manifest.omittedFields, ['api_key', 'otp_secret', 'password_digest', 'resetToken']);
});

test('the search indexes a limited part of one large text, and unclosed markup costs no time', async () => {
  await using folder = await temporaryFolder();
  const engine = engineWith([
    {
      name: 'open',
      collection: () => [1],
      template: () => '<p>first 1 < 2</p><style>p{}</STYLE >' + '<script '.repeat(200_000),
    },
    { name: 'large', collection: () => [{ text: 'ä'.repeat(1_100_000) }] },
  ]);
  const { files } = await exported(engine, {}, folder.path);
  const scripts = [...files].filter(([name]) => name.startsWith('assets/search-')).map(([, script]) => script);
  assert.ok(scripts.join('').length < 600_000);
  assert.match(scripts[0] ?? '', /"Open","first 1 < 2"/);
  assert.match(files.get('search.html') ?? '', /book-note/);
});

test('an archive is valid for unzip and for its own manifest, and a changed byte is detected', async () => {
  await using folder = await temporaryFolder();
  const engine = engineWith([
    { name: 'rows', collection: () => Array.from({ length: 100 }, (_, id) => ({ id })), per: 10 },
  ]);
  const { zip, summary, files } = await exported(engine, { name: 'Ada' }, folder.path);
  const { stdout } = await promisify(execFile)('unzip', ['-t', zip]);
  assert.match(stdout, /No errors detected/);
  assert.equal(files.size, summary.files);
  const whole = await verifyExport(zip);
  assert.equal(whole.ok, true);
  assert.equal(whole.files, summary.files - 1);

  const bytes = await readFile(zip);
  const at = bytes.indexOf('privacy/consents.json') + 'privacy/consents.json'.length;
  bytes[at] = (bytes[at] ?? 0) ^ 0x5d;
  const changed = path.join(folder.path, 'changed.zip');
  await writeFile(changed, bytes);
  const found: string[] = [];
  const verification = await verifyExport(changed, ({ code, path }) => found.push(`${code} ${path}`));
  assert.equal(verification.ok, false);
  assert.deepEqual(found, ['changed privacy/consents.json']);
  await assert.rejects(verifyExport(path.join(folder.path, 'none.zip')), { code: 'export_unreadable' });
});

test('a missing, an added and a duplicate file in an archive are detected', async () => {
  await using folder = await temporaryFolder();
  const { files } = await exported(engineWith([]), {}, folder.path);
  const names = [...files.keys()].filter((name) => name !== 'schema.json');
  const other = path.join(folder.path, 'other.zip');
  const output = new Output(createWriteStream(other), new AbortController().signal);
  await using zip = new ZipWriter(output, { date: new Date(0), folder: folder.path });
  for (const name of [...names, 'added.html', 'index.html']) await zip.add(name, Buffer.from(files.get(name) ?? ''));
  await zip.finish();
  await output.end();
  const found: string[] = [];
  assert.equal((await verifyExport(other, ({ code, path }) => found.push(`${code} ${path}`))).ok, false);
  assert.deepEqual(found, ['unknown added.html', 'twice index.html', 'missing schema.json']);
});
