/**
 * `npm run pack`: compiles and packs the packages into `packed/`, and prints the commands that install them in any project.
 * Exits with 1 if a package cannot be packed, and with the compiler's code if it does not compile.
 */
import path from 'node:path';
import { build } from './build.ts';
import { installLine, PACKED, packInto } from './packed.ts';

build();
try {
  const tarballs = await packInto(PACKED);
  const isOf = (name: string) => (file: string) => path.basename(file).startsWith(`${name}-0`);
  const [ofDatastore, others] = [
    tarballs.filter(isOf('page-renderer-datastore')),
    tarballs.filter((file) => !isOf('page-renderer-datastore')(file)),
  ];
  const ofRenderer = others.filter((file) => !isOf('policy-engine')(file));
  process.stdout.write(
    `# all packages, in the folder of your project:\n${installLine(others)}\n` +
      `# only the page renderer, with the middleware that it needs:\n${installLine(ofRenderer)}\n` +
      `# the page renderer with its cache in Google Cloud Datastore, which needs packages of Google:\n${installLine([...ofRenderer, ...ofDatastore])}\n`,
  );
} catch (error) {
  process.stderr.write(`pack: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
