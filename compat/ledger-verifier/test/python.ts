/** The Python installation with the packages that the verifier needs. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '..');
const MISSING =
  'No Python with the package cryptography was found, so the verifier could not run. ' +
  'Install it (Debian: apt-get install python3-cryptography; elsewhere: pip install cryptography), or name one with PYTHON.';

/** What a run of Python printed, and its exit code. */
export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

const run = (python: string, args: readonly string[]): Ran => {
  const { status, stdout, stderr } = spawnSync(python, args, { cwd: FOLDER, encoding: 'utf8' });
  return { code: status, output: `${stdout}${stderr}` };
};

const candidates = [process.env['PYTHON'] ?? 'python3', '/usr/bin/python3'];
const found = candidates.find((python) => run(python, ['-c', 'import cryptography']).code === 0);

/** Runs Python in the folder of the verifier. @throws if no Python with `cryptography` is installed */
export function python(...args: readonly string[]): Ran {
  if (found === undefined) throw new Error(MISSING);
  return run(found, args);
}
