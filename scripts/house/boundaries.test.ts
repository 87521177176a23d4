/** Which files may import which, including types. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { cyclesOf, type Import, importsOf, type Source, sourcesOf, violations } from './sources.ts';

const engine = sourcesOf('policy-engine');
const renderer = sourcesOf('page-renderer');
const datastore = sourcesOf('page-renderer-datastore');
const middleware = sourcesOf('render-middleware');

const isIn = (file: string, ...folders: readonly string[]) => folders.some((folder) => file.startsWith(`${folder}/`));
const moduleOf = (file: string) => /^modules\/(?<name>[^/]+)\//.exec(file)?.groups?.['name'];

/** Composes the engine. */
const COMPOSITION = new Set([
  'config.ts',
  'engine.ts',
  'modules.ts',
  'policy-engine.ts',
  'index.ts',
  'configure.ts',
  'testing.ts',
]);

/** Files of a module that answer requests. */
const EDGE =
  /\.tsx$|\/(?:views|routes|banner)\/|\/(?:[\w-]+-)?(?:route|routes|representation|input|module|index)\.ts$|\/require-policies\.ts$/;

/** Other files of modules that import files of `platform/web`. */
const WEB_IN_SERVICES: ReadonlyMap<string, readonly string[]> = new Map([
  // The decisions of an anonymous visitor are stored in cookies.
  ...[
    'browsers/browser',
    'browsers/place',
    'browsers/rule-cookies',
    'browsers/service',
    'browsers/signed-cookie',
    'rules/callback',
    'consent/context/contexts',
    'consent/context/consent-context',
    'consent/decisions/notice-cookie',
    'consent/decisions/signal-cookie',
    'consent/found-cookies/service',
    'consent/own-data',
    'consent/scripts/service',
    'consent/service',
    'consent/sign-up/sign-up',
    'consent/visitors/visitor',
    'people/user-helpers',
  ].map((name): [string, string[]] => [`modules/${name}.ts`, ['request/cookies']]),
  // Network addresses and times as people read them: functions of plain values.
  ['modules/proof/ledger/circumstances.ts', ['request/network']],
  ['modules/requests/deadlines/deadline.ts', ['view/wall-time']],
  // Each kind shows its requests in the lists of all kinds.
  ['modules/requests/register/kind.ts', ['index']],
  ['modules/terms/markdown/markdown.ts', ['index']],
  // The context of one request of the host: where the engine is mounted, and which local path comes next.
  ['modules/consent/context/contexts.ts', ['request/cookies', 'routing/mount']],
  ['modules/consent/context/consent-context.ts', ['request/cookies', 'index']],
  // The limit of writes per person.
  ['modules/requests/register/register.ts', ['limits/write-limiter']],
]);

test('reads import statements', () => {
  const text = [
    "import type { A } from './a.ts';",
    "import {\n  type B,\n  type C,\n} from '../b.ts';",
    "import { type D, e } from 'd';",
    "export * from './f.ts';",
    "import './g.css';",
    "const h = await import('pg');",
    "type I = typeof import('mysql2');",
    "// import { j } from './j.ts';",
  ].join('\n');
  const found = importsOf('x/y.ts', text).map(({ to, isType }) => `${to}${isType ? ' (type)' : ''}`);
  assert.deepEqual(found, ['x/a.ts (type)', 'b.ts (type)', 'd', 'x/f.ts', 'x/g.css', 'pg', 'mysql2 (type)']);
});

test('finds cycles', () => {
  const source = (file: string, ...to: string[]) => ({
    file,
    text: '',
    imports: to.map((one): Import => ({ to: one, isRelative: true, isType: false, isDynamic: false })),
  });
  const files = [source('a', 'b'), source('b', 'c'), source('c', 'b', 'd'), source('d')];
  assert.deepEqual(
    cyclesOf(new Map(files.map((file) => [file.file, file])), () => true),
    [['b', 'c']],
  );
});

test('finds cycles of folders', () => {
  const source = (file: string, to: string) => ({ file, text: '', imports: importsOf(file, `import '${to}';`) });
  const files = [
    source('a/one.ts', '../b/c/two.ts'),
    source('b/three.ts', '../a/one.ts'),
    source('b/c/two.ts', '../../four.ts'),
  ];
  const found = (depth: number) =>
    cyclesOf(foldersOf(new Map(files.map((file) => [file.file, file])), depth), () => true);
  assert.deepEqual([found(1), found(2)], [[['a', 'b']], []]);
});

test('the platform imports nothing of what stands on it', () => {
  const found = violations(
    engine,
    (file, { to }) =>
      isIn(file, 'platform') &&
      (isIn(to, 'kernel', 'modules', 'hosts', 'orms', 'cli', 'client') || COMPOSITION.has(to)),
  );
  assert.deepEqual(found, []);
});

test('of the platform, only the web frame imports the web frame', () => {
  const found = violations(
    engine,
    (file, { to }) => isIn(file, 'platform') && !isIn(file, 'platform/web') && isIn(to, 'platform/web'),
  );
  assert.deepEqual(found, []);
});

test('the kernel imports nothing of what is built on it', () => {
  const found = violations(
    engine,
    (file, { to }) => isIn(file, 'kernel') && (isIn(to, 'modules', 'hosts', 'orms', 'client') || COMPOSITION.has(to)),
  );
  assert.deepEqual(found, []);
});

test('a module imports another through its index.ts alone', () => {
  const found = violations(engine, (file, { to }) => {
    const [own, other] = [moduleOf(file), moduleOf(to)];
    if (own === undefined || other === undefined || own === other) return false;
    return to !== `modules/${other}/index.ts`;
  });
  assert.deepEqual(found, []);
});

test('an index.ts of a module offers nothing that nobody uses', () => {
  const names = (list: string) => list.split(',').flatMap((name) => name.trim().replace(/^type /, '') || []);
  const used = new Set<string>();
  for (const { file, text } of engine.values()) {
    for (const { groups = {} } of text.matchAll(/^import (?:type )?\{(?<list>[^}]*)\} from '(?<to>\.[^']*)';/gm)) {
      const to = path.posix.join(path.posix.dirname(file), groups['to'] ?? '');
      for (const name of names(groups['list'] ?? '')) used.add(`${to}: ${name}`);
    }
  }
  const offered = [...engine.values()]
    .filter(({ file }) => /^modules\/[^/]+\/index\.ts$/.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^export (?:type )?\{(?<list>[^}]*)\} from/gm)].flatMap(({ groups = {} }) =>
        names(groups['list'] ?? '').map((name) => `${file}: ${name}`),
      ),
    );
  assert.ok(offered.length > 100);
  assert.deepEqual(
    offered.filter((name) => !used.has(name)),
    [],
  );
});

test('no module of the engine depends on one that depends on it, types included', () => {
  const modules = new Map<string, Source>();
  for (const { file, imports } of engine.values()) {
    const own = moduleOf(file);
    if (own === undefined) continue;
    const source = modules.get(own) ?? { file: own, text: '', imports: [] };
    const others = imports.flatMap(({ to }) => moduleOf(to) ?? []).filter((other) => other !== own);
    const edges = others.map((to): Import => ({ to, isRelative: true, isType: false, isDynamic: false }));
    modules.set(own, { ...source, imports: [...source.imports, ...edges] });
  }
  assert.ok(modules.size > 15);
  assert.deepEqual(
    cyclesOf(modules, () => true),
    [],
  );
});

test('modules import neither hosts, ORMs nor the composition of the engine', () => {
  const found = violations(
    engine,
    (file, { to }) => isIn(file, 'modules') && (isIn(to, 'hosts', 'orms', 'client') || COMPOSITION.has(to)),
  );
  assert.deepEqual(found, []);
});

test('only entry points import the engine', () => {
  const found = violations(engine, (file, { to }) => to === 'engine.ts' && !COMPOSITION.has(file));
  assert.deepEqual(found, []);
});

test('services, stores and rules import nothing of the web frame', () => {
  const used = new Set<string>();
  const found = violations(engine, (file, { to }) => {
    if (!isIn(file, 'modules') || !isIn(to, 'platform/web') || EDGE.test(file)) return false;
    const name = to.slice('platform/web/'.length, -'.ts'.length);
    used.add(`${file} -> ${name}`);
    return !(WEB_IN_SERVICES.get(file) ?? []).includes(name);
  });
  assert.deepEqual(found, []);
  const allowed = [...WEB_IN_SERVICES].flatMap(([file, names]) => names.map((name) => `${file} -> ${name}`));
  assert.deepEqual(
    allowed.filter((one) => !used.has(one)),
    [],
    'these exceptions are not needed any more',
  );
});

test('what runs inside the page imports nothing of Node or of the browser driver', () => {
  // Functions of these libraries are sent to pages: see `pageProgram`.
  const sent = new Set(['parse-srcset']);
  const found = violations(
    renderer,
    (file, { to, isRelative }) => isIn(file, 'page') && !sent.has(to) && (!isRelative || to.startsWith('node:')),
  );
  assert.deepEqual(found, []);
});

test('what the client imports of the engine runs in any browser', () => {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    for (const { to, isRelative, isType } of engine.get(file)?.imports ?? []) {
      if (isType || reached.has(to)) continue;
      if (isRelative && !isIn(to, 'client')) {
        reached.add(to);
        visit(to);
      } else if (!isIn(file, 'client')) {
        reached.add(`${file} -> ${to}`);
      }
    }
  };
  for (const file of engine.keys()) if (isIn(file, 'client')) visit(file);
  assert.ok(reached.has('modules/proof/receipts/check/check.ts') && reached.size > 15);
  const foreign = [...reached].filter((one) => {
    const code = engine.get(one)?.text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '');
    return code === undefined || /\b(?:Buffer|process|require|document|window)\b/.test(code);
  });
  assert.deepEqual(foreign, []);
});

test('guard, render, judgements, browser and cache import nothing of the server', () => {
  const found = violations(
    renderer,
    (file, { to }) => isIn(file, 'guard', 'render', 'judgements', 'browser', 'cache') && isIn(to, 'server'),
  );
  assert.deepEqual(found, []);
});

for (const [name, sources] of Object.entries({ engine, renderer, datastore, middleware })) {
  test(`no files of the ${name} import each other in a circle, types included`, () => {
    assert.deepEqual(
      cyclesOf(sources, () => true),
      [],
    );
  });
}

/**
 * The folders of a package with their imports, each folder with all that is below the given depth: at depth 1 `cache/stores` belongs
 * to `cache`, and at depth 2 it is a folder of its own beside the files of `cache`.
 */
function foldersOf(sources: ReadonlyMap<string, Source>, depth: number): Map<string, Source> {
  const folderOf = (file: string) => file.split('/').slice(0, -1).slice(0, depth).join('/');
  const folders = new Map<string, Source>();
  for (const { file, imports } of sources.values()) {
    const own = folderOf(file);
    const others = imports.filter(({ isRelative }) => isRelative).map(({ to }) => folderOf(to));
    const edges = others.flatMap((to): Import[] =>
      to === own ? [] : [{ to, isRelative: true, isType: false, isDynamic: false }],
    );
    folders.set(own, { file: own, text: '', imports: [...(folders.get(own)?.imports ?? []), ...edges] });
  }
  return folders;
}

for (const depth of [1, 2, 3, 4]) {
  test(`no folders of the renderer import each other in a circle, types included, at depth ${depth}`, () => {
    const folders = foldersOf(renderer, depth);
    assert.ok(folders.size > 15);
    assert.deepEqual(
      cyclesOf(folders, () => true),
      [],
    );
  });
}
