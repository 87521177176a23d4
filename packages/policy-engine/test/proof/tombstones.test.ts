/** An erasure leaves a tombstone signed by the log; an identity that is missing without one is detected. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { ledgerVkey } from 'policy-engine/ledger';
import type { Batches } from '../../dist/platform/database/statements/batch-size.js';
import type { LedgerService } from '../../dist/modules/proof/service.js';
import { proofMigrations } from '../../dist/modules/proof/tables.js';
import { verifyTombstone } from '../../dist/modules/proof/ledger/tombstones.js';
import { trustedKeys } from '../../dist/modules/proof/seal/keys.js';
import { createQueries } from '../../dist/schema.js';
import { forEachDatabase } from '../support/databases.ts';
import { decide, type Decided, decidedOn, empty, engineOn, handsOn, newKeys } from './support.ts';

const [keys, otherKeys] = [newKeys(), newKeys()];

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;
  let restore: Decided['restore'];
  let suspected: Decided['said'];

  before(async () => {
    database = await target.open();
    ({ engine, said: suspected, restore } = await decidedOn(database, keys.secret));
  });
  beforeEach(() => restore());

  const { rowsOf, set } = handsOn(() => database);
  const events = async (userId: string) =>
    (await engine.ledger.eventsAbout({ userId, visitorId: null })).filter(({ position }) => position !== null);
  const rowOf = (id: string) => `event_id = '${id}'`;
  const identityOf = async (id: string) => (await rowsOf('ledger_identities', rowOf(id)))[0]!;
  const codes = async (by = engine) => (await by.ledger.verify()).findings.map(({ code }) => code);

  test('every erased event has a tombstone, which verifies with only the key, and nothing else', async () => {
    const before = await events('anna');
    assert.equal(await engine.ledger.erase('anna'), 4);
    await engine.ledger.seal();
    const origin = (await engine.ledger.vkeys())[0]!.split('+')[0]!;
    const known = trustedKeys(ledgerVkey(origin, keys.public));
    for (const { leaf, hash } of before) {
      const { event_id, tombstone, subject_salt, circumstances_salt, ...rest } = await identityOf(leaf.id);
      assert.deepEqual([event_id, subject_salt, circumstances_salt], [leaf.id, '', '']);
      assert.deepEqual(new Set(Object.values(rest)), new Set([null]), 'no time, and no number');
      verifyTombstone(String(tombstone), Buffer.from(hash, 'hex'), origin, known);
    }
    assert.deepEqual(await rowsOf('ledger_erasures', '1 = 1'), []);
    const { ok, erased, pending } = await engine.ledger.verify();
    assert.deepEqual({ ok, erased, pending }, { ok: true, erased: 4, pending: 0 });
    assert.deepEqual(suspected, []);
  });

  test('many erasures run in batches: the ledger verifies in between, and an interrupted call is repeated', async () => {
    for (let round = 0; round < 12; round += 1) {
      for (const rule of ['age', 'cookie']) await decide(engine, 'dave', rule, round % 2 === 0 ? 'accept' : 'reject');
      if (round === 5) await engine.ledger.seal();
    }
    // The adoption as well, and the adopted decision.
    const all = (await engine.ledger.eventsAbout({ userId: 'dave', visitorId: null })).length;
    const ledger = engine.ledger as unknown as LedgerService;
    const sizes: number[] = [];
    let dies = 3;
    const batches: Batches = {
      rows: 7,
      record: async (work) => {
        if ((dies -= 1) === 0) throw new Error('killed');
        const erased = await database.transaction(work);
        sizes.push(erased);
        assert.deepEqual(await codes(), [], `after ${sizes.length}`);
        if (sizes.length === 1) await decide(engine, 'dave', 'age', 'accept');
        if (sizes.length % 2 === 0) await engine.ledger.seal();
        return erased;
      },
    };
    await assert.rejects(ledger.eraseInBatches('dave', batches), /killed/);
    await ledger.eraseInBatches('dave', batches);
    assert.deepEqual(
      sizes.map((size) => size <= 7),
      sizes.map(() => true),
    );
    assert.equal(
      sizes.reduce((sum, size) => sum + size),
      all + 1,
    );
    await engine.ledger.seal();
    const { ok, erased, pending } = await engine.ledger.verify();
    assert.deepEqual({ ok, erased, pending }, { ok: true, erased: all + 1, pending: 0 });
    assert.deepEqual(await rowsOf('ledger_accounts', "subject = 'dave'"), []);
    assert.equal(await engine.ledger.erase('dave'), 0);
    assert.deepEqual(suspected, []);
  });

  test('an identity that is missing without a tombstone is detected', async () => {
    const [event] = await events('bob');
    await database.execute(`delete from policy_manager_ledger_identities where ${rowOf(event!.leaf.id)}`);
    const { findings } = await engine.ledger.verify();
    const [{ code, message }, ...others] = findings as [(typeof findings)[number], ...typeof findings];
    assert.equal(code, 'identity_missing');
    assert.equal(
      message,
      `the identity of event ${event!.position} (${event!.leaf.id}) is missing, and was not erased`,
    );
    assert.deepEqual(
      others.map((finding) => finding.code),
      ['projection_added', 'event_missing'],
      'and nobody’s decision any more',
    );
  });

  test('an identity that was emptied without the host is reported once, and stays detected', async () => {
    const [event] = await events('bob');
    const { id } = event!.leaf;
    const nobody = { subject: null, visitor: null, locale: null, user_agent: null, ip: null, shown: null };
    const emptied = { ...nobody, subject_salt: 'f'.repeat(64), circumstances_salt: '' };
    const queries = createQueries(database);
    await queries.updateTable('ledger_identities').set(emptied).where('event_id', '=', id).execute();
    assert.deepEqual(await codes(), ['identity_missing', 'projection_added', 'event_missing'], 'it waits for nothing');
    await queries.insertInto('ledger_erasures').values({ event_id: id }).execute();
    assert.deepEqual((await engine.ledger.verify()).pending, 2, 'it waits for the sealer');
    await engine.ledger.seal();
    await engine.ledger.seal();
    assert.deepEqual(suspected, [{ event: id, rule: event!.leaf.rule, reason: 'not_erased_here' }]);
    const noted = await rowsOf('admin_actions', `subject = '${id}'`);
    assert.deepEqual(
      noted.map(({ action }) => action),
      ['ledger_suspected'],
    );
    assert.deepEqual(await codes(), ['tombstone_wrong', 'projection_added', 'event_missing']);
  });

  test('a person who was removed like an erased one, but not by the host, is not taken for erased for ever', async () => {
    const removed = await events('bob');
    const nobody = { subject: null, visitor: null, locale: null, user_agent: null, ip: null, shown: null };
    const emptied = { ...nobody, subject_salt: '', circumstances_salt: '', tombstone: null };
    const queries = createQueries(database);
    await queries.updateTable('ledger_identities').set(emptied).where('subject', '=', 'bob').execute();
    await queries.deleteFrom('user_terms').where('user_id', '=', 'bob').execute();
    await queries.deleteFrom('ledger_accounts').where('subject', '=', 'bob').execute();
    await engine.ledger.seal();
    assert.deepEqual(new Set(await codes()), new Set(['identity_missing']));
    const { found, findings } = await engine.ledger.verify();
    assert.equal(found, removed.length);
    const { watch } = engine.ledger as unknown as LedgerService;
    await watch.all();
    assert.equal(await watch.differences(), removed.length, 'the daily comparison finds them, too');
    const said = suspected.filter(({ code }) => code === 'identity_missing').map(({ finding }) => String(finding));
    assert.deepEqual(said.toSorted(), findings.map(({ message }) => message).toSorted());
  });

  describe('a tombstone of one event', () => {
    let event: Awaited<ReturnType<typeof events>>[number];
    beforeEach(async () => {
      [event] = (await events('carol')) as [typeof event];
      await engine.ledger.erase('carol');
      await engine.ledger.seal();
      assert.deepEqual(await codes(), []);
    });

    test('does not verify for another event', async () => {
      const { tombstone } = await identityOf(event.leaf.id);
      const [other] = await events('bob');
      const queries = createQueries(database).updateTable('ledger_identities');
      const nobody = { subject: null, visitor: null, locale: null, user_agent: null, ip: null, shown: null };
      const erased = { ...nobody, subject_salt: '', circumstances_salt: '', tombstone: String(tombstone) };
      await queries.set(erased).where('event_id', '=', other!.leaf.id).execute();
      assert.deepEqual(await codes(), ['tombstone_wrong', 'projection_added', 'event_missing']);
    });

    test('is detected if it is changed, removed, or accompanied by a name', async () => {
      const row = rowOf(event.leaf.id);
      const tombstone = String((await identityOf(event.leaf.id))['tombstone']);
      await set('ledger_identities', 'tombstone', tombstone.replace(/.{6}$/, 'AAAAA='), row);
      assert.deepEqual(await codes(), ['tombstone_wrong']);
      await set('ledger_identities', 'tombstone', '', row);
      assert.deepEqual(await codes(), ['tombstone_wrong']);
      await set('ledger_identities', 'tombstone', tombstone, row);
      assert.deepEqual(await codes(), []);
      await set('ledger_identities', 'subject', 'eve', row);
      assert.ok((await codes()).includes('identity_changed'));
    });

    test('does not verify with a key other than the log’s', async () => {
      const stranger = engineOn(database, { ledgerKey: otherKeys.secret });
      assert.ok((await codes(stranger)).includes('tombstone_wrong'));
    });
  });

  describe('a ledger whose erasures left no tombstones', () => {
    const migrated = async () => {
      await engine.ledger.erase('carol');
      await database.execute(
        `delete from policy_manager_ledger_identities where circumstances_salt = '' and tombstone is null`,
      );
      await database.execute('delete from policy_manager_ledger_erasures');
      assert.equal((await codes()).length, 3);
      const migration = proofMigrations.find(({ name }) => name === 'proof-0006-tombstones')!;
      const words = { table: (name: string) => `policy_manager_${name}`, text: (expression: string) => expression };
      for (let run = 1; run <= 2; run++) {
        for (const statement of migration.statements!(words)) await database.execute(statement);
      }
      await engine.ledger.seal();
    };

    test('gets them signed by the sealer, once', async () => {
      await migrated();
      assert.deepEqual(suspected, []);
      const { findings, erased } = await engine.ledger.verify();
      assert.deepEqual([findings, erased], [[], 3]);
    });

    test('gets none for a later emptied identity with the same mark', async () => {
      await engine.ledger.erase('anna');
      await engine.ledger.seal();
      await migrated();
      assert.equal(suspected.length, 3);
      assert.deepEqual(new Set(await codes()), new Set(['tombstone_wrong']));
    });
  });

  test('tombstones are signed even without a key of the host', async () => {
    await empty(database);
    const keyless = engineOn(database);
    await decide(keyless, 'anna', 'age');
    await keyless.ledger.seal();
    await keyless.ledger.erase('anna');
    await keyless.ledger.seal();
    const { ok, erased, pending } = await keyless.ledger.verify();
    assert.deepEqual({ ok, erased, pending }, { ok: true, erased: 1, pending: 0 });
  });
});
