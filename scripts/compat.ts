/**
 * `npm run test:compat [-- --all | folder…]`: installs and tests folders of `compat/`, which bring their own lockfiles. Without
 * a name, those that are quick to install and build; with `--all`, the tests of policy-engine on every database, too.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, root } from './build.ts';

const folder = path.join(root, 'compat');
const QUICK = ['cloudflare', 'front-ends', 'ledger-verifier'];
const { values: flags, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: 'boolean' } } });
const named = positionals.length > 0 ? positionals : QUICK;
const names = flags.all ? readdirSync(folder).toSorted() : named;

build();
let failed = 0;
for (const name of names) {
  const cwd = path.join(folder, name);
  const started = performance.now();
  const ok = ['ci', 'test'].every(
    (command) =>
      spawnSync('npm', [command], { cwd, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0,
  );
  process.stdout.write(
    `${ok ? 'passed' : 'FAILED'}  ${name}  ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
  if (!ok) failed += 1;
}
if (flags.all) {
  const env = { ...process.env, TEST_DATABASES: 'all' };
  const args = ['scripts/test.ts', '--no-skips', 'packages/policy-engine/test/'];
  if (spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status !== 0) failed += 1;
}
if (failed > 0) process.exitCode = 1;
