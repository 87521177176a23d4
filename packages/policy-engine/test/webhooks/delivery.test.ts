/** Events are delivered once, later, or not at all, depending on the receiver's response. On three databases, over real sockets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from 'policy-engine';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from 'policy-engine/webhooks';
import { forEachDatabase } from '../support/databases.ts';
import { DAY, eventsOf, HOUR, LOOK, MINUTE, SECRET, startReceiver, webhooksEngine } from './support.ts';

const DECISIONS = ['policy-engine.decision.recorded'];
const OTHER_SECRET = 'another secret of the host';

forEachDatabase((target) => {
  test('an event is delivered once, signed, as a CloudEvent', async () => {
    await using receiver = await startReceiver();
    const { url } = receiver;
    const webhook = { name: 'once', url, secret: SECRET, events: DECISIONS };
    const publicOrigins = ['http://engine.test'];
    const told = await webhooksEngine([webhook], { database: await target.open(), publicOrigins });
    await told.accept('once-anna');
    // Repeating a decision is not an event.
    await told.accept('once-anna');
    await told.pass(LOOK);
    await told.pass(LOOK);
    await told.pass(HOUR);

    const [event, ...others] = eventsOf(receiver);
    assert.deepEqual(others, []);
    assert.ok(event?.type === 'policy-engine.decision.recorded');
    const { id, time, data, ...rest } = event;
    assert.deepEqual(rest, {
      specversion: '1.0',
      source: 'http://engine.test/policies',
      type: 'policy-engine.decision.recorded',
      subject: 'once-anna',
      datacontenttype: 'application/json',
    });
    const { ledger_event: ledgerEvent, decided_at: at, ...facts } = data;
    assert.deepEqual(facts, {
      user_id: 'once-anna',
      rule: 'age',
      version: 1,
      decision: 'accepted',
      vendors: null,
      how: 'api',
    });
    assert.equal((await told.engine.ledger.event(ledgerEvent))?.leaf.at, at);
    assert.ok(Date.parse(time) >= Date.parse(at));
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    assert.equal(headers['content-type'], 'application/cloudevents+json; charset=utf-8');
    assert.equal(headers['webhook-id'], id);
    assert.deepEqual(new Webhook(SECRET).verify(body, headers as Record<string, string>), event);

    const [delivery] = await told.deliveries('once');
    assert.deepEqual(
      [delivery?.state, delivery?.attempts, delivery?.status, delivery?.error, delivery?.due_at, delivery?.event_id],
      ['delivered', 1, 204, null, null, id],
    );
  });

  test('each webhook gets the events it asks for, with the same ID', async () => {
    await using receiver = await startReceiver();
    await using other = await startReceiver();
    const told = await webhooksEngine(
      [
        { name: 'some', url: receiver.url, secret: SECRET, events: ['policy-engine.policy.*'] },
        { name: 'all', url: other.url, secret: SECRET },
      ],
      { database: await target.open() },
    );
    await told.accept('some-anna');
    const { id } = await told.engine.terms.create('cookie', { markdown: `# Cookies ${target.dialect}` });
    await told.engine.terms.publish(id);
    await told.pass(LOOK);
    const types = (events: readonly { type: string }[]) => events.map(({ type }) => type).toSorted();
    assert.deepEqual(types(eventsOf(receiver)), ['policy-engine.policy.published']);
    assert.deepEqual(types(eventsOf(other)), ['policy-engine.decision.recorded', 'policy-engine.policy.published']);
    assert.ok(eventsOf(other).some((event) => event.id === eventsOf(receiver)[0]?.id));
  });

  test('an event of a transaction that is rolled back is not sent', async () => {
    await using receiver = await startReceiver();
    const database = await target.open();
    const webhook = { name: 'rolled', url: receiver.url, secret: SECRET, events: DECISIONS };
    const told = await webhooksEngine([webhook], { database });
    const { engine } = told;
    const signUp = async (transaction: Database) => {
      await engine.recordPolicies(transaction, 'rolled-anna', { policy_rule_age: true });
      throw new Error('the host changed its mind');
    };
    await assert.rejects(database.transaction(signUp), /changed its mind/);
    await told.pass(LOOK);
    assert.deepEqual(await told.deliveries('rolled'), []);
    assert.deepEqual(receiver.received, []);
    await database.transaction((transaction) =>
      engine.recordPolicies(transaction, 'rolled-anna', { policy_rule_age: true, policy_rule_cookie: false }),
    );
    await told.pass(LOOK);
    assert.equal(receiver.received.length, 2);
  });

  test('a delivery answered with 500 is retried with growing delays for three days, and then manually', async () => {
    await using receiver = await startReceiver();
    receiver.answer = (response) => void response.writeHead(500).end('out of order');
    const webhook = { name: 'retried', url: receiver.url, secret: SECRET, events: DECISIONS };
    const told = await webhooksEngine([webhook], { database: await target.open() });
    await told.accept('retried-anna');
    await told.pass(LOOK);
    const [first] = await told.deliveries('retried');
    assert.deepEqual([first?.state, first?.attempts, first?.error], ['waiting', 1, 'Answered 500']);
    assert.equal((await told.delivery(first?.id ?? '')).answer, 'out of order');
    const admin = told.test.as('admin');
    const shown = await (await admin.fetch(`/policies/webhooks/${first?.id}`)).text();
    assert.match(shown, /<h1>decision\.(?:<wbr\/>|\u200b)?recorded<\/h1>/);
    assert.match(shown, /<code>policy-/);
    assert.doesNotMatch(shown, /Answered 500/, 'beside the response code');
    const list = await (await admin.fetch('/policies/webhooks?state=waiting')).text();
    assert.match(list, />decision\.recorded</);
    assert.doesNotMatch(list, />policy-engine\.|Clear filters/);
    const pauses: number[] = [];
    for (let state = 'waiting'; state === 'waiting';) {
      const [{ due_at: due } = { due_at: null }] = await told.deliveries('retried');
      pauses.push(Date.parse(due ?? '') - told.now().getTime());
      await told.pass(Math.max(LOOK, Date.parse(due ?? '') - told.now().getTime() + LOOK));
      state = (await told.deliveries('retried'))[0]?.state ?? '';
    }
    assert.equal(receiver.received.length, 10);
    assert.deepEqual(
      pauses,
      pauses.toSorted((one, two) => one - two),
    );
    assert.ok(pauses.reduce((sum, pause) => sum + pause, 0) > 3 * DAY);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);

    const id = first?.id ?? '';
    assert.equal((await told.delivery(id)).state, 'failed');
    receiver.answer = (response) => void response.writeHead(200).end();
    assert.equal((await told.admin('POST', `/webhooks/${id}/send.json`)).status, 204);
    await told.pass(LOOK);
    const { state, attempts } = await told.delivery(id);
    assert.deepEqual([state, attempts], ['delivered', 1]);
    const { body: log } = await told.admin('GET', '/audit.json?action=webhook_sent_again');
    const entries = (log as { entries: readonly { subject: string; actor: string }[] }).entries;
    assert.deepEqual(
      entries.filter(({ subject }) => subject === id).map(({ actor }) => actor),
      ['admin'],
    );
  });

  test('deliveries wait as long as the receiver asks with Retry-After', async () => {
    await using receiver = await startReceiver();
    receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '7200' }).end();
    const webhook = { name: 'patient', url: receiver.url, secret: SECRET, events: DECISIONS };
    const told = await webhooksEngine([webhook], { database: await target.open() });
    // More than are sent at once: the others wait as well.
    for (let nth = 0; nth < 8; nth += 1) await told.accept(`patient-${nth}`);
    await told.pass(LOOK);
    const asked = receiver.received.length;
    assert.ok(asked >= 1 && asked <= 4, `${asked} requests`);
    await told.pass(HOUR);
    assert.equal(receiver.received.length, asked);
    for (const { due_at: due } of await told.deliveries('patient'))
      assert.ok(Date.parse(due ?? '') > told.now().getTime() + 50 * MINUTE, due ?? '');
    receiver.answer = (response) => void response.writeHead(202).end();
    await told.pass(2 * HOUR);
    const states = (await told.deliveries('patient')).map(({ state }) => state);
    assert.deepEqual(
      states,
      Array.from({ length: 8 }, () => 'delivered'),
    );
  });

  test('a 410 answer ends deliveries to the webhook', async () => {
    await using receiver = await startReceiver();
    receiver.answer = (response) => void response.writeHead(410).end();
    const webhook = { name: 'gone', url: receiver.url, secret: SECRET, events: DECISIONS };
    const told = await webhooksEngine([webhook], { database: await target.open() });
    await told.accept('gone-anna');
    await told.pass(LOOK);
    await told.pass(DAY);
    assert.equal(receiver.received.length, 1);
    const [delivery] = await told.deliveries('gone');
    assert.deepEqual([delivery?.state, delivery?.status, delivery?.due_at], ['gone', 410, null]);
  });

  test('while a secret is rotated, both the new one and the old one verify', async () => {
    await using receiver = await startReceiver();
    const webhook = { name: 'rotated', url: receiver.url, secret: [OTHER_SECRET, SECRET], events: DECISIONS };
    const told = await webhooksEngine([webhook], { database: await target.open() });
    await told.accept('rotated-anna');
    await told.pass(LOOK);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    for (const secret of [OTHER_SECRET, SECRET]) {
      assert.equal(verifyWebhook(body, headers, secret).subject, 'rotated-anna');
    }
    assert.throws(() => verifyWebhook(body, headers, 'a third secret, of somebody else'), /none of its signatures/);
  });

  test('deliveries to a webhook that is no longer configured are abandoned after a day', async () => {
    await using receiver = await startReceiver();
    receiver.answer = (response) => void response.writeHead(503).end();
    const database = await target.open();
    const webhook = { name: 'removed', url: receiver.url, secret: SECRET, events: DECISIONS };
    const before = await webhooksEngine([webhook], { database });
    await before.accept('removed-anna');
    await before.pass(LOOK);
    const after = await webhooksEngine([], { database });
    await after.pass(2 * DAY);
    await after.pass(2 * DAY);
    const [delivery] = await after.deliveries('removed');
    assert.deepEqual([delivery?.state, delivery?.error], ['failed', 'The webhook is not configured any more']);
    const { status } = await after.admin('POST', `/webhooks/${delivery?.id}/send.json`);
    assert.equal(status, 409);
  });

  test('a delivered event is deleted after its retention period, and then cannot be sent again', async () => {
    await using receiver = await startReceiver();
    const webhook = { name: 'kept', url: receiver.url, secret: SECRET, events: DECISIONS };
    const told = await webhooksEngine([webhook], { database: await target.open(), webhookRetentionDays: 3 });
    await told.accept('kept-anna');
    await told.pass(LOOK);
    const [{ id } = { id: '' }] = await told.deliveries('kept');
    await told.pass(2 * DAY);
    assert.match((await told.delivery(id)).body ?? '', /kept-anna/);
    await told.pass(2 * DAY);
    assert.equal((await told.delivery(id)).body, null);
    assert.equal((await told.admin('POST', `/webhooks/${id}/send.json`)).status, 409);
    await told.pass(370 * DAY);
    assert.deepEqual(await told.deliveries('kept'), []);
  });
});
