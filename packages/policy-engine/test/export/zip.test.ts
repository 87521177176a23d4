/** The archive beyond the limits of the plain format: read by yauzl and by Info-ZIP. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openPromise } from 'yauzl';
import { Output } from '../../dist/modules/export/archive/output.js';
import { centralHeader, endOfArchive, localHeader, STORED } from '../../dist/modules/export/archive/records.js';
import { Spool } from '../../dist/modules/export/archive/spool.js';
import { ZipWriter } from '../../dist/modules/export/archive/zip-writer.js';
import { temporaryFolder } from './export.ts';

const unzip = promisify(execFile);

test('an archive can have more entries than the plain format counts, and is written without holding it in memory', async () => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'many.zip');
  const output = new Output(createWriteStream(file), new AbortController().signal);
  const count = 65_600;
  {
    await using zip = new ZipWriter(output, { date: new Date('2026-01-02T03:04:06Z'), folder: folder.path });
    for (let number = 0; number < count; number++) await zip.add(`${number}.txt`, Buffer.from(`${number}`));
    // The directory is in a temporary file without a name by now.
    assert.deepEqual(await readdir(folder.path), ['many.zip']);
    await zip.finish();
    await output.end();
  }
  const { stdout } = await unzip('unzip', ['-tqq', file]).catch((error: { stdout: string }) => error);
  assert.equal(stdout, '');
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  assert.equal(zip.entryCount, count);
  zip.close();
});

test('an archive can have an entry of unknown size, with a name in another script, dated in UTC', async () => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'streamed.zip');
  const output = new Output(createWriteStream(file), new AbortController().signal);
  await using writer = new ZipWriter(output, { date: new Date('2026-01-02T03:04:06Z'), folder: folder.path });
  assert.equal(await writer.addStream('ströme.txt', chunks()), 600_000);
  await writer.finish();
  await output.end();
  await unzip('unzip', ['-tqq', file]);
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry()) {
    assert.equal(entry.fileName, 'ströme.txt');
    assert.equal(entry.getLastModDate({ timezone: 'UTC' }).toISOString(), '2026-01-02T03:04:06.000Z');
    assert.equal((await buffer(await zip.openReadStreamPromise(entry))).length, 600_000);
  }
  zip.close();
});

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let chunk = 0; chunk < 3; chunk++) yield Buffer.alloc(200_000, 'abc');
}

test('an archive can have sizes and offsets beyond 4 GiB', () => {
  const when = { time: 0, date: 33 };
  const size = 5 * 2 ** 30;
  const facts = { name: Buffer.from('a'), method: STORED, crc: 1, compressed: size, size } as const;
  const local = localHeader(facts, when);
  assert.equal(local.readUInt32LE(18), 0xffffffff);
  assert.equal(local.readBigUInt64LE(30 + 1 + 4), BigInt(size));
  const central = centralHeader(facts, size + 1, false, when);
  assert.equal(central.readUInt32LE(42), 0xffffffff);
  assert.equal(central.readBigUInt64LE(46 + 1 + 4 + 16), BigInt(size + 1));
  const end = endOfArchive({ entries: 2, offset: 2 * size, size: 100 });
  assert.equal(end.readUInt32LE(0), 0x06064b50);
  assert.equal(end.readBigUInt64LE(48), BigInt(2 * size));
  assert.equal(endOfArchive({ entries: 2, offset: 100, size: 100 }).length, 22);
});

test('a spool returns what was written to it, whatever the sizes', async () => {
  await using folder = await temporaryFolder();
  await using spool = new Spool(folder.path);
  const pieces = [1, 100_000, 300_000, 7, 262_144, 0, 5].map((length, index) => Buffer.alloc(length, 65 + index));
  for (const piece of pieces) await spool.append(piece);
  const expected = Buffer.concat(pieces);
  assert.equal(spool.size, expected.length);
  assert.deepEqual(await buffer(Readable.from(spool.chunks())), expected);
  assert.deepEqual(await readdir(folder.path), []);
});
