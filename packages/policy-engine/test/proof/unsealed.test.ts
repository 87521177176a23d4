/** Events before they are sealed: writes that bypass the engine, and people who are erased meanwhile. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { verifyReceipt } from 'policy-engine/ledger';
import { newEvent } from '../../dist/modules/proof/ledger/event.js';
import { rowsOf as eventRows } from '../../dist/modules/proof/ledger/rows.js';
import { forEachDatabase } from '../support/databases.ts';
import { ask, decide, decisionsOn, engineOn, FIRST, handsOn, newKeys, noted, publish, RULES } from './support.ts';

const keys = newKeys();
const settings = { batchSize: 4 };
const nowhere = { circumstances: { locale: null, userAgent: null, ip: null } };

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;
  let restore: () => Promise<void>;

  before(async () => {
    database = await target.open();
    engine = engineOn(database, { ledgerKey: keys.secret, ledger: settings });
    await engine.migrate();
    for (const rule of RULES) await publish(engine, rule);
    await decisionsOn(engine);
    restore = await noted(database);
  });
  beforeEach(() => restore());

  const { rowsOf, set, insert } = handsOn(() => database);

  describe('an event that was written past the engine before sealing', () => {
    const suspected: { event?: unknown; reason?: unknown }[] = [];
    const differing: { code?: unknown }[] = [];
    const watching = () => {
      suspected.length = 0;
      differing.length = 0;
      // Data derived from the ledger is compared with it, too, and has its own code.
      const logger = {
        error: (_: string, details: object) => void ('code' in details ? differing : suspected).push(details),
      };
      return engineOn(database, { ledgerKey: keys.secret, ledger: settings, logger });
    };
    /** Copies the pending event with its identity, as consistently with its own hashes as is possible without the key. */
    const forge = (at: string) => {
      const circumstances = { locale: 'en', userAgent: null, ip: null };
      const facts = { rule: 'age', version: 1, textHash: 'a'.repeat(64), decision: 'accepted', how: 'api' } as const;
      const subject = { userId: 'mallory', visitorId: null };
      const event = newEvent({ ...facts, kind: 'decision', at: new Date(at), subject, circumstances });
      return { event, rows: eventRows(event) };
    };
    /** The flag is in the tree, right before the event, and visible everywhere. */
    const assertMarked = async (by: PolicyEngine, id: string, reason: string) => {
      const [event] = await rowsOf('ledger_events', `id = '${id}'`);
      const [mark] = await rowsOf('ledger_events', `about = '${id}'`);
      assert.equal(mark!['kind'], 'suspicion');
      assert.equal(mark!['about_hash'], event!['leaf']);
      assert.deepEqual([mark!['reason'], mark!['sealed']], [reason, Number(event!['sealed']) - 1]);
      assert.equal(await by.ledger.isSuspect(id), true);
      const { findings, events, pending } = await by.ledger.verify();
      assert.ok(findings.some(({ code, message }) => code === 'event_suspected' && message.includes(id)));
      assert.equal(
        findings.some(({ code }) => code === 'tree_changed'),
        false,
      );
      const entries = await rowsOf('admin_actions', 'logged > 0');
      const texts = 3;
      assert.deepEqual([events, pending], [texts + entries.length + 13, 0], 'with the mark');
      const receipt = (await by.ledger.receipt(id))!;
      assert.deepEqual([receipt.suspicion?.event.about, receipt.suspicion?.event.reason], [id, reason]);
      const { valid, problems } = verifyReceipt(receipt, keys.public);
      assert.equal(valid, false);
      assert.ok(
        problems.some((problem) => /sealed under a flag/.test(problem)),
        problems.join(),
      );
      const seen = await ask(by, '/ledger.json', { user: 'admin' });
      const listed = ((await seen.json()) as { events: { id: string; suspicion: string | null }[] }).events;
      assert.equal(listed.find((one) => one.id === id)?.suspicion, reason);
      const html = await ask(by, '/ledger', { user: 'admin', headers: { accept: 'text/html' } });
      assert.match(await html.text(), /Flagged/);
    };
    for (const { name, reason, tamper } of [
      { name: 'a changed decision', reason: 'changed', tamper: `update @events set decision = 'rejected' where @` },
      { name: 'a changed name', reason: 'identity_changed', tamper: `update @identities set subject = 'bob' where @` },
      { name: 'a name taken away', reason: 'identity_missing', tamper: 'delete from @identities where @' },
    ]) {
      test(`${name} is flagged when sealed, and reported once`, async () => {
        const [pending] = await rowsOf('ledger_events', 'sealed is null');
        const [table, column] = tamper.includes('@events') ? ['events', 'id'] : ['identities', 'event_id'];
        const where = `${column} = '${String(pending!['id'])}'`;
        await database.execute(tamper.replace(`@${table}`, `policy_manager_ledger_${table}`).replace('@', where));
        const watched = watching();
        assert.equal((await watched.ledger.seal()).events, 1);
        const told = { event: pending!['id'], rule: 'cookie', reason };
        assert.deepEqual(suspected, [told]);
        const [noted] = await rowsOf('admin_actions', `subject = '${String(pending!['id'])}'`);
        assert.equal(noted?.['action'], 'ledger_suspected');
        await watched.ledger.seal();
        assert.equal(suspected.length, 1);
        await assertMarked(watched, String(pending!['id']), reason);
      });
    }

    test('that matches its own hashes lacks the host’s mark', async () => {
      const { event, rows } = forge('2026-01-01T00:00:00.000Z');
      await insert('ledger_events', rows.event);
      await insert('ledger_identities', rows.identity);
      await watching().ledger.seal();
      assert.deepEqual(suspected, [{ event: event.leaf.id, rule: 'age', reason: 'not_appended_here' }]);
      assert.equal(await engine.ledger.isSuspect(event.leaf.id), true);
    });

    test('a flag that the sealer did not create flags nothing, is never sealed, and is detected', async () => {
      const [decision] = await rowsOf('ledger_events', `sealed = ${FIRST + 1}`);
      const refers = {
        event: String(decision!['id']),
        hash: String(decision!['leaf']),
        reason: 'changed',
        count: null,
      };
      const { event } = forge('2026-01-01T00:00:00.000Z');
      const nobody = { userId: null, visitorId: null };
      const forged = newEvent({
        ...event.leaf,
        kind: 'suspicion',
        at: new Date(),
        decidedAt: null,
        subject: nobody,
        refers,
        ...nowhere,
      });
      const rows = eventRows(forged);
      await insert('ledger_events', rows.event);
      await insert('ledger_identities', rows.identity);
      await watching().ledger.seal();
      assert.equal(await engine.ledger.isSuspect(refers.event), false);
      assert.deepEqual(await engine.ledger.verify().then(({ findings }) => findings.map(({ code }) => code)), [
        'event_added',
        'text_missing',
      ]);
    });

    test('without a key only the current decisions reveal a forged event, and the engine’s own events are never flagged', async () => {
      await decide(engine, 'bob', 'cookie');
      await watching().ledger.seal();
      assert.deepEqual(suspected, []);
      const { event, rows } = forge('2026-01-01T00:00:00.000Z');
      await insert('ledger_events', rows.event);
      await insert('ledger_identities', rows.identity);
      watching();
      const logger = { error: (_: string, details: object) => void differing.push(details) };
      const trusting = engineOn(database, { ledgerKey: keys.secret, ledger: { flagForeign: false }, logger });
      await trusting.ledger.seal();
      assert.equal(await trusting.ledger.isSuspect(event.leaf.id), false);
      assert.deepEqual(
        differing.map(({ code }) => code),
        ['projection_missing'],
      );
    });
  });

  test('an erased person’s event is verified before the erasure, and the log records that somebody was erased', async () => {
    await database.execute('delete from policy_manager_admin_actions');
    assert.equal(await engine.ledger.erase('anna'), 4);
    const { rows } = await database.execute('select action, subject from policy_manager_admin_actions');
    assert.deepEqual(rows, [{ action: 'ledger_erased', subject: null }]);
  });

  describe('an event of a person who is erased in a transaction of the host before sealing', () => {
    const suspected: { event?: unknown; reason?: unknown }[] = [];
    let watched: PolicyEngine;
    beforeEach(() => {
      suspected.length = 0;
      const logger = { error: (_: string, details: object) => void suspected.push(details) };
      watched = engineOn(database, { ledgerKey: keys.secret, ledger: settings, logger });
    });
    const erase = () => database.transaction((transaction) => watched.ledger.erase('anna', transaction));
    const ofPending = async () => {
      const [pending] = await rowsOf('ledger_events', 'sealed is null');
      return { id: String(pending!['id']), row: `event_id = '${String(pending!['id'])}'` };
    };

    test('is verified, and leaves a tombstone', async () => {
      const { row } = await ofPending();
      assert.equal(await erase(), 4);
      assert.equal(await erase(), 0, 'again there is nobody to erase');
      const kept = await rowsOf('ledger_identities', row);
      assert.equal(kept.length, 1);
      assert.doesNotMatch(JSON.stringify(kept), /anna/);
      const before = await watched.ledger.verify();
      assert.deepEqual([before.findings, before.erased, before.pending], [[], 4, 5], 'with the entry of the log');
      assert.equal((await watched.ledger.seal()).events, 1);
      assert.deepEqual(suspected, []);
      const [left] = await rowsOf('ledger_identities', row);
      assert.match(String(left!['tombstone']), /^— policy-engine\//);
      assert.doesNotMatch(JSON.stringify(left), /anna/);
      const after = await watched.ledger.verify();
      assert.deepEqual([after.findings, after.erased, after.pending], [[], 4, 0]);
    });

    test('stays if the host rolls back', async () => {
      const failing = database.transaction(async (transaction) => {
        await watched.ledger.erase('anna', transaction);
        throw new Error('the account could not be deleted');
      });
      await assert.rejects(failing, /could not be deleted/);
      assert.equal((await watched.ledger.eventsAbout({ userId: 'anna', visitorId: null })).length, 4);
    });

    test('is reported as changed at the erasure, since it cannot be checked later', async () => {
      const { id } = await ofPending();
      await set('ledger_events', 'decision', 'rejected', `id = '${id}'`);
      await erase();
      assert.deepEqual(suspected, [{ event: id, rule: 'cookie', reason: 'changed' }]);
    });

    test('with a mark of another host does not count', async () => {
      const { id, row } = await ofPending();
      await erase();
      await set('ledger_identities', 'subject_salt', 'f'.repeat(64), row);
      await watched.ledger.seal();
      assert.deepEqual(suspected, [{ event: id, rule: 'cookie', reason: 'identity_missing' }]);
    });
  });
});
