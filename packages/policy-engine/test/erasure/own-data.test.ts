/** The engine's own data about a person is part of their erasure: proof, exports, mails, jobs, earlier requests. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, beforeEach, test } from 'node:test';
import type { Database } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import { forEachDatabase } from '../support/databases.ts';
import { addPerson, DAY, makeShop, shopEngine } from './shop.ts';

const ID = 'anna-7f3c';

/** Columns of the engine's tables that contain a text with a word. */
async function placesOf(database: Database, word: string): Promise<string[]> {
  const names = {
    sqlite: "select name from sqlite_master where type = 'table'",
    postgres: 'select table_name as name from information_schema.tables where table_schema = current_schema()',
    mysql: 'select table_name as name from information_schema.tables where table_schema = database()',
  }[database.dialect];
  const tables = (await database.execute<{ name: string }>(names)).rows.map(({ name }) => name);
  const found: string[] = [];
  for (const table of tables.filter((name) => name.startsWith('policy_manager_'))) {
    for (const row of (await database.execute(`select * from ${table}`)).rows) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'string' && value.includes(word)) found.push(`${table}.${column}`);
      }
    }
  }
  return [...new Set(found)].toSorted();
}

function filesOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(path.join(folder, name)).isFile());
}

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
  });
  beforeEach(() => makeShop(database));

  test('after an erasure the engine’s tables do not name the person, and the ledger still verifies', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-own-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    let isAway = true;
    const shop = await shopEngine(database, {
      attachments: { storage: localAttachments(folder) },
      fromEmail: 'privacy@shop.test',
      adminEmailInbox: 'admin@shop.test',
      mail: {
        transport: {
          sendMail: async () => {
            if (isAway) throw new Error('the mail server is away');
          },
        },
        ledgerDigest: false,
      },
      erasure: { graceDays: 14 },
      portabilityRules: [{ name: 'profile', member: () => ({ name: 'Anna' }) }],
    });
    await addPerson(database, ID);
    await addPerson(database, 'otto');
    const { engine, test: web } = shop;
    for (const rule of ['cookie', 'age', 'privacy_terms']) {
      const body = { description: `**${rule}**`, state: 'published' };
      const { status } = await web.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body);
      assert.equal(status, 201);
    }
    for (const user of [ID, 'otto']) {
      for (const rule of ['age', 'privacy_terms']) {
        const { status } = await web.as(user).json('PUT', `/policies/user_terms/${rule}/accept.json`);
        assert.equal(status, 200);
      }
    }
    const copy = await engine.requests.create({ id: ID });
    await engine.requests.confirm(copy.id);
    await shop.work();
    assert.equal(filesOf(folder).length, 1);
    const earlier = await engine.erasure.create({ id: ID });
    await engine.erasure.cancel(earlier.id);
    const { id } = await engine.erasure.create({ id: ID }, { waivesGrace: true });
    const before = await placesOf(database, ID);
    for (const table of ['mails', 'ledger_identities', 'portability_requests', 'user_terms', 'erasure_requests']) {
      assert.ok(
        before.some((place) => place.startsWith(`policy_manager_${table}.`)),
        `${table} among ${before.join(' ')}`,
      );
    }
    const plan = await engine.erasure.plan({ id: ID });
    const own = plan.filter(({ rule }) => rule.startsWith('engine:')).map(({ rule, rows }) => [rule, rows]);
    assert.deepEqual(Object.fromEntries(own), {
      'engine:ledger': 2,
      'engine:portability': 1,
      // Three of the copy, two of each erasure, and the one that was withdrawn.
      'engine:mails': 8,
      'engine:requests': 1,
    });
    await engine.erasure.confirm(id, { atOnce: true });
    await shop.work();
    const done = await engine.erasure.find(id);
    assert.equal(done.error, null);
    assert.equal(done.state, 'completed');
    assert.deepEqual(await placesOf(database, ID), ['policy_manager_mails.recipient'], 'the receipt is on its way');
    isAway = false;
    shop.pass(DAY);
    await shop.work();
    assert.deepEqual(await placesOf(database, ID), []);
    assert.deepEqual(filesOf(folder), []);
    const { ok, findings } = await engine.ledger.verify();
    assert.deepEqual(findings, []);
    assert.ok(ok);
    shop.pass(DAY);
    await engine.ledger.seal();
    assert.ok((await engine.ledger.verify()).ok);
    assert.equal(
      (await engine.ledger.eventsAbout({ userId: 'otto', visitorId: null })).length,
      2,
      'others are left alone',
    );
  });

  test('the actions of a person as an administrator are kept, and the receipt says why', async () => {
    const shop = await shopEngine(database, { isAdminMethod: ({ id }) => id === 'admin-9d2e' });
    await addPerson(database, 'admin-9d2e');
    const body = { description: '**cookie**', state: 'draft' };
    const { status } = await shop.test.as('admin-9d2e').json('POST', '/policies/categories/cookie/terms.json', body);
    assert.equal(status, 201);
    const { id } = await shop.engine.erasure.create({ id: 'admin-9d2e' });
    await shop.engine.erasure.confirm(id);
    await shop.work();
    const { receipt } = await shop.engine.erasure.find(id);
    const entry = receipt?.entries.find(({ rule }) => rule === 'engine:audit');
    assert.deepEqual([entry?.action, entry?.rows], ['keep', 1]);
    assert.match(entry?.reason ?? '', /Art\. 5\(2\)/);
  });
});
