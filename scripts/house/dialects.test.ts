/** What differs between databases is described in one folder for each; all other code asks for it, and names none of them. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { sourcesOf } from './sources.ts';

const DATABASE = 'platform/database';
const NAMES = ['mysql', 'postgres', 'sqlite'];

/** Files outside of the folders that name a dialect. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['platform/database/port.ts', 'declares the names'],
  ['platform/database/dialects.ts', 'finds a description by its name'],
  ['platform/database/connection/connect.ts', 'finds the driver for the scheme of a URL'],
  ['schema.ts', 'the names of tables are the same for all dialects with schemas'],
  ...['drizzle', 'knex', 'kysely', 'prisma', 'sequelize', 'typeorm'].map((name): [string, string] => [
    `orms/${name}.ts`,
    "translates the ORM's own names",
  ]),
]);

const name = `(?:${NAMES.join('|')})`;
const FORMS: readonly RegExp[] = [
  // A text to compare with, in `===`, `case`, `includes` or a set.
  new RegExp(`(['"\`])${name}\\1`),
  // A key or a member of a table.
  new RegExp(`(?:^|[{,;(]|readonly)\\s*${name}\\??:(?!//)|[{[,]\\s*${name}\\s*[,}\\]]|\\.${name}\\b`, 'm'),
  // A look-up.
  /\[[\w.#]*[dD]ialect\]|\.get\([\w.#]*[dD]ialect\)|\bin Dialect\]|\b(?:Record|Map)<Dialect\b/,
];

/** Comments may name a dialect. */
const codeOf = (text: string) => text.replaceAll(/(?<=^|\s)(?:\/\*\*?\s[\s\S]*?\*\/|\/\/\s.*)/gm, '');
const isNaming = (text: string) => FORMS.some((form) => form.test(codeOf(text)));

const engine = sourcesOf('policy-engine');
const described = (file: string) => NAMES.find((one) => file.startsWith(`${DATABASE}/${one}/`));

test('recognises the ways to ask which dialect it is', () => {
  const asking = [
    "if (dialect === 'mysql') return;",
    "return 'postgres' !== database.dialect;",
    "  case 'sqlite':",
    "['mysql', 'sqlite'].includes(dialect)",
    'const sql = {\n  postgres: a,\n};',
    'const parts = { sqlite, postgres, mysql };',
    'codes.mysql.has(errno)',
    'statements[database.dialect]',
    'kinds.get(this.#dialect)',
    'const kinds: { readonly [dialect in Dialect]: Kinds } = all;',
  ];
  assert.deepEqual(
    asking.filter((text) => !isNaming(text)),
    [],
  );
  const others = [
    "// `dialect === 'mysql'` is not allowed",
    "import { catalog } from './mysql/catalog.ts';",
    'dialectNamed(database.dialect).quote(name)',
    "'mysql2'",
  ];
  assert.deepEqual(others.filter(isNaming), []);
});

test('only the description of a database says which one it is', () => {
  const found = [...engine.values()].filter(({ file, text }) => described(file) === undefined && isNaming(text));
  assert.deepEqual(found.map(({ file }) => file).toSorted(), [...NAMED.keys()].toSorted());
});

test('each database is described in files of the same names', () => {
  const files = Map.groupBy(
    [...engine.keys()].filter((file) => described(file) !== undefined && !file.includes('/drivers/')),
    described,
  );
  const names = NAMES.map((one) => files.get(one)?.map((file) => path.posix.basename(file)));
  assert.ok(names[0] !== undefined && names[0].length > 4);
  for (const list of names) assert.deepEqual(list, names[0]);
});
