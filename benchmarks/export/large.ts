/**
 * `large.ts [FOLDER]`: an archive beyond 4 GiB with an entry beyond 4 GiB, tested by Info-ZIP. Uses 4.5 GB of disk space, which
 * is released at the end.
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Output } from '../../packages/policy-engine/dist/modules/export/archive/output.js';
import { ZipWriter } from '../../packages/policy-engine/dist/modules/export/archive/zip-writer.js';

const MEBIBYTE = 2 ** 20;
const [parent = tmpdir()] = process.argv.slice(2);
const folder = mkdtempSync(path.join(parent, 'large-'));
try {
  const file = path.join(folder, 'large.zip');
  const output = new Output(createWriteStream(file), new AbortController().signal);
  await using zip = new ZipWriter(output, { date: new Date(), folder });
  const zeros = Buffer.alloc(64 * MEBIBYTE);
  await zip.addStream('streamed.bin', pieces(66));
  for (let part = 0; part < 66; part++) await zip.add(`${part}.bin`, zeros, { store: true });
  await zip.add('last.txt', Buffer.from('after 4 GiB'));
  await zip.finish();
  await output.end();
  console.log(`${statSync(file).size} bytes`);
  console.log(execFileSync('unzip', ['-tq', file], { encoding: 'utf8' }).trim());
  console.log(execFileSync('unzip', ['-p', file, 'last.txt'], { encoding: 'utf8' }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < count; piece++) yield Buffer.alloc(64 * MEBIBYTE, piece);
}
