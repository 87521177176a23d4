/**
 * `npm run test:compat [-- --all | --hosts | folder…]`: installs and tests folders of `compat/`, which bring their own lockfiles.
 * Without a name, those that are quick to install and build. `--hosts` takes those that policy-engine is mounted in, and writes
 * the table of its documentation; `--all` does so, too, and runs the tests of policy-engine on every database.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, root } from './build.ts';

const folder = path.join(root, 'compat');
const QUICK = ['cloudflare', 'front-ends', 'ledger-verifier', 'next', 'orms', 'sveltekit'];
/** Those that policy-engine is mounted in. */
const HOSTS = ['hosts', 'next', 'nuxt', 'react-router', 'sveltekit'];
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' }, hosts: { type: 'boolean' } },
});
const named = flags.hosts ? HOSTS : positionals.length > 0 ? positionals : QUICK;
const names = flags.all ? readdirSync(folder).toSorted() : named;

build();
let failed = 0;
const results = path.join(mkdtempSync(path.join(tmpdir(), 'compat-')), 'hosts.jsonl');
for (const name of names) {
  const cwd = path.join(folder, name);
  const started = performance.now();
  const ok = ['ci', 'test'].every(
    (command) =>
      spawnSync('npm', [command], {
        cwd,
        stdio: 'inherit',
        shell: process.platform === 'win32',
        env: { ...process.env, COMPAT_RESULTS: results },
      }).status === 0,
  );
  process.stdout.write(
    `${ok ? 'passed' : 'FAILED'}  ${name}  ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
  if (!ok) failed += 1;
}
if (flags.all || flags.hosts) writeHosts(readFileSync(results, 'utf8'));
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
  const table = [['Host', 'Tried with', 'Below', ...steps], ['---', '---', '---', ...steps.map(() => '---')], ...rows];
  const file = path.join(root, 'packages/policy-engine/docs/hosts.md');
  const [start, end] = ['<!-- hosts: written by `npm run test:compat -- --hosts` -->', '<!-- /hosts -->'];
  const text = readFileSync(file, 'utf8');
  const before = text.slice(0, text.indexOf(start) + start.length);
  const written = table.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
  writeFileSync(file, `${before}\n\nOn ${date}:\n\n${written}\n\n${text.slice(text.indexOf(end))}`);
}
