/** A consent that a person withdrew by phone, by letter or by email: recorded by an administrator, with proof (GDPR Art. 7(3)). */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { ledgerVkey, verifyReceipt } from 'policy-engine/ledger';
import { ask, decide, empty, engineOn, newKeys, publish } from '../proof/support.ts';
import { forEachDatabase } from '../support/databases.ts';

const keys = newKeys();
const NOTE = 'Called from an unknown number; we asked for the order number.';

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;
  let users: Set<string>;

  before(async () => {
    database = await target.open();
  });
  beforeEach(async () => {
    users = new Set(['ada', 'otto', 'admin']);
    engine = engineOn(database, {
      ledgerKey: keys.secret,
      timeZone: 'UTC',
      erasureRules: [{ name: 'profile', erasure: { action: 'run', erase: () => {} } }],
      erasure: { graceDays: 0 },
      userResource: { find: (id: string) => (users.has(id) ? { id } : null) },
    });
    await engine.migrate();
    await empty(database);
    await database.execute('delete from policy_manager_recorded_withdrawals');
    for (const rule of ['cookie', 'age', 'privacy_terms']) await publish(engine, rule);
  });

  const record = async (who: string, id: string, body: object) => {
    const response = await ask(engine, `/people/${id}/withdrawals.json`, { user: who, method: 'POST', body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const withdrawal = { rule: 'cookie', channel: 'phone', note: NOTE, identity_verified: true };

  test('it takes effect for the account, and the event, the receipt, the verifier and the person name the channel', async () => {
    await decide(engine, 'ada', 'cookie', 'accept');
    const done = await record('admin', 'ada', { ...withdrawal, channel: 'letter' });
    const today = new Date().toISOString().slice(0, 10);
    assert.deepEqual(
      [done.status, done.body],
      [201, { rule: 'cookie', state: 'rejected', channel: 'letter', received_on: today }],
    );
    const own = await (await ask(engine, '/user_terms/cookie.json', { user: 'ada' })).json();
    assert.equal((own as { state: string }).state, 'rejected');
    const [event] = await engine.ledger.eventsAbout({ userId: 'ada', visitorId: null });
    assert.deepEqual([event?.leaf.decision, event?.leaf.how], ['rejected', 'letter']);
    assert.equal(event?.identity?.shown, JSON.stringify({ received_on: today }));

    await engine.ledger.seal();
    const { findings, pending } = await engine.ledger.verify();
    assert.deepEqual({ findings, pending }, { findings: [], pending: 0 });
    const receipt = JSON.stringify(await engine.ledger.receipt(event.leaf.id));
    const vkey = ledgerVkey((await engine.ledger.vkeys())[0]!.split('+')[0]!, keys.public);
    assert.deepEqual(verifyReceipt(receipt, vkey).problems, []);
    const other = receipt.replace('"how":"letter"', '"how":"panel"');
    assert.notEqual(other, receipt);
    assert.notDeepEqual(verifyReceipt(other, vkey).problems, [], 'the channel cannot be changed');

    const headers = { accept: 'text/html' };
    const drawn = await (await ask(engine, `/people/ada/events/${event.leaf.id}`, { user: 'admin', headers })).text();
    assert.ok(drawn.includes('By letter, recorded by an administrator') && drawn.includes(`datetime="${today}"`));

    // The person sees it, with the channel, and not the note; administrators see the note.
    for (const [path, user] of [
      ['/user_terms', 'ada'],
      [`/ledger/events/${event.leaf.id}`, 'ada'],
    ] as const) {
      const page = await (await ask(engine, path, { user, headers: { accept: 'text/html' } })).text();
      assert.ok(!page.includes(NOTE), path);
    }
    const mine = await (await ask(engine, '/ledger/events.json', { user: 'ada' })).text();
    assert.match(mine, /"how":"letter"/);
    assert.ok(!mine.includes(NOTE));
    const person = await (await ask(engine, '/people/ada', { user: 'admin', headers: { accept: 'text/html' } })).text();
    assert.ok(person.includes(NOTE) && person.includes('By letter, recorded by an administrator'));
    const log = await (await ask(engine, '/audit.json', { user: 'admin' })).text();
    assert.match(log, /withdrawal_recorded/);
  });

  test('nothing is recorded for what was not accepted, without a verified identity, or with an impossible day', async () => {
    await decide(engine, 'ada', 'cookie', 'accept');
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    const refused: (readonly [string, object, number])[] = [
      ['otto', withdrawal, 409],
      ['ada', { ...withdrawal, rule: 'age' }, 409],
      ['ada', { ...withdrawal, rule: 'nothing' }, 404],
      ['nobody', withdrawal, 404],
      ['ada', { ...withdrawal, identity_verified: false }, 422],
      ['ada', { ...withdrawal, channel: 'pigeon' }, 422],
      ['ada', { ...withdrawal, received_on: tomorrow }, 422],
      ['ada', { ...withdrawal, received_on: '2001-01-01' }, 422],
      ['ada', { ...withdrawal, note: 'x'.repeat(4001) }, 422],
    ];
    for (const [id, body, status] of refused) {
      assert.equal((await record('admin', id, body)).status, status, `${id} ${JSON.stringify(body).slice(0, 80)}`);
    }
    assert.equal((await record('ada', 'ada', withdrawal)).status, 403);
    const { rows } = await database.execute('select id from policy_manager_recorded_withdrawals');
    assert.deepEqual(rows, []);
    assert.equal((await engine.ledger.eventsAbout({ userId: 'ada', visitorId: null })).length, 1);
  });

  test('its note is erased with the person', async () => {
    await decide(engine, 'ada', 'cookie', 'accept');
    assert.equal((await record('admin', 'ada', withdrawal)).status, 201);
    const request = await engine.erasure.create({ id: 'ada' });
    await engine.erasure.confirm(request.id);
    await engine.jobs.runDue();
    const { rows } = await database.execute('select id from policy_manager_recorded_withdrawals');
    assert.deepEqual(rows, []);
  });
});
