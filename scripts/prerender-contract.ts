/** The scenarios of Prerender's integration contract, which are not part of this repository. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './build.ts';

/** Where Prerender may publish them; on GitHub they are in prerender/integration-contract. */
const PACKAGE = '@prerender/integration-contract';
const FILES = ['scenarios.json', 'provider-scenarios.json'];
const TEST = 'packages/page-renderer/test/dialects/prerender-contract.browser.test.ts';

/**
 * Runs the contract against render-middleware and page-renderer; our own scenarios where it cannot be had.
 *
 * @param given a folder with the files of the contract, or an npm package that contains them
 * @returns whether it passed
 */
export function testPrerenderContract(given: string = PACKAGE): boolean {
  const temporary = mkdtempSync(path.join(tmpdir(), 'prerender-contract-'));
  try {
    const folder = existsSync(given) ? path.resolve(given) : downloaded(given, temporary);
    if (folder === undefined) {
      const hint = 'clone github.com/prerender/integration-contract and pass its folder';
      process.stdout.write(`${given} is neither a folder nor a package with ${FILES.join(' and ')}; ${hint}.\n`);
      // What was asked for by name has to be there.
      if (given !== PACKAGE) return false;
      process.stdout.write('Only our own scenarios run.\n');
    }
    const env = { ...process.env, ...(folder !== undefined && { PRERENDER_CONTRACT: folder }) };
    return spawnSync(process.execPath, ['--test', TEST], { cwd: root, stdio: 'inherit', env }).status === 0;
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** The folder of a package that was unpacked, without being installed; undefined if the registry does not have it. */
function downloaded(spec: string, into: string): string | undefined {
  const shell = process.platform === 'win32';
  const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', into, spec], { encoding: 'utf8', shell });
  const file = packed.stdout.trim().split('\n').at(-1);
  if (packed.status !== 0 || !file) return undefined;
  const folder = path.join(into, 'package');
  const { status } = spawnSync('tar', ['-xzf', path.join(into, file), '-C', into]);
  return status === 0 && FILES.every((name) => existsSync(path.join(folder, name))) ? folder : undefined;
}
