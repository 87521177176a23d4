/** The audit log is in the ledger as commitments; any change of an entry is detected. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { before, beforeEach, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';
import { ask, decide, empty, engineOn, handsOn, newKeys, publish } from './support.ts';

const keys = newKeys();

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;

  before(async () => {
    database = await target.open();
    const logger = { error: () => {} };
    engine = engineOn(database, { ledgerKey: keys.secret, ledger: { batchSize: 4 }, logger });
    await engine.migrate();
  });
  beforeEach(async () => {
    await empty(database);
    await database.execute('delete from policy_manager_terms');
    await publish(engine, 'age');
    await engine.ledger.seal();
    assert.deepEqual(await codes(), []);
  });

  const { rowsOf, set, insert } = handsOn(() => database);
  const codes = async () => (await engine.ledger.verify()).findings.map(({ code }) => code);
  const entries = () => rowsOf('admin_actions', '1 = 1 order by id');

  test('each audit entry has one event, which discloses nothing of it without the salt', async () => {
    const [first, second] = await entries();
    for (const { logged, salt, ...entry } of [first!, second!]) {
      const [event] = await rowsOf('ledger_events', `sealed = ${Number(logged)}`);
      const sorted = Object.fromEntries(Object.entries(entry).toSorted(([one], [other]) => (one < other ? -1 : 1)));
      const { kind, about, about_hash } = event!;
      const key = Buffer.from(String(salt), 'hex');
      const hash = createHmac('sha256', key).update(JSON.stringify(sorted)).digest('hex');
      assert.deepEqual({ kind, about, about_hash }, { kind: 'administration', about: entry['id'], about_hash: hash });
      const receipt = JSON.stringify(await engine.ledger.receipt(String(event!['id'])));
      assert.doesNotMatch(receipt, /"admin"|term_|"age"/);
    }
    assert.notEqual(first!['salt'], second!['salt']);
    assert.match(String(first!['salt']), /^[0-9a-f]{64}$/);
    const answer = await ask(engine, '/audit.json', { user: 'admin' });
    assert.doesNotMatch(await answer.text(), /salt|logged/);
  });

  test('a change of any value of an audit entry is detected', async () => {
    const [entry] = await entries();
    const row = `id = '${String(entry!['id'])}'`;
    for (const [column, value] of Object.entries(entry!)) {
      if (column === 'id') continue;
      const other = column === 'logged' ? null : column === 'at' ? '2025-01-01T00:00:00.000Z' : 'f'.repeat(30);
      await set('admin_actions', column, other, row);
      assert.deepEqual(await codes(), ['administration_changed'], column);
      await set('admin_actions', column, value, row);
    }
    assert.deepEqual(await codes(), []);
  });

  test('a missing audit entry is detected', async () => {
    const [entry] = await entries();
    await database.execute(`delete from policy_manager_admin_actions where id = '${String(entry!['id'])}'`);
    const { findings } = await engine.ledger.verify();
    const message = `what event ${String(entry!['logged'])} was made of is not there any more`;
    assert.deepEqual(findings, [{ code: 'administration_missing', message }]);
  });

  test('an audit entry that was added in place of another is detected', async () => {
    const [entry] = await entries();
    await insert('admin_actions', { ...entry, id: '00000000-added' });
    assert.deepEqual(await codes(), ['administration_added']);
  });

  test('an old audit entry that was added later is detected once it is sealed', async () => {
    const [entry] = await entries();
    const old = { ...entry, id: '00000000-added', at: '2025-01-01T00:00:00.000Z', logged: null, salt: null };
    await insert('admin_actions', old);
    const { findings, pending } = await engine.ledger.verify();
    assert.deepEqual([findings, pending], [[], 1]);
    await engine.ledger.seal();
    const [finding, ...others] = (await engine.ledger.verify()).findings;
    assert.deepEqual([finding?.code, others], ['administration_added', []]);
    assert.match(finding!.message, /says 2025-01-01T00:00:00.000Z, and was added after others of 20/);
  });

  test('the sealer’s own audit entries are sealed in the same round, and then it stops', async () => {
    await decide(engine, 'anna', 'age');
    await database.execute("update policy_manager_ledger_events set decision = 'rejected' where sealed is null");
    await engine.ledger.seal();
    const noted = await rowsOf('admin_actions', "action = 'ledger_suspected'");
    assert.equal(noted.length, 1);
    assert.notEqual(noted[0]!['logged'], null);
    assert.deepEqual(await engine.ledger.seal(), { events: 0, checkpoint: null, elsewhere: false });
  });

  test('audit entries from before the ledger are sealed in their order', async () => {
    await empty(database);
    const times = [1, 2, 3, 4, 5, 6].map((day) => `2025-01-0${day}T00:00:00.000Z`);
    const rest = { actor: null, action: 'term_created', rule: null, subject: null, request_id: null, ip: null };
    for (const [index, at] of times.entries()) await insert('admin_actions', { id: `0000-${index}`, at, ...rest });
    await engine.ledger.seal();
    const logged = (await entries()).map((one) => Number(one['logged']));
    assert.deepEqual(
      logged,
      logged.toSorted((one, other) => one - other),
    );
    assert.deepEqual(await codes(), []);
  });
});
