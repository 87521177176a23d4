/**
 * `npm run test:compat [-- --all | --hosts | --orms | --init | --first-decision | --browsers | --journeys | --prerender-contract [folder] |
 * folder…]`: installs and tests
 * folders of `compat/`, which have their own lockfiles. Without a name, it runs those that are quick to install and build. `--hosts`
 * runs those in which policy-engine is mounted, `--orms` those of ORMs, `--init` runs `policy-engine init` in a project of each host, whose
 * results are the examples, `--first-decision` follows its guide on each host,
 * `--journeys` takes the journeys of consent on client routers, and `--browsers` these and those through the shop, in Firefox and
 * WebKitGTK; each writes the table of its documentation. `--prerender-contract` runs Prerender's integration contract, of a folder or of
 * an npm package. `--all` does the same, and runs all tests on every database and in every
 * variant.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, root } from './build.ts';
import { writeBrowsers, writeHosts, writeInit, writeOrms } from './compat-tables.ts';
import { writeJourneys } from './journeys-table.ts';
import { testPrerenderContract } from './prerender-contract.ts';
import { writeMeasured } from './first-decision/table.ts';

const folder = path.join(root, 'compat');
const QUICK = ['cloudflare', 'front-ends', 'ledger-verifier', 'sveltekit'];
/** Folders whose results become a table, by the flag that selects them. */
const TABLES = {
  hosts: { folders: ['hosts', 'next', 'nuxt', 'react-router', 'sveltekit'], write: writeHosts },
  orms: { folders: ['orms', 'prisma'], write: writeOrms },
  init: { folders: ['init'], write: writeInit },
  'first-decision': { folders: ['first-decision'], write: writeMeasured },
  browsers: { folders: ['browsers'], write: writeBrowsers },
  journeys: { folders: ['journeys'], write: writeJourneys },
};
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    hosts: { type: 'boolean' },
    orms: { type: 'boolean' },
    init: { type: 'boolean' },
    'first-decision': { type: 'boolean' },
    browsers: { type: 'boolean' },
    journeys: { type: 'boolean' },
    'prerender-contract': { type: 'boolean' },
  },
});
const tables = Object.entries(TABLES);
const flagged = tables.flatMap(([flag, { folders }]) => (flags[flag as keyof typeof TABLES] ? folders : []));
// Both tables are about browsers.
const isContract = flags['prerender-contract'] === true;
const named = [...new Set([...flagged, ...(flags.browsers ? ['journeys'] : []), ...(isContract ? [] : positionals)])];
const names =
  isContract && named.length === 0 ? [] : flags.all ? readdirSync(folder).toSorted() : named.length > 0 ? named : QUICK;

build();
let failed = 0;
const results = mkdtempSync(path.join(tmpdir(), 'compat-'));
/** The file to which the tests of a folder write the results for its table. */
const resultsOf = (flag: string) => path.join(results, `${flag}.jsonl`);
for (const name of names) {
  const cwd = path.join(folder, name);
  const started = performance.now();
  const flag = tables.find(([, { folders }]) => folders.includes(name))?.[0] ?? name;
  const ok = ['ci', 'test'].every(
    (command) =>
      spawnSync('npm', [command], {
        cwd,
        stdio: 'inherit',
        shell: process.platform === 'win32',
        env: { ...process.env, COMPAT_RESULTS: resultsOf(flag), ...(flags.all === true && { TEST_ALL: '1' }) },
      }).status === 0,
  );
  process.stdout.write(
    `${ok ? 'passed' : 'FAILED'}  ${name}  ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
  if (!ok) failed += 1;
}
for (const [flag, { folders, write }] of tables) {
  // A table of some folders would look like a table of all.
  const isWhole = folders.every((name) => names.includes(name)) && existsSync(resultsOf(flag));
  if (!isWhole) continue;
  write(readFileSync(resultsOf(flag), 'utf8'));
  spawnSync('npx', ['oxfmt', 'packages/policy-engine/docs'], { cwd: root, shell: process.platform === 'win32' });
}
rmSync(results, { recursive: true });
if ((isContract || flags.all) && !testPrerenderContract(isContract ? positionals[0] : undefined)) failed += 1;
if (flags.all) {
  const env = { ...process.env, TEST_ALL: '1' };
  const args = ['scripts/test.ts', '--no-skips', '--all'];
  if (spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status !== 0) failed += 1;
}
if (failed > 0) process.exitCode = 1;
