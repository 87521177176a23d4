/** The content of events, as each module declares it, and no events without webhooks, on three databases. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { WebhookEvent } from 'policy-engine/webhooks';
import { z } from 'zod';
import { createQueries } from '../../dist/schema.js';
import { forEachDatabase } from '../support/databases.ts';
import { memoryStorage } from '../support/memory-storage.ts';
import { eventsOf, LOOK, SECRET, startReceiver, webhooksEngine, type WebhooksEngine } from './support.ts';

interface Described {
  readonly type: string;
  readonly description: string;
  readonly data: Parameters<typeof z.fromJSONSchema>[0];
}

async function declared({ admin }: WebhooksEngine): Promise<Map<string, Described>> {
  const { status, body } = await admin('GET', '/webhook_events.json');
  assert.equal(status, 200);
  return new Map((body as { events: Described[] }).events.map((one) => [one.type, one]));
}

/** No event has undeclared members: the schemas do not allow others. */
async function assertDeclared(told: WebhooksEngine, events: readonly WebhookEvent[]): Promise<void> {
  const types = await declared(told);
  for (const { type, data } of events) {
    const one = types.get(type);
    assert.ok(one !== undefined, type);
    assert.equal((one.data as { additionalProperties?: unknown }).additionalProperties, false, type);
    z.fromJSONSchema(one.data).parse(data);
  }
}

const inShort = (events: readonly WebhookEvent[]) =>
  events.map(({ type, subject }) => `${type.replace('policy-engine.', '')} ${subject ?? 'nobody'}`).toSorted();

async function rowsOf(database: Database): Promise<number> {
  return (await createQueries(database).selectFrom('webhook_deliveries').select('id').execute()).length;
}

forEachDatabase((target) => {
  describe('events of decisions', () => {
    test('are sent for accounts, visitors, adopted browsers, and Global Privacy Control', async () => {
      await using receiver = await startReceiver();
      const webhook = { name: 'decisions', url: receiver.url, secret: SECRET, events: ['policy-engine.decision.*'] };
      const told = await webhooksEngine([webhook], { database: await target.open() });
      const put = async (user: string | null, path: string) =>
        (await told.test.as(user).json('PUT', `/policies${path}`)).status;
      const read = async () => {
        receiver.received.length = 0;
        await told.pass(LOOK);
        const events = eventsOf(receiver, told.now);
        await assertDeclared(told, events);
        return events.map(({ subject, data }) => {
          assert.ok('decision' in data);
          return [subject ?? null, data.user_id, data.rule, data.decision, data.how];
        });
      };
      // The first decision of an account, the next one, and several at once use different code paths.
      assert.equal(await put('anna', '/user_terms/age/accept.json'), 200);
      assert.deepEqual(await read(), [['anna', 'anna', 'age', 'accepted', 'api']]);
      assert.equal(await put('anna', '/user_terms/age/reject.json'), 200);
      assert.deepEqual(await read(), [['anna', 'anna', 'age', 'rejected', 'api']]);
      const user = { policy_rule_age: true, policy_rule_privacy_terms: true };
      await told.test.as('ben').json('PUT', '/policies/user_terms/accept_multiples.json', { user });
      const several = (await read()).toSorted((one, two) => String(one[2]).localeCompare(String(two[2])));
      assert.deepEqual(several, [
        ['ben', 'ben', 'age', 'accepted', 'api'],
        ['ben', 'ben', 'privacy_terms', 'accepted', 'api'],
      ]);
      const visitor = told.test.as(null);
      await visitor.json('PUT', '/policies/user_terms/cookie/accept.json');
      assert.deepEqual(await read(), [[null, null, 'cookie', 'accepted', 'api']]);
      await visitor.json('PUT', '/policies/user_terms/cookie/reject.json');
      assert.deepEqual(await read(), [[null, null, 'cookie', 'rejected', 'api']]);
      // An account takes over the decisions of its browser.
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      const request = new Request('http://engine.test/sign-in', { method: 'POST', headers });
      await told.engine.policiesOf({ id: 'carla' }, request).adoptVisitorDecision('cookie');
      assert.deepEqual(await read(), [['carla', 'carla', 'cookie', 'rejected', 'adopted']]);
      // The signal of a browser has no subject.
      await told.test.as(null).fetch('/policies/consent.json', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'sec-gpc': '1' },
        body: JSON.stringify({ decisions: {} }),
      });
      assert.deepEqual(await read(), [[null, null, 'cookie', 'rejected', 'gpc']]);
    });

    test('are not written without a webhook that asks for them', async () => {
      await using receiver = await startReceiver();
      const database = await target.open();
      const webhook = { name: 'others', url: receiver.url, secret: SECRET, events: ['policy-engine.request.*'] };
      const before = await rowsOf(database);
      for (const webhooks of [[], [webhook]]) {
        const told = await webhooksEngine(webhooks, { database });
        await told.accept(`nobody-${webhooks.length}`);
        await told.test.as(null).json('PUT', '/policies/user_terms/cookie/accept.json');
      }
      assert.equal(await rowsOf(database), before);
    });

    test('need one additional insert, also for several decisions', async () => {
      const database = await target.open();
      const inserts: string[] = [];
      const counting = countingInserts(database, inserts);
      const at = (name: string) => ({ name, url: 'http://127.0.0.1:1/', secret: SECRET });
      const countOf = async (user: string, webhooks: Parameters<typeof webhooksEngine>[0]) => {
        const told = await webhooksEngine(webhooks, { database: counting });
        inserts.length = 0;
        await told.accept(user);
        return inserts.filter((sql) => /webhook_deliveries/.test(sql)).length;
      };
      assert.equal(await countOf('none', []), 0);
      assert.equal(await countOf('one', [at('one')]), 1);
      assert.equal(await countOf('two', [at('one'), at('two')]), 1);
    });
  });

  test('publishing a policy now or later, and cancelling it, emits events', async () => {
    await using receiver = await startReceiver();
    const webhook = { name: 'policies', url: receiver.url, secret: SECRET, events: ['policy-engine.policy.*'] };
    const told = await webhooksEngine([webhook], { database: await target.open() });
    const { terms } = told.engine;
    const first = await terms.create('cookie', { markdown: `# New cookies ${target.dialect}` });
    const { version, hash } = await terms.publish(first.id);
    const later = await terms.create('cookie', { markdown: `# Later cookies ${target.dialect}` });
    await terms.publish(later.id, { at: new Date(told.now().getTime() + 3_600_000) });
    const path = `/policies/categories/cookie/terms/${later.id}.json`;
    assert.equal((await told.test.as('admin').json('PATCH', path, { state: 'draft' })).status, 200);
    await told.pass(LOOK);
    const events = eventsOf(receiver, told.now);
    await assertDeclared(told, events);
    assert.deepEqual(inShort(events), [
      'policy.published cookie',
      'policy.published cookie',
      'policy.taken_back cookie',
    ]);
    const published = events.find(({ data }) => 'policy_id' in data && data.policy_id === first.id);
    assert.ok(published?.type === 'policy-engine.policy.published');
    assert.deepEqual([published.data.version, published.data.text_hash], [version, hash]);
  });

  test('erasure requests emit events', async () => {
    assert.deepEqual(
      await toldOfErasures(await target.open()),
      ['created', 'held', 'released', 'confirmed', 'cancelled']
        .map((step) => `request.${step} first`)
        .concat('request.created second', 'request.denied second')
        .toSorted(),
    );
  });

  test('each step of a request by a person or an administrator emits an event', async () => {
    await using receiver = await startReceiver();
    const webhook = { name: 'requests', url: receiver.url, secret: SECRET, events: ['policy-engine.request.*'] };
    const told = await webhooksEngine([webhook], {
      database: await target.open(),
      portabilityRules: [{ name: 'account', member: (user: { id: string }) => ({ id: user.id }) }],
      attachments: {
        storage: {
          put: async (_name, content) => void (await content.resume().toArray()),
          get: missing,
          size: async () => null,
          delete: async () => {},
        },
      },
    });
    const { requests } = told.engine;
    const confirmed = await requests.create({ id: 'rosa' });
    await requests.confirm(confirmed.id);
    await told.pass(LOOK);
    const denied = await requests.create({ id: 'rolf' });
    const extend = { reason: 'Many came at once.' };
    const path = `/policies/portability_requests/${denied.id}`;
    assert.equal((await told.test.as('admin').json('POST', `${path}/extend.json`, extend)).status, 200);
    await requests.deny(denied.id, 'Who are you?');
    assert.equal((await told.test.as('admin').json('DELETE', `${path}.json`)).status, 204);
    await told.pass(LOOK);
    const events = eventsOf(receiver, told.now);
    await assertDeclared(told, events);
    assert.deepEqual(
      inShort(events),
      [
        `request.created ${confirmed.id}`,
        `request.confirmed ${confirmed.id}`,
        `request.completed ${confirmed.id}`,
        `request.created ${denied.id}`,
        `request.extended ${denied.id}`,
        `request.denied ${denied.id}`,
        `request.deleted ${denied.id}`,
      ].toSorted(),
    );
    // The reason is only for the person.
    assert.ok(receiver.received.every(({ body }) => !body.includes('Who are you')));
    assert.deepEqual(
      new Set(events.map(({ data }) => ('user_id' in data ? data.user_id : null))),
      new Set(['rosa', 'rolf']),
    );
  });
});

forEachDatabase((target) => {
  test('messages and the reopening of requests are told without their texts, and never of somebody who was erased', async () => {
    await using receiver = await startReceiver();
    const webhook = { name: 'requests', url: receiver.url, secret: SECRET, events: ['policy-engine.request.*'] };
    const told = await webhooksEngine([webhook], {
      database: await target.open(),
      portabilityRules: [{ name: 'account', member: () => ({ name: 'Sara' }) }],
      erasureRules: [{ name: 'profile', erasure: { action: 'run', erase: () => undefined } }],
      erasure: { graceDays: 0 },
      attachments: { storage: memoryStorage() },
    });
    const { engine } = told;
    const admin = (method: string, path: string, body: object) =>
      told.test.as('admin').json(method, `/policies${path}`, body);
    const copy = await engine.requests.create({ id: 'sara' });
    const erasure = await engine.erasure.create({ id: 'sven' });
    const files = [{ name: 'proof.txt', content: Buffer.from('secret').toString('base64') }];
    const place = `requests/portability/${copy.id}/messages`;
    assert.equal((await admin('POST', `/${place}`, { body: 'A secret question.', files })).status, 201);
    const own = await told.test.as('sara').json('POST', `/policies/request_messages/portability/${copy.id}`, {
      body: 'A secret answer.',
    });
    assert.equal(own.status, 201);
    await engine.requests.deny(copy.id, 'A secret reason.');
    await engine.erasure.deny(erasure.id, 'A secret reason.');
    const because = { reason: 'A secret change of mind.' };
    assert.equal((await admin('POST', `/portability_requests/${copy.id}/reopen`, because)).status, 200);
    assert.equal((await admin('PUT', `/erasure_requests/${erasure.id}/reopen`, because)).status, 200);
    await told.pass(LOOK);
    const events = eventsOf(receiver, told.now);
    await assertDeclared(told, events);
    assert.deepEqual(
      inShort(events.filter(({ type }) => /message_written|reopened/.test(type))),
      [
        // The person gets the reason of the reopening as a message, too.
        ...[1, 2, 3].map(() => `request.message_written ${copy.id}`),
        `request.message_written ${erasure.id}`,
        `request.reopened ${copy.id}`,
        `request.reopened ${erasure.id}`,
      ].toSorted(),
    );
    assert.deepEqual(
      events
        .flatMap(({ data }) => ('from' in data ? [[data.user_id, data.kind, data.from, data.files]] : []))
        .toSorted((one, two) => String(one).localeCompare(String(two))),
      [
        ['sara', 'portability', 'administrator', 0],
        ['sara', 'portability', 'administrator', 1],
        ['sara', 'portability', 'person', 0],
        ['sven', 'erasure', 'administrator', 0],
      ],
    );
    assert.ok(receiver.received.every(({ body }) => !/secret|proof/.test(body)));
    // Nothing about somebody who was erased.
    receiver.received.length = 0;
    await engine.erasure.confirm(erasure.id);
    await told.pass(LOOK);
    const late = await admin('POST', `/requests/erasure/${erasure.id}/messages`, { body: 'Too late' });
    assert.equal(late.status, 409);
    await told.pass(LOOK);
    assert.ok(eventsOf(receiver, told.now).every(({ type }) => !/message_written|reopened/.test(type)));
  });
});

/** An erasure request with each possible step except a failure, and its events. */
async function toldOfErasures(database: Database): Promise<readonly string[]> {
  await using receiver = await startReceiver();
  const webhook = { name: 'requests', url: receiver.url, secret: SECRET, events: ['policy-engine.request.*'] };
  const told = await webhooksEngine([webhook], {
    database,
    erasureRules: [{ name: 'profile', erasure: { action: 'run', erase: () => undefined } }],
    erasure: { graceDays: 30 },
  });
  const { erasure } = told.engine;
  const { id } = await erasure.create({ id: 'ruth' });
  await erasure.hold(id, 'A court asks for it.');
  await erasure.release(id);
  await erasure.confirm(id);
  await erasure.cancel(id);
  const denied = await erasure.create({ id: 'ruth' });
  await erasure.deny(denied.id, 'Who are you?');
  await told.pass(LOOK);
  const events = eventsOf(receiver, told.now);
  await assertDeclared(told, events);
  assert.ok(receiver.received.every(({ body }) => !/court|Who are/.test(body)));
  assert.ok(events.every(({ data }) => 'kind' in data && data.kind === 'erasure'));
  return inShort(events).map((event) => event.replace(id, 'first').replace(denied.id, 'second'));
}

const missing = () => Promise.reject(new Error('Nothing is kept.'));

/** Records each insert, also those of transactions. */
function countingInserts(database: Database, inserts: string[]): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'execute') {
        return (sql: string, parameters?: readonly unknown[]) => {
          if (/\binsert\b/i.test(sql)) inserts.push(sql);
          return target.execute(sql, parameters);
        };
      }
      if (name === 'transaction') {
        return (callback: (inner: Database) => Promise<unknown>, options?: object) =>
          target.transaction((inner) => callback(countingInserts(inner, inserts)), options);
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
