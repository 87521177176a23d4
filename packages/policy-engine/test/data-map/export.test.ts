/** Data rules in a real export, on each database: their rows, manifest, schema, information sheet and helpers. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { createPolicyEngine, type Database, type PolicyEngine, type PolicyEngineOptions } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { verifyExport } from 'policy-engine/export';
import { exported, temporaryFolder } from '../export/export.ts';
import { forEachDatabase } from '../support/databases.ts';
import { account, lines, makeShop, orders } from './shop.ts';
import { optionsWith } from './support.ts';

const dataRules: readonly DataRuleOptions[] = [
  {
    ...account,
    purpose: 'To know who you are',
    legalBasis: 'contract, Art. 6(1)(b)',
    portability: {
      per: 10,
      files: {
        portrait: { storage: (row) => (row as { photo: Uint8Array }).photo, filename: 'name', mediaType: 'image/png' },
      },
    },
  },
  {
    ...orders,
    label: (locale) => (locale === 'fr' ? 'Commandes' : 'Orders'),
    portability: { per: 3 },
    erasure: { action: 'keep', ground: 'tax law', until: { years: 10, from: 'paid_at' } },
  },
  { ...lines, retention: { after: { months: 18 }, from: 'position' } },
  { name: 'reviews', collection: 'reviews', table: { table: 'products', person: 'id' }, recipients: 'everybody' },
  { name: 'secrets', table: { table: 'newsletter', person: 'login' }, portability: false },
];

forEachDatabase((testDatabase) => {
  let database: Database;
  before(async () => {
    database = await testDatabase.open();
    await makeShop(database);
  });
  const engineWith = (options: Partial<PolicyEngineOptions> = {}): PolicyEngine =>
    createPolicyEngine({ ...optionsWith({}), database, dataRules, ...options });
  const user = { id: 1, reviews: [{ id: 5, text: 'Good' }], name: 'Person 1' };

  test('an export contains the rows of the person in every table, and of nobody else', async () => {
    await using folder = await temporaryFolder();
    const { files, summary, zip } = await exported(engineWith(), user, folder.path, { locale: 'en' });
    const read = (file: string) => JSON.parse(files.get(file) ?? assert.fail(`${file} is missing`)) as never;
    const people: Array<Record<string, unknown>> = read('account/all.json');
    const portrait = {
      path: 'account/files/1-Person 1',
      name: 'Person 1',
      mediaType: 'image/png',
      bytes: 2,
      sha256: createHash('sha256').update(Buffer.from('00ff', 'hex')).digest('hex'),
      source: null,
      reason: null,
    };
    assert.deepEqual(people, [
      { id: 1, email: 'p1@shop.example', name: 'Person 1', born: '1990-02-01', is_vip: true, photo: 'AP8=', portrait },
    ]);
    const ids: Array<{ id: number; total: unknown }> = read('orders/all.json');
    assert.deepEqual(
      ids.map(({ id }) => id),
      [11, 21, 31, 41, 51, 61, 71],
    );
    assert.equal(Number(ids[0]?.total), 1.5);
    assert.equal((read('lines/all.json') as unknown[]).length, 14);
    assert.deepEqual(read('reviews/all.json'), [{ id: 5, text: 'Good' }]);
    assert.equal(files.has('secrets/index.html'), false);
    const everything = [...files.values()].join('\n');
    assert.doesNotMatch(everything, /p2@shop|Person 2|For 2:|secret'/);
    assert.equal(summary.rows, 1 + 7 + 14 + 1);
    assert.equal((await verifyExport(zip)).ok, true);
  });

  test('an export lists the rows of data rules in the manifest and the schema', async () => {
    await using folder = await temporaryFolder();
    const { files } = await exported(engineWith(), user, folder.path);
    const manifest = JSON.parse(files.get('manifest.json') ?? '') as {
      rules: unknown;
      omittedFields: unknown;
    };
    assert.deepEqual(manifest.rules, [
      { name: 'account', kind: 'collection', rows: 1, pages: 1 },
      { name: 'orders', kind: 'collection', rows: 7, pages: 3 },
      { name: 'lines', kind: 'collection', rows: 14, pages: 1 },
      { name: 'reviews', kind: 'collection', rows: 1, pages: 1 },
    ]);
    assert.deepEqual(manifest.omittedFields, ['password_digest']);
    const { $defs } = JSON.parse(files.get('schema.json') ?? '') as { $defs: Record<string, { required?: unknown }> };
    assert.deepEqual($defs['lines']?.required, ['order_id', 'position', 'product_id', 'gift_note']);
  });

  test('the information sheet states purpose, legal basis and storage period of data rules', async () => {
    await using folder = await temporaryFolder();
    const english = (await exported(engineWith(), user, folder.path, { locale: 'en' })).files.get(
      'privacy/information.html',
    );
    for (const words of [
      'Legal basis',
      'To know who you are',
      'contract, Art. 6(1)(b)',
      'Kept for 10 years from “Paid at”: tax law',
      'Deleted 18 months after “Position”',
      'everybody',
    ]) {
      assert.ok(english?.includes(words), words);
    }
    const french = (await exported(engineWith(), user, folder.path, { locale: 'fr' })).files.get(
      'privacy/information.html',
    );
    assert.match(french ?? '', /Commandes/);
    assert.match(french ?? '', /Conservé 10 ans à partir de «\u00a0Paid at\u00a0»\u00a0: tax law/);
  });

  test('an export reports its progress by the number of rows', async () => {
    await using folder = await temporaryFolder();
    const expected: unknown[] = [];
    const engine = engineWith({ dataRules: dataRules.slice(0, 3) });
    await exported(engine, user, folder.path, {
      onProgress: ({ rowsExpected }) => void expected.push(rowsExpected),
    });
    assert.equal(expected.at(-1), 22);
  });

  test('an export fails with the name of a rule that does not fit its table', async () => {
    await using folder = await temporaryFolder();
    const engine = engineWith({ dataRules: [{ name: 'gone', table: { table: 'nowhere', person: 'id' } }] });
    await assert.rejects(exported(engine, user, folder.path), {
      code: 'data_map_unfit',
      reason: 'data rule "gone": there is no table nowhere',
    });
    const few: DataRuleOptions = {
      ...account,
      table: { table: 'users', person: 'id', columns: ['email'] },
      portability: { files: { photo: { storage: { read: async () => [] as never }, mediaType: 'image/png' } } },
    };
    assert.throws(() => engineWith({ dataRules: [few] }), {
      message: /dataRules\[0\]\.portability\.files\.photo: the columns of the table do not include photo/,
    });
  });

  test('an export combines data rules with portability rules, and so do the helpers of users', async () => {
    const engine = engineWith({ portabilityRules: [{ name: 'wishes', collection: 'wishes' }] });
    const helpers = engine.policiesOf({ ...user, wishes: [1] }) as unknown as Record<
      string,
      (page?: number) => Promise<unknown[]>
    >;
    const schema = helpers['portabilitySchema']?.() as unknown as Array<{ name: string; label: string; per: number }>;
    assert.deepEqual(
      schema.map(({ name, per }) => [name, per]),
      [
        ['wishes', 30],
        ['account', 10],
        ['orders', 3],
        ['lines', 30],
        ['reviews', 30],
      ],
    );
    assert.equal((await helpers['portabilityCollectionOrders']?.(3))?.length, 1);
    assert.deepEqual(await helpers['portabilityCollectionOrders']?.(4), []);
    assert.deepEqual(await helpers['portabilityCollectionReviews']?.(), user.reviews);
  });
});

describe('an export of a large table', () => {
  test('holds only a page or two of it in memory at a time', async () => {
    const [{ nodeSqliteDatabase }, { Writable }] = await Promise.all([import('policy-engine'), import('node:stream')]);
    const database = nodeSqliteDatabase(':memory:');
    await database.execute('create table events (id integer primary key, user_id int, text text)');
    await database.execute(
      `with recursive number(n) as (select 1 union all select n + 1 from number where n < 20000)
       insert into events select n, 1, hex(randomblob(200)) from number`,
    );
    const limits: number[] = [];
    const counting = new Proxy(database, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (name !== 'execute') return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
        return async (sql: string, parameters: readonly unknown[]) => {
          const result = await target.execute(sql, parameters);
          if (sql.includes('"events"')) limits.push(result.rows.length);
          return result;
        };
      },
    });
    const engine = createPolicyEngine({
      ...optionsWith({}),
      database: counting,
      dataRules: [{ name: 'events', table: { table: 'events', person: 'user_id' }, portability: { per: 500 } }],
    });
    const { rows } = await engine.exporter.write({
      userId: '1',
      user: { id: '1' },
      out: new Writable({ write: (_chunk, _encoding, done) => done() }),
    });
    assert.equal(rows, 20_000);
    assert.ok(limits.every((found) => found <= 500));
    assert.ok(limits.length >= 40);
    await database.close();
  });
});
