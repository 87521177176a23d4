/** After a restored backup the ledger continues, under a new name. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { verifyReceipt } from 'policy-engine/ledger';
import { createQueries } from '../../dist/schema.js';
import { checkpointHash } from '../../dist/modules/proof/restores/store.js';
import { runCommand } from '../support/command.ts';
import { forEachDatabase } from '../support/databases.ts';
import { findingsOf, receiptOf, RestorableHost, sealed } from './restore-support.ts';
import { decide, engineOn, newKeys, textOfNote } from './support.ts';

forEachDatabase((testDatabase) => {
  const host = new RestorableHost(testDatabase);

  describe('continuing a restored ledger', () => {
    test('starts a log whose first leaf names the last known checkpoint, with all remaining events', async () => {
      const mark = host.newMark();
      const engine = await host.fresh({ mark, batchSize: 2 });
      await sealed(engine, 'anna', 'bob', 'carol');
      const carol = await engine.ledger.eventsAbout({ userId: 'carol', visitorId: null });
      await engine.ledger.erase('carol');
      await engine.ledger.seal();
      const restore = await host.backUp();
      const former = await host.origin();
      const [oldKey = ''] = await engine.ledger.vkeys();
      await sealed(engine, 'dave', 'erin');
      const lost = await receiptOf(engine, 'erin');
      const known = readFileSync(mark, 'utf8');
      await restore();

      const next = host.started({ mark, batchSize: 2 });
      await decide(next, 'frank', 'age');
      const done = await next.ledger.restore();
      // The erasure is also an action of an administrator.
      assert.deepEqual(done.former, { origin: former, size: host.base + 6, note: known });
      assert.equal(done.events, host.base + 4);
      assert.notEqual(done.origin, former);
      assert.match(done.origin, /^policy-engine\/[0-9a-f]{8}$/);

      // And so is the continuation.
      const noted = await createQueries(host.database)
        .selectFrom('admin_actions')
        .select(['actor', 'subject'])
        .where('action', '=', 'ledger_restored')
        .execute();
      assert.deepEqual(noted, [{ actor: null, subject: null }]);

      const { ok, events, pending, findings } = await next.ledger.verify();
      assert.deepEqual([ok, events, pending, findings], [true, host.base + 7, 0, []]);
      const rows = await createQueries(host.database)
        .selectFrom('ledger_events')
        .selectAll()
        .orderBy('sealed')
        .execute();
      const [first] = rows;
      assert.deepEqual(
        [first?.kind, first?.reason, first?.about_count, first?.about_hash],
        ['takeover', 'restored', host.base + 6, checkpointHash(known)],
      );
      assert.equal(checkpointHash(known), checkpointHash(`${textOfNote(known)}\n— x AAAAAAA=\n`), 'of the text alone');
      assert.deepEqual(
        rows.map(({ sealed: place }) => place),
        Array.from({ length: host.base + 7 }, (_, place) => place),
      );

      // Receipts of both logs verify, each with its own key line; those of lost events verify against the noted checkpoint.
      const [newKey = '', formerKey = ''] = await next.ledger.vkeys();
      assert.equal(formerKey, oldKey);
      assert.deepEqual(verifyReceipt(await receiptOf(next, 'anna'), newKey).problems, []);
      assert.deepEqual(verifyReceipt(lost, oldKey, { checkpoint: known }).problems, []);
      assert.equal(verifyReceipt(lost, newKey).valid, false);
      const erased = JSON.stringify(await next.ledger.receipt(carol[0]!.leaf.id));
      assert.deepEqual(verifyReceipt(erased, newKey).problems, [], 'its tombstone names the new log');
      assert.deepEqual(await findingsOf(next), []);
      assert.equal(readFileSync(mark, 'utf8'), (await next.ledger.checkpoint())?.note);
      await assert.rejects(
        engine.ledger.seal().then(() => sealed(engine, 'grace')),
        'a process that missed it',
      );
    });

    test('is possible by `ledger restore` with the mark, without the engine', async () => {
      const mark = host.newMark();
      const engine = await host.fresh({ mark });
      await sealed(engine, 'anna');
      const restore = await host.backUp();
      await sealed(engine, 'bob');
      const words = ['ledger', 'restore', '-d', host.url];
      const intact = await runCommand([...words, '--checkpoint', mark]);
      assert.deepEqual([intact.status, /the database was not restored/.test(intact.stderr)], [2, true], intact.stderr);
      await restore();
      const { status, stderr } = await runCommand(words);
      assert.deepEqual([status, /give the last known checkpoint/.test(stderr)], [2, true]);
      const done = await runCommand([...words, '--checkpoint', mark, '--origin', 'shop.example/2']);
      assert.deepEqual([done.status, done.stderr], [0, '']);
      assert.match(
        done.stdout,
        /^The ledger continues as shop\.example\/2, with \d+ of the \d+ events of policy-engine\//,
      );
      assert.ok(done.stdout.includes(readFileSync(mark, 'utf8')));
      const next = host.started({ mark });
      assert.equal((await next.ledger.seal()).events, host.base + 1);
      assert.equal((await next.ledger.checkpoint())?.size, host.base + 3);
      assert.equal((await next.ledger.verify()).ok, true);
      assert.deepEqual(await findingsOf(host.started({ mark })), []);
    });

    test('requires a new name if one is configured, and uses it', async () => {
      const mark = host.newMark();
      await sealed(await host.fresh({ mark, origin: 'shop.example/1' }), 'anna');
      const restore = await host.backUp();
      await sealed(host.started({ mark }), 'bob');
      await restore();
      await assert.rejects(
        host.started({ mark, origin: 'shop.example/1' }).ledger.restore(),
        /change ledger\.origin first/,
      );
      const next = host.started({ mark, origin: 'shop.example/2' });
      assert.equal((await next.ledger.restore()).origin, 'shop.example/2');
      assert.equal((await next.ledger.verify()).ok, true);
    });

    test('is refused for a ledger with missing parts', async () => {
      const mark = host.newMark();
      const engine = await host.fresh({ mark });
      await sealed(engine, 'anna', 'bob');
      const restore = await host.backUp();
      await sealed(engine, 'carol');
      await restore();
      await createQueries(host.database)
        .updateTable('ledger_events')
        .set({ decision: 'rejected' })
        .where('sealed', '=', 1)
        .execute();
      await assert.rejects(
        host.started({ mark }).ledger.restore(),
        /The restored ledger is damaged: event 1 \(.*\) was changed/,
      );
      assert.equal((await engine.ledger.checkpoint())?.size, host.base + 2, 'nothing was changed');
    });

    test('keeps each flag of an event, once', async () => {
      const mark = host.newMark();
      const ledger = { mark };
      const engine = await host.fresh(ledger);
      await decide(engineOn(host.database, { ledgerKey: newKeys().secret }), 'mallory', 'age');
      await sealed(engine, 'anna').catch(() => undefined);
      const restore = await host.backUp();
      await sealed(engine, 'bob');
      await restore();
      const next = host.started(ledger);
      await next.ledger.restore();
      const { findings, events } = await next.ledger.verify();
      assert.deepEqual([findings.map(({ code }) => code), events], [['event_suspected'], host.base + 6]);
    });
  });
});
