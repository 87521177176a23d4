import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The repository's root folder. */
export const root: string = path.resolve(import.meta.dirname, '..');

/** The names of our packages. */
export const PACKAGES: readonly string[] = readdirSync(path.join(root, 'packages')).toSorted();

/** The compiler, for Node to run. */
export const TSC: string = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

/** Compiles every package (`tsc -b`); if it fails, exits with the compiler's exit code. */
export function build(): void {
  const { status } = spawnSync(process.execPath, [TSC, '-b'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
