/** Where `page-renderer init` puts the middleware in frameworks that have files of their own for it. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { Plan, readProject } from '../../dist/project-setup/index.js';
import { planMiddleware } from '../../dist/setup/mounts.js';

const parent = mkdtempSync(path.join(tmpdir(), 'mounts-'));
after(() => rmSync(parent, { recursive: true }));

/** The changes of a project. */
function changesOf(packages: Readonly<Record<string, string>>, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(parent, 'project-'));
  const all = { 'package.json': JSON.stringify({ type: 'module', dependencies: packages }), ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const plan = new Plan(folder);
  const addresses = { origin: 'https://shop.example', renderer: 'http://127.0.0.1:3100' };
  planMiddleware(readProject(folder, assert.fail)!, plan, addresses, undefined);
  return plan.changes();
}

/** The files that are created and changed, with their new texts. */
function filesOf(...project: Parameters<typeof changesOf>) {
  return new Map(
    changesOf(...project).flatMap((change): Array<readonly [string, string]> => {
      if (change.kind === 'create') return [[change.file, change.text]];
      return change.kind === 'edit' ? [[change.file, change.after]] : [];
    }),
  );
}

for (const [version, root, name] of [
  ['16.4.3', 'src/pages', 'src/proxy'],
  ['latest', 'src/app', 'src/proxy'],
  ['^16.0.0', 'app', 'proxy'],
  ['^15.2.3', 'src/app', 'src/middleware'],
  ['14', 'pages', 'middleware'],
] as const) {
  test(`Next ${version} with its pages in ${root} looks for ${name}`, () => {
    const files = filesOf({ next: version }, { [`${root}/index.js`]: '' });
    assert.deepEqual(
      [...files.keys()],
      [`${name}.js`, `${path.posix.join(path.posix.dirname(name), 'instrumentation')}.js`],
    );
    const exported = path.posix.basename(name);
    assert.match(files.get(`${name}.js`) ?? '', new RegExp(`^export const ${exported} = renderMiddleware\\(`, 'm'));
  });
}

test('what Next runs when it starts keeps what it does', () => {
  const files = filesOf(
    { next: '16' },
    { 'app/page.tsx': '', 'instrumentation.ts': 'export async function register() {\n  await watch();\n}\n' },
  );
  assert.match(
    files.get('instrumentation.ts') ?? '',
    /^import \{ register as keepVary \} from 'render-middleware\/next';\n\nexport async function register\(\) \{\n {2}keepVary\(\);\n {2}await watch\(\);/,
  );
});

const CALL = "renderMiddleware({ proxyUrl: 'http://127.0.0.1:3100', origin: 'https://shop.example' })";

for (const [title, before, after] of [
  ['the root route of React Router gets the middleware', 'export default 1;\n', `export const middleware = [${CALL}];`],
  [
    'before the middleware of its own',
    'export const middleware: Route.MiddlewareFunction[] = [auth];\n',
    `export const middleware: Route.MiddlewareFunction[] = [${CALL}, auth];`,
  ],
] as const) {
  test(title, () => {
    const files = filesOf({ '@react-router/dev': '8.4.0' }, { 'app/root.tsx': `import x from 'x';\n${before}` });
    const text = files.get('app/root.tsx') ?? '';
    assert.match(text, /^import \{ renderMiddleware \} from 'render-middleware\/react-router';$/m);
    assert.ok(text.includes(after), text);
  });
}

test('React Router 7 runs middleware by a flag, which is left to a person', () => {
  const byHand = (config: string) =>
    changesOf({ '@react-router/dev': '^7.9.0' }, { 'app/root.tsx': '', 'react-router.config.ts': config }).flatMap(
      (change) => (change.kind === 'by-hand' ? [change.file] : []),
    );
  assert.deepEqual(byHand('export default { ssr: true };'), ['react-router.config.ts']);
  assert.deepEqual(byHand('export default { future: { v8_middleware: true } };'), []);
});

for (const [file, handler, type] of [
  ['server.js', 'answer', ''],
  ['server.js', 'withPolicies((request, response) => response.end())', ''],
  ['server.ts', 'answer', ': RequestListener): RequestListener'],
] as const) {
  test(`${file} of Node: ${handler} is wrapped`, () => {
    const text = filesOf(
      {},
      { [file]: `import { createServer } from 'node:http';\ncreateServer(${handler}).listen(1);\n` },
    );
    const after = text.get(file) ?? '';
    assert.ok(after.includes(`createServer(withRenders(${handler})).listen(1);`), after);
    assert.ok(after.includes(`const withRenders = (pages${type || ')'} =>`), after);
  });
}

test('a framework without a module of render-middleware is named', () => {
  const [change] = changesOf({ '@hapi/hapi': '21' }, { 'server.js': 'const server = Hapi.server();\n' });
  assert.ok(change?.kind === 'by-hand' && change.reason.endsWith('no module for @hapi/hapi'), JSON.stringify(change));
});
