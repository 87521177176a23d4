/**
 * Test files that run together in one process: starting one and importing a product costs more than most files take.
 * A group is a module that imports its files, each within a suite of its name, so that their hooks stay their own.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files in a process. More would leave one core idle while the other ends the last group. */
const MOST = 8;
/** Of those that take longest. */
const MOST_WITH_BROWSER = 5;

export const isBrowserTest = (file: string): boolean => file.endsWith('.browser.test.ts');

/**
 * Files that share a process: of one package, of similar size, with a browser or without. Those that take longest come first
 * within their kind, and the kinds take turns: renders mostly wait, and leave the cores to tests of other packages.
 */
export function groupsOf(files: readonly string[], root: string): string[][] {
  const size = (file: string) => statSync(path.join(root, file)).size + (isBrowserTest(file) ? 1e9 : 0);
  const bySize = files.toSorted((a, b) => size(b) - size(a));
  const kinds = Map.groupBy(bySize, (file) => `${isBrowserTest(file)} ${file.split('/').slice(0, 2).join('/')}`);
  const groups = [...kinds.values()].map((kind) => {
    const count = Math.ceil(kind.length / (isBrowserTest(kind[0]!) ? MOST_WITH_BROWSER : MOST));
    // Dealt like cards, so that no group has all the large ones.
    return Array.from({ length: count }, (_, place) => kind.filter((_file, index) => index % count === place));
  });
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => groups.flatMap((kind) => kind.slice(place, place + 1))).flat();
}

/** Writes the module of each group. @returns their paths */
export function writeGroups(groups: readonly (readonly string[])[], root: string): string[] {
  const folder = path.join(root, 'node_modules/.cache/test-groups');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return groups.map((files, index) => {
    const name = path.join(folder, `${index + 1}.mjs`);
    writeFileSync(name, moduleOf(files, root));
    return name;
  });
}

function moduleOf(files: readonly string[], root: string): string {
  const url = (file: string) => JSON.stringify(pathToFileURL(path.join(root, file)).href);
  const suites = files.map((file) => `suite(${JSON.stringify(file)}, () => import(${url(file)}));`);
  const shared = files.some(isBrowserTest) ? [`import ${url('testing/browser.ts')};`] : [];
  return [...shared, SUITE, ...suites, ''].join('\n');
}

// One after another: Node refuses to load a module for two importers at once (ERR_REQUIRE_ESM_RACE_CONDITION). The tests of
// a file belong to the suite whose asynchronous resource imports it.
const SUITE = `import { AsyncResource } from 'node:async_hooks';
import { after, describe } from 'node:test';
// A test may wait for what does not keep a process alive, such as a worker's connection.
const alive = setInterval(() => {}, 60_000);
after(() => clearInterval(alive));
let last = Promise.resolve();
const suite = (name, load) => describe(name, () => (last = last.then(AsyncResource.bind(load))));`;
