/** `npm run test:compat`: installs and tests each folder of `compat/`, which bring their own lockfiles. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { build, root } from './build.ts';

const folder = path.join(root, 'compat');
const names = process.argv.slice(2);
const all = names.length > 0 ? names : readdirSync(folder).toSorted();

build();
let failed = 0;
for (const name of all) {
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
if (failed > 0) process.exitCode = 1;
