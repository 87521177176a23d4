/**
 * What the data protection authorities of Europe found wanting in 764 organisations (EDPB, coordinated action on Article 17, 10
 * February 2026): seven findings, with a test for each of how the engine prevents it.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import type { DataRow } from 'policy-engine/data-map';
import { readAll, tablesOf, writeAll } from '../faults/state.ts';
import { loneShop, MINE, passwordOf, type shopWithMail } from './asking.ts';
import { addPerson, DAY, RULES } from './shop.ts';

type Shop = Awaited<ReturnType<typeof shopWithMail>>;

/** Erases anna. @returns her request, with its receipt */
async function forget({ engine, work }: Shop) {
  const { id } = await engine.erasure.create({ id: 'anna' });
  await engine.erasure.confirm(id);
  await work();
  const request = await engine.erasure.find(id);
  assert.equal(request.state, 'completed');
  return request;
}

const AT_ONCE = { erasure: { graceDays: 0, backupRetentionDays: 30 } } as const;

describe('findings of the authorities', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'journal-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('hashing is not erasure: plan and receipt call it pseudonymised', async () => {
    const author = ({ author: name }: DataRow) => createHmac('sha256', 'key').update(String(name)).digest('hex');
    const reviews = RULES.find(({ name }) => name === 'reviews')!;
    // A rule that sets a column by a function must declare the result.
    const hashed = {
      ...reviews,
      erasure: { action: 'set' as const, columns: { user_id: null, author }, pseudonymised: true },
    };
    const dataRules = [...RULES.filter((rule) => rule !== reviews), hashed];
    await using lone = await loneShop({ ...AT_ONCE, dataRules });
    const plan = await lone.shop.engine.erasure.plan({ id: 'anna' });
    const { receipt } = await forget(lone.shop);
    for (const entries of [plan, receipt?.entries ?? []]) {
      assert.equal(entries.find(({ rule }) => rule === 'reviews')?.action, 'pseudonymise');
    }
  });

  test('backups have a procedure: restored people are found, and erased again', async () => {
    const journal = path.join(folder, 'journal');
    await using lone = await loneShop({ erasure: { ...AT_ONCE.erasure, journal, journalKey: 'k'.repeat(32) } });
    const { engine, database } = lone.shop;
    const tables = [
      ...(await tablesOf(database)),
      'shop_items',
      'shop_orders',
      'shop_reviews',
      'shop_visits',
      'shop_users',
    ];
    const backup = await readAll(database, tables);
    const { receipt, closedAt } = await forget(lone.shop);
    assert.equal(Date.parse(receipt?.backupsUntil ?? '') - Date.parse(closedAt ?? ''), 30 * DAY);
    await writeAll(database, tables, backup);
    const codes = async () => (await engine.check()).map(({ code }) => code);
    assert.ok((await codes()).includes('erasure_replay_needed'));
    await engine.erasure.replay();
    assert.ok(!(await codes()).includes('erasure_replay_needed'));
    const { rows } = await database.execute("select id from shop_users where id = 'anna'");
    assert.deepEqual(rows, []);
  });

  test('data is found everywhere in the map: text of another person about the subject is in the receipt', async () => {
    await using lone = await loneShop(AT_ONCE);
    await addPerson(lone.shop.database, 'otto', { reviews: 1 });
    await lone.shop.database.execute("update shop_reviews set body = 'from anna@shop.test' where user_id = 'otto'");
    const { receipt } = await forget(lone.shop);
    assert.deepEqual(
      receipt?.absence?.found.map(({ table, column, isKept }) => [table, column, isKept]),
      [['shop_reviews', 'body', false]],
    );
  });

  test('the receipt records each rule, its rows, and what is kept, why and until when, without names', async () => {
    await using lone = await loneShop(AT_ONCE);
    const { receipt } = await forget(lone.shop);
    const { rows: kept, reason, until } = receipt?.entries.find(({ action }) => action === 'keep') ?? {};
    assert.deepEqual([kept, reason, until], [2, 'Tax law: ten years', '2035-05-01T00:00:00.000Z']);
    assert.ok(receipt?.entries.some(({ rule, rows }) => rule === 'visits' && rows === 30));
    assert.doesNotMatch(JSON.stringify(receipt), /anna/);
  });

  test('deadlines are computed, shown, and reminded of', async () => {
    await using lone = await loneShop();
    const { ask, engine, pass, work, mails } = lone.shop;
    const { body } = await ask('anna', 'POST', `${MINE}.json`, passwordOf('anna'));
    assert.equal(body.due_at.slice(0, 10), '2026-04-01');
    pass(32 * DAY);
    assert.equal((await engine.erasure.list({ state: 'overdue' })).total, 1);
    // The daily job is scheduled when the worker starts, and runs on the next day.
    for (let days = 0; days < 3; days += 1) {
      await work();
      pass(DAY);
    }
    const texts = mails.flatMap(({ to, text }) => (to.address === 'inbox@shop.test' ? [text] : []));
    assert.match(texts.join('\n'), /Erasure request from user anna: .*April 1, 2026/);
  });

  test('recipients are notified in the transaction that completes the erasure', async () => {
    const webhooks = [{ name: 'shipping', url: 'http://127.0.0.1:9/events', secret: `whsec_${'A'.repeat(43)}=` }];
    await using lone = await loneShop({ ...AT_ONCE, webhooks });
    const { id } = await forget(lone.shop);
    const { rows } = await lone.shop.database.execute<{ body: string }>(
      "select body from policy_manager_webhook_deliveries where type = 'policy-engine.erasure.completed'",
    );
    const events = rows.map(({ body }) => JSON.parse(body) as { subject: string; data: { user_id: string } });
    assert.deepEqual(
      events.map(({ subject, data }) => [subject, data.user_id]),
      [[id, 'anna']],
    );
  });

  test('identity is confirmed by what the site has, a password or a mail, and not by a passport', async () => {
    await using lone = await loneShop();
    assert.equal((await lone.shop.ask('anna', 'POST', `${MINE}.json`, { password: 'wrong' })).status, 422);
    const { body } = await lone.shop.ask('anna', 'POST', `${MINE}.json`, passwordOf('anna'));
    assert.notEqual((await lone.shop.engine.erasure.find(body.id)).identifiedAt, null);
    await using mailed = await loneShop({ erasure: { identify: 'mail' } });
    const { body: waiting } = await mailed.shop.ask('anna', 'POST', `${MINE}.json`);
    assert.equal((await mailed.shop.engine.erasure.find(waiting.id)).identifiedAt, null);
    await mailed.shop.work();
    const [, token] = /token=(\w+)/.exec(mailed.shop.mails[0]?.text ?? '') ?? [];
    assert.equal((await mailed.shop.ask('otto', 'POST', '/erasure_identity.json', { token })).status, 200);
    assert.notEqual((await mailed.shop.engine.erasure.find(waiting.id)).identifiedAt, null);
  });
});
