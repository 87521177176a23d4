/** Which files may import which, including types. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cyclesOf, type Import, importsOf, sourcesOf, violations } from './sources.ts';

const engine = sourcesOf('policy-engine');
const renderer = sourcesOf('page-renderer');
const middleware = sourcesOf('render-middleware');

const isIn = (file: string, ...folders: readonly string[]) => folders.some((folder) => file.startsWith(`${folder}/`));
const moduleOf = (file: string) => /^modules\/(?<name>[^/]+)\//.exec(file)?.groups?.['name'];

/** The files that a module offers to others, in addition to its `module.ts`. Everything else is internal. */
const OFFERED: Readonly<Record<string, readonly string[]>> = {
  // How the banner is drawn, and where its versions are shown.
  appearance: ['look.ts', 'paths.ts', 'served.ts'],
  audit: ['logged-entries.ts', 'service.ts', 'subjects.ts'],
  // The results of the check that the administrators' home page shows.
  checks: ['finding.ts', 'service.ts'],
  // The decisions of a browser, and their proofs.
  browsers: ['browser.ts', 'cookie-names.ts', 'kept-vendors.ts', 'rule-cookies.ts', 'service.ts'],
  consent: [
    // The results of user helpers.
    'adoption.ts',
    // Types in the declaration of a rule.
    'callback.ts',
    // Parts of the privacy centre that other modules draw.
    'centre/views/section.ts',
    'condition.ts',
    'consent-status.ts',
    // Which rules are consents, and what scripts do with them: purposes of the record of processing.
    'gpc.ts',
    'necessary/declaration.ts',
    'scripts/declaration.ts',
    'service.ts',
    'visitor.ts',
  ],
  // A request for data is answered by an export; `rows.ts` reads what a rule declares; data rules are exported too.
  export: [
    'export-request.ts',
    'host-function.ts',
    'preview.ts',
    'rows.ts',
    'rule.ts',
    'rule-options.ts',
    'files/declaration.ts',
    'files/options.ts',
    'template.ts',
    'template-data.ts',
  ],
  // What the host declares about personal data.
  'data-map': [
    'data-map.ts',
    'declaration.ts',
    'key-order.ts',
    'rule.ts',
    'service.ts',
    'statement-text.ts',
    'table-rows.ts',
  ],
  // The data about people in the modules, as steps of an erasure.
  erasure: ['absence/places.ts', 'own-step.ts'],
  people: ['helper-names.ts'],
  // The parts of requests of every kind.
  requests: [
    'deadline.ts',
    'deliberate.ts',
    'desk.ts',
    'engine-actions.ts',
    'kind.ts',
    'lists.ts',
    'log-subjects.ts',
    'mail-contents.ts',
    'mails.ts',
    'paths.ts',
    'register.ts',
    'request.ts',
    'routes/acts.ts',
    'routes/all.ts',
    'routes/files.ts',
    'routes/list.ts',
    'routes/record.ts',
    'routes/shared.ts',
    'views/act-pages.tsx',
    'views/kind-pages.ts',
    'views/list-page.tsx',
    'views/one-page.tsx',
    'views/own-timeline.tsx',
    'views/parts.tsx',
    'views/person-page.tsx',
    'webhook-events.ts',
  ],
  // Decisions and their proofs are written in one transaction.
  proof: [
    'circumstances.ts',
    'event.ts',
    'projection/decision-writer.ts',
    // An import writes decisions of many accounts at once.
    'projection/record-store.ts',
    'projection/effective-decision.ts',
    'projection/subject-store.ts',
    'projection/user-term-store.ts',
    // Receipts and decisions of a person, for administrators.
    'receipt-schema.ts',
    'representation.ts',
    'views/event-parts.tsx',
    'views/banner-link.tsx',
    'views/receipt-page.tsx',
    // A text outside of the database, written completely; the journal of erasures is another one.
    'restores/mark.ts',
    'rows.ts',
    'service.ts',
    // The part of a decision about single vendors.
    'shown-appearance.ts',
    'vendor-choice.ts',
  ],
  rules: ['rules.ts'],
  terms: [
    'languages.ts',
    'logged-texts.ts',
    'markdown.ts',
    'published-texts.ts',
    'rendered-difference.ts',
    'service.ts',
    'term.ts',
    'version-figures.ts',
  ],
  // The events of a module.
  webhooks: ['events.ts', 'service.ts'],
};

/** Composes the engine. */
const COMPOSITION = new Set(['engine.ts', 'compose.ts', 'modules.ts', 'index.ts', 'configure.ts', 'testing.ts']);

/** Files of a module that answer requests. */
const EDGE =
  /\.tsx$|\/(?:views|routes|banner)\/|\/(?:[\w-]+-)?(?:route|routes|representation|input|module)\.ts$|\/require-policies\.ts$/;

/** Other files of modules that import files of `platform/web`. */
const WEB_IN_SERVICES: ReadonlyMap<string, readonly string[]> = new Map([
  // The decisions of an anonymous visitor are stored in cookies.
  ...[
    'browsers/browser',
    'browsers/rule-cookies',
    'browsers/service',
    'browsers/signed-cookie',
    'consent/callback',
    'consent/context/contexts',
    'consent/context/consent-context',
    'consent/found-cookies/service',
    'consent/own-data',
    'consent/scripts/service',
    'consent/service',
    'consent/sign-up',
    'consent/visitor',
    'people/user-helpers',
  ].map((name): [string, string[]] => [`modules/${name}.ts`, ['cookies']]),
  // Network addresses and times as people read them: functions of plain values.
  ['modules/proof/circumstances.ts', ['network']],
  ['modules/requests/deadline.ts', ['wall-time']],
  // Each kind shows its requests in the lists of all kinds.
  ['modules/requests/kind.ts', ['index']],
  ['modules/terms/markdown.ts', ['index']],
  // The context of one request of the host: where the engine is mounted, and which local path comes next.
  ['modules/consent/context/contexts.ts', ['cookies', 'mount']],
  ['modules/consent/context/consent-context.ts', ['cookies', 'index']],
  // How long a public response may be cached.
  ['modules/consent/public-reading.ts', ['route']],
  // The errors of a form and their format; the limit of writes per person.
  ['modules/requests/deliberate.ts', ['http-error']],
  ['modules/requests/register.ts', ['limits/write-limiter']],
]);

/** Types that refer to each other on purpose; this does not load any file. */
const TYPE_CYCLES: readonly (readonly string[])[] = [
  ['platform/database/migration.ts', 'platform/database/tables.ts'],
  // A rule declares conditions and callbacks, which get the rule as an argument.
  ['modules/rules/condition.ts', 'modules/rules/rules.ts'],
  ['modules/consent/scripts/declaration.ts', 'modules/consent/scripts/template.ts'],
];

/** Modules are typed by their engine, whose type consists of the types of the modules. */
const COMPOSED_TYPES = new Set(['compose.ts', 'config.ts', 'module.ts', 'modules.ts', 'policy-engine.ts']);

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

test('the platform imports nothing of what stands on it', () => {
  const found = violations(
    engine,
    (file, { to }) =>
      isIn(file, 'platform') &&
      (isIn(to, 'modules', 'hosts', 'orms', 'cli', 'client') || COMPOSED_TYPES.has(to) || COMPOSITION.has(to)),
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

test('a module imports of another what that one offers', () => {
  const used = new Set<string>();
  const found = violations(engine, (file, { to }) => {
    const [own, other] = [moduleOf(file), moduleOf(to)];
    if (own === undefined || other === undefined || own === other) return false;
    const name = to.slice(`modules/${other}/`.length);
    used.add(`${other}/${name}`);
    return name !== 'module.ts' && !(OFFERED[other] ?? []).includes(name);
  });
  assert.deepEqual(found, []);
  const offered = Object.entries(OFFERED).flatMap(([name, files]) => files.map((file) => `${name}/${file}`));
  assert.deepEqual(
    offered.filter((file) => !used.has(file)),
    [],
    'no module uses these any more',
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
  const found = violations(
    renderer,
    (file, { to, isRelative }) => isIn(file, 'page') && (!isRelative || to.startsWith('node:')),
  );
  assert.deepEqual(found, []);
});

test('guard, render, browser and cache import nothing of the server', () => {
  const found = violations(
    renderer,
    (file, { to }) => isIn(file, 'guard', 'render', 'browser', 'cache') && isIn(to, 'server'),
  );
  assert.deepEqual(found, []);
});

for (const [name, sources] of Object.entries({ engine, renderer, middleware })) {
  test(`no file of the ${name} is loaded in a circle`, () => {
    assert.deepEqual(
      cyclesOf(sources, ({ isType, isDynamic }) => !isType && !isDynamic),
      [],
    );
  });

  test(`types of the ${name} that name each other do so on purpose`, () => {
    const known = name === 'engine' ? TYPE_CYCLES : [];
    const setOf = (cycles: readonly (readonly string[])[]) => new Set(cycles.map((files) => files.join(' ')));
    assert.deepEqual(setOf(cyclesOf(sources, ({ to }) => !COMPOSED_TYPES.has(to))), setOf(known));
  });
}
