/** Rows about several people: each exports them, and the erasure of one leaves the others their copy. */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { refusalOf } from '../data-map/support.ts';
import { exported, temporaryFolder } from '../export/export.ts';
import { forEachDatabase } from '../support/databases.ts';
import { column, drop, engineOf, erase, make, stoppedBy } from './linked.ts';
import { makeShop, shopEngine } from './shop.ts';

const people: DataRuleOptions = { name: 'people', table: { table: 'people', person: 'id' }, erasure: 'delete' };
const letters: DataRuleOptions = {
  name: 'letters',
  table: { table: 'letters', person: ['sender_id', 'recipient_id'] },
  erasure: 'delete',
};
const LETTERS =
  'id integer primary key, sender_name varchar(40), sender_email varchar(40) not null, recipient_email varchar(40), body varchar(40)';
const KEYS = 'foreign key (sender_id) references people (id), foreign key (recipient_id) references people (id)';

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
    await makeShop(database);
  });
  const having = async (columns = 'sender_id integer, recipient_id integer') => {
    await drop(database, ['letters', 'people']);
    await make(database, [
      'create table people (id integer primary key, name varchar(40))',
      "insert into people values (1, 'Anna'), (2, 'Otto'), (3, 'Ines')",
      `create table letters (${LETTERS}, ${columns}, ${KEYS})`,
      `insert into letters (id, sender_name, sender_email, recipient_email, body, sender_id, recipient_id) values
          (1, 'Anna', 'anna@x.test', 'otto@x.test', 'Hello Otto', 1, 2), (2, 'Otto', 'otto@x.test', 'anna@x.test', 'Hello Anna', 2, 1),
          (3, 'Otto', 'otto@x.test', 'ines@x.test', 'Hello Ines', 2, 3), (4, 'Anna', 'anna@x.test', 'anna@x.test', 'To do', 1, 1)`,
    ]);
  };
  beforeEach(() => having());
  const rowsFor = async (id: number, rule = letters): Promise<Array<Record<string, unknown>>> => {
    await using folder = await temporaryFolder();
    const shop = await engineOf({ database, rules: [people, rule] });
    const { files } = await exported(shop.engine, { id: String(id) }, folder.path, { locale: 'en' });
    return JSON.parse(files.get('letters/all.json') ?? '[]') as never;
  };

  test('each person exports the rows of all sides, with a placeholder for what is about the others', async () => {
    const rows = await rowsFor(1);
    assert.deepEqual(
      rows.map(({ id }) => Number(id)),
      [1, 2, 4],
    );
    const somebody = 'another person';
    const withText = ({ id, sender_id, recipient_id, ...row }: Record<string, unknown>) => ({
      ...row,
      people: [sender_id, recipient_id].map(String),
      nth: Number(id),
    });
    assert.deepEqual(rows.map(withText), [
      {
        sender_name: 'Anna',
        sender_email: 'anna@x.test',
        recipient_email: somebody,
        body: 'Hello Otto',
        people: ['1', somebody],
        nth: 1,
      },
      {
        sender_name: somebody,
        sender_email: somebody,
        recipient_email: 'anna@x.test',
        body: 'Hello Anna',
        people: [somebody, '1'],
        nth: 2,
      },
      {
        sender_name: 'Anna',
        sender_email: 'anna@x.test',
        recipient_email: 'anna@x.test',
        body: 'To do',
        people: ['1', '1'],
        nth: 4,
      },
    ]);
  });

  test('a rule may show columns of the others', async () => {
    const shown: DataRuleOptions = {
      ...letters,
      table: { table: 'letters', person: [{ column: 'sender_id', shown: ['sender_name'] }, 'recipient_id'] },
    };
    const names = (await rowsFor(1, shown)).map(({ sender_name: name, sender_email: email }) => [name, email]);
    assert.deepEqual(names[1], ['Otto', 'another person']);
  });

  test('the erasure of one leaves the others their copy, without what is about this person', async () => {
    const shop = await engineOf({ database, rules: [people, letters] });
    const [entry] = await shop.engine.erasure.plan({ id: '1' });
    assert.deepEqual(
      [entry?.action, entry?.rows, entry?.reason],
      ['erase_fields', 3, 'Other people keep their copy, without the details of this person'],
    );
    await erase(shop);
    assert.deepEqual(await column(database, 'letters', 'id'), [1, 2, 3], 'nobody else is in the fourth');
    assert.deepEqual(await column(database, 'letters', 'sender_id'), [null, 2, 2]);
    assert.deepEqual(await column(database, 'letters', 'recipient_id'), [2, null, 3]);
    assert.deepEqual(await column(database, 'letters', 'sender_name'), [null, 'Otto', 'Otto']);
    assert.deepEqual(await column(database, 'letters', 'sender_email'), ['erased', 'otto@x.test', 'otto@x.test']);
    assert.deepEqual(await column(database, 'letters', 'recipient_email'), ['otto@x.test', null, 'ines@x.test']);
    await erase(shop, '2');
    assert.deepEqual(await column(database, 'letters', 'id'), [3], 'the last one who is left has their copy');
  });

  test('a rule may delete rows for all of their people', async () => {
    const all: DataRuleOptions = { ...letters, erasure: { action: 'delete', others: 'delete' } };
    await erase(await engineOf({ database, rules: [people, all] }));
    assert.deepEqual(await column(database, 'letters', 'id'), [3]);
  });

  test('a side that cannot be empty is refused before, unless it has a placeholder', async () => {
    await having('sender_id integer not null, recipient_id integer');
    await make(database, ["insert into people values (9, 'Nobody')"]);
    const shop = await engineOf({ database, rules: [people, letters] });
    assert.match(await stoppedBy(shop), /letters\.sender_id does not allow null when one of several people is erased/);
    const named: DataRuleOptions = {
      ...letters,
      table: { table: 'letters', person: [{ column: 'sender_id', erased: 9 }, 'recipient_id'] },
    };
    await erase(await engineOf({ database, rules: [people, named] }));
    assert.deepEqual(await column(database, 'letters', 'sender_id'), [9, 2, 2]);
  });

  test('rows of a type, for references whose table depends on a column', async () => {
    await having('sender_id integer, recipient_id integer, about_type varchar(20), about_id integer');
    await make(database, [
      "update letters set about_type = 'Person', about_id = 1 where id = 3",
      "update letters set about_type = 'Order', about_id = 1 where id = 2",
    ]);
    const about: DataRuleOptions = {
      name: 'letters',
      table: { table: 'letters', person: 'about_id', where: { about_type: 'Person' } },
      erasure: { action: 'set', columns: { about_id: null, body: null } },
    };
    assert.deepEqual(
      (await rowsFor(1, about)).map(({ id }) => Number(id)),
      [3],
    );
    const detached: DataRuleOptions = { ...people, erasure: { action: 'delete', others: 'detach' } };
    await erase(await engineOf({ database, rules: [detached, about] }));
    assert.deepEqual(await column(database, 'letters', 'about_id'), [null, 1, null, null]);
  });
});

test('a rule about several people cannot keep rows for one of them', () => {
  const kept = { ...letters, erasure: { action: 'keep', ground: 'x', until: { years: 1, from: 'at' } } } as const;
  assert.match(refusalOf({ dataRules: [kept] }), /declare a rule for each person column/);
  assert.match(
    refusalOf({ dataRules: [{ ...letters, table: { ...letters.table, person: ['sender_id'] } }] }),
    /at least two/,
  );
});
