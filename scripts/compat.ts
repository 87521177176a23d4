/**
 * `npm run test:compat [-- --all | --hosts | --first-decision | folder…]`: installs and tests folders of `compat/`, which bring
 * their own lockfiles. Without a name, those that are quick to install and build. `--hosts` takes those that policy-engine is
 * mounted in, `--first-decision` does what its guide says on each of them; both write the table of their documentation. `--all`
 * does so, too, and runs the tests of policy-engine on every database.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, root } from './build.ts';
import { writeTable } from './doc-table.ts';
import { writeMeasured } from './first-decision/table.ts';

const folder = path.join(root, 'compat');
const QUICK = ['cloudflare', 'front-ends', 'ledger-verifier', 'next', 'orms', 'sveltekit'];
/** Those that policy-engine is mounted in. */
const HOSTS = ['hosts', 'next', 'nuxt', 'react-router', 'sveltekit'];
/** Does what the guide of the first decision says, on each host. */
const FIRST_DECISION = 'first-decision';
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' }, hosts: { type: 'boolean' }, [FIRST_DECISION]: { type: 'boolean' } },
});
const flagged = [...(flags.hosts ? HOSTS : []), ...(flags[FIRST_DECISION] ? [FIRST_DECISION] : []), ...positionals];
const names = flags.all ? readdirSync(folder).toSorted() : flagged.length > 0 ? flagged : QUICK;

build();
let failed = 0;
const results = mkdtempSync(path.join(tmpdir(), 'compat-'));
/** Where tests leave what they measure: that of the first decision is a table of its own. */
const resultsOf = (name: string) => path.join(results, `${name === FIRST_DECISION ? name : 'hosts'}.jsonl`);
for (const name of names) {
  const cwd = path.join(folder, name);
  const started = performance.now();
  const ok = ['ci', 'test'].every(
    (command) =>
      spawnSync('npm', [command], {
        cwd,
        stdio: 'inherit',
        shell: process.platform === 'win32',
        env: { ...process.env, COMPAT_RESULTS: resultsOf(name) },
      }).status === 0,
  );
  process.stdout.write(
    `${ok ? 'passed' : 'FAILED'}  ${name}  ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
  if (!ok) failed += 1;
  // A table of some hosts would look like one of all.
  if (ok && name === FIRST_DECISION) writeMeasured(readFileSync(resultsOf(name), 'utf8'));
}
if ((flags.all || flags.hosts) && existsSync(resultsOf('hosts'))) writeHosts(readFileSync(resultsOf('hosts'), 'utf8'));
rmSync(results, { recursive: true });
if (flags.all) {
  const env = { ...process.env, TEST_DATABASES: 'all' };
  const args = ['scripts/test.ts', '--no-skips', 'packages/policy-engine/test/'];
  if (spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status !== 0) failed += 1;
}
if (failed > 0) process.exitCode = 1;

interface HostResult {
  readonly name: string;
  readonly framework: string;
  readonly base: string;
  readonly passed: readonly string[];
  readonly steps: readonly string[];
}

/** Puts what each host did right into the documentation. */
function writeHosts(lines: string): void {
  const hosts = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as HostResult);
  const { steps = [] } = hosts[0] ?? {};
  const rows = hosts.map(({ name, framework, base, passed }) =>
    [name, framework, base || '/'].concat(steps.map((step) => (passed.includes(step) ? 'yes' : '**no**'))),
  );
  const file = path.join(root, 'packages/policy-engine/docs/hosts.md');
  writeTable(file, 'hosts', [['Host', 'Tried with', 'Below', ...steps], ...rows]);
}
