/** The types of the packed packages. Apart from the other tests of them, since the checker takes long. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { PACKAGES } from '../build.ts';
import { PACKED, tarballIn } from '../packed.ts';

const run = promisify(execFile);

for (const name of PACKAGES) {
  test(`${name}: its types resolve for ES modules in every entry point`, async () => {
    const cli = createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json');
    const attw = path.join(path.dirname(cli), 'dist/index.js');
    await run(process.execPath, [attw, '--profile', 'esm-only', '--no-color', tarballIn(PACKED, name)]);
  });
}
