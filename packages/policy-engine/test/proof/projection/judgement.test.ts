/** A flagged event does not count until an administrator has reviewed it. */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import type { StoredEvent } from '../../../dist/modules/proof/ledger/rows.js';
import type { LedgerService } from '../../../dist/modules/proof/service.js';
import { forEachDatabase } from '../../support/databases.ts';
import { ask, decide, engineOn, eventsIn, handsOn, newKeys, noted, publish, RULES } from '../support.ts';

const keys = newKeys();

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;
  let stranger: PolicyEngine;
  let restore: () => Promise<void>;

  before(async () => {
    database = await target.open();
    const logger = { error: () => {} };
    engine = engineOn(database, { ledgerKey: keys.secret, logger });
    await engine.migrate();
    for (const rule of RULES) await publish(engine, rule);
    await decide(engine, 'anna', 'age', 'reject');
    await engine.ledger.seal();
    restore = await noted(database);
    // Writes everything as the engine does, but without the key: like an attacker with access to the database.
    stranger = engineOn(database, { ledgerKey: newKeys().secret, logger });
  });
  beforeEach(() => restore());

  const { set } = handsOn(() => database);
  const stateOf = async (rule = 'age') => {
    const answer = await ask(engine, `/user_terms/${rule}.json`, { user: 'anna' });
    return ((await answer.json()) as { state: string }).state;
  };
  const judge = (id: string, verdict: string, user = 'admin') =>
    ask(engine, `/ledger/events/${id}/judgement.json`, { method: 'PUT', user, body: { verdict } });
  const forged = async (rule = 'age') => {
    await decide(stranger, 'anna', rule);
    const pending = (await eventsIn(database)).find(({ sealed }) => sealed === null)!;
    await engine.ledger.seal();
    return pending.id;
  };
  const codes = async () => (await engine.ledger.verify()).findings.map(({ code }) => code);
  const suspected = async () => {
    const answer = await ask(engine, '/ledger/suspected.json', { user: 'admin' });
    return (await answer.json()) as { event: { id: string }; subject: string; doubt: string }[];
  };

  test('a forged acceptance is reverted when it is sealed, and listed on the page for administrators', async () => {
    const id = await forged();
    assert.equal(await stateOf(), 'rejected');
    assert.deepEqual(await codes(), ['event_suspected'], 'the table agrees with the ledger');
    const [one, ...others] = await suspected();
    assert.deepEqual([one!.event.id, one!.subject, one!.doubt, others], [id, 'anna', 'suspected', []]);
    const html = { accept: 'text/html' };
    const page = await (await ask(engine, '/ledger/suspected', { user: 'admin', headers: html })).text();
    assert.match(page, /It was not written by a server of this site with the current key/);
    assert.match(await (await ask(engine, '/ledger', { user: 'admin', headers: html })).text(), /need your review/);
    assert.equal((await ask(engine, '/ledger/suspected.json', { user: 'anna' })).status, 403);
    assert.equal((await ask(engine, '/ledger/suspected/export.csv', { user: 'anna' })).status, 403);
  });

  test('the files of flagged entries have all of them, first those that wait for a review', async () => {
    const [reviewed, waiting, other] = [await forged(), await forged(), await forged('privacy_terms')];
    assert.equal((await judge(reviewed, 'void')).status, 204);
    const rows = (await (await ask(engine, '/ledger/suspected/export.json', { user: 'admin' })).json()) as {
      id: string;
      doubt: string;
    }[];
    const newestFirst = [waiting, other].toSorted().toReversed();
    assert.deepEqual(
      rows.map(({ id, doubt }) => [id, doubt]),
      [...newestFirst.map((id) => [id, 'suspected']), [reviewed, 'void']],
    );
    const csv = await (await ask(engine, '/ledger/suspected/export.csv', { user: 'admin' })).text();
    assert.match(csv, /subject,doubt\r\n[^]*,anna,suspected\r\n/);
    // Each page continues after the last row of the one before.
    const ledger = engine.ledger as unknown as LedgerService;
    const paged: string[] = [];
    for (let last: StoredEvent | null = null; ;) {
      const [next]: StoredEvent[] = await ledger.suspected(last, 1);
      if (next === undefined) break;
      paged.push(next.leaf.id);
      last = next;
    }
    assert.deepEqual(
      paged,
      rows.map(({ id }) => id),
    );
  });

  test('a forged decision without an earlier one leaves the rule undecided', async () => {
    await forged('privacy_terms');
    assert.equal(await stateOf('privacy_terms'), 'passive');
    assert.deepEqual(await codes(), ['event_suspected']);
  });

  test('a flagged event counts if judged valid and not if judged void; each judgement is an event, and the last one counts', async () => {
    const id = await forged();
    assert.equal((await judge(id, 'counts')).status, 204);
    assert.equal(await stateOf(), 'accepted');
    assert.equal((await suspected())[0]!.doubt, 'counts');
    await engine.ledger.seal();
    assert.deepEqual(await codes(), ['event_suspected']);
    await engine.ledger.judge(id, 'void');
    assert.equal(await stateOf(), 'rejected');
    await engine.ledger.seal();
    assert.deepEqual(await codes(), ['event_suspected']);
    const judgements = (await eventsIn(database)).filter(({ kind }) => kind === 'judgement');
    assert.deepEqual(
      judgements.map(({ about, reason, how, sealed }) => [about, reason, how, sealed !== null]),
      [
        [id, 'counts', 'panel', true],
        [id, 'void', 'host', true],
      ],
    );
  });

  test('a judgement without the key has no effect', async () => {
    const id = await forged();
    await stranger.ledger.judge(id, 'counts');
    assert.equal(await stateOf(), 'accepted', 'until it is sealed');
    await engine.ledger.seal();
    assert.equal(await stateOf(), 'rejected');
    assert.deepEqual(await codes(), ['event_suspected', 'event_suspected']);
  });

  test('a flag that was removed in the database is detected', async () => {
    const id = await forged();
    await set('ledger_events', 'doubt', null, `id = '${id}'`);
    assert.deepEqual(await codes(), ['event_suspected', 'doubt_changed', 'projection_changed']);
  });

  test('only administrators review, and only flagged events', async () => {
    const id = await forged();
    assert.equal((await judge(id, 'counts', 'anna')).status, 403);
    assert.equal((await judge(id, 'perhaps')).status, 422);
    assert.equal((await judge('none', 'void')).status, 404);
    const sound = (await eventsIn(database)).find((event) => event.id !== id && event.kind === 'decision');
    assert.equal((await judge(sound!.id, 'void')).status, 409);
    await assert.rejects(engine.ledger.judge(sound!.id, 'void'), { code: 'not_suspected' });
  });
});
