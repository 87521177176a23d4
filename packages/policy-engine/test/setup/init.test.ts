/** `policy-engine init`: how source text is read and changed, and a whole run in a project. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { applied, changeInLines, codeOf, Plan, readProject } from '../../dist/project-setup/index.js';
import { hostSetup, SETUPS } from '../../dist/modules/setup/hosts/hosts.js';
import { HOSTS } from '../../dist/modules/setup/hosts/names.js';
import { planBanner } from '../../dist/modules/setup/parts/banner.js';
import { isLoadable } from '../../dist/modules/setup/parts/engine-file.js';
import { findingsOf } from '../../dist/modules/setup/project/findings.js';

const engine = path.join(import.meta.dirname, '..', '..');
const parent = mkdtempSync(path.join(tmpdir(), 'init-'));
after(() => rmSync(parent, { recursive: true }));

/** A project of some files; those of the names that end with `/` are folders. */
function project(files: Readonly<Record<string, string | object>>): string {
  const folder = mkdtempSync(path.join(parent, 'project-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), typeof text === 'string' ? text : JSON.stringify(text));
  }
  return folder;
}

/** What `init` would do about mount and banner. */
function changesIn(folder: string, entry?: string) {
  const read = readProject(folder, assert.fail)!;
  const { host } = findingsOf(read);
  const plan = new Plan(folder);
  hostSetup(host!.id)!.mount({
    project: read,
    plan,
    engine: 'engine.mjs',
    extension: read.isTypeScript ? 'ts' : 'js',
    entry,
  });
  planBanner(read, plan);
  return plan.changes();
}

function editOf(folder: string, file: string): string {
  const change = changesIn(folder).find((one) => one.kind === 'edit' && one.file === file);
  assert.ok(change?.kind === 'edit', JSON.stringify(changesIn(folder)));
  return change.after;
}

test('comments, strings, templates and regular expressions are no code', () => {
  const text = "a('x // y'); // b\n/* c */ d(`e ${f('}')} g`); h = /[/'\"]/.test(i); j / k / l;";
  const code = codeOf(text);
  assert.equal(code.length, text.length);
  assert.equal(
    code.replaceAll(/ +/g, ' '),
    "a(' '); \n d(` ${f(' ')} `); h = .test(i); j / k / l;".replaceAll(/ +/g, ' '),
  );
});

test('mounts after sessions and before routes, in the style of the file', () => {
  const folder = project({
    'package.json': { dependencies: { express: '5' } },
    'app.js': `'use strict'
const express = require("express")
const app = express()

// app.get('/', no route)
app.use(express.static("public"))
app.use(session({
  secret: "a;b" // ) }
}))
app.use("/", require("./routes"))
app.get("/x", (request, response) => response.send("x"))
`,
  });
  assert.equal(
    editOf(folder, 'app.js'),
    readFileSync(path.join(folder, 'app.js'), 'utf8')
      .replace(
        'require("express")\n',
        'require("express")\nconst { policyEngine } = require("policy-engine/express")\nconst { engine } = require("./engine.mjs")\n',
      )
      .replace('app.use("/",', 'app.use("/policies", policyEngine(engine))\nengine.start()\napp.use("/",'),
  );
});

test('keeps CRLF, and mounts in a function', () => {
  const text =
    "import { Hono } from 'hono';\r\nexport function create() {\r\n  const app = new Hono<{ X: 1 }>();\r\n  app.get('/', (c) => c.text('/'));\r\n  return app;\r\n}\r\n";
  const folder = project({ 'package.json': { type: 'module', dependencies: { hono: '4' } }, 'src/app.ts': text });
  const after = editOf(folder, 'src/app.ts');
  assert.match(
    after,
    /new Hono<\{ X: 1 \}>\(\);\r\n {2}app\.use\(policyEngine\(engine\)\);\r\n {2}engine\.start\(\);\r\n/,
  );
  assert.equal(after.replaceAll('\r\n', '').includes('\n'), false);
});

for (const [why, files] of [
  ['two files that create an app', { 'a.js': 'const app = express();\n', 'b.js': 'const app = express();\n' }],
  ['an app without a name', { 'a.js': "export default express().get('/', x);\n" }],
  ['an app in a comment', { 'a.js': '// const app = express();\n' }],
  ['text that is no JavaScript', { 'a.js': 'const app = express();\napp.get(\n' }],
] as const) {
  test(`leaves ${why} alone, and prints the lines`, () => {
    const folder = project({ 'package.json': { type: 'module', dependencies: { express: '5' } }, ...files });
    const changes = changesIn(folder);
    assert.deepEqual(
      changes.filter(({ kind }) => kind === 'edit'),
      [],
    );
    const left = changes.find(({ kind }) => kind === 'by-hand');
    assert.match(
      changeInLines(left!).join('\n'),
      /^!!! .*add it yourself[^]*app\.use\('\/policies', policyEngine\(engine\)\);/,
    );
  });
}

test('--entry chooses among files that create an app', () => {
  const app = 'const app = express();\n';
  const folder = project({ 'package.json': { dependencies: { express: '5' } }, 'a.js': app, 'b.js': app });
  const edited = changesIn(folder, './b.js').flatMap((change) => (change.kind === 'edit' ? [change.file] : []));
  assert.deepEqual(edited, ['b.js']);
});

test('a page of several templates is a choice of the person; the only one gets the tags', () => {
  const page = '<html>\n<head>\n\t<title>x</title>\n</head>\n';
  const json = { dependencies: { express: '5' } };
  const one = project({ 'package.json': json, 'views/layout.ejs': page });
  assert.match(
    editOf(one, 'views/layout.ejs'),
    /<title>x<\/title>\n {2}<link rel="stylesheet"[^\n]*\n {2}<script type="module"[^\n]*\n<\/head>/,
  );
  const two = project({ 'package.json': json, 'views/a.ejs': page, 'views/b.ejs': page });
  assert.ok(
    changesIn(two).some((change) => change.kind === 'by-hand' && change.reason.includes('views/a.ejs, views/b.ejs')),
  );
});

test('a package.json that cannot be used is named, with the reason; a byte order mark is fine', () => {
  const read = (text: string) => {
    const folder = project({ 'package.json': {} });
    writeFileSync(path.join(folder, 'package.json'), text);
    return readProject(folder, (reason) => {
      throw new Error(reason);
    });
  };
  assert.throws(() => read('{ "name": "x",'), /package\.json cannot be read \(.*JSON.*\): mend it/);
  for (const text of ['[]', 'null', '1']) assert.throws(() => read(text), /package\.json is no JSON object/);
  assert.equal(read('\uFEFF{ "type": "module" }')?.isModule, true);
});

test('writes nothing if a file has changed since it was shown', () => {
  const folder = project({ 'a.txt': 'one\n' });
  const edit = { kind: 'edit', file: 'a.txt', about: '', before: 'other\n', after: 'two\n' } as const;
  const create = { kind: 'create', file: 'b.txt', about: '', text: 'b\n' } as const;
  assert.deepEqual(applied(folder, [create, edit]), { written: [], changed: 'a.txt' });
  assert.deepEqual(readdirSync(folder), ['a.txt']);
});

test('a file that cannot be written is named, with the reason, and those before it stay', () => {
  const folder = project({ 'package.json': {}, texts: 'a file where a folder is needed' });
  const created = (file: string) => ({ kind: 'create' as const, file, about: 'a file', text: 'new' });
  assert.throws(
    () => applied(folder, [created('engine.mjs'), created('texts/cookie.md'), created('last.md')]),
    /^Error: texts\/cookie\.md in .+ could not be written: file already exists\. What was written before stays/,
  );
  assert.deepEqual(readdirSync(folder).toSorted(), ['engine.mjs', 'package.json', 'texts']);
});

test('a module that starts a server, or does not export the engine, is not loaded', () => {
  assert.ok(isLoadable('export const engine = createPolicyEngine({});\n// app.listen(1)\n'));
  assert.equal(isLoadable('export const engine = createPolicyEngine({});\napp.listen(3000);\n'), false);
  assert.equal(isLoadable('const engine = createPolicyEngine({});\n'), false);
});

test('knows the frameworks that --host names', () => {
  assert.deepEqual(Object.keys(SETUPS).toSorted(), HOSTS);
});

test('a project with a database of people: declined, made, and made again, with a receipt that verifies', async () => {
  const folder = project({
    'package.json': {
      type: 'module',
      dependencies: { 'policy-engine': '0.1.0', express: '5', 'express-session': '1', 'drizzle-orm': '0' },
    },
    'tsconfig.json': {},
    'src/app.ts': `import express from 'express';\n\nconst app = express();\napp.post('/sign-up', (request, response) => response.end());\nconst db = new DatabaseSync('shop.db');\n`,
    'views/page.html': '<html>\n  <head>\n    <title>Shop</title>\n  </head>\n</html>\n',
  });
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(engine, path.join(folder, 'node_modules', 'policy-engine'));
  const database = new DatabaseSync(path.join(folder, 'shop.db'));
  database.exec('create table users (id integer primary key, email text, name text)');
  database.close();
  const init = async (input: string, ...flags: string[]) => {
    const command = path.join(engine, 'bin', 'policy-engine.js');
    const child = spawn(process.execPath, [command, 'init', ...flags], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => void (output += text.toString()));
    child.stdin.end(input);
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  };
  const app = readFileSync(path.join(folder, 'src/app.ts'), 'utf8');
  const declined = await init('n\n');
  assert.equal(declined.code, 1, declined.output);
  assert.match(declined.output, /^Framework {2}Express 5$/m);
  assert.match(declined.output, /^ORM {8}Drizzle 0$/m);
  assert.match(declined.output, /^!!! src\/app\.ts:4 \(asks at sign-up/m);
  assert.equal(readFileSync(path.join(folder, 'src/app.ts'), 'utf8'), app);
  const made = await init('y\n');
  assert.equal(made.code, 0, made.output);
  assert.match(made.output, /^The receipt is valid, under checkpoint \d+ of policy-engine\//m);
  assert.match(
    readFileSync(path.join(folder, 'src/engine.ts'), 'utf8'),
    /nodeSqliteDatabase\('shop\.db'\)[^]*validatesOn: \['create'\]/,
  );
  assert.match(
    readFileSync(path.join(folder, 'src/data-rules.ts'), 'utf8'),
    /people: \{ table: 'users'[^]*email|email[^]*people: \{ table: 'users'/,
  );
  const files = ['src/app.ts', 'src/engine.ts', 'src/data-rules.ts', 'views/page.html', 'first-receipt.json'];
  const texts = () => files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const before = texts();
  const again = await init('', '--yes');
  assert.equal(again.code, 0, again.output);
  assert.match(again.output, /^No file needs a change\.$/m);
  assert.match(again.output, /^The receipt is valid/m);
  assert.deepEqual(texts(), before);
  const ledger = new DatabaseSync(path.join(folder, 'shop.db'), { readOnly: true });
  const { n } = ledger
    .prepare("select count(*) as n from policy_manager_ledger_events where kind = 'decision'")
    .get() as { n: number };
  ledger.close();
  assert.equal(n, 1, 'the second run decides nothing');
});
