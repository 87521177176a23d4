/**
 * The packages as they are packed. Their compiled files stay as they are, except those of policy-engine's server, which are put
 * together in few: loading a thousand files takes most of the time in which an engine starts.
 */
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { root } from './build.ts';
import { SBOM, sbomOf } from './dependencies/sbom.ts';

/** Packages whose server is put together, with what is an entry beside `exports`: programs, and what must be loaded first. */
const ROLLED: Readonly<Record<string, readonly string[]>> = {
  'policy-engine': ['dist/cli.js', 'dist/cli/small-heap.js', 'dist/node-version.js'],
};

/** Folders of a package that are never packed. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', 'src', 'test']);

/** Files that bundlers of pages take one by one. */
const isOfPages = (file: string): boolean => file.startsWith('dist/client/');

/**
 * Copies a package as it is packed.
 *
 * @param into an empty folder
 * @returns the folder of the package in it
 */
export async function copyForPacking(name: string, into: string): Promise<string> {
  const from = path.join(root, 'packages', name);
  const folder = path.join(into, name);
  const isPacked = (file: string) => path.dirname(file) !== from || !LEFT_OUT.has(path.basename(file));
  cpSync(from, folder, { recursive: true, filter: isPacked });
  writeFileSync(path.join(folder, SBOM), `${JSON.stringify(sbomOf(name))}\n`);
  const programs = ROLLED[name];
  if (programs !== undefined) await putTogether(folder, programs);
  return folder;
}

async function putTogether(folder: string, programs: readonly string[]): Promise<void> {
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, string | { readonly default: string }>>;
  };
  const files = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [] : [path.normalize(target.default)],
  );
  const options = {
    absWorkingDir: folder,
    outdir: 'dist',
    outbase: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    charset: 'utf8',
    packages: 'external',
    write: false,
    metafile: true,
    logLevel: 'error',
  } as const satisfies BuildOptions;
  const { metafile: ofPages } = await build({ ...options, entryPoints: files.filter(isOfPages) });
  const inFew = { ...options, plugins: [asText], chunkNames: 'chunks/[name]-[hash]' };
  const entryPoints = [...files.filter((file) => !isOfPages(file)), ...programs];
  await build({ ...inFew, entryPoints, platform: 'node', target: 'node22.19', outdir: 'rolled', write: true });
  for (const file of globSync('dist/**/*.{js,json}', { cwd: folder })) {
    if (!Object.hasOwn(ofPages.inputs, file)) rmSync(path.join(folder, file));
  }
  cpSync(path.join(folder, 'rolled'), path.join(folder, 'dist'), { recursive: true });
  rmSync(path.join(folder, 'rolled'), { recursive: true });
}

/** JSON is parsed faster from a text than as a part of a program. */
const asText: Plugin = {
  name: 'as-text',
  setup: (building) =>
    building.onLoad({ filter: /\.json$/ }, async ({ path: file }) => {
      const json: unknown = JSON.parse(await readFile(file, 'utf8'));
      return { contents: `export default JSON.parse(${JSON.stringify(JSON.stringify(json))});` };
    }),
};
