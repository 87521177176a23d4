/**
 * `npm run pack`: compiles and packs the packages into `packed/`, and prints the commands that install them in any project.
 * Exits with 1 if a package cannot be packed, and with the compiler's code if it does not compile.
 */
import { build } from './build.ts';
import { installLine, PACKED, packInto } from './packed.ts';

build();
try {
  const tarballs = packInto(PACKED);
  const ofRenderer = tarballs.filter((file) => !/[\\/]policy-engine-[^\\/]+$/.test(file));
  process.stdout.write(
    `# all packages, in the folder of your project:\n${installLine(tarballs)}\n` +
      `# only the page renderer, with the middleware that it needs:\n${installLine(ofRenderer)}\n`,
  );
} catch (error) {
  process.stderr.write(`pack: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
