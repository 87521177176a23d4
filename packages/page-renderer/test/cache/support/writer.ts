/**
 * A separate process that writes results into a folder until it is ended: `writer.ts FOLDER [COUNT]`. Each body repeats one
 * byte, so that a mixture of two bodies is detected.
 */
import { FilesystemStore } from '../../../dist/cache/stores/filesystem.js';
import { keyOf, resultOf } from './results.ts';
import { UNLIMITED } from './limits.ts';

const [folder = '', count = 'Infinity'] = process.argv.slice(2);
const store = new FilesystemStore(folder, UNLIMITED);
let failures = 0;
for (let round = 0; round < Number(count); round++) {
  const key = keyOf(`https://example.com/${round % 5}`);
  const body = Buffer.alloc(2_000_000, 65 + (round % 26));
  try {
    await store.put(key.id, resultOf(key, { bodies: { identity: body }, size: body.byteLength }));
  } catch (error) {
    failures += 1;
    process.stdout.write(`${(error as NodeJS.ErrnoException).code}\n`);
  }
  if (round === 0) process.stdout.write('writing\n');
}
process.exitCode = failures === 0 ? 0 : 3;
