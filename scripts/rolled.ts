/**
 * The packages as they are packed. Their compiled files stay as they are, except those of policy-engine's server, which are put
 * together in few, with the dependencies that every start needs: finding and loading a thousand files takes most of the time in
 * which an engine starts. Translations are compressed until a page needs them.
 */
import { cpSync, globSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { root } from './build.ts';
import { SBOM, sbomOf } from './dependencies/sbom.ts';

/** Packages whose server is put together, with what is an entry beside `exports`: programs, and what must be loaded first. */
const ROLLED: Readonly<Record<string, readonly string[]>> = {
  'policy-engine': ['dist/cli.js', 'dist/cli/small-heap.js', 'dist/node-version.js'],
};

/**
 * Dependencies of which a part is put into the files of policy-engine, in the version that `package.json` names exactly. They stay
 * dependencies: types refer to them, and the bill of materials lists them. All others are loaded when they are used.
 */
const PUT_IN: readonly string[] = [
  '@asteasolutions/zod-to-openapi',
  '@hono/node-server',
  '@hono/zod-openapi',
  'eta',
  'hono',
  'htmlparser2',
  'ipaddr.js',
  'kysely',
  'marked',
  'sanitize-html',
  'tldts',
  'zod',
];

/** What the licences of these packages ask for, beside the files that contain them. */
const LICENCES = 'dist/licences-of-dependencies.txt';

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
    write: false,
    metafile: true,
    logLevel: 'error',
  } as const satisfies BuildOptions;
  const pages = { ...options, packages: 'external', entryPoints: files.filter(isOfPages) } as const;
  const { metafile: ofPages } = await build(pages);
  const plugins = [packedTexts, putIn(realpathSync(folder))];
  // V8 keeps a file with one character beyond Latin-1 in twice the memory.
  const inFew = { ...options, plugins, charset: 'ascii', chunkNames: 'chunks/[name]-[hash]' } as const;
  const ofNode = files.filter((file) => !isOfPages(file));
  const entryPoints = [...ofNode, ...programs];
  const { metafile } = await build({
    ...inFew,
    entryPoints,
    platform: 'node',
    target: 'node22.19',
    outdir: 'rolled',
    write: true,
  });
  for (const file of globSync('dist/**/*.{js,json}', { cwd: folder })) {
    if (!Object.hasOwn(ofPages.inputs, file) && file !== NODE_VERSION) rmSync(path.join(folder, file));
  }
  cpSync(path.join(folder, 'rolled'), path.join(folder, 'dist'), { recursive: true });
  rmSync(path.join(folder, 'rolled'), { recursive: true });
  for (const entry of ofNode) {
    const file = path.join(folder, entry);
    const version = path.relative(path.dirname(entry), NODE_VERSION);
    // Ahead of the imports of common parts, which otherwise run first and fail with the first function that an older Node lacks.
    writeFileSync(file, `import './${version}';\n${readFileSync(file, 'utf8')}`);
  }
  writeFileSync(path.join(folder, LICENCES), licencesOf(folder, metafile));
}

/** What refuses an older Node. */
const NODE_VERSION = path.normalize('dist/node-version.js');

const BUILTIN = new Set(builtinModules);

/** Takes dependencies in, and leaves others where they are installed. @param folder of the engine */
const putIn = (folder: string): Plugin => ({
  name: 'put-in',
  setup(building) {
    // The engine loads the words of zod (`zod/locales`) when it needs them; zod itself exports those of forty languages.
    building.onResolve({ filter: /^\.\.\/locales\/index\.js$/ }, () => ({ path: 'locales', namespace: 'empty' }));
    building.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export {};' }));
    building.onResolve({ filter: /^[^./#]/ }, ({ path: name, kind, importer, pluginData }) => {
      if (pluginData === 'put-in') return undefined;
      const bare = name.replace(/^node:/, '');
      if (BUILTIN.has(bare)) {
        // A module of Node's can be imported, but not required, by what has been put together.
        return kind === 'require-call'
          ? { path: `node:${bare}`, namespace: 'builtin' }
          : { path: `node:${bare}`, external: true };
      }
      const isOfEngine = importer === '' || importer.startsWith(folder + path.sep);
      const isTaken = !isOfEngine || PUT_IN.some((one) => name === one || name.startsWith(`${one}/`));
      if (!isTaken || kind === 'dynamic-import') return { path: name, external: true };
      const resolveDir = isOfEngine ? path.join(root, 'packages/policy-engine') : path.dirname(importer);
      return building.resolve(name, { kind, importer, resolveDir, pluginData: 'put-in' });
    });
    building.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path: name }) => ({
      contents: `export * from '${name}'; export { default } from '${name}';`,
    }));
  },
});

/** English, which is used everywhere, is a part of the program. Others are unpacked by the first page that needs them. */
const packedTexts: Plugin = {
  name: 'packed-texts',
  setup(building) {
    building.onLoad({ filter: /\/texts\.generated\.js$/ }, async ({ path: file }) => {
      const folder = path.dirname(file);
      const languages = readdirSync(folder).flatMap((name) => /^(\w+)\.json$/.exec(name)?.[1] ?? []);
      const packed = languages.map(async (language) => {
        const texts = JSON.stringify(JSON.parse(await readFile(path.join(folder, `${language}.json`), 'utf8')));
        // JSON is parsed faster from a text than as a part of a program.
        if (language === 'en') return `en: JSON.parse(${JSON.stringify(texts)})`;
        return `get ${language}() { return unpacked('${deflateRawSync(texts, { level: 9 }).toString('base64')}'); }`;
      });
      return {
        contents: `
          import { inflateRawSync } from 'node:zlib';
          const unpacked = (text) => JSON.parse(inflateRawSync(Buffer.from(text, 'base64')));
          export const texts = { ${(await Promise.all(packed)).join(', ')} };`,
      };
    });
  },
};

/** The licences of the dependencies that are put in, one below the other; the name of it, of one whose package has no text. */
function licencesOf(folder: string, { inputs }: Metafile): string {
  const packages = new Set(
    Object.keys(inputs).flatMap((file) => {
      const found = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.resolve(folder, file));
      return found === null ? [] : [found[0]];
    }),
  );
  const texts = [...packages].toSorted().map((one) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(one, 'package.json'), 'utf8')) as Readonly<
      Record<'name' | 'version' | 'license', string>
    >;
    const file = readdirSync(one).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? `Licence: ${license}` : readFileSync(path.join(one, file), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return `The files of this folder contain parts of these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
