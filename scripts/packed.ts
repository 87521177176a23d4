/** The packages as tarballs, and the command that installs them without a registry. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PACKAGES, root } from './build.ts';
import { copyForPacking } from './rolled.ts';

/** Where `npm run pack` writes the tarballs. */
export const PACKED: string = path.join(root, 'packed');

/** The path of a package's tarball in a folder: `<folder>/<name>-<version>.tgz`. */
export function tarballIn(folder: string, name: string): string {
  const file = path.join(root, 'packages', name, 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return path.join(folder, `${name}-${version}.tgz`);
}

/**
 * Packs every package as for publishing, from what is compiled. The tarballs replace those that are in the folder, which
 * stay if one package cannot be packed.
 *
 * @returns the tarballs, in the order of `PACKAGES`
 * @throws with the output of npm, or the error of the file system
 */
export async function packInto(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  // In the same folder, so that renaming is possible.
  const fresh = mkdtempSync(path.join(folder, '.new-'));
  const copies = mkdtempSync(path.join(tmpdir(), 'packing-'));
  try {
    npmPack(await Promise.all(PACKAGES.map((name) => copyForPacking(name, copies))), fresh);
    const packed = PACKAGES.map((name) => tarballIn(fresh, name));
    const found = readdirSync(fresh);
    for (const file of packed) {
      if (!found.includes(path.basename(file))) throw new Error(`npm pack did not write ${path.basename(file)}`);
    }
    const isOld = (file: string) => file.endsWith('.tgz') && !found.includes(file);
    for (const file of readdirSync(folder).filter(isOld)) rmSync(path.join(folder, file));
    return packed.map((file) => {
      const placed = path.join(folder, path.basename(file));
      renameSync(file, placed);
      return placed;
    });
  } finally {
    for (const made of [fresh, copies]) rmSync(made, { recursive: true, force: true });
  }
}

function npmPack(packages: readonly string[], folder: string): void {
  const options = ['--ignore-scripts', '--no-dry-run', '--loglevel=error', '--pack-destination', folder];
  const args = ['pack', ...options, ...packages];
  // npm is a batch file on Windows, which needs a shell; `npm run` names its program.
  const program = process.env['npm_execpath'];
  const { status, error, stderr } =
    program !== undefined && /\.c?js$/.test(program)
      ? spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8' })
      : spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  if (error) throw error;
  if (status !== 0) throw new Error(`npm pack failed:\n${stderr.trim()}`);
}

/**
 * The command that installs tarballs in the folder of a project. An audit sends the names of all packages to the registry, where
 * packages of other people may have them.
 */
export function installLine(tarballs: readonly string[], platform: NodeJS.Platform = process.platform): string {
  return ['npm install --no-audit', ...tarballs.map((file) => quoted(file, platform))].join(' ');
}

/** A path as one word of a POSIX shell, or of cmd.exe and PowerShell. */
export function quoted(file: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32' && /[\\\n]/.test(file))
    throw new Error(`npm installs nothing from a path with a backslash or a line break; move the repository: ${file}`);
  if (platform === 'win32') return /^[\w.:\\/-]+$/.test(file) ? file : `"${file}"`;
  return /^[\w@%+=:,./-]+$/.test(file) ? file : `'${file.replaceAll("'", String.raw`'\''`)}'`;
}
