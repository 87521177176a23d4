/** The administration of webhooks, the findings of doctor, and the data left about a person. On three databases. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineNaming } from '../../dist/schema.js';
import { Audit } from '../../dist/modules/audit/service.js';
import { WebhookService } from '../../dist/modules/webhooks/service.js';
import { keyOf } from '../../dist/modules/webhooks/signature.js';
import { apiOf, assertDescribed } from '../support/openapi.ts';
import { forEachDatabase } from '../support/databases.ts';
import { DAY, HOUR, LOOK, SECRET, startReceiver, webhooksEngine } from './support.ts';

const DECISIONS = ['policy-engine.decision.recorded'];

interface Listed {
  readonly webhooks: ReadonlyArray<{
    readonly name: string;
    readonly url: string;
    readonly failing_since: string | null;
  }>;
  readonly deliveries: ReadonlyArray<{ readonly id: string; readonly webhook: string; readonly state: string }>;
  readonly pages: number;
}

forEachDatabase((target) => {
  test('a failure is resolved in another way, with a note, and is no longer among those of the home page', async () => {
    const told = await webhooksEngine(
      [{ name: 'resolved', url: 'http://127.0.0.1:1/', secret: SECRET, events: DECISIONS }],
      { database: await target.open() },
    );
    const admin = (method: string, path: string, body?: object) =>
      told.test.as('admin').json(method, `/policies${path}`, body);
    await told.accept('resolved-anna');
    const { deliveries } = (await admin('GET', '/webhooks.json?webhook=resolved')).body as Listed;
    const id = deliveries[0]?.id ?? '';
    const note = 'Told by telephone';
    assert.equal((await admin('POST', `/webhooks/${id}/resolve.json`, { note })).status, 409, 'it is still tried');
    const { database } = told.engine;
    // After the retention period, so that it cannot be sent again.
    await database.execute(
      `update policy_manager_webhook_deliveries set state = 'failed', due_at = null, body = null where id = '${id}'`,
    );
    const home = async () =>
      (await told.test.as('admin').fetch('/policies/home', { headers: { accept: 'text/html' } })).text();
    assert.match(await home(), new RegExp(`href="/policies/webhooks/${id}"[^>]*>Mark as resolved<`));
    assert.doesNotMatch(await home(), new RegExp(`${id}/send`));
    assert.equal((await admin('POST', `/webhooks/${id}/resolve.json`, { note: ' ' })).status, 422);
    assert.equal((await admin('POST', '/webhooks/none/resolve.json', { note })).status, 404);
    assert.equal((await admin('POST', `/webhooks/${id}/resolve.json`, { note })).status, 204);
    assert.equal((await admin('POST', `/webhooks/${id}/resolve.json`, { note })).status, 409);
    const { body } = await admin('GET', `/webhooks/${id}.json`);
    assert.deepEqual([(body as { state: string }).state, (body as { note: string }).note], ['resolved', note]);
    assert.doesNotMatch(await home(), new RegExp(id));
    const page = await (
      await told.test.as('admin').fetch(`/policies/webhooks/${id}`, { headers: { accept: 'text/html' } })
    ).text();
    assert.match(page, />Told by telephone</);
    assert.doesNotMatch(page, /resolve"/);
    const { entries } = (await admin('GET', '/audit.json?action=webhook_resolved')).body as {
      entries: { subject: string }[];
    };
    assert.deepEqual(
      entries.map(({ subject }) => subject),
      [id],
    );
  });

  test('the list of deliveries can be filtered, and only administrators see it', async () => {
    await using receiver = await startReceiver();
    const url = `${receiver.url}?token=secret`;
    const told = await webhooksEngine(
      [
        { name: 'list & "good"', url, secret: SECRET, events: DECISIONS },
        { name: 'list-bad', url: 'http://127.0.0.1:1/', secret: SECRET, events: DECISIONS },
      ],
      { database: await target.open() },
    );
    await told.accept('list-anna');
    await told.pass(LOOK);
    const list = async (query = '') => (await told.admin('GET', `/webhooks.json${query}`)).body as Listed;
    const { webhooks, deliveries } = await list();
    assert.deepEqual(
      webhooks.map(({ name, url: shown }) => `${name} ${shown}`),
      [`list & "good" ${receiver.url}`, 'list-bad http://127.0.0.1:1/'],
    );
    assert.equal(webhooks[0]?.failing_since, null);
    assert.notEqual(webhooks[1]?.failing_since, null);
    assert.ok(deliveries.length >= 2);
    const names = (found: Listed) => new Set(found.deliveries.map(({ webhook }) => webhook));
    assert.deepEqual(names(await list('?webhook=list-bad')), new Set(['list-bad']));
    assert.deepEqual(names(await list('?webhook=list-bad&state=delivered')), new Set());
    assert.deepEqual((await list('?page=7')).deliveries, []);
    const page = async (path: string) =>
      (await told.test.as('admin').fetch(`/policies${path}`, { headers: { accept: 'text/html' } })).text();
    assert.doesNotMatch(await page('/webhooks?page=7'), /pe-empty/);

    const id = deliveries[0]?.id ?? '';
    const api = apiOf(told.engine);
    for (const [method, path] of [
      ['GET', '/webhooks.json'],
      ['GET', '/webhook_events.json'],
      ['GET', `/webhooks/${id}.json`],
      ['GET', '/webhooks/none.json'],
      ['POST', '/webhooks/none/send.json'],
      ['POST', `/webhooks/${id}/send.json`],
    ] as const) {
      const init = { method, headers: { accept: 'application/json' } };
      await assertDescribed(api, method, path, await told.test.as('admin').fetch(`/policies${path}`, init));
      assert.equal((await told.test.as('anna').fetch(`/policies${path}`, init)).status, 403);
      assert.equal((await told.test.as(null).fetch(`/policies${path}`, init)).status, 401);
    }
    assert.equal((await told.admin('GET', '/webhooks.json?state=lost')).status, 422);

    const html = await page('/webhooks');
    assert.match(html, /list &amp; (?:&quot;|&#34;)good/);
    assert.ok(!html.includes('token=secret') && !html.includes(SECRET));
  });

  test('doctor reports a webhook to which no delivery succeeded for a day', async () => {
    await using receiver = await startReceiver();
    receiver.answer = (response) => void response.writeHead(500).end();
    const webhook = { name: 'doctor', url: receiver.url, secret: SECRET, events: DECISIONS };
    const told = await webhooksEngine([webhook], { database: await target.open() });
    const found = async () => (await told.engine.check()).filter(({ code }) => code === 'webhook_failing');
    await told.accept('doctor-anna');
    await told.pass(LOOK);
    await told.pass(HOUR);
    assert.deepEqual(await found(), []);
    await told.pass(DAY);
    const [finding, ...others] = await found();
    assert.deepEqual(others, []);
    assert.match(finding?.message ?? '', /Deliveries to the webhook “doctor” have failed/);
    receiver.answer = (response) => void response.writeHead(204).end();
    await told.accept('doctor-ben');
    await told.pass(LOOK);
    assert.deepEqual(await found(), []);
  });

  test('an erasure deletes sent and queued deliveries about a person, except those that announce the erasure', async () => {
    await using receiver = await startReceiver();
    const database = await target.open();
    const webhook = { name: 'forgotten', url: receiver.url, secret: SECRET, events: DECISIONS };
    const told = await webhooksEngine([webhook], { database });
    const naming = engineNaming(database.dialect);
    const { now } = told;
    const service = new WebhookService({
      database,
      naming,
      webhooks: [{ name: 'forgotten', url: new URL(receiver.url), keys: [keyOf(SECRET)], events: null }],
      audit: new Audit({ database, naming, now }),
      source: () => '/policies',
      now,
    });
    await told.accept('forgotten-anna');
    await told.accept('forgotten-ben');
    await told.pass(LOOK);
    await told.accept('forgotten-anna', 'privacy_terms');
    await database.transaction(async (transaction) => {
      const event = { type: 'policy-engine.erasure.sample', subject: 'r1', data: { user_id: 'forgotten-anna' } };
      await service.emit(transaction, event as never);
    });
    assert.equal(await service.countAbout('forgotten-anna'), 2);
    const forget = () => database.transaction((transaction) => service.forget(transaction, 'forgotten-anna'));
    assert.deepEqual([await forget(), await forget()], [2, 0]);
    receiver.received.length = 0;
    await told.pass(LOOK);
    assert.equal(receiver.received.length, 1);
    assert.match(receiver.received[0]?.body ?? '', /erasure\.sample/);
    assert.equal(await forget(), 1);
    const rows = await database.execute<{ body: string | null }>('select * from policy_manager_webhook_deliveries');
    const texts = rows.rows.map((row) => JSON.stringify(row));
    assert.equal(texts.filter((text) => text.includes('forgotten-anna')).length, 0);
    assert.equal(texts.filter((text) => text.includes('forgotten-ben')).length, 1);
  });
});
