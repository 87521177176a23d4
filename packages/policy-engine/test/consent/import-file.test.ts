/** `policy-engine import`, and the files that it refuses. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { nodeSqliteDatabase } from 'policy-engine';
import { ask, engineOn } from '../proof/support.ts';
import { runCommand } from '../support/command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-import-file-'));
const database = nodeSqliteDatabase(path.join(folder, 'host.db'));
const engine = engineOn(database);

before(async () => {
  await engine.migrate();
  await engine.terms.import([{ rule: 'age', markdown: '# Age', publishedAt: '2020-01-01T00:00:00Z' }]);
});
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

let hosts = 0;

/** A host's module, a new one each time: a command closes the engine that it has loaded. */
function newHost(): string {
  const host = path.join(folder, `host-${++hosts}.ts`);
  const support = pathToFileURL(path.join(import.meta.dirname, '../proof/support.ts')).href;
  const main = import.meta.resolve('policy-engine');
  writeFileSync(
    host,
    `import { nodeSqliteDatabase } from ${JSON.stringify(main)};\nimport { engineOn } from ${JSON.stringify(support)};\n` +
      `export const engine = engineOn(nodeSqliteDatabase(${JSON.stringify(path.join(folder, 'host.db'))}));\n`,
  );
  return host;
}

function fileOf(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const run = (...args: string[]) => runCommand(['import', ...args]);

const HEADER = 'user_id,rule,version,decision,at\n';
const anna = 'anna,age,1,accepted,2021-03-04T10:11:12Z\n';

test('the import command names the line of a bad row, has a dry run, imports, and finds nothing left to import', async () => {
  const file = fileOf('mixed.csv', `${HEADER}${anna}\nbob,age,7,accepted,2021-03-04T10:11:12Z\n"eve",age,1\n`);
  const refused = await run(file, '--engine', newHost());
  assert.deepEqual([refused.status, refused.stdout], [1, '']);
  assert.match(
    refused.stderr,
    /^line 4: "age" has no version 7\nline 5: Invalid Record Length.*\npolicy-engine: 2 rows/,
  );

  const dry = await run(file, '--engine', newHost(), '--dry-run', '--skip-bad');
  assert.deepEqual(
    [dry.status, dry.stdout],
    [0, '3 rows: 1 would be imported, of which 1 would count as the current decision; 0 already known, 2 skipped\n'],
  );
  const done = await run(file, '--engine', newHost(), '--skip-bad');
  assert.match(
    done.stdout,
    /^3 rows: 1 imported, of which 1 count as the current decision; 0 already known, 2 skipped/,
  );
  const answer = await ask(engine, '/user_terms/age.json', { user: 'anna' });
  assert.equal(((await answer.json()) as { state: string }).state, 'accepted');
  assert.match(
    (await run(file, '--engine', newHost(), '--skip-bad')).stdout,
    /^3 rows: 0 imported, .* 1 already known, 2 skipped/,
  );
});

test('the import command takes a decision that is older than its text only with --undated-texts', async () => {
  const file = fileOf('older.csv', `${HEADER}carl,age,1,accepted,2019-03-04T10:11:12Z\n`);
  const refused = await run(file, '--engine', newHost());
  assert.equal(refused.status, 1);
  assert.match(
    refused.stderr,
    /^line 2: at 2019-03-04T10:11:12.000Z is before .* 2020-01-01T00:00:00.000Z: .*--undated-texts/,
  );
  const done = await run(file, '--engine', newHost(), '--undated-texts');
  assert.match(done.stdout, /^1 rows: 1 imported/);
});

for (const [name, args, message] of [
  ['no file', [], /expected one file/],
  ['no engine', ['x.csv'], /use --engine to name the module that exports the engine/],
  ['another format', ['x.csv', '--engine', 'host.ts', '--format', 'xml'], /--format takes csv or ndjson, not "xml"/],
] as const) {
  test(`the import command prints one line for invalid arguments: ${name}`, async () => {
    const { status, stderr } = await run(...args);
    assert.equal(status, 1);
    assert.match(stderr, message);
    assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  });
}

for (const [name, content, message] of [
  ['typo.csv', 'user_id,rule,versoin,decision,at\n', /names user_id, rule, versoin, decision, at; columns are user_id/],
  ['twice.csv', 'user_id,user_id,rule,version,decision,at\n', /columns are user_id/],
  ['latin1.csv', Buffer.from(`${HEADER}andr\xe9,age,1,accepted,2021-03-04T10:11:12Z\n`, 'latin1'), /not UTF-8/],
  ['latin1.ndjson', Buffer.from('{"user_id":"andr\xe9"}\n', 'latin1'), /not UTF-8/],
  ['endless.ndjson', 'x'.repeat(200_000), /line 1 is longer than/],
  ['endless.csv', `${HEADER}"${'x'.repeat(200_000)}`, /Max Record Size/],
  ['no.ndjson', '{"user_id"\n', /line 1: is not JSON/],
  ['what.txt', anna, /use --format csv or --format ndjson/],
] as const) {
  test(`an import file ${name} is refused as a whole`, async () => {
    await assert.rejects(engine.importDecisions(fileOf(name, content)), { code: 'import_refused', message });
  });
}

test('only a file that can be read twice is imported', async () => {
  await assert.rejects(engine.importDecisions('/dev/null', { format: 'csv' }), /only a regular file/);
  await assert.rejects(engine.importDecisions(path.join(folder, 'missing.csv')), { code: 'ENOENT' });
});
