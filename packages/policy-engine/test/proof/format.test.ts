/** Outsiders can compare the ledger with the checkpoints that they noted; and the upgrade of a ledger in the earlier format. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { migrate } from 'policy-engine/database';
import { ledgerVkey, verifyReceipt } from 'policy-engine/ledger';
import { createQueries, engineNaming } from '../../dist/schema.js';
import { quotedTable } from '../../dist/platform/database/schema/names.js';
import { createTable } from '../../dist/platform/database/schema/ddl.js';
import { parseCheckpoint } from '../../dist/modules/proof/log/checkpoint.js';
import { verifyConsistency } from '../../dist/modules/proof/log/tree-proofs.js';
import { proofMigrations } from '../../dist/modules/proof/tables.js';
import { Fault, Faults } from '../faults/faults.ts';
import { faultyDatabase } from '../faults/ports.ts';
import { forEachDatabase } from '../support/databases.ts';
import { ask, decide, decisionsOn, empty, engineOn, eventsIn, newKeys, publish, RULES, textOfNote } from './support.ts';

const keys = newKeys();
const settings = { batchSize: 4 };

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;

  before(async () => {
    database = await target.open();
    engine = engineOn(database, { ledgerKey: keys.secret, ledger: settings });
    await engine.migrate();
    for (const rule of RULES) await publish(engine, rule);
  });
  beforeEach(() => empty(database));

  const noteOf = async (query = '', by = engine) => {
    const response = await ask(by, `/ledger/checkpoint${query}`);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'text/plain; charset=utf-8']);
    return response.text();
  };
  const headOf = (note: string) => parseCheckpoint(textOfNote(note));
  const proofOf = async (from: number, to: number) => {
    const response = await ask(engine, `/ledger/consistency.json?from=${from}&to=${to}`);
    const { proof, ...sizes } = (await response.json()) as { from: number; to: number; proof: string[] };
    assert.deepEqual([response.status, sizes], [200, { from, to }]);
    return proof;
  };

  describe('an outsider who notes checkpoints', () => {
    test('can verify that each continues the earlier ones', async () => {
      await decisionsOn(engine);
      const notes = await Promise.all(['?size=3', '?size=7', ''].map((query) => noteOf(query)));
      const heads = notes.map(headOf);
      assert.deepEqual(
        heads.map(({ size }) => size),
        [3, 7, 14],
      );
      for (const older of heads) {
        for (const newer of heads.filter(({ size }) => size >= older.size)) {
          const proof = (await proofOf(older.size, newer.size)).map((hash) => Buffer.from(hash, 'base64'));
          assert.ok(verifyConsistency(older, newer, proof), `${older.size} → ${newer.size}`);
        }
      }
    });

    test('detects a host with two ledgers, all of whose receipts verify', async () => {
      await decisionsOn(engine);
      const noted = await noteOf();
      // The second ledger, with the same key and name, shown to others.
      await empty(database);
      for (let index = 0; index < 18; index++) await decide(engine, `user-${index}`, 'age', 'reject');
      await engine.ledger.seal();
      const [event] = await engine.ledger.eventsAbout({ userId: 'user-1', visitorId: null });
      const receipt = (await engine.ledger.receipt(event!.leaf.id))!;
      assert.deepEqual(verifyReceipt(receipt, keys.public).problems, []);
      const [older, newer] = [headOf(noted), headOf(await noteOf())];
      const consistency = await proofOf(older.size, newer.size);
      const hashes = consistency.map((hash) => Buffer.from(hash, 'base64'));
      assert.equal(verifyConsistency(older, newer, hashes), false);
      const { problems } = verifyReceipt(receipt, keys.public, { checkpoint: noted, consistency });
      assert.match(problems.join(), /not of the ledger of the noted checkpoint/);
      const found = (await engine.ledger.verify({ noted })).findings;
      assert.deepEqual(
        found.map(({ code }) => code),
        ['noted_checkpoint_contradicted'],
      );
    });

    test('gets nothing that no checkpoint covers', async () => {
      assert.equal((await ask(engine, '/ledger/checkpoint')).status, 404);
      await decisionsOn(engine);
      for (const [path, status] of [
        ['/ledger/checkpoint?size=5', 404],
        ['/ledger/checkpoint?size=x', 422],
        ['/ledger/consistency.json?from=4&to=21', 404],
        ['/ledger/consistency.json?from=8&to=4', 404],
        ['/ledger/consistency.json?from=8', 422],
      ] as const) {
        assert.equal((await ask(engine, path)).status, status, path);
      }
    });
  });

  describe('the name of a ledger', () => {
    test('is created once, from the host’s name, and does not change', async () => {
      const origin = headOf((await sealed(engine)).note).origin;
      assert.match(origin, /^policy-engine\/[0-9a-f]{8}$/);
      const moved = engineOn(database, { ledgerKey: keys.secret, publicOrigins: ['https://shop.example'] });
      assert.equal(headOf((await sealed(moved)).note).origin, origin);
      const [vkey] = await moved.ledger.vkeys();
      assert.equal(vkey, ledgerVkey(origin, keys.public));
    });
    test('is reported if it is configured differently, and nothing is sealed under it', async () => {
      const errors: string[] = [];
      const logger = { error: (message: string) => void errors.push(message) };
      const other = engineOn(database, { ledgerKey: keys.secret, ledger: { origin: 'shop.example/ledger' }, logger });
      await decide(other, 'anna', 'cookie');
      const code = 'configuration_invalid';
      await assert.rejects(other.ledger.seal(), { code, message: /ledger\.origin is "shop\.example\/ledger", but/ });
      const found = (await other.check()).find((finding) => finding.code === 'ledger_misnamed');
      assert.equal(found?.severity, 'error');
      assert.match(found.message, /but the ledger of this database is called "policy-engine\//);
    });
    const sealed = async (by: PolicyEngine) => {
      await decide(by, `user-${Math.random()}`, 'age');
      return (await by.ledger.seal()).checkpoint!;
    };
  });

  describe('the check reports an error that prevents sealing:', () => {
    const codes = async (by = engine) =>
      (await by.check()).filter(({ code }) => code.startsWith('ledger_')).map(({ code, severity }) => [code, severity]);

    test('the check reports events that have waited too long for sealing', async () => {
      await decide(engine, 'anna', 'age');
      assert.deepEqual(await codes(), []);
      const now = () => new Date(Date.now() + 11 * 60_000);
      const later = engineOn(database, { ledgerKey: keys.secret, now });
      assert.deepEqual(await codes(later), [['ledger_unsealed', 'error']]);
      const found = (await later.check()).find(({ code }) => code === 'ledger_unsealed');
      assert.match(found!.message, /for 1[01] minutes/);
      const patient = engineOn(database, { ledgerKey: keys.secret, ledger: { unsealedMinutes: 20 }, now });
      assert.deepEqual(await codes(patient), []);
      await engine.ledger.seal();
      assert.deepEqual(await codes(later), []);
    });

    for (const [what, table, column, value] of [
      [
        'tiles that are not those of the last checkpoint',
        'ledger_tiles',
        'hashes',
        Buffer.alloc(96).toString('base64'),
      ],
      ['tiles that were cut', 'ledger_tiles', 'hashes', Buffer.alloc(32).toString('base64')],
      ['a last checkpoint that nobody signed', 'ledger_checkpoints', 'note', 'x\n1\n'],
    ] as const) {
      test(`the check reports an error that prevents sealing: ${what}`, async () => {
        for (const user of ['anna', 'bob', 'carol']) await decide(engine, user, 'age');
        await engine.ledger.seal();
        await createQueries(database)
          .updateTable(table)
          .set({ [column]: value })
          .execute();
        await decide(engine, 'dave', 'age');
        await assert.rejects(engine.ledger.seal(), /tile|note|root/);
        assert.deepEqual(await codes(), [['ledger_broken', 'error']]);
        assert.notDeepEqual((await engine.ledger.verify()).findings, []);
      });
    }
  });

  describe('a ledger in the earlier format', () => {
    /** Heads as they were, below events that were sealed in another order than that of their IDs. */
    const formerly = async () => {
      const naming = engineNaming(target.dialect);
      await decisionsOn(engine);
      const queries = createQueries(database);
      // There were no such events.
      const records = ['publication', 'administration'];
      const made = await queries.selectFrom('ledger_events').select('id').where('kind', 'in', records).execute();
      const ids = made.map(({ id }) => id);
      await queries.deleteFrom('ledger_identities').where('event_id', 'in', ids).execute();
      await queries.deleteFrom('ledger_events').where('id', 'in', ids).execute();
      for (const table of ['terms', 'admin_actions'] as const) {
        await queries.updateTable(table).set({ logged: null }).execute();
      }
      const events = (await eventsIn(database)).filter(({ sealed }) => sealed !== null);
      const reversed = events.toReversed();
      for (const [place, { id }] of reversed.entries()) {
        await queries.updateTable('ledger_events').set({ sealed: place }).where('id', '=', id).execute();
      }
      for (const table of ['ledger_checkpoints', 'ledger_tiles', 'ledger_log'] as const) {
        await queries.deleteFrom(table).execute();
      }
      const heads = proofMigrations[0]!.tables.find(({ table }) => table === 'ledger_heads')!;
      for (const statement of createTable(target.dialect, naming, heads)) await database.execute(statement);
      const zeros = '0'.repeat(64);
      for (const [index, hash] of ['a'.repeat(64), 'b'.repeat(64)].entries()) {
        await database.execute(
          `insert into ${quotedTable(target.dialect, naming, 'ledger_heads')} (sequence, previous, first, size, root, at, hash)
           values (${index + 1}, '${zeros}', ${index * 8}, ${index === 0 ? 8 : 3}, '${zeros}', '2026-01-01 00:00:00', '${hash}')`,
        );
      }
      await queries.deleteFrom('migrations').where('name', '=', 'proof-0004-log').execute();
      return reversed.map(({ id }) => id);
    };

    // Also if migrate is interrupted before and after it drops the heads.
    test('is sealed again in its order by migrate, below a leaf that names its last head', async () => {
      const order = await formerly();
      for (const mode of ['refused', 'lost'] as const) {
        const faults = new Faults();
        faults.arm(mode, 'drop ledger_heads');
        await assert.rejects(migrate(faultyDatabase(database, faults)), Fault);
      }
      assert.deepEqual(await engine.migrate(), ['proof-0004-log']);
      const fresh = engineOn(database, { ledgerKey: keys.secret, ledger: settings });
      const waiting = await fresh.ledger.verify();
      assert.deepEqual([waiting.findings, waiting.events, waiting.pending], [[], 0, 12 + 3]);
      assert.equal((await fresh.ledger.seal()).events, 12);
      const events = (await eventsIn(database)).toSorted((a, b) => a.sealed! - b.sealed!);
      const [first, ...others] = events.filter(({ kind }) => kind !== 'publication');
      assert.deepEqual(
        [first!.kind, first!.how, first!.about_hash, first!.about_count],
        ['takeover', 'sealer', 'b'.repeat(64), 11],
      );
      assert.deepEqual(
        others.slice(0, 11).map(({ id }) => id),
        order,
      );
      const { findings, events: sealed, pending } = await fresh.ledger.verify();
      assert.deepEqual([findings, sealed, pending], [[], 13 + 3, 0]);
      assert.deepEqual(await fresh.migrate(), []);
      const html = await ask(fresh, '/ledger?kind=all', { user: 'admin', headers: { accept: 'text/html' } });
      assert.match(await html.text(), /Continuation of an earlier ledger/);
      await assert.rejects(database.execute('select * from policy_manager_ledger_heads'), 'the table is gone');
      await createQueries(database).deleteFrom('ledger_log').where('name', '<>', 'origin').execute();
    });
  });
});
