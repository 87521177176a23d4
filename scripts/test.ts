/**
 * Builds, then runs the tests in several parallel processes: `node scripts/test.ts [--no-skips] [--long | --all] [pattern…]`.
 *
 * A pattern is a glob or a part of a path; without one, all tests run but those of `LONG`. With `--long`, only these run, and with `--all`
 * both. With `--no-skips`, a skipped test is a failure.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { build, root } from './build.ts';
import { writeLanes } from './lanes.ts';
import { isEmptyLane, Totals } from './totals.ts';

/** Twice the capacity of two cores, of which four lanes leave nothing idle: since commits of test databases do not wait for the disk, six took longer. */
const LANES = 4;
/**
 * Megabytes for new objects in a lane, from its start. Node begins with less and grows it while collecting garbage: starting
 * a product took an eighth more processor time.
 */
const MEMORY = ['--min-semi-space-size=16', '--max-semi-space-size=32'];
const TESTS = ['packages/*/test/**/*.test.ts', 'demo/test/**/*.test.ts', 'scripts/house/*.test.ts'];

/** The files that take longest: comparisons, faults at each step, hostile input, journeys through many pages. More than half of the processor time. */
const LONG: readonly string[] = [
  'demo/test/account-pages.browser.test.ts',
  'demo/test/audit.browser.test.ts',
  'demo/test/consent.browser.test.ts',
  'demo/test/demo.browser.test.ts',
  'demo/test/erasure.browser.test.ts',
  'demo/test/numbers.test.ts',
  'demo/test/panel.browser.test.ts',
  'demo/test/policies.journey.browser.test.ts',
  'demo/test/policies.servers.browser.test.ts',
  'demo/test/portability.browser.test.ts',
  'demo/test/public-pages.browser.test.ts',
  'demo/test/start.test.ts',
  'demo/test/storefront.browser.test.ts',
  'packages/page-renderer/test/cache/filesystem.test.ts',
  'packages/page-renderer/test/conformance/conformance.browser.test.ts',
  'packages/page-renderer/test/dialects.browser.test.ts',
  'packages/page-renderer/test/dialects/languages.browser.test.ts',
  'packages/page-renderer/test/fleet/fleet.browser.test.ts',
  'packages/page-renderer/test/gate/gate.browser.test.ts',
  'packages/page-renderer/test/gate/supplied.browser.test.ts',
  'packages/page-renderer/test/gate/ways-in.browser.test.ts',
  'packages/page-renderer/test/home.browser.test.ts',
  'packages/page-renderer/test/hostile/hostile.browser.test.ts',
  'packages/page-renderer/test/inspect/inspect.browser.test.ts',
  'packages/page-renderer/test/lifecycle.browser.test.ts',
  'packages/page-renderer/test/node-version.test.ts',
  'packages/page-renderer/test/operator/operator.browser.test.ts',
  'packages/page-renderer/test/oracle/mutations.browser.test.ts',
  'packages/page-renderer/test/oracle/never-at-rest.browser.test.ts',
  'packages/page-renderer/test/oracle/oracle.browser.test.ts',
  'packages/page-renderer/test/packaged-browser.browser.test.ts',
  'packages/page-renderer/test/passage-time.browser.test.ts',
  'packages/page-renderer/test/repeating.browser.test.ts',
  'packages/page-renderer/test/restless.browser.test.ts',
  'packages/page-renderer/test/serialisation/fuzz.browser.test.ts',
  'packages/page-renderer/test/serialisation/hostile.browser.test.ts',
  'packages/page-renderer/test/serialisation/polyfills.browser.test.ts',
  'packages/page-renderer/test/serialisation/shadow.browser.test.ts',
  'packages/page-renderer/test/setup/init.browser.test.ts',
  'packages/page-renderer/test/shutdown.browser.test.ts',
  'packages/page-renderer/test/skills.browser.test.ts',
  'packages/page-renderer/test/supervision.browser.test.ts',
  'packages/page-renderer/test/takeover/examples.browser.test.ts',
  'packages/page-renderer/test/warming/sitemap.test.ts',
  'packages/page-renderer/test/wire/wire.browser.test.ts',
  'packages/policy-engine/test/accessibility/accessibility.browser.test.ts',
  'packages/policy-engine/test/client/components/components.browser.test.ts',
  'packages/policy-engine/test/client/narrow.browser.test.ts',
  'packages/policy-engine/test/client/routers.browser.test.ts',
  'packages/policy-engine/test/client/stack.browser.test.ts',
  'packages/policy-engine/test/client/verifier.browser.test.ts',
  'packages/policy-engine/test/client/verifier.test.ts',
  'packages/policy-engine/test/predecessor/predecessor.test.ts',
  'packages/policy-engine/test/requests/correspondence.browser.test.ts',
  'packages/policy-engine/test/consent/rejection.browser.test.ts',
  'packages/policy-engine/test/consent/tag-forms.test.ts',
  'packages/policy-engine/test/database/cut-off.test.ts',
  'packages/policy-engine/test/database/earlier.test.ts',
  'packages/policy-engine/test/database/migrate.test.ts',
  'packages/policy-engine/test/database/native-types.test.ts',
  'packages/policy-engine/test/database/own-servers.test.ts',
  'packages/policy-engine/test/database/search-limits.test.ts',
  'packages/policy-engine/test/database/searched-tables.test.ts',
  'packages/policy-engine/test/database/walk.test.ts',
  'packages/policy-engine/test/engine/deletion-functions.test.ts',
  'packages/policy-engine/test/engine/job-functions.test.ts',
  'packages/policy-engine/test/engine/node-version.test.ts',
  'packages/policy-engine/test/engine/skill.test.ts',
  'packages/policy-engine/test/erasure/again-killed.test.ts',
  'packages/policy-engine/test/erasure/again.test.ts',
  'packages/policy-engine/test/erasure/faults.test.ts',
  'packages/policy-engine/test/erasure/journal.test.ts',
  'packages/policy-engine/test/erasure/killed.test.ts',
  'packages/policy-engine/test/erasure/linked-faults/mysql-conflict.test.ts',
  'packages/policy-engine/test/erasure/linked-faults/mysql-dead.test.ts',
  'packages/policy-engine/test/erasure/linked-faults/mysql-lost.test.ts',
  'packages/policy-engine/test/erasure/linked-faults/mysql-refused.test.ts',
  'packages/policy-engine/test/erasure/linked-faults/postgres-conflict.test.ts',
  'packages/policy-engine/test/erasure/linked-faults/postgres-dead.test.ts',
  'packages/policy-engine/test/erasure/linked-faults/postgres-lost.test.ts',
  'packages/policy-engine/test/erasure/linked-faults/postgres-refused.test.ts',
  'packages/policy-engine/test/erasure/linked-faults/sqlite-conflict.test.ts',
  'packages/policy-engine/test/erasure/linked-faults/sqlite-dead.test.ts',
  'packages/policy-engine/test/erasure/linked-faults/sqlite-lost.test.ts',
  'packages/policy-engine/test/erasure/linked-faults/sqlite-refused.test.ts',
  'packages/policy-engine/test/erasure/mailed-identity.browser.test.ts',
  'packages/policy-engine/test/erasure/outside-reports.test.ts',
  'packages/policy-engine/test/erasure/outside.test.ts',
  'packages/policy-engine/test/erasure/pages.browser.test.ts',
  'packages/policy-engine/test/erasure/random-schemas.test.ts',
  'packages/policy-engine/test/erasure/references.test.ts',
  'packages/policy-engine/test/erasure/retention-faults.test.ts',
  'packages/policy-engine/test/erasure/retention-pages.browser.test.ts',
  'packages/policy-engine/test/export/files.test.ts',
  'packages/policy-engine/test/export/site.browser.test.ts',
  'packages/policy-engine/test/faults/faults.test.ts',
  'packages/policy-engine/test/faults/loop.test.ts',
  'packages/policy-engine/test/home/day.browser.test.ts',
  'packages/policy-engine/test/hosts/behind-proxy.test.ts',
  'packages/policy-engine/test/hosts/page-caching.test.ts',
  'packages/policy-engine/test/jobs/embedded.test.ts',
  'packages/policy-engine/test/jobs/pg-boss.test.ts',
  'packages/policy-engine/test/jobs/processes.test.ts',
  'packages/policy-engine/test/mail/words.browser.test.ts',
  'packages/policy-engine/test/portability/killed.test.ts',
  'packages/policy-engine/test/portability/pages.browser.test.ts',
  'packages/policy-engine/test/proof/concurrency.test.ts',
  'packages/policy-engine/test/proof/format.test.ts',
  'packages/policy-engine/test/proof/restores.test.ts',
  'packages/policy-engine/test/proof/tampering.test.ts',
  'packages/policy-engine/test/setup/init.test.ts',
  'packages/policy-engine/test/subjects/merge-cases.test.ts',
  'packages/policy-engine/test/terms/formatted-editor.browser.test.ts',
  'packages/policy-engine/test/terms/memory.test.ts',
  'packages/policy-engine/test/terms/pasting.browser.test.ts',
  'packages/policy-engine/test/terms/proof-pages.browser.test.ts',
  'packages/policy-engine/test/terms/terms-pages.browser.test.ts',
  'packages/policy-engine/test/web/components.browser.test.ts',
  'packages/policy-engine/test/web/get-requests.test.ts',
  'packages/policy-engine/test/web/unsafe-inputs.test.ts',
];

const { values: flags, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: {
    'no-skips': { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});

function testFiles(): string[] {
  const files = globSync(TESTS, { cwd: root }).map((file) => file.replaceAll(path.sep, '/'));
  const missing = LONG.filter((file) => !files.includes(file));
  if (missing.length > 0) throw new Error(`LONG names files that do not exist: ${missing.join(', ')}`);
  if (patterns.length > 0) return files.filter((file) => patterns.some((pattern) => isMatch(file, pattern)));
  return flags.all ? files : files.filter((file) => LONG.includes(file) === flags.long);
}

function isMatch(file: string, pattern: string): boolean {
  return file.includes(pattern) || path.matchesGlob(file, pattern);
}

async function passAlone(files: readonly string[]): Promise<boolean> {
  const alone = new Totals();
  for await (const event of run({ files: writeLanes(files, root, 1), concurrency: 1, cwd: root, execArgv: MEMORY })) {
    alone.add(event);
    if (event.type === 'test:fail') process.stdout.write(`✖ ${event.data.name}\n${String(event.data.details.error)}\n`);
  }
  return alone.passed({ skips: false });
}

async function* events(files: readonly string[], totals: Totals) {
  const lanes = writeLanes(files, root, LANES);
  for await (const event of run({ files: lanes, concurrency: LANES, cwd: root, execArgv: MEMORY })) {
    totals.add(event);
    if (isEmptyLane(event)) continue;
    // The runner ends with its own counts; ours follow.
    if (event.type === 'test:summary') continue;
    if (event.type === 'test:diagnostic' && event.data.nesting === 0 && !event.data.file) continue;
    yield event;
  }
  const again = totals.again();
  for (const file of again) process.stdout.write(`\nOnce more, alone: ${file}\n`);
  if (again.length > 0 && (await passAlone(again))) totals.forgive(again);
  for (const message of totals.lines()) {
    yield { type: 'test:diagnostic', data: { nesting: 0, message, level: 'info' } };
  }
}

const totals = new Totals();
build();
const files = testFiles();
if (files.length === 0) {
  process.stderr.write(`No test file matches ${patterns.join(' ')}\n`);
  process.exit(1);
}
process.env['TEST_LANES'] = String(LANES);
// Each lane is a process: a shared cache saves compiling the same code again.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules/.cache/compile');
process.once('exit', (code) => {
  if (code === 0 && !totals.passed({ skips: !flags['no-skips'] })) process.exitCode = 1;
});
const reporter = new spec();
reporter.pipe(process.stdout);
Readable.from(events(files, totals)).pipe(reporter);
