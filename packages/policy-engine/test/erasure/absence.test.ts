/** Traces of a person after all steps are found, and listed in the receipt. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { before, beforeEach, test } from 'node:test';
import type { Database } from 'policy-engine';
import { type AbsenceProof, type DataRuleOptions, localFiles } from 'policy-engine/data-map';
import { forEachDatabase } from '../support/databases.ts';
import { addPerson, makeShop, RULES, shopEngine, type ShopEngine } from './shop.ts';

/** Orders that are kept unchanged. */
const wholeOrders: DataRuleOptions = {
  name: 'orders',
  table: { table: 'shop_orders', person: 'user_id' },
  erasure: { action: 'keep', ground: 'Tax law', until: { years: 10, from: 'placed_at' } },
};

async function proofFor(shop: ShopEngine, user: string): Promise<AbsenceProof> {
  const { id } = await shop.engine.erasure.create({ id: user });
  await shop.engine.erasure.confirm(id);
  await shop.work();
  const { receipt, error } = await shop.engine.erasure.find(id);
  assert.equal(error, null);
  assert.ok(receipt?.absence);
  return receipt.absence;
}

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
  });
  beforeEach(() => makeShop(database));

  test('the search finds nothing if everything is erased', async () => {
    const shop = await shopEngine(database, { erasure: { graceDays: 0, identifiers: () => ['Name of anna-41'] } });
    await addPerson(database, 'anna-41');
    await addPerson(database, 'otto-42');
    const { found, tables, columns, sampled, files, isIdShort } = await proofFor(shop, 'anna-41');
    assert.deepEqual(found, []);
    assert.deepEqual([sampled, isIdShort], [[], false]);
    assert.deepEqual(files, [
      { place: 'attachments.storage', total: 0, searched: 0, found: 0, names: [], notSearched: [] },
    ]);
    assert.ok(tables > 20 && columns > 60, `${tables} tables, ${columns} columns`);
  });

  test('the search finds ID, address and name in other people’s rows, and in kept rows', async () => {
    const shop = await shopEngine(database, {
      erasure: { graceDays: 0, identifiers: () => ['Zoë O’Hara 100%'] },
      dataRules: [...RULES.filter(({ name }) => name !== 'orders'), wholeOrders],
    });
    await addPerson(database, 'zoe-51', { orders: 1 });
    await addPerson(database, 'otto-42', { visits: 1300, reviews: 2 });
    await database.execute(
      "update shop_reviews set body = 'Thanks to zoë o’hara 100%!', author = 'ask ZOE-51@shop.test'",
    );
    await database.execute(
      "update shop_visits set page = '/zoe-51' where id = (select max(id) from (select id from shop_visits) v)",
    );
    const { found } = await proofFor(shop, 'zoe-51');
    assert.deepEqual(
      found.map(({ table, column, rows, isKept }) => `${table}.${column} ${rows} ${isKept}`).toSorted(),
      [
        // Of her own reviews only the text is left, which the rule does not name.
        'shop_orders.address 1 true',
        'shop_orders.user_id 1 true',
        'shop_reviews.author 2 false',
        'shop_reviews.body 4 false',
        'shop_visits.page 1 false',
      ],
    );
  });

  test('the search finds files by name and content, and lists those that it could not read', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'policy-engine-absence-'));
    const write = async (name: string, content: string | Uint8Array) => {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
    };
    await write('notes/1.txt', `${'…'.repeat(21_844)} call ANNA-41 back`);
    await write('notes/2.txt', 'nothing of hers');
    await write('anna-41/picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]));
    await write('scan.pdf', '%PDF-1.4');
    const listed = ['there', 'gone', 'broken'];
    const read = (name: string) => {
      if (name === 'broken') throw new Error('The disk is gone.');
      return name === 'gone' ? null : Readable.from(['hers: Anna', '-41@shop', '.test']);
    };
    const shop = await shopEngine(database, {
      erasure: {
        graceDays: 0,
        journal: path.join(folder, 'journal'),
        journalKey: 'k'.repeat(32),
        files: [
          { name: 'uploads', ...localFiles(folder) },
          { name: 'bucket', list: () => listed, read, huge: true },
        ],
      },
    });
    await addPerson(database, 'anna-41');
    const { files } = await proofFor(shop, 'anna-41');
    await rm(folder, { recursive: true });
    assert.deepEqual(
      files.filter(({ place }) => place !== 'attachments.storage'),
      [
        {
          place: 'uploads',
          total: 5,
          searched: 3,
          found: 2,
          names: ['notes/1.txt'],
          notSearched: [{ reason: 'no_text', files: 2 }],
        },
        {
          place: 'bucket',
          total: 2,
          searched: 1,
          found: 1,
          names: ['there'],
          notSearched: [{ reason: 'failed', files: 1 }],
        },
        {
          place: 'erasure.journal',
          total: 1,
          searched: 0,
          found: 0,
          names: [],
          notSearched: [{ reason: 'encrypted', files: 1 }],
        },
      ],
    );
  });

  test('the search covers the ends of a table declared as huge, and reports how much it read', async () => {
    const huge = { table: 'shop_visits', person: 'user_id', huge: true };
    const shop = await shopEngine(database, {
      dataRules: [...RULES.filter(({ name }) => name !== 'visits'), { name: 'visits', table: huge, erasure: 'delete' }],
    });
    await addPerson(database, '41', { visits: 0 });
    const digits = Array.from({ length: 10 }, (_, digit) => `select ${digit} as d`).join(' union all ');
    const from = Array.from({ length: 5 }, (_, at) => `(${digits}) t${at}`).join(' cross join ');
    const nth = 't0.d + 10 * t1.d + 100 * t2.d + 1000 * t3.d + 10000 * t4.d';
    await database.execute(
      `insert into shop_visits select ${nth}, 'otto-42', '/', '2026-02-01' from ${from} where t4.d < 6`,
    );
    // At the beginning, in the middle and at the end.
    await database.execute("update shop_visits set page = '41' where id in (0, 30000, 59999)");
    const { sampled, found, isIdShort, files } = await proofFor(shop, '41');
    const [{ table, rows, of }, ...others] = sampled as [(typeof sampled)[number]];
    assert.deepEqual([table, rows, others, isIdShort], ['shop_visits', 50_000, [], true]);
    assert.ok(of === null || of >= rows, String(of));
    assert.ok(target.dialect !== 'sqlite' || of === 59_999);
    assert.deepEqual(
      found.filter((trace) => trace.table === table),
      [{ table, column: 'page', rows: 2, isKept: false, isDeclared: true }],
    );
    assert.deepEqual(files.length, 1);
  });
});
