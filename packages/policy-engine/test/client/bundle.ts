import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

const source = (name: string) => fileURLToPath(new URL(`../../src/client/${name}`, import.meta.url));

/** The committed module that holds the two files as they are served. */
export const SERVED_FILES = fileURLToPath(
  new URL('../../src/platform/web/assets/consent.generated.ts', import.meta.url),
);

async function minified(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source(name)],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    // Custom elements with private fields, `:has()` and `light-dark()`: what the banner is written in.
    target: 'es2022',
    legalComments: 'none',
    charset: 'utf8',
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/** Text of the module, built from `src/client`. */
export async function servedFiles(): Promise<string> {
  const [js, css] = [await minified('page.ts'), await minified('consent.css')];
  return [
    '/** Built from src/client by `npm run generate`: bundlers carry modules along, and lose files. */',
    `export const consentJs: string = ${JSON.stringify(js)};`,
    `export const consentCss: string = ${JSON.stringify(css)};`,
    '',
  ].join('\n');
}

/** Text of a file that is in the repository; empty while there is none. */
export function committed(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
