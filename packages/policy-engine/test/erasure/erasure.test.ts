/** Erasure requests, from the plan to the receipt, on every database. */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { createPolicyEngine, type Database, nodeSqliteDatabase, PolicyEngineError } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';
import { addPerson, BEGIN, countOf, DAY, makeShop, RULES, shopEngine } from './shop.ts';

const isRefused = (code: string) => (error: unknown) => error instanceof PolicyEngineError && error.code === code;

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
  });
  beforeEach(() => makeShop(database));

  test('an erasure deletes, sets and keeps the rows of a person, and does not change those of others', async () => {
    const ended: string[] = [];
    const shop = await shopEngine(database, {
      erasure: { graceDays: 0, backupRetentionDays: 90, endSessions: (id) => void ended.push(id) },
    });
    await addPerson(database, 'anna-1');
    await addPerson(database, 'otto');
    await database.execute("insert into shop_visits values (0, 'ANNA-1', '/', '2026-02-01')");
    const { id } = await shop.engine.erasure.create({ id: 'anna-1' });
    assert.equal((await shop.engine.erasure.confirm(id)).state, 'running');
    await shop.work();

    const done = await shop.engine.erasure.find(id);
    assert.equal(done.error, null);
    assert.equal(done.state, 'completed');
    assert.equal(done.userId, null);
    assert.deepEqual(ended, ['anna-1', 'anna-1'], 'before the first step, and after the last');
    assert.equal(await countOf(database, 'shop_users'), 1);
    assert.equal(await countOf(database, 'shop_visits'), 31, 'somebody of nearly the same id is left alone');
    assert.equal(await countOf(database, 'shop_orders'), 6, 'two orders were older than ten years');
    assert.equal(await countOf(database, 'shop_orders', 'user_id is null and address is null'), 2);
    assert.equal(await countOf(database, 'shop_items', "note = 'gift from anna-1'"), 0);
    assert.equal(await countOf(database, 'shop_items', "note = 'gift from otto'"), 4);
    assert.equal(await countOf(database, 'shop_reviews', "author = 'a former customer'"), 2);
    assert.equal(await countOf(database, 'shop_reviews', "author = 'Name of otto'"), 2);
    assert.deepEqual(
      done.receipt?.entries.map(({ rule, action, rows, reason, until }) => [rule, action, rows, reason, until]),
      [
        ['items', 'erase_fields', 4, null, null],
        ['orders', 'keep', 2, 'Tax law: ten years', '2035-05-01T00:00:00.000Z'],
        ['orders', 'delete', 2, 'The database also deletes rows that refer to these (shop_items.order_id): 2', null],
        ['reviews', 'erase_fields', 2, null, null],
        ['visits', 'delete', 30, null, null],
        ['account', 'delete', 1, null, null],
      ],
    );
    const backups = new Date(done.receipt?.backupsUntil ?? 0).getTime() - BEGIN;
    assert.ok(backups > 90 * DAY && backups < 91 * DAY);
  });

  test('plans without changing anything', async () => {
    const shop = await shopEngine(database);
    await addPerson(database, 'bea');
    const plan = await shop.engine.erasure.plan({ id: 'bea' });
    assert.deepEqual(
      plan.map(({ rule, action, rows, until }) => [rule, action, rows, until]),
      [
        ['items', 'erase_fields', 4, null],
        ['orders', 'keep', 4, '2035-05-01T00:00:00.000Z'],
        ['reviews', 'erase_fields', 2, null],
        ['visits', 'delete', 30, null],
        ['account', 'delete', 1, null],
      ],
    );
    assert.equal(await countOf(database, 'shop_users'), 1);
    assert.equal(await countOf(database, 'shop_visits'), 30);
  });

  test('an erasure begins automatically after the grace period, and not before', async () => {
    const shop = await shopEngine(database, { erasure: { graceDays: 14 } });
    await addPerson(database, 'cleo');
    const { id } = await shop.engine.erasure.create({ id: 'cleo' });
    await assert.rejects(shop.engine.erasure.confirm(id, { atOnce: true }), isRefused('grace_not_waived'));
    const confirmed = await shop.engine.erasure.confirm(id);
    assert.equal(confirmed.state, 'pending');
    await assert.rejects(shop.engine.erasure.confirm(id), isRefused('request_not_pending'));
    shop.pass(13 * DAY);
    await shop.work();
    assert.equal((await shop.engine.erasure.find(id)).state, 'pending');
    assert.equal(await countOf(database, 'shop_visits'), 30);
    shop.pass(DAY);
    await shop.work();
    assert.equal((await shop.engine.erasure.find(id)).state, 'completed');
    assert.equal(await countOf(database, 'shop_visits'), 0);
  });

  test('an erasure begins at once if the person has agreed to it', async () => {
    const shop = await shopEngine(database, { erasure: { graceDays: 30 } });
    await addPerson(database, 'dora');
    const { id } = await shop.engine.erasure.create({ id: 'dora' }, { waivesGrace: true });
    assert.equal((await shop.engine.erasure.find(id)).waivesGrace, true);
    await shop.engine.erasure.confirm(id, { atOnce: true });
    await shop.work();
    assert.equal((await shop.engine.erasure.find(id)).state, 'completed');
  });

  test('an erasure that was withdrawn, denied or put on hold never runs', async () => {
    const shop = await shopEngine(database, { erasure: { graceDays: 14 } });
    const { erasure } = shop.engine;
    await addPerson(database, 'ella');
    const cancelled = await erasure.create({ id: 'ella' });
    await assert.rejects(erasure.create({ id: 'ella' }), isRefused('request_open'));
    await erasure.confirm(cancelled.id);
    assert.equal((await erasure.cancel(cancelled.id)).state, 'cancelled');
    await assert.rejects(erasure.confirm(cancelled.id), isRefused('request_not_pending'));
    await assert.rejects(erasure.cancel(cancelled.id), isRefused('request_closed'));
    const denied = await erasure.create({ id: 'ella' });
    assert.equal((await erasure.deny(denied.id, 'You are a minor.')).reason, 'You are a minor.');
    const held = await erasure.create({ id: 'ella' });
    await erasure.confirm(held.id);
    assert.equal((await erasure.hold(held.id, 'A court asks for it.')).holdReason, 'A court asks for it.');
    shop.pass(20 * DAY);
    await shop.work();
    assert.equal(await countOf(database, 'shop_visits'), 30);
    assert.deepEqual(
      await Promise.all([cancelled, denied, held].map(async ({ id }) => (await erasure.find(id)).state)),
      ['cancelled', 'denied', 'held'],
    );
    await assert.rejects(erasure.release(denied.id), isRefused('request_not_held'));
    await erasure.release(held.id);
    await shop.work();
    assert.equal((await erasure.find(held.id)).state, 'completed');
    assert.equal(await countOf(database, 'shop_visits'), 0);
    const { rows } = await database.execute(
      'select user_id from policy_manager_erasure_requests where user_id is not null',
    );
    assert.deepEqual(
      rows.filter((row) => row['user_id'] === 'ella'),
      [],
      'earlier requests name nobody',
    );
  });

  test('an erasure notifies recipients, so that they erase as well', async () => {
    const shop = await shopEngine(database, {
      webhooks: [{ name: 'shipping', url: 'http://127.0.0.1:9/events', secret: `whsec_${'A'.repeat(43)}=` }],
    });
    await addPerson(database, 'ida-77');
    const { id } = await shop.engine.erasure.create({ id: 'ida-77' });
    await shop.engine.erasure.confirm(id);
    await shop.work();
    const { rows } = await database.execute<{ body: string }>(
      "select body from policy_manager_webhook_deliveries where type = 'policy-engine.erasure.completed'",
    );
    assert.equal(rows.length, 1);
    const { subject, data } = JSON.parse(rows[0]?.body ?? '') as { subject: string; data: Record<string, unknown> };
    assert.equal(subject, id);
    assert.equal(data['user_id'], 'ida-77');
    assert.deepEqual(data['rules'], [
      { rule: 'items', action: 'erase_fields' },
      { rule: 'orders', action: 'keep' },
      { rule: 'orders', action: 'delete' },
      { rule: 'reviews', action: 'erase_fields' },
      { rule: 'visits', action: 'delete' },
      { rule: 'account', action: 'delete' },
    ]);
    const list = await shop.test.as('admin').fetch('/policies/webhooks', { headers: { accept: 'text/html' } });
    const html = await list.text();
    assert.match(html, /<code[^>]*>\s*ida-77\s*<\/code>/);
    assert.ok(!html.includes('/people/ida-77'), 'no link to a page that does not exist');
  });

  test('an erasure that has started cannot be withdrawn', async () => {
    const shop = await shopEngine(database);
    const { erasure } = shop.engine;
    await addPerson(database, 'fay');
    const { id } = await erasure.create({ id: 'fay' });
    await erasure.confirm(id);
    await assert.rejects(erasure.cancel(id), isRefused('request_closed'));
    await assert.rejects(erasure.deny(id, 'Too late'), isRefused('request_closed'));
    await assert.rejects(erasure.hold(id, 'Too late'), isRefused('request_closed'));
    await shop.work();
    assert.equal((await erasure.find(id)).state, 'completed');
  });

  test('a failed step is retried, without undoing or blocking steps that do not depend on it', async () => {
    let isBroken = true;
    const attempts: number[] = [];
    const shop = await shopEngine(database, {
      dataRules: [
        ...RULES,
        {
          name: 'find',
          erasure: {
            action: 'run',
            erase: ({ id, record }, { attempt }) => {
              attempts.push(attempt);
              assert.equal((record as { email: string } | null)?.email, `${id}@shop.test`);
              if (isBroken) throw new Error('the index is away');
              return { rows: 7, kept: 'Nothing' };
            },
          },
        },
      ],
    });
    await addPerson(database, 'gwen');
    const { id } = await shop.engine.erasure.create({ id: 'gwen' });
    await shop.engine.erasure.confirm(id);
    await shop.work();
    const waiting = await shop.engine.erasure.find(id);
    assert.equal(waiting.state, 'running');
    assert.match(waiting.error ?? '', /find: the index is away/);
    assert.equal(await countOf(database, 'shop_visits'), 0);
    assert.equal(await countOf(database, 'shop_users'), 1, 'the person is needed by the step that failed');
    isBroken = false;
    shop.pass(DAY / 24);
    await shop.work();
    const done = await shop.engine.erasure.find(id);
    assert.equal(done.state, 'completed');
    assert.equal(done.error, null);
    assert.deepEqual(attempts, [1, 2]);
    const entry = done.receipt?.entries.find(({ rule }) => rule === 'find');
    assert.deepEqual([entry?.action, entry?.rows, entry?.reason], ['run', 7, 'Nothing']);
    assert.equal(await countOf(database, 'shop_users'), 0);
  });

  test('a retry finds rows that were written after their step was completed', async () => {
    let calls = 0;
    const shop = await shopEngine(database, {
      erasure: {
        graceDays: 0,
        endSessions: async () => {
          calls += 1;
          if (calls !== 2) return;
          await database.execute("insert into shop_visits values (-1, 'iris', '/late', '2026-02-01')");
          throw new Error('sessions are away');
        },
      },
    });
    await addPerson(database, 'iris');
    const { id } = await shop.engine.erasure.create({ id: 'iris' });
    await shop.engine.erasure.confirm(id);
    await shop.work();
    assert.equal(await countOf(database, 'shop_visits'), 1);
    shop.pass(DAY / 24);
    await shop.work();
    assert.equal((await shop.engine.erasure.find(id)).state, 'completed');
    assert.equal(await countOf(database, 'shop_visits'), 0);
  });

  test('an erasure fails permanently after many attempts, and continues when an administrator retries it', async () => {
    let isBroken = true;
    const shop = await shopEngine(database, {
      erasure: {
        graceDays: 0,
        endSessions: () => {
          if (isBroken) throw new Error('sessions are away');
        },
      },
    });
    await addPerson(database, 'hana');
    const { id } = await shop.engine.erasure.create({ id: 'hana' });
    await shop.engine.erasure.confirm(id);
    for (let attempt = 0; attempt < 13; attempt += 1) {
      await shop.work();
      shop.pass(DAY / 12);
    }
    const failed = await shop.engine.erasure.find(id);
    assert.equal(failed.state, 'failed');
    assert.match(failed.error ?? '', /sessions are away/);
    await assert.rejects(shop.engine.erasure.cancel(id), isRefused('request_closed'));
    isBroken = false;
    await shop.engine.erasure.retry(id);
    await shop.work();
    assert.equal((await shop.engine.erasure.find(id)).state, 'completed');
  });
});

test('a journal that anybody could read is refused, and so is a guarantee that cannot be kept', () => {
  const refused = (erasure: object) => {
    const options = { database: nodeSqliteDatabase(':memory:'), rules: [{ name: 'cookie' }], currentUser: () => null };
    try {
      createPolicyEngine({ ...options, erasure });
      return [];
    } catch (error) {
      return (error as PolicyEngineError).problems.map(({ path }) => path);
    }
  };
  assert.deepEqual(refused({ journal: 'erasures.log' }), ['erasure.journalKey']);
  assert.deepEqual(refused({ journal: 'erasures.log', journalKey: 'short' }), ['erasure.journalKey']);
  assert.deepEqual(refused({ onRestore: 'refuse' }), ['erasure.onRestore']);
  assert.deepEqual(refused({ graceDays: 31 }), ['erasure.graceDays']);
  assert.deepEqual(refused({ graceDays: 30, journal: 'erasures.log', journalKey: 'k'.repeat(32) }), []);
});
