/** The texts of policy-engine: each language has what English has, plurals have the forms of the language, and the generated modules are current. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { argumentsOf } from '../../packages/policy-engine/src/platform/i18n/notation.ts';
import { filesOf, foldersOfTexts, GENERATED, LANGUAGES, mistakesIn, moduleOf } from '../texts/catalogue.ts';
import { ROOT } from './sources.ts';

const folders = foldersOfTexts();
const nameOf = (folder: string) => path.relative(ROOT, folder).replaceAll(path.sep, '/');

test('the texts of every module are complete in every language', () => {
  assert.ok(folders.length > 15);
  const mistakes = folders.flatMap((folder) => mistakesIn(filesOf(folder)).map((one) => `${nameOf(folder)}/${one}`));
  assert.deepEqual(mistakes, []);
});

test('the folders of modules hold no texts as code', () => {
  const code = globSync('packages/policy-engine/src/{modules/*,platform/mail}/texts/**/*.ts', { cwd: ROOT });
  assert.deepEqual(
    code.filter((file) => path.basename(file) !== GENERATED),
    [],
  );
});

test('the generated modules of texts are current', () => {
  const stale = folders.filter(
    (folder) => readFileSync(path.join(folder, GENERATED), 'utf8') !== moduleOf(folder, filesOf(folder)),
  );
  assert.deepEqual(stale.map(nameOf), [], 'run `npm run generate`');
});

test('no page puts a colon between two texts: French has a space before it', () => {
  const glued = globSync('packages/policy-engine/src/**/*.tsx', { cwd: ROOT }).flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (/`\$\{[^`]*\}: \$\{|\)\}: ?</.test(line) ? [`${file}:${at + 1}`] : [])),
  );
  assert.deepEqual(glued, [], "use the text 'text.labelled'");
});

suite('a mistake in a text is found', () => {
  const english = {
    'a.title': 'Title',
    'a.page': 'Page {page} of {pages}',
    'a.days': '{count, plural, one {# day} other {# days}}',
  };
  const polish = {
    'a.title': 'Tytuł',
    'a.page': 'Strona {page} z {pages}',
    'a.days': '{count, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}',
  };
  const written = (texts: unknown) => `${JSON.stringify(texts, null, 2)}\n`;
  const complete = new Map(LANGUAGES.map((language) => [language, written({ ...english, 'a.days': '{count}' })]));
  /** The mistakes of a folder with these files in place of complete ones. */
  const mistakes = (files: Readonly<Record<string, string | null>>): string[] => {
    const all = new Map([...complete, ['en', written(english)]]);
    for (const [language, file] of Object.entries(files)) {
      if (file === null) all.delete(language);
      else all.set(language, file);
    }
    return mistakesIn(all);
  };
  const inPolish = (change: Readonly<Record<string, unknown>>) => mistakes({ pl: written({ ...polish, ...change }) });
  const { 'a.title': _, ...untitled } = polish;

  test('none in complete texts', () => assert.deepEqual(inPolish({}), []));
  for (const [name, found, expected] of [
    ['a missing language', () => mistakes({ tr: null }), ['tr.json: is missing']],
    ['an unknown language', () => mistakes({ xx: written({}) }), ['xx.json: is not a language of the engine']],
    ['a missing key', () => mistakes({ pl: written(untitled) }), ['pl.json: a.title: is missing']],
    ['a key that English has not', () => inPolish({ 'a.more': 'Więcej' }), ['pl.json: a.more: is not in English']],
    ['a value that is not a string', () => inPolish({ 'a.title': 7 }), ['pl.json: a.title: is not a string']],
    ['a nested value', () => inPolish({ 'a.title': { one: 'x' } }), ['pl.json: a.title: is not a string']],
    ['an empty text', () => inPolish({ 'a.title': ' ' }), ['pl.json: a.title: is empty']],
    ['a missing placeholder', () => inPolish({ 'a.page': 'Strona {page}' }), ['pl.json: a.page: lacks {pages}']],
    [
      'an unknown placeholder',
      () => inPolish({ 'a.title': 'Tytuł {nazwa}' }),
      ['pl.json: a.title: has {nazwa}, which English has not'],
    ],
    [
      'a missing plural category',
      () => inPolish({ 'a.days': '{count, plural, one {# dzień} few {# dni} other {# dnia}}' }),
      ['pl.json: a.days: the plural of {count} lacks “many”'],
    ],
    [
      'a plural category that the language has not',
      () => inPolish({ 'a.days': '{count, plural, one {1} two {2} few {3} many {4} other {5}}' }),
      ['pl.json: a.days: the plural of {count} has “two” twice, or the language has not'],
    ],
    [
      'a plural that is not one in English',
      () => inPolish({ 'a.page': '{page, plural, one {1} few {2} many {3} other {4}} {pages}' }),
      ['pl.json: a.page: has a plural of {page}, which is not one in English'],
    ],
    ...['{page', 'page}', '{ page }', '{page, number}', '{page, plural, one {#}', "'{page}'"].map(
      (broken): [string, () => string[], string[]] => [
        `the broken text ${broken}`,
        () => inPolish({ 'a.page': `${broken} {pages}` }),
        ['pl.json: a.page: has a broken placeholder or plural'],
      ],
    ),
    [
      'a broken English text',
      () => mistakes({ en: written({ ...english, 'a.title': '{' }) }),
      ['en.json: a.title: has a broken placeholder or plural'],
    ],
    ['a list', () => mistakes({ pl: '[]\n' }), ['pl.json: is not a JSON object']],
    ['a file that is not JSON', () => mistakes({ pl: '{' }), ['pl.json: is not a JSON object']],
    [
      'a key that is there twice',
      () => mistakes({ pl: written(polish).replace('{\n', '{\n  "a.title": "Nagłówek",\n') }),
      ['pl.json: has a key twice, or is not formatted'],
    ],
  ] as const satisfies readonly (readonly [string, () => string[], readonly string[]])[]) {
    test(name, () => assert.deepEqual(found(), expected));
  }
});

test('the parameters of a text have the types of its English wording', () => {
  const texts = JSON.stringify({
    'a.title': 'Title',
    'a.page': '{page} of {pages}, {page}',
    'a.days': '{count, plural, one {# day of {month}} other {# days of {month}}}',
  });
  const made = moduleOf('/e/modules/a/texts', new Map([['en', texts]]));
  assert.deepEqual(made.match(/^ {2}readonly .*$/gm), [
    "  readonly 'a.title': [];",
    "  readonly 'a.page': [{ readonly page: string | number; readonly pages: string | number }];",
    "  readonly 'a.days': [{ readonly count: number; readonly month: string | number }];",
  ]);
  assert.match(made, /^declare module '..\/..\/..\/platform\/i18n\/texts\/catalogue.ts' \{$/m);
  assert.match(made, /^export const texts: Translations<Texts, 'en'> = \{ en \};$/m);
});

test('the placeholders of a text are read, unless its braces are broken', () => {
  assert.equal(argumentsOf('{a'), null);
  assert.deepEqual(argumentsOf("mail: '{' transport '}'"), new Map());
  assert.deepEqual(argumentsOf('can’t, can\'t, #, "{a}"'), new Map([['a', 'text']]));
});
