/** `policy-engine init` in projects that somebody has worked in: what it changes, and what it leaves to a person. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { changeInLines, isInstalledAbove, readProject } from '../../dist/project-setup/index.js';
import { appsOf, planned } from '../../dist/modules/setup/planning.js';
import { findingsOf } from '../../dist/modules/setup/project/findings.js';

const parent = mkdtempSync(path.join(tmpdir(), 'lived-in-'));
after(() => rmSync(parent, { recursive: true }));

type Files = Readonly<Record<string, string | object>>;

function read(files: Files) {
  const folder = mkdtempSync(path.join(parent, 'project-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), typeof text === 'string' ? text : JSON.stringify(text));
  }
  return readProject(folder, assert.fail)!;
}

/** What `init` would do: texts by file, and what is left to a person in one text. */
function planOf(files: Files) {
  const project = read(files);
  const { changes, engine } = planned(project, findingsOf(project), undefined);
  const texts = new Map<string, string>();
  for (const change of changes) {
    if (change.kind === 'create') texts.set(change.file, change.text);
    if (change.kind === 'edit') texts.set(change.file, change.after);
  }
  const left = changes.filter(({ kind }) => kind === 'by-hand').flatMap((change) => changeInLines(change));
  const there = changes.flatMap((change) => (change.kind === 'present' ? [change.file] : []));
  return { texts, engine, left: left.join('\n'), there };
}

const json = (packages: readonly string[], more: object = {}) => ({
  type: 'module',
  dependencies: Object.fromEntries(packages.map((name) => [name, '1'])),
  ...more,
});

for (const [title, files, file, expected] of [
  [
    'a chain of Express: before the first call that answers',
    {
      'package.json': json(['express']),
      'a.js':
        "export const app = express()\n  .use(express.json())\n  .get('/', x)\n  .use((q, s) => s.end())\n\napp.listen(1)\n",
    },
    'a.js',
    /express\(\)\n {2}\.use\(express\.json\(\)\)\n {2}\.use\('\/policies', policyEngine\(engine\)\)\n {2}\.get\('\/', x\)\n[^]*s\.end\(\)\)\nengine\.start\(\)\n\napp\.listen/,
  ],
  [
    'a chain of Hono keeps its types',
    {
      'package.json': json(['hono']),
      'a.ts':
        "import { Hono } from 'hono';\nexport const app = new Hono<{ A: 1 }>().use(logger()).get('/', x).notFound(y);\n",
    },
    'a.ts',
    /\.use\(logger\(\)\)\.use\(policyEngine\(engine\)\)\.get\('\/', x\)\.notFound\(y\);\nengine\.start\(\);/,
  ],
  [
    'routes that a function registers',
    {
      'package.json': json(['express']),
      'a.js': 'const app = express();\nuseSessions(app);\naddRoutes(app);\napp.listen(1);\n',
    },
    'a.js',
    /useSessions\(app\);\napp\.use\('\/policies', policyEngine\(engine\)\);\nengine\.start\(\);\naddRoutes\(app\);/,
  ],
  [
    'a default import of another name',
    {
      'package.json': json(['express']),
      'a.js': "import create from 'express';\nconst site = create();\nsite.get('/', x);\n",
    },
    'a.js',
    /site\.use\('\/policies', policyEngine\(engine\)\);\nengine\.start\(\);\nsite\.get/,
  ],
  [
    'a file that has an engine of its own',
    {
      'package.json': json(['express']),
      'engine.mjs': 'export const engine = new Motor();\n',
      'a.js': "import { engine } from './engine.mjs';\nconst app = express();\napp.get('/', () => engine.run());\n",
    },
    'a.js',
    /import \{ engine as policyConsent \} from '\.\/policies\.mjs';\n[^]*app\.use\('\/policies', policyEngine\(policyConsent\)\);\npolicyConsent\.start\(\);/,
  ],
  [
    'the plugin that fastify-cli starts',
    {
      'package.json': {
        dependencies: { fastify: '5', 'fastify-cli': '7' },
        scripts: { start: 'fastify start -l info app.js' },
      },
      'app.js': "'use strict'\n\nmodule.exports = async function (fastify, opts) {\n  fastify.register(AutoLoad)\n}\n",
    },
    'app.js',
    /\(fastify, opts\) \{\n {2}fastify\.register\(policyEngine, \{ prefix: '\/policies', engine \}\)\n {2}engine\.start\(\)\n {2}fastify\.register\(AutoLoad\)/,
  ],
  [
    'a server of Node with options',
    { 'package.json': json([]), 'a.js': 'createServer({ keepAlive: true }, (q, s) => s.end()).listen(1);\n' },
    'a.js',
    /createServer\(\{ keepAlive: true \}, withPolicies\(\(q, s\) => s\.end\(\)\)\)\.listen\(1\);/,
  ],
  [
    'hooks of SvelteKit: after those of the project',
    {
      'package.json': json(['@sveltejs/kit']),
      'src/hooks.server.js': "import { a } from './a.js';\n\nexport const handle = a;\n",
    },
    'src/hooks.server.js',
    /const handleOfApp = a;\n\nexport const init = \(\) => engine\.start\(\);\nexport const handle = sequence\(handleOfApp, policyEngine\(engine\)\);\n$/,
  ],
  [
    'hooks of SvelteKit that another product has changed',
    {
      'package.json': json(['@sveltejs/kit']),
      'src/hooks.server.js':
        "import { sequence } from '@sveltejs/kit/hooks';\nconst handleOfApp = a;\nexport const handle = sequence(b(), handleOfApp);\n",
    },
    'src/hooks.server.js',
    /const handleOfAppAndMore = sequence\(b\(\), handleOfApp\);\n[^]*export const handle = sequence\(handleOfAppAndMore, policyEngine\(engine\)\);\n$/,
  ],
  [
    'instrumentation of Next',
    {
      'package.json': json(['next']),
      'src/app/page.js': '',
      'src/instrumentation.js': 'export async function register() {\n  await watch();\n}\n',
    },
    'src/instrumentation.js',
    /register\(\) \{\n {2}if \(process\.env\.NEXT_RUNTIME === 'nodejs'\) \(await import\('\.\/engine\.mjs'\)\)\.engine\.start\(\);\n {2}await watch\(\);/,
  ],
  [
    'instrumentation of Next that passes on that of a package',
    {
      'package.json': json(['next']),
      'app/page.js': '',
      'instrumentation.js': "export { register } from 'other/next';\n",
    },
    'instrumentation.js',
    /^import \{ register as registerPackage \} from 'other\/next';\n\nexport async function register\(\) \{\n {2}await registerPackage\(\);\n {2}if \(process/,
  ],
  [
    'CommonJS in TypeScript, whose tests are run by Node: without an ending',
    {
      'package.json': {
        dependencies: { express: '5' },
        devDependencies: { typescript: '6' },
        scripts: { test: 'node --test -r ts-node/register "test/**/*.ts"', start: 'tsc && node dist/app.js' },
      },
      'tsconfig.json': {},
      'app.ts': "import express from 'express';\nconst app = express();\napp.get('/', x);\n",
    },
    'app.ts',
    /import \{ engine \} from '\.\/engine';\n/,
  ],
  [
    'the ending that other files of the project have',
    {
      'package.json': json(['express', 'typescript']),
      'app.ts': "import express from 'express';\nconst app = express();\napp.get('/', x);\n",
      'more.ts': "import { x } from './x.js';\n",
    },
    'app.ts',
    /import \{ engine \} from '\.\/engine\.js';\n/,
  ],
  [
    'the ending of its code, not that of a style sheet or of data, and of the kind of the file',
    {
      'package.json': json(['express', 'typescript']),
      'app.mts':
        "import data from './data.json' with { type: 'json' };\nimport { x } from './x.mts';\nconst app = express();\napp.get('/', x);\n",
    },
    'app.mts',
    /import \{ engine \} from '\.\/engine\.ts';\n/,
  ],
  [
    'a database of Prisma in a file, from the folder of its schema',
    {
      'package.json': json([], { dependencies: { express: '5', '@prisma/client': '^6.6.0' } }),
      'prisma/schema.prisma': 'datasource db {\n  provider = "sqlite"\n  url = env("DATABASE_URL")\n}\n',
      '.env': 'DATABASE_URL="file:./db.sqlite?connection_limit=1"\n',
      'a.js': 'const app = express();\n',
    },
    'engine.mjs',
    /nodeSqliteDatabase\('prisma\/db\.sqlite'\)/,
  ],
  [
    'drizzle-kit, which drops what it does not know',
    {
      'package.json': json(['express', 'pg', 'drizzle-orm']),
      'drizzle.config.ts': "export default defineConfig({\n  dialect: 'postgresql',\n});\n",
      'a.js': 'const app = express();\n',
    },
    'drizzle.config.ts',
    /defineConfig\(\{\n {2}tablesFilter: \['!policy_manager_\*'\],\n {2}dialect/,
  ],
  [
    'a route of TanStack Start',
    { 'package.json': json(['@tanstack/react-start', 'vite', 'typescript']), 'src/routes/index.tsx': '' },
    'src/routes/policies/$.ts',
    /from '@tanstack\/react-start\/server';\nimport \{ engine \} from '\.\.\/\.\.\/engine';\n\n[^]*createFileRoute\('\/policies\/\$'\)[^]*ip: getRequestIP\(\)/,
  ],
  [
    'the root of TanStack Start',
    {
      'package.json': json(['@tanstack/react-start']),
      'src/routes/__root.tsx': '<html>\n  <head>\n    <HeadContent />\n  </head>\n</html>\n',
    },
    'src/routes/__root.tsx',
    /<HeadContent \/>\n {4}<link rel="stylesheet"[^\n]*\n {4}<script type="module"[^\n]*\n {2}<\/head>/,
  ],
  [
    'a layout of Next below its language',
    {
      'package.json': json(['next']),
      'app/[locale]/layout.jsx': '<html>\n  <body>\n    {children}\n  </body>\n</html>\n',
    },
    'app/[locale]/layout.jsx',
    /consent\.js" async \/>\n {2}<\/body>/,
  ],
  [
    'the Pages Router of Next, which gets a route of the App Router',
    { 'package.json': json(['next']), 'src/pages/index.js': '' },
    'src/app/policies/[[...path]]/route.js',
    /from '\.\.\/\.\.\/\.\.\/engine\.mjs';/,
  ],
  [
    'an app below a path',
    { 'package.json': json(['next']), 'next.config.mjs': "export default { basePath: '/shop' };", 'app/page.js': '' },
    'engine.mjs',
    /mountPath: '\/shop\/policies',/,
  ],
  [
    'routes of React Router with a bracket in a comment',
    {
      'package.json': json(['@react-router/dev']),
      'app/routes.ts':
        'import { index } from "@react-router/dev/routes";\n\nexport default [\n  index("./home.tsx"), // [home]\n] satisfies RouteConfig;\n',
    },
    'app/routes.ts',
    /import \{ index, route \}[^]*tsx"\),\n {2}route\("policies\/\*", "routes\/policies\.ts"\), \/\/ \[home\]\n\] satisfies/,
  ],
  [
    'routes of React Router that are files',
    { 'package.json': json(['@react-router/dev']), 'app/routes.ts': 'export default flatRoutes();\n' },
    'app/routes/policies.$.ts',
    /export const loader = policyEngine\(engine\);/,
  ],
  [
    'the same database through another package',
    { 'package.json': json(['express', 'postgres']), 'a.js': 'const app = express();\n' },
    'engine.mjs',
    /from 'pg';/,
  ],
] as const satisfies ReadonlyArray<readonly [string, Files, string, RegExp]>) {
  test(title, () => {
    const { texts, left } = planOf(files);
    assert.match(texts.get(file) ?? left, expected);
  });
}

test('a project in TypeScript without the types of its driver would not compile', () => {
  const left = (packages: readonly string[]) =>
    planOf({ 'package.json': json(['@nestjs/core', ...packages]), 'tsconfig.json': '{}', 'pnpm-lock.yaml': '' }).left;
  assert.match(left(['pg']), /^ {4}pnpm add --save-dev @types\/pg$/m);
  assert.doesNotMatch(left(['pg', '@types/pg']) + left(['mysql2']), /@types/);
});

test('sessions of the framework are accounts', () => {
  const sessions = 'export const storage = createCookieSessionStorage<{ id: string }>({ cookie });\n';
  const { texts } = planOf({ 'package.json': json(['@react-router/dev']), 'app/sessions.server.ts': sessions });
  assert.match(texts.get('app/engine.server.ts') ?? '', /name: 'terms'[^]*signed in with sessions/);
});

for (const [file, text, place] of [
  ['src/users.ts', "class Users {\n  @Post('register')\n  create() {}\n}\n", 'src/users.ts:2'],
  ['app/routes/signup.tsx', 'export async function action({ request }) {}\n', 'app/routes/signup.tsx'],
  ['src/routes/register/+page.server.ts', 'export const actions = {};\n', 'src/routes/register/+page.server.ts'],
  ['server/api/sign-up.post.ts', 'export default defineEventHandler(() => 1);\n', 'server/api/sign-up.post.ts'],
  ['app/signup/page.tsx', 'export default function Page() {}\n', 'your code'],
] as const) {
  test(`the sign-up of ${file} is ${place}`, () => {
    const { left } = planOf({
      'package.json': json(['koa', 'passport']),
      'a.js': 'const app = new Koa();\n',
      [file]: text,
    });
    assert.ok(left.includes(`!!! ${place} (asks at sign-up`), left);
  });
}

test('a file of the project is never taken for the engine, its mount or its start', () => {
  const nuxt = planOf({ 'package.json': json(['nuxt']), 'server/plugins/policies.ts': 'export default 1;\n' });
  assert.deepEqual(nuxt.there, []);
  assert.match(nuxt.left, /^!!! server\/plugins\/policies\.ts \(starts the background jobs/m);
  const handles = planOf({
    'package.json': json(['@sveltejs/kit']),
    'src/hooks.server.ts': 'const handle = 1;\nexport { handle };\n',
  });
  assert.deepEqual(
    [...handles.texts.keys()].filter((name) => name.startsWith('src/hooks')),
    [],
  );
  assert.match(handles.left, /^!!! src\/hooks\.server\.ts \(mounts the engine/m);
});

test('the database of another package of the workspace is that of the application', () => {
  const root = read({
    'package.json': { workspaces: ['apps/*', 'packages/*'] },
    'apps/server/package.json': json([], { dependencies: { hono: '4', '@shop/api': '*' } }),
    'apps/server/index.ts': 'export const app = new Hono();\n',
    'packages/api/package.json': { name: '@shop/api', dependencies: { '@shop/db': 'workspace:*' } },
    'packages/db/package.json': { name: '@shop/db', dependencies: { 'drizzle-orm': '1', pg: '8', 'better-auth': '1' } },
    'packages/db/drizzle.config.ts': 'export default defineConfig({\n  out: "x",\n});\n',
    'packages/other/package.json': { name: '@shop/other', dependencies: { mysql2: '3', typeorm: '1' } },
  });
  const server = readProject(path.join(root.folder, 'apps', 'server'), assert.fail)!;
  const findings = findingsOf(server);
  assert.deepEqual([findings.driver, findings.orm?.id, findings.auth?.id], ['pg', 'drizzle', 'better-auth']);
  const left = planned(server, findings, undefined).changes.flatMap((change) => changeInLines(change));
  assert.match(left.join('\n'), /^!!! \.\.\/\.\.\/packages\/db\/drizzle\.config\.ts [^]*tablesFilter/m);
  assert.match(left.join('\n'), /npm install pg/, 'the application imports the driver itself');
  assert.deepEqual(findingsOf(root).orm, undefined);
});

test('a filter of drizzle-kit that leaves the tables alone stays as it is, and another one is left to a person', () => {
  const planWith = (filter: string) =>
    planOf({
      'package.json': json(['express', 'pg', 'drizzle-orm']),
      'drizzle.config.ts': `export default { tablesFilter: ${filter} } satisfies Config;\n`,
      'a.js': 'const app = express();\n',
    });
  for (const filter of ["['shop_*']", "['!policy_manager_*', 'x']", "'orders'"]) {
    assert.deepEqual(planWith(filter).there, ['drizzle.config.ts'], filter);
  }
  for (const filter of ["['*']", "['!old_*']", "['policy_*']"]) {
    assert.match(planWith(filter).left, /^!!! drizzle\.config\.ts [^]*'!policy_manager_\*'/m, filter);
  }
});

test('says why it finds no app, and among which files to choose', () => {
  const app = 'const app = express();\n';
  assert.match(
    planOf({ 'package.json': json(['express']), 'a.js': '' }).left,
    /no line that creates the app was found/,
  );
  const two = { 'package.json': json(['express']), 'a.js': app, 'b.js': app };
  assert.match(planOf(two).left, /several files create an app: a\.js, b\.js \(name one with --entry\)/);
  const started = planOf({
    ...two,
    'package.json': json(['express'], { scripts: { start: 'node b.js', other: 'node a.js' } }),
  });
  assert.deepEqual(
    [...started.texts.keys()].filter((name) => /^[ab]\.js$/.test(name)),
    ['b.js'],
  );
});

test('the root of a workspace names its applications, and their packages may be installed there', () => {
  const root = read({
    'package.json': { workspaces: ['apps/*'] },
    'pnpm-workspace.yaml': "packages:\n  # ours\n  - 'sites/*'\n",
    'apps/web/package.json': json(['express']),
    'apps/tools/package.json': json(['typescript']),
    'sites/shop/package.json': json(['next']),
    'node_modules/policy-engine/package.json': {},
  });
  assert.deepEqual(appsOf(root), ['apps/web', 'sites/shop']);
  assert.ok(isInstalledAbove(path.join(root.folder, 'apps', 'web'), 'policy-engine'));
  assert.equal(isInstalledAbove(path.join(root.folder, 'apps', 'web'), 'express'), false);
});

test('what decides on a request first is named, and a driver that is not installed', () => {
  const { left } = planOf({
    'package.json': json(['next', '@mikro-orm/postgresql']),
    'app/page.js': '',
    'proxy.ts': 'export const config = {};',
  });
  assert.match(left, /^!!! proxy\.ts \(leaves \/policies to the engine/m);
  assert.match(left, /npm install pg/);
});
