/**
 * Lanes of test files: processes that run one file after another, each time the next one that no other lane has taken.
 * Starting a process and importing a product takes longer than most files, and each free lane continues, so that no core is
 * idle while another lane ends.
 *
 * A lane is a module that imports its files, each within a suite of its name, so that their hooks stay separate.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Number of files for which another lane is worthwhile. */
const FEWEST = 8;

/** Small files that take long. Taken last, one of them would keep a single core busy at the end. */
const SLOW: readonly string[] = ['database/cut-off.test.ts', 'jobs/bullmq.test.ts', 'jobs/processes.test.ts'];

const isBrowserTest = (file: string): boolean => file.endsWith('.browser.test.ts');

/**
 * Writes the modules of all lanes. The files of a lane are of one package, with a browser or without; the largest come first.
 * The kinds alternate: renders mostly wait, and leave the cores to tests of other packages.
 *
 * @param most maximum number of lanes of a kind
 * @returns paths of the modules, in the order of starting them
 */
export function writeLanes(files: readonly string[], root: string, most: number): string[] {
  const folder = path.join(root, 'node_modules/.cache/test-lanes');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const size = (file: string) =>
    SLOW.some((end) => file.endsWith(end)) ? Number.MAX_SAFE_INTEGER : statSync(path.join(root, file)).size;
  const bySize = files.toSorted((a, b) => size(b) - size(a));
  const kinds = [
    ...Map.groupBy(bySize, (file) => `${isBrowserTest(file)} ${file.split('/').slice(0, 2).join('/')}`).values(),
  ].toSorted((a, b) => b.length - a.length);
  const modules = kinds.map((kind, index) => moduleOf(kind, path.join(folder, `taken-${index + 1}`), root));
  const places = Array.from({ length: most }, (_, place) => place);
  return places.flatMap((place) =>
    kinds.flatMap(({ length }, index) => {
      if (place > 0 && place >= length / FEWEST) return [];
      const name = path.join(folder, `${index + 1}-${place + 1}.mjs`);
      writeFileSync(name, modules[index]!);
      return name;
    }),
  );
}

/** @param taken folder with a file for each test file that a lane of this kind has taken */
function moduleOf(files: readonly string[], taken: string, root: string): string {
  mkdirSync(taken);
  const url = (file: string) => pathToFileURL(path.join(root, file)).href;
  const shared = files.some(isBrowserTest) ? [url('testing/browser.ts')] : [];
  const listed = files.map((file) => [file, url(file)]);
  const constants = Object.entries({ files: listed, shared, taken });
  return [...constants.map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`), RUN].join('\n');
}

// One after another: Node refuses to load a module for two importers at once (ERR_REQUIRE_ESM_RACE_CONDITION). The tests of
// a file belong to the suite whose asynchronous resource imports it; the next suite is there before this one has ended, as
// the hooks of the process run once there is none.
const RUN = `import { AsyncResource } from 'node:async_hooks';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { after, describe, mock } from 'node:test';
let alive;
after(() => {
  clearInterval(alive);
  // A test that failed may have left a server open, which would keep the process alive for ever.
  setTimeout(() => {
    console.error('still open a minute after the last test:', process.getActiveResourcesInfo().join(', '));
    process.exit(1);
  }, 60_000).unref();
});
const left = files.entries();
const next = AsyncResource.bind(() => {
  for (const [index, [name, url]] of left) {
    if (!takes(index)) continue;
    // A test may wait for something that does not keep a process alive, such as a worker's connection.
    alive ??= setInterval(() => {}, 60_000);
    // A test that waits for ever is a failure that has a name.
    describe(name, { timeout: 600_000 }, () => {
      // A mocked clock, or another mock, of one file would stay for the next.
      after(() => mock.reset());
      after(next);
      return import(url);
    });
    return;
  }
});
function takes(index) {
  try {
    closeSync(openSync(\`\${taken}/\${index}\`, 'wx'));
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}
// Its hooks are those of the process. A lane without files does not take the seconds of loading it.
if (readdirSync(taken).length < files.length) for (const url of shared) await import(url);
next();
`;
