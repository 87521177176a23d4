/** The packages are not on a registry: a command that asks one for their names would run what other people have published. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { PACKAGES } from '../build.ts';
import { registryCommandsIn } from './registry-commands.ts';
import { ROOT } from './sources.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const exclude = [
  '**/node_modules/**',
  '**/dist/**',
  '**/.next/**',
  '**/.svelte-kit/**',
  '**/.nuxt/**',
  '**/.output/**',
];
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude }).map((file) => file.replaceAll(path.sep, '/'));
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const manifestOf = (file: string) => JSON.parse(read(file)) as Manifest;

test('no document, source or deployment file has a command that asks a registry for the names of the packages', () => {
  const files = [
    ...filesOf('*.md'),
    ...filesOf(
      '{benchmarks,compat,demo,docs,examples,findings,packages,scripts,testing}/**/*.{md,ts,tsx,js,mjs,sh,svelte,vue,yaml,html}',
    ),
    ...filesOf('packages/*/{deploy,servers}/**/*'),
  ].filter((file) => /\.\w+$|Dockerfile$/.test(file) && file !== 'scripts/house/registry.test.ts');
  const found = [...new Set(files)].flatMap((file) =>
    registryCommandsIn(read(file), PACKAGES, file.endsWith('.md')).map((command) => `${file}: ${command}`),
  );
  assert.ok(files.length > 1_000, String(files.length));
  assert.deepEqual(found, []);
});

test('a command that asks a registry is recognised', () => {
  for (const command of [
    'npm install policy-engine',
    'npm i express policy-engine@0.1.0',
    'npm add --save-exact page-renderer@latest',
    'npm install --prefix /opt/page-renderer page-renderer@0.1.0',
    'npm install express \\\n  policy-engine',
    'npm view render-middleware',
    'npm pack page-renderer',
    'npm create policy-engine',
    'npm exec policy-engine doctor',
    'npx policy-engine doctor',
    'npx --yes page-renderer@0.1.0',
    'npx --no policy-engine --version',
    'npx -p page-renderer some-command',
    'npx --package=policy-engine some-command',
    'pnpm dlx page-renderer',
    'pnpm add render-middleware',
    'yarn dlx policy-engine',
    'yarn add policy-engine',
    'bunx page-renderer',
    'bun add policy-engine',
    'deno add npm:policy-engine',
    "import x from 'npm:render-middleware@0.1.0/fetch';",
    "import x from 'https://esm.sh/policy-engine@0.1.0/client';",
    '<script src="https://unpkg.com/policy-engine"></script>',
    'https://cdn.jsdelivr.net/npm/policy-engine@0.1.0/dist/client.js',
    'https://registry.npmjs.org/page-renderer/-/page-renderer-0.1.0.tgz',
    'FROM page-renderer:0.1.0',
    'docker pull page-renderer',
    'docker run --rm page-renderer:0.1.0 render https://example.com/',
    '"dependencies": { "policy-engine": "^0.1.0" }',
  ])
    assert.equal(registryCommandsIn(`${command}\n`, PACKAGES, false).length, 1, command);
  assert.deepEqual(registryCommandsIn('Run `npx\npolicy-engine doctor`, then go on.\n', PACKAGES, true), [
    'npx policy-engine doctor',
  ]);
  assert.equal(registryCommandsIn('```sh\nnpm install page-renderer\n```\n', PACKAGES, true).length, 1);
});

test('a command that starts or installs what is on the machine is not one', () => {
  for (const command of [
    'npx --offline policy-engine doctor --engine engine.ts',
    'npm exec --offline -- page-renderer',
    'npm install --no-audit ../policy-engine-and-page-renderer/packed/policy-engine-0.1.0.tgz express@5',
    'npm install --prefix /opt/page-renderer ./page-renderer-0.1.0.tgz',
    'npm install --save-exact -w page-renderer some-package@1.2.3',
    'npm run build && cd packages/policy-engine',
    'npm install pg   # policy-engine needs it',
    'npm uninstall policy-engine',
    'yarn policy-engine doctor',
    'pnpm exec page-renderer',
    'docker build -t page-renderer:0.1.0 .',
    'docker run --pull never --rm page-renderer:0.1.0',
    "import { policyEngine } from 'policy-engine/express';",
    'image: registry.example/page-renderer:0.1.0',
  ])
    assert.deepEqual(registryCommandsIn(`${command}\n`, PACKAGES, false), [], command);
});

test('no manifest of the repository resolves the names of the packages at a registry', () => {
  const versions = new Map(PACKAGES.map((name) => [name, manifestOf(`packages/${name}/package.json`).version]));
  const workspaces = new Set([...filesOf('packages/*/package.json'), ...filesOf('examples/*/package.json')]);
  const found = [...workspaces, ...filesOf('{benchmarks,compat}/**/package.json')].flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies } = manifestOf(file);
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    // npm links a workspace only if its version is the wanted one.
    const isLocal = (name: string, wanted: string) =>
      wanted.startsWith('file:') || (workspaces.has(file) && wanted === versions.get(name));
    return all
      .filter(([name, wanted]) => versions.has(name) && !isLocal(name, wanted))
      .map(([name, wanted]) => `${file}: ${name} ${wanted}`);
  });
  assert.deepEqual(found, []);
});

test('a package that is installed from its tarball depends on no other one, except by an optional peer', () => {
  for (const name of PACKAGES) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifestOf(
      `packages/${name}/package.json`,
    );
    const asked = Object.keys({ ...dependencies, ...optionalDependencies });
    assert.deepEqual(
      asked.filter((other) => PACKAGES.includes(other)),
      [],
      name,
    );
    for (const other of Object.keys(peerDependencies ?? {}).filter((one) => PACKAGES.includes(one)))
      assert.equal(peerDependenciesMeta?.[other]?.optional, true, `${name}: ${other}`);
  }
});
