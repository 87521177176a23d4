/**
 * `npm run test:compat [-- --all | --hosts | --orms | --init | --first-decision | --browsers | --journeys | --site |
 * --prerender-contract [folder] | folder…]`: installs and tests
 * folders of `compat/`, which have their own lockfiles. Without a name, it runs those that are quick to install and build. `--hosts`
 * runs those in which policy-engine is mounted, `--orms` those of ORMs, `--init` runs `policy-engine init` in a project of each host, whose
 * results are the examples, `--first-decision` follows its guide on each host,
 * `--journeys` takes the journeys of consent on client routers, and `--browsers` these and those through the shop, in Firefox and
 * WebKitGTK; each writes the table of its documentation. `--prerender-contract` runs Prerender's integration contract, of a folder or of
 * an npm package. `--site` builds the site of the guides, and has page-renderer audit it. `--all` does the same, and runs all tests on every database and in every
 * variant.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
/** The site of the guides, which is no folder of `compat/` but is installed and tested like one. */
const SITE = '../site';
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
    site: { type: 'boolean' },
  },
});
const tables = Object.entries(TABLES);
const flagged = tables.flatMap(([flag, { folders }]) => (flags[flag as keyof typeof TABLES] ? folders : []));
// Both tables are about browsers.
const isContract = flags['prerender-contract'] === true;
const named = [...new Set([...flagged, ...(flags.browsers ? ['journeys'] : []), ...(isContract ? [] : positionals)])];
const names =
  (isContract || flags.site) && named.length === 0
    ? []
    : flags.all
      ? readdirSync(folder).toSorted()
      : named.length > 0
        ? named
        : QUICK;
if (flags.site || flags.all) names.push(SITE);

const isQuick = names === QUICK;

build();
let failed = 0;
const results = mkdtempSync(path.join(tmpdir(), 'compat-'));
/** The file to which the tests of a folder write the results for its table. */
const resultsOf = (flag: string) => path.join(results, `${flag}.jsonl`);
/** Runs a command. @returns whether it succeeded, and what it printed */
async function command(name: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ isDone: boolean; said: string }> {
  const child = spawn('npm', [name], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (!isQuick) process.stdout.write(text);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { isDone: code === 0, said };
}

async function testFolder(name: string): Promise<boolean> {
  const started = performance.now();
  const flag = tables.find(([, { folders }]) => folders.includes(name))?.[0] ?? path.basename(name);
  const env = { ...process.env, COMPAT_RESULTS: resultsOf(flag), ...(flags.all === true && { TEST_ALL: '1' }) };
  const cwd = path.join(folder, name);
  const installed = await command('ci', cwd, env);
  const tested = installed.isDone ? await command('test', cwd, env) : { isDone: false, said: '' };
  if (isQuick) process.stdout.write(installed.said + tested.said);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${tested.isDone ? 'passed' : 'FAILED'}  ${name}  ${seconds} s\n`);
  return tested.isDone;
}

const left = names.values();
// The quick ones mostly install: two at a time. Others take browsers, ports and the time of a machine.
const lanes = Array.from({ length: isQuick ? 2 : 1 }, async () => {
  for (const name of left) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    if (!(await testFolder(name))) failed += 1;
  }
});
await Promise.all(lanes);
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
