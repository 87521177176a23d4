/** A folder of texts: `en.json` and its translations, and the module that is generated from them. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { argumentsOf, mistakesOfText } from '../../packages/policy-engine/src/platform/i18n/notation.ts';
import { TRANSLATED } from '../../packages/policy-engine/src/platform/i18n/texts/translations.ts';

const ENGINE = path.join(import.meta.dirname, '../../packages/policy-engine/src');

/** Name of the generated module in a folder of texts. */
export const GENERATED = 'texts.generated.ts';

/** All languages of the engine, English first. */
export const LANGUAGES: readonly string[] = ['en', ...TRANSLATED];

/** The folders of texts of policy-engine. */
export function foldersOfTexts(): string[] {
  return globSync('{modules,platform}/*/texts', { cwd: ENGINE })
    .toSorted()
    .map((folder) => path.join(ENGINE, folder));
}

/** The files of a folder of texts, by language, English first. */
export function filesOf(folder: string): Map<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const languages = names.map((name) => path.basename(name, '.json'));
  const sorted = languages.toSorted((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1));
  return new Map(sorted.map((language) => [language, readFileSync(path.join(folder, `${language}.json`), 'utf8')]));
}

/** Every mistake in the texts of a folder, as `de.json: action.save: is missing`. @param files by language */
export function mistakesIn(files: ReadonlyMap<string, string>): string[] {
  const english = read(files.get('en') ?? '{}') ?? {};
  const missing = LANGUAGES.filter((language) => !files.has(language)).map(
    (language) => `${language}.json: is missing`,
  );
  return [
    ...missing,
    ...[...files].flatMap(([language, file]) =>
      mistakesOf(language, file, english).map((mistake) => `${language}.json: ${mistake}`),
    ),
  ];
}

type Texts = Readonly<Record<string, unknown>>;

function read(file: string): Texts | null {
  try {
    const value: unknown = JSON.parse(file);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Texts) : null;
  } catch {
    return null;
  }
}

function mistakesOf(language: string, file: string, english: Texts): string[] {
  if (!LANGUAGES.includes(language)) return ['is not a language of the engine'];
  const texts = read(file);
  if (texts === null) return ['is not a JSON object'];
  // Of a key that is there twice, JSON.parse keeps one.
  if (`${JSON.stringify(texts, null, 2)}\n` !== file) return ['has a key twice, or is not formatted'];
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(texts, key));
  return [
    ...missing.map((key) => `${key}: is missing`),
    ...Object.entries(texts).flatMap(([key, text]) => {
      if (!Object.hasOwn(english, key)) return [`${key}: is not in English`];
      const mistakes = mistakesOfText(language, text, String(english[key]));
      return [...lacking(text, english[key]), ...mistakes].map((mistake) => `${key}: ${mistake}`);
    }),
  ];
}

/** What English names and a translation does not. */
function lacking(text: unknown, english: unknown): string[] {
  const own = argumentsOf(String(text));
  const expected = argumentsOf(String(english)) ?? new Map();
  return own === null ? [] : [...expected.keys()].filter((name) => !own.has(name)).map((name) => `lacks {${name}}`);
}

/**
 * The generated module of a folder: its texts, and the parameters that `t` takes for each.
 *
 * @param folder `texts` of a module or of a part of the platform
 * @param files by language
 */
export function moduleOf(folder: string, files: ReadonlyMap<string, string>): string {
  const place = placeOf(folder, path.join(folder, '../../../platform/i18n/texts'));
  const english = read(files.get('en') ?? '{}') ?? {};
  const languages = [...files.keys()];
  const isComplete = LANGUAGES.every((language) => files.has(language));
  const tags = isComplete ? '' : `, ${languages.map((language) => `'${language}'`).join(' | ')}`;
  return [
    '/** Made from the JSON files of this folder by `npm run generate`. */',
    `import type { Translations } from '${place}/translations.ts';`,
    ...languages.map((language) => `import ${language} from './${language}.json' with { type: 'json' };`),
    '',
    '/** The parameters that `t` takes for each text. */',
    'export interface Texts {',
    ...Object.entries(english).map(([key, text]) => `  readonly '${key}': ${parametersOf(String(text))};`),
    '}',
    '',
    `declare module '${place}/catalogue.ts' {`,
    '  interface TextParameters extends Texts {}',
    '}',
    '',
    '/** The texts of this folder, by language. */',
    `export const texts: Translations<Texts${tags}> = { ${languages.join(', ')} };`,
    '',
  ].join('\n');
}

/** A folder as an import from another names it. */
function placeOf(from: string, to: string): string {
  const place = path.relative(from, to).replaceAll(path.sep, '/');
  return place === '' ? '.' : place;
}

/** The parameters of `t`, as a type: those of plurals are numbers. */
function parametersOf(english: string): string {
  const members = [...(argumentsOf(english) ?? [])].map(
    ([name, kind]) => `readonly ${name}: ${kind === 'text' ? 'string | number' : 'number'}`,
  );
  return members.length === 0 ? '[]' : `[{ ${members.join('; ')} }]`;
}
