/**
 * What an engine loads until its first answer. Each file and package here makes every start of every host slower; what only some
 * pages, languages, mails or exports need is loaded by the first that needs it.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { copyForPacking } from '../rolled.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Modules of Node that the engine imports; SQLite is loaded by its driver, when there is one. */
const OF_NODE = [
  'node:async_hooks',
  'node:crypto',
  'node:dns',
  'node:events',
  'node:fs',
  'node:fs/promises',
  'node:http',
  'node:https',
  'node:net',
  'node:os',
  'node:path',
  'node:stream',
  'node:stream/consumers',
  'node:stream/promises',
  'node:timers/promises',
  'node:url',
  'node:util',
  'node:vm',
  'node:zlib',
];
/** Kilobytes of the engine's files, with what they contain of its dependencies. */
const MOST_KILOBYTES = 6_240;

const PROGRAM = `
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
const { connectDatabase, createPolicyEngine } = await import('policy-engine');
const engine = createPolicyEngine({
  database: await connectDatabase(':memory:'),
  rules: [{ name: 'analytics', sessionless: true }],
  currentUser: () => null,
  logger: { error(...all) { throw new Error(all.join(' ')); } },
});
await engine.migrate();
const answer = await engine.fetch(new Request('http://shop.example/policies/consent.json'));
console.log(JSON.stringify({ status: answer.status, loaded }));
`;

let folder: string;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'start-'));
  const modules = path.join(folder, 'node_modules');
  mkdirSync(modules);
  const engine = await copyForPacking('policy-engine', modules);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(engine, 'node_modules'));
  writeFileSync(path.join(folder, 'program.mjs'), PROGRAM);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('an engine answers first with no dependency loaded but those in its own files, and without the drivers of others', () => {
  const output = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'program.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { status, loaded } = JSON.parse(output) as { readonly status: number; readonly loaded: readonly string[] };
  assert.equal(status, 200, output);
  const files = loaded.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
  const others = files.filter((file) => !file.includes('/node_modules/policy-engine/dist/'));
  assert.deepEqual(others, [], 'files of other packages');
  const ofNode = [...new Set(loaded.filter((url) => url.startsWith('node:')))].toSorted();
  assert.deepEqual(ofNode, OF_NODE);
  const kilobytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000;
  assert.ok(files.length <= 30, `${files.length} files`);
  assert.ok(kilobytes <= MOST_KILOBYTES, `${kilobytes.toFixed(0)} kB in ${files.length} files`);
});
