/** Decisions of an older system, on every database. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { Database, ImportedDecision, PolicyEngine } from 'policy-engine';
import type { ImportProblem } from '../../dist/modules/consent/import/row.js';
import { createQueries } from '../../dist/schema.js';
import { ask, decide, empty, engineOn, eventsIn, newKeys } from '../proof/support.ts';
import { testsAll } from '../../../../testing/rounds.ts';
import { forEachDatabase } from '../support/databases.ts';

/** More rows than one transaction writes, of fewer people. */
const [ROWS, PEOPLE] = testsAll ? [1200, 700] : [600, 350];
const keys = newKeys();
const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-import-'));
after(() => rmSync(folder, { recursive: true }));

let files = 0;
function fileOf(suffix: string, text: string | Uint8Array): string {
  const file = path.join(folder, `${(files += 1)}.${suffix}`);
  writeFileSync(file, text);
  return file;
}

const HEADER = 'user_id,rule,version,decision,at,locale';
const decision = (changes: Partial<ImportedDecision> = {}): ImportedDecision => ({
  user_id: 'anna',
  rule: 'age',
  version: 1,
  decision: 'accepted',
  at: '2021-03-04T10:11:12Z',
  ...changes,
});

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;

  before(async () => {
    database = await target.open();
    engine = engineOn(database, { ledgerKey: keys.secret });
    await engine.migrate();
    await engine.terms.import([
      { rule: 'age', markdown: '# Age', publishedAt: '2018-01-01T00:00:00Z' },
      { rule: 'age', markdown: '# Age, again', publishedAt: '2019-01-01T00:00:00Z' },
      { rule: 'cookie', markdown: '# Cookies', publishedAt: '2018-01-01T00:00:00Z' },
    ]);
  });
  beforeEach(async () => {
    await empty(database);
    await database.execute('delete from policy_manager_admin_actions');
  });

  const actions = async () => {
    const rows = await createQueries(database).selectFrom('admin_actions').select('action').execute();
    return rows.map(({ action }) => action);
  };
  const stateOf = async (user: string, rule: string) => {
    const response = await ask(engine, `/user_terms/${rule}.json`, { user });
    const { state, decided_at } = (await response.json()) as { state: string; decided_at: string | null };
    return { state, decided_at };
  };

  test('an import creates decisions and their proof, and a second run of the same file changes nothing', async () => {
    const file = fileOf(
      'csv',
      `\uFEFF${HEADER}\r\nanna,age,2,accepted,2022-01-02T03:04:05Z,en\r\n"b,""ob",age,1,accepted,2022-01-02T05:04:05.5+02:00,\r\nanna,cookie,1,rejected,2022-01-02T03:04:05Z,fr\r\n`,
    );
    assert.deepEqual(await engine.importDecisions(file), { rows: 3, imported: 3, decided: 3, known: 0, bad: 0 });
    assert.deepEqual(await stateOf('anna', 'age'), { state: 'accepted', decided_at: '2022-01-02T03:04:05.000Z' });
    // The rows are about the first version, and the second version asks again.
    assert.equal((await stateOf('b,"ob', 'age')).state, 'passive');
    // The imported refusal of a consent is older than the six months in which nobody is asked again.
    assert.equal((await stateOf('anna', 'cookie')).state, 'passive');
    const events = await eventsIn(database);
    assert.deepEqual(
      events.map(({ how, subject, rule, version, decision: decided, at, locale }) => [
        how,
        subject,
        rule,
        version,
        decided,
        at,
        locale,
      ]),
      [
        ['import', 'anna', 'age', 2, 'accepted', '2022-01-02T03:04:05.000Z', 'en'],
        ['import', 'b,"ob', 'age', 1, 'accepted', '2022-01-02T03:04:05.500Z', null],
        ['import', 'anna', 'cookie', 1, 'rejected', '2022-01-02T03:04:05.000Z', 'fr'],
      ],
    );
    assert.ok(events.every(({ text_hash }) => /^[0-9a-f]{64}$/.test(text_hash ?? '')));
    assert.deepEqual(await actions(), ['decisions_imported']);

    assert.deepEqual(await engine.importDecisions(file), { rows: 3, imported: 0, decided: 0, known: 3, bad: 0 });
    assert.deepEqual(await eventsIn(database), events);
    await engine.ledger.seal();
    assert.deepEqual((await engine.ledger.verify()).findings, []);
    // Nothing was flagged when it was sealed, and the second run was not recorded as an action.
    assert.deepEqual(await actions(), ['decisions_imported']);
  });

  test('a decision made since then stays in force, and the imported older one is in the ledger', async () => {
    await decide(engine, 'anna', 'age');
    const { decided_at } = await stateOf('anna', 'age');
    const rows = [
      decision({ decision: 'rejected', version: 2, at: '2020-01-01T00:00:00Z' }),
      // Not in the order of time: the latest counts.
      decision({ user_id: 'bob', decision: 'rejected', version: 2, at: '2021-01-01T00:00:00Z' }),
      decision({ user_id: 'bob', decision: 'accepted', version: 2, at: '2020-01-01T00:00:00Z' }),
      decision({ user_id: 'bob', decision: 'accepted', version: 2, at: '2020-01-01T00:00:00Z' }),
    ];
    assert.deepEqual(await engine.importDecisions(rows), { rows: 4, imported: 3, decided: 1, known: 1, bad: 0 });
    assert.deepEqual(await stateOf('anna', 'age'), { state: 'accepted', decided_at });
    assert.deepEqual(await stateOf('bob', 'age'), { state: 'rejected', decided_at: '2021-01-01T00:00:00.000Z' });
    const later = [decision({ user_id: 'bob', version: 2, at: '2022-01-01T00:00:00Z' })];
    assert.equal((await engine.importDecisions(later)).decided, 1);
    assert.equal((await stateOf('bob', 'age')).state, 'accepted');
  });

  test('an invalid row is named, and nothing is written unless it is skipped', async () => {
    const bad: readonly (readonly [unknown, RegExp])[] = [
      [{ ...decision(), user_id: '' }, /^user_id is missing$/],
      [{ ...decision(), user_id: undefined }, /^user_id is missing$/],
      [{ ...decision(), user_id: 'x'.repeat(256) }, /^user_id is longer than 255 characters$/],
      [{ ...decision(), user_id: 'a\0b' }, /^user_id contains characters that no database stores$/],
      [{ ...decision(), rule: 'nothing' }, /^there is no rule "nothing"$/],
      [{ ...decision(), version: 9 }, /^"age" has no version 9$/],
      [{ ...decision(), version: 'two' }, /^version is not a whole number$/],
      [{ ...decision(), version: undefined }, /^neither version nor term_id/],
      [{ ...decision(), version: undefined, term_id: 'x' }, /^"age" has no published text x$/],
      [{ ...decision(), decision: 'maybe' }, /^decision must be accepted or rejected$/],
      [{ ...decision(), at: '2021-03-04 10:11:12' }, /^at must be a time with its zone/],
      [{ ...decision(), at: '2921-03-04T10:11:12Z' }, /^at 2921-03-04T10:11:12Z is in the future$/],
      [{ ...decision(), locale: 'not a tag' }, /^locale is not a language tag$/],
      [{ ...decision(), desicion: 'accepted' }, /^unknown desicion$/],
      [['anna'], /^the row is not an object$/],
    ];
    const rows = [...bad.map(([row]) => row), decision()] as ImportedDecision[];
    const problems: ImportProblem[] = [];
    const onProblem = (problem: ImportProblem) => problems.push(problem);
    await assert.rejects(engine.importDecisions(rows, { onProblem }), {
      code: 'import_refused',
      message: /^15 rows can't be imported: line 1: user_id is missing/,
    });
    assert.deepEqual(await eventsIn(database), []);
    for (const [index, [, reason]] of bad.entries()) {
      assert.equal(problems[index]?.line, index + 1);
      assert.match(problems[index]?.reason ?? '', reason);
    }
    assert.deepEqual(await engine.importDecisions(rows, { skipBad: true }), {
      rows: 16,
      imported: 1,
      decided: 1,
      known: 0,
      bad: 15,
    });
  });

  test('a decision that is older than its text is not imported, unless the host states that the text was the same', async () => {
    const rows = [
      decision({ at: '2018-01-01T00:00:00Z' }),
      decision({ user_id: 'bob', version: 2, at: '2018-12-31T23:59:59.999Z' }),
    ];
    await assert.rejects(engine.importDecisions(rows), {
      code: 'import_refused',
      message: new RegExp(
        '^a row .*: line 2: at 2018-12-31T23:59:59.999Z is before version 2 of "age" was published, ' +
          '2019-01-01T00:00:00.000Z: import the text of that time .*undatedTexts',
      ),
    });
    assert.deepEqual(await eventsIn(database), []);
    assert.deepEqual(await engine.importDecisions(rows, { skipBad: true, dryRun: true }), {
      rows: 2,
      imported: 1,
      decided: 1,
      known: 0,
      bad: 1,
    });
    const options = { undatedTexts: true };
    assert.equal((await engine.importDecisions(rows, options)).imported, 2);
    assert.deepEqual(
      (await eventsIn(database)).map(({ subject, how }) => [subject, how]),
      [
        ['anna', 'import'],
        ['bob', 'import-undated'],
      ],
    );
    assert.equal((await engine.importDecisions(rows, options)).known, 2);
    assert.equal((await stateOf('bob', 'age')).state, 'accepted');
    await engine.ledger.seal();
    assert.deepEqual((await engine.ledger.verify()).findings, []);
    assert.deepEqual(await actions(), ['decisions_imported']);
  });

  test('a dry run reports what it would do and writes nothing', async () => {
    const rows = [decision(), decision({ user_id: 'bob' })];
    assert.deepEqual(await engine.importDecisions(rows, { dryRun: true }), {
      rows: 2,
      imported: 2,
      decided: 2,
      known: 0,
      bad: 0,
    });
    assert.deepEqual([await eventsIn(database), await actions()], [[], []]);
  });

  test('a killed run is completed by the next one, and two concurrent runs write nothing twice', async () => {
    const lines = Array.from({ length: ROWS }, (_, number) =>
      JSON.stringify(
        decision({ user_id: `user${number % PEOPLE}`, at: new Date(1.6e12 + number * 1000).toISOString() }),
      ),
    );
    const file = fileOf('ndjson', `${lines.join('\n')}\n`);
    const script = path.join(import.meta.dirname, 'processes/import-and-die.ts');
    const { signal, stderr } = spawnSync(process.execPath, [script, target.url, file], { encoding: 'utf8' });
    assert.equal(signal, 'SIGKILL', stderr);
    const written = (await eventsIn(database)).length;
    assert.ok(written > 0 && written < ROWS, `${written} are written`);
    const other = engineOn(await target.open());
    const both = await Promise.all([engine.importDecisions(file), other.importDecisions(file)]);
    assert.equal(written + both[0].imported + both[1].imported, ROWS);
    assert.equal((await eventsIn(database)).length, ROWS);
    const { length } = await createQueries(database).selectFrom('user_terms').select('id').execute();
    assert.equal(length, PEOPLE);
    assert.equal((await stateOf('user3', 'age')).decided_at, new Date(1.6e12 + (PEOPLE + 3) * 1000).toISOString());
  });
});
