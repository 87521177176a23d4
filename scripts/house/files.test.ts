/** Rules for files: their length, their clock, their exports, and a test for each folder. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from './sources.ts';

const LONGEST = 400;

/** Longer tests, which should be split. */
const LONGER = new Set([
  'packages/policy-engine/test/client/consent.browser.test.ts',
  'packages/policy-engine/test/consent/user-terms.test.ts',
  'packages/policy-engine/test/database/database-suite.ts',
]);

/** Files that read the time of the machine. All others get `now`. */
const CLOCKS = new Set([
  // The clock that is injected by default, and those of the renderer.
  'packages/page-renderer/src/kernel/clock.ts',
  'packages/policy-engine/src/platform/clock.ts',
  // Ids sort by their creation time; nobody reads the time from them.
  'packages/policy-engine/src/platform/database/statements/ids.ts',
  // A limit counts requests per minute of real time, regardless of the host's clock; tests inject theirs.
  'packages/policy-engine/src/platform/web/limits/limits.ts',
  'packages/policy-engine/src/platform/web/limits/write-limiter.ts',
]);

/** Files that measure a duration, on the monotonic clock. */
const STOPWATCHES = new Set([
  // How long canvases are read in the page.
  'packages/page-renderer/src/page/completion/ask.ts',
  'packages/page-renderer/src/page/state/canvases.ts',
  // How long ago a part was put back.
  'packages/page-renderer/src/page/scroll/positions.ts',
  // Age of the known version of the banner's appearance, and the pause after a failure to record a banner.
  'packages/policy-engine/src/modules/appearance/served.ts',
  'packages/policy-engine/src/modules/appearance/service.ts',
  // How long findings about the schema are remembered.
  'packages/policy-engine/src/modules/checks/service.ts',
  // For how long a process believes that nobody has confirmed the default ages.
  'packages/policy-engine/src/modules/consent/ages/confirmation.ts',
  // Age of the texts that the banner's script names.
  'packages/policy-engine/src/modules/consent/banner/site-facts.ts',
  // How long an export works before it yields, reports progress, or waits for images.
  'packages/policy-engine/src/modules/export/files/pieces.ts',
  'packages/policy-engine/src/modules/export/files/row-files.ts',
  'packages/policy-engine/src/modules/export/images/images.ts',
  'packages/policy-engine/src/modules/export/writing/pace.ts',
  'packages/policy-engine/src/modules/export/writing/progress.ts',
  // How long a batch of an erasure holds the database, so that the next one is shorter.
  'packages/policy-engine/src/platform/database/statements/batch-size.ts',
  // How long a search after an erasure may take.
  'packages/policy-engine/src/modules/erasure/absence/pace.ts',
  // Age of the texts that were read.
  'packages/policy-engine/src/modules/terms/in-force/memory.ts',
  // How long to wait for a busy database.
  'packages/policy-engine/src/platform/database/connection/retry.ts',
  'packages/policy-engine/src/platform/database/sqlite/drivers/commit-group.ts',
  'packages/policy-engine/src/platform/database/sqlite/drivers/source.ts',
  'packages/policy-engine/src/platform/database/connection/mutex.ts',
  // How long a failing renderer is not used, and a response is remembered.
  'packages/render-middleware/src/renderer/circuit.ts',
  'packages/render-middleware/src/renderer/expiring-map.ts',
]);

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const glob = (...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] }).map((file) =>
    file.replaceAll(path.sep, '/'),
  );

const written = glob(
  '{packages,examples}/*/{src,test}/**/*.{ts,tsx,js,css}',
  '{demo,project-setup,scripts,testing}/**/*.ts',
  'benchmarks/*/**/*.ts',
).filter((file) => !/\.generated\.ts$|\/fixtures\//.test(file));
const sources = glob('{packages/*,project-setup}/src/**/*.{ts,tsx}').filter(
  (file) => !/\/src\/client\/|\.generated\.ts$/.test(file),
);

/** The code without comments. */
const codeOf = (text: string) => text.replaceAll(/(?<=^|\s)(?:\/\*\*?\s[\s\S]*?\*\/|\/\/\s.*)/gm, '');

const matching = (files: readonly string[], pattern: RegExp) =>
  files.filter((file) => pattern.test(codeOf(read(file))));

test('leaves comments out', () => {
  assert.equal(codeOf("a('**/*.ts'); // any\n/* any */ b"), "a('**/*.ts'); \n b");
});

test(`files have at most ${LONGEST} lines`, () => {
  const long = written.filter((file) => read(file).split('\n').length - 1 > LONGEST);
  assert.deepEqual(
    long.filter((file) => !LONGER.has(file)),
    [],
  );
  assert.deepEqual(
    [...LONGER].filter((file) => !long.includes(file)),
    [],
    'these are short enough now',
  );
});

test('only the clocks read the time', () => {
  const found = matching(sources, /\bnew Date\(\s*\)|\bDate\.now\b/);
  assert.deepEqual(found.toSorted(), [...CLOCKS].toSorted());
});

test('durations are measured in known places', () => {
  const found = matching(sources, /\bperformance\.now\b/).filter((file) => !CLOCKS.has(file));
  assert.deepEqual(found.toSorted(), [...STOPWATCHES].toSorted());
});

test('nothing is exported by default', () => {
  assert.deepEqual(matching(written, /^export default\b|\bas default\b/m), []);
});

test('nothing is typed as any', () => {
  assert.deepEqual(
    matching(written, /(?<!\?)(?::|\bas|\||=>) any(?:[;,)=\]|&>{]| [=|&{]|$)|[<,] ?any[,>]|\bany\[\]/m),
    [],
  );
});

/** Folders with tests of another name. */
const TEST_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'packages/page-renderer/src/page': ['serialisation'],
  'packages/policy-engine/src/modules/home': ['consent/user-terms'],
};

test('each folder of sources has a test', () => {
  const folders = new Set(
    glob('packages/policy-engine/src/{modules,platform}/*/*', 'packages/page-renderer/src/*/*').map((file) =>
      path.posix.dirname(file),
    ),
  );
  const tests = glob('packages/*/test/**/*.ts');
  const untested = [...folders].filter((folder) => {
    const [, name = '', , ...below] = folder.split('/');
    const own = `packages/${name}/test/`;
    const names = [below.at(-1) ?? '', ...(TEST_FOLDERS[folder] ?? [])];
    return !tests.some(
      (file) =>
        file.startsWith(own) &&
        (names.some((one) => file.startsWith(`${own}${one}/`) || file.startsWith(`${own}${one}.`)) ||
          new RegExp(`/dist/${below.join('/')}/`).test(read(file))),
    );
  });
  assert.deepEqual(untested, []);
});

/** Maximum number of files in a folder, without those of its subfolders. */
const MOST = 15;

test(`a folder holds at most ${MOST} files`, () => {
  const folders = Map.groupBy(glob('{packages/*,project-setup}/src/**/*.{ts,tsx}'), (file) => path.posix.dirname(file));
  const fuller = [...folders].filter(([, files]) => files.length > MOST).map(([folder]) => folder);
  assert.deepEqual(fuller, []);
});

test('no title of a test is a code that readers cannot look up', () => {
  const tests = glob('{packages,examples,compat}/*/test/**/*.ts', 'demo/**/*.test.ts', '{scripts,testing}/**/*.ts');
  const coded = /\b(?:test|describe|suite|it)\(\s*['"`][A-Z]{1,2}\d{1,2}(?:[:,]|(?=['"`]))/;
  // The name of a storage.
  const named = ['packages/policy-engine/test/storage/attachments.test.ts'];
  assert.deepEqual(matching(tests, coded).toSorted(), named);
});
