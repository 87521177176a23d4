/** The table of current decisions is compared with the ledger, and repaired from it. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { runCommand } from '../../support/command.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { ask, decide, type Decided, decidedOn, eventsIn, FIRST, handsOn, newKeys } from '../support.ts';

const keys = newKeys();

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;
  let restore: Decided['restore'];
  let said: Decided['said'];

  before(async () => {
    database = await target.open();
    ({ engine, said, restore } = await decidedOn(database, keys.secret));
  });
  beforeEach(() => restore());

  const { rowsOf, set } = handsOn(() => database);
  const row = "user_id = 'anna' and rule = 'age'";
  const codes = async () => (await engine.ledger.verify()).findings.map(({ code }) => code);
  const stateOf = async (user: string, rule: string) => {
    const answer = await ask(engine, `/user_terms/${rule}.json`, { user });
    return ((await answer.json()) as { state: string }).state;
  };
  const flip = () => set('user_terms', 'state', 'rejected', row);

  test('an unchanged table of decisions equals the ledger', async () => {
    assert.deepEqual(await codes(), []);
    assert.deepEqual(await engine.ledger.repair(), { repaired: 0, left: 0 });
  });

  describe('verify detects and repair corrects', () => {
    for (const { name, tamper, found } of [
      { name: 'a changed decision', tamper: flip, found: 'projection_changed' },
      {
        name: 'a changed time',
        tamper: () => set('user_terms', 'decided_at', '2026-01-01T00:00:00.000Z', row),
        found: 'projection_changed',
      },
      {
        name: 'a row that names the text of another policy with the same number',
        tamper: async () => {
          const [text] = await rowsOf('terms', "rule = 'cookie' and version = 1");
          await set('user_terms', 'term_id', String(text!['id']), row);
        },
        found: 'projection_changed',
      },
      {
        name: 'a deleted row',
        tamper: () => database.execute(`delete from policy_manager_user_terms where ${row}`),
        found: 'projection_missing',
      },
      {
        name: 'a row that was given to another person',
        tamper: () => set('user_terms', 'user_id', 'mallory', row),
        found: 'projection_missing',
      },
    ]) {
      test(`verify detects and repair corrects ${name}`, async () => {
        await tamper();
        const found1 = await codes();
        assert.equal(found1[0], found);
        assert.deepEqual(await engine.ledger.repair({ dryRun: true }), { repaired: found1.length, left: 0 });
        assert.deepEqual(await codes(), found1, 'a dry run changes nothing');
        assert.deepEqual(await engine.ledger.repair(), { repaired: found1.length, left: 0 });
        assert.deepEqual(await codes(), []);
        assert.equal(await stateOf('anna', 'age'), 'accepted');
        assert.equal(await stateOf('mallory', 'age'), 'passive');
        const actions = await rowsOf('admin_actions', "action = 'ledger_repaired'");
        assert.ok(actions.length >= found1.length);
      });
    }

    test('a row without a decision', async () => {
      const [own] = await rowsOf('user_terms', row);
      const added = { ...own, id: 'added', user_id: 'mallory' };
      await handsOn(() => database).insert('user_terms', added);
      assert.deepEqual(await codes(), ['projection_added']);
      assert.deepEqual(await engine.ledger.repair(), { repaired: 1, left: 0 });
      assert.deepEqual(await codes(), []);
    });

    test('an unsealed event that was deleted with its row: by the gap in its subject’s numbers', async () => {
      const pending = (await eventsIn(database)).find(({ sealed }) => sealed === null)!;
      await database.execute(`delete from policy_manager_ledger_events where id = '${pending.id}'`);
      await database.execute(`delete from policy_manager_ledger_identities where event_id = '${pending.id}'`);
      const [before] = await rowsOf(
        'ledger_events',
        `rule = 'cookie' and decision = 'rejected' and sealed = ${FIRST + 1}`,
      );
      await set('user_terms', 'state', 'rejected', "user_id = 'anna' and rule = 'cookie'");
      await set('user_terms', 'decided_at', before!['at'], "user_id = 'anna' and rule = 'cookie'");
      await set('user_terms', 'months', before!['months'], "user_id = 'anna' and rule = 'cookie'");
      const { findings } = await engine.ledger.verify();
      assert.deepEqual(
        findings.map(({ code }) => code),
        ['event_missing'],
      );
      assert.match(findings[0]!.message, /^an event of the subject of event .* that came after it: gone$/);
      assert.deepEqual(await engine.ledger.repair(), { repaired: 0, left: 1 });
    });
  });

  test('a real acceptance after a manipulated row is recorded: the ledger determines the current state', async () => {
    await set('user_terms', 'state', 'accepted', "user_id = 'anna' and rule = 'cookie'");
    await decide(engine, 'anna', 'cookie', 'reject');
    await engine.ledger.seal();
    await set('user_terms', 'state', 'accepted', "user_id = 'anna' and rule = 'cookie'");
    const count = (await eventsIn(database)).length;
    await decide(engine, 'anna', 'cookie');
    assert.equal((await eventsIn(database)).length, count + 1, 'an event of its own');
    await set('user_terms', 'state', 'rejected', "user_id = 'anna' and rule = 'cookie'");
    await decide(engine, 'anna', 'cookie');
    assert.equal((await eventsIn(database)).length, count + 1, 'it stands in the ledger');
    assert.equal(await stateOf('anna', 'cookie'), 'accepted', 'and in the table again');
    assert.deepEqual(await codes(), []);
  });

  test('the next sealing detects changed rows of people who decided', async () => {
    await flip();
    await decide(engine, 'bob', 'cookie');
    await engine.ledger.seal();
    assert.deepEqual(said, [{ ...said[0], code: 'projection_changed' }], 'anna’s last event was pending');
    const check = async () => {
      const answer = await ask(engine, '/check.json', { user: 'admin' });
      const findings = (await answer.json()) as { code: string; subject: string | null }[];
      return findings.filter(({ code }) => code === 'ledger_differs').map(({ subject }) => subject);
    };
    assert.deepEqual(await check(), ['1']);
    const actions = await rowsOf('admin_actions', "action = 'ledger_differs'");
    assert.ok(actions.length > 0);
    await engine.ledger.repair();
    assert.deepEqual(await check(), []);
  });

  test('the repair command reports what it would do, does it, and reports what is left', async () => {
    await flip();
    await engine.ledger.seal();
    const noted = async () => (await engine.check()).filter(({ code }) => code === 'ledger_differs').length;
    assert.equal(await noted(), 1);
    const run = (...more: string[]) => runCommand(['ledger', 'repair', '--database', target.url, ...more]);
    const dry = await run('--dry-run');
    assert.deepEqual([dry.status, dry.stdout.split('\n').at(-2)], [1, '1 would be repaired, 0 can’t be.'], dry.stderr);
    assert.match(dry.stdout, /^projection_changed: user term .* says rejected .* and the ledger accepted version 1/);
    assert.deepEqual([(await run()).status, await stateOf('anna', 'age')], [0, 'accepted']);
    assert.equal(await noted(), 0, 'the check does not wait for the comparison of the next day');
    assert.equal((await run()).stdout, '0 repaired, 0 left.\n');
  });
});
