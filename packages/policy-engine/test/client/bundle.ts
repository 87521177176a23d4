/** The browser assets as modules: bundlers (Next, esbuild) include modules but not other files. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin, transform } from 'esbuild';
import { minify } from 'terser';

const SRC = path.join(import.meta.dirname, '../../src');

/** Constants of a generated module, each with the text that a browser gets. */
type Constants = () => Promise<Readonly<Record<string, string>>>;

/** Takes what loads files in place of what bundlers make chunks of. */
const served: Plugin = {
  name: 'served',
  setup: (building) => {
    const served = (filter: RegExp, name: string) =>
      building.onResolve({ filter }, () => ({ path: path.join(SRC, 'client/page', name) }));
    served(/\/parts(?:-banner)?\.ts$/, 'parts-served.ts');
    served(/\/page-element\.ts$/, 'page-element-served.ts');
  },
};

/** @param isDense - minified a second time, which takes long for a large library */
async function minified(name: string, isDense = true): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(SRC, 'client', name)],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    // Custom elements with private fields, `:has()` and `light-dark()`: features that the banner uses.
    target: 'es2022',
    // The licence of a library that is contained.
    legalComments: 'inline',
    charset: 'utf8',
    plugins: [served],
    // See `assets.ts`.
    define: {
      'import.meta.url': 'SCRIPT_URL',
      EMBED_FILE: '"EMBED_FILE"',
      FORGET_FILE: '"FORGET_FILE"',
      RARE_FILE: '"RARE_FILE"',
      SCRIPTS_FILE: '"SCRIPTS_FILE"',
      BANNER_FILE: '"BANNER_FILE"',
    },
  });
  const text = outputFiles[0]?.text.trim() ?? '';
  // Spaces in custom properties, which esbuild keeps.
  if (name.endsWith('.css')) return text.replaceAll(/(?<=[:,/]) | (?=\/)/g, '');
  if (!isDense) return text;
  // A second pass saves two percent; the banner is loaded on each first visit.
  return (
    (
      await minify(text, {
        module: true,
        ecma: 2020,
        compress: { passes: 5, unsafe: true, unsafe_arrows: true, keep_fargs: false, hoist_funs: true, inline: 1 },
      })
    ).code ?? ''
  );
}

/** The text of the files, one after another. */
const joined = (...files: readonly string[]): string =>
  files.map((file) => readFileSync(path.join(SRC, file), 'utf8')).join('');

/** The same of style sheets of a page that people save: it is one small file. */
const minifiedSheets = async (...files: readonly string[]): Promise<string> =>
  (await transform(joined(...files), { loader: 'css', minify: true, charset: 'utf8' })).code.trim();

const sheets = (folder: string, ...names: readonly string[]) => names.map((name) => `${folder}/${name}.css`);

/** The style sheets in a module's folder. */
const moduleSheets = () => globSync('modules/*/*.css', { cwd: SRC }).toSorted();

/** A text of the consent settings by language, as JSON. */
function inEachLanguage(key: string): string {
  const folder = path.join(SRC, 'modules/consent/texts');
  const texts = globSync('*.json', { cwd: folder })
    .toSorted()
    .map((file) => [file.slice(0, -5), JSON.parse(readFileSync(path.join(folder, file), 'utf8'))[key]]);
  return JSON.stringify(Object.fromEntries(texts));
}

/** The committed modules with browser assets, and their contents. Later rules of a style sheet override earlier ones. */
const BUNDLES: ReadonlyMap<string, Constants> = new Map<string, Constants>([
  // First, because the script of embedded frames contains it.
  ['client/embed/embed.generated.ts', async () => ({ embedCss: await minified('embed/embed.css') })],
  // The server marks what the client takes back.
  [
    'modules/consent/scripts/requesting.generated.ts',
    async () => {
      const { REQUESTING } = (await import(path.join(SRC, 'client/gates/gated.ts'))) as {
        REQUESTING: readonly string[];
      };
      return { requesting: REQUESTING.join(' ') };
    },
  ],
  // A page that nothing can be loaded for has only what is in the code.
  ['client/banner/unreachable.generated.ts', async () => ({ unreachable: inEachLanguage('banner.unreachable') })],
  [
    'platform/web/assets/consent.generated.ts',
    async () => ({
      consentJs: await minified('page/page.ts'),
      consentCss: await minified('page/page.css'),
      embedJs: await minified('embed/embed-place.ts'),
      bannerJs: await minified('banner/banner-place.ts'),
      scriptsJs: await minified('gates/scripts.ts'),
      forgetJs: await minified('state/forget.ts'),
      rareJs: await minified('page/rare.ts'),
    }),
  ],
  [
    'modules/proof/web/verifier.generated.ts',
    async () => ({
      verifierJs: await minified('verifier/page.ts'),
      verifierCss: await minifiedSheets(
        ...sheets('platform/web/assets', 'tokens', 'layout', 'components', 'forms', 'forced-colors', 'print'),
        'client/verifier/verifier.css',
      ),
    }),
  ],
  [
    'platform/web/assets/panel.generated.ts',
    async () => ({
      panelCss: joined(
        ...sheets('platform/web/assets', 'tokens', 'layout', 'admin-menu', 'components', 'tables', 'forms', 'lists'),
        ...moduleSheets(),
        ...sheets('platform/web/assets', 'forced-colors', 'print'),
      ),
      panelJs: joined('platform/web/assets/panel.js'),
      editorJs: joined('modules/terms/editor.js'),
      richJs: await minified('editor/page.ts', false),
    }),
  ],
  [
    'modules/export/site/book.generated.ts',
    async () => ({
      bookCss: joined(
        ...sheets('platform/web/assets', 'tokens', 'layout', 'components', 'tables', 'print'),
        ...sheets('modules/export/site/assets', 'frame', 'cover', 'entries', 'parts', 'media'),
      ),
      pagesJs: joined('modules/export/site/assets/pages.js'),
      searchJs: joined('modules/export/site/assets/search.js'),
    }),
  ],
]);

/** Paths of the committed modules, below `src`. */
export const BUNDLE_NAMES: readonly string[] = [...BUNDLES.keys()];

export const bundleFile = (name: string): string => path.join(SRC, name);

/** Text of a committed module, made from the style sheets and scripts in `src`. */
export async function bundleModule(name: string): Promise<string> {
  const constants = await BUNDLES.get(name)?.();
  return [
    '/** Made from style sheets and scripts by `npm run generate`: bundlers carry modules along, and lose files. */',
    ...Object.entries(constants ?? {}).map(([key, text]) => `export const ${key}: string = ${JSON.stringify(text)};`),
    '',
  ].join('\n');
}

/** Text of a file in the repository; empty if it does not exist. */
export function committed(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
