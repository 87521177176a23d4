/**
 * What a rule writes is tried before an erasure is confirmed: checks, domains, enumerations, lengths, and unique keys over some rows or
 * over expressions may refuse it. Nothing of it is kept.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { DataRow, DataRuleOptions, ErasureOptions } from 'policy-engine/data-map';
import { forEachDatabase } from '../support/databases.ts';
import { column, drop, engineOf, erase, make, stoppedBy } from './linked.ts';
import { makeShop, shopEngine } from './shop.ts';

const TABLES = ['posts', 'members', 'people'];
const PEOPLE: DataRuleOptions = { name: 'people', table: { table: 'people', person: 'id' }, erasure: 'delete' };

forEachDatabase((target) => {
  const { dialect } = target;
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
    await makeShop(database);
  });

  /** Members of two people, with a column as declared and an index over it. */
  const members = async (declared: string, ...more: readonly string[]) => {
    await drop(database, TABLES);
    if (dialect === 'postgres') await database.execute('drop domain if exists short_mail');
    await make(database, [
      ...more.filter((one) => one.startsWith('create domain')),
      'create table people (id integer primary key, name varchar(40))',
      "insert into people values (1, 'Anna'), (2, 'Otto')",
      `create table members (id integer primary key, person_id integer not null, active integer not null, ${declared})`,
      ...more.filter((one) => !one.startsWith('create domain')),
      "insert into members (id, person_id, active, mail) values (1, 1, 1, 'a@b'), (2, 2, 1, 'c@d'), (3, 1, 0, 'e@f')",
    ]);
  };
  const setting = (erasure: ErasureOptions) =>
    engineOf({
      database,
      rules: [PEOPLE, { name: 'members', table: { table: 'members', person: 'person_id' }, erasure }],
    });
  const mail = (value: string | ((row: DataRow) => string)) =>
    setting({ action: 'set', columns: { mail: value }, ...(typeof value === 'function' && { pseudonymised: true }) });
  const stops = async (value: Parameters<typeof mail>[0], reason: RegExp) => {
    assert.match(await stoppedBy(await mail(value)), reason);
    assert.deepEqual(await column(database, 'members', 'mail'), ['a@b', 'c@d', 'e@f']);
  };

  describe('an erasure stops before it is confirmed', () => {
    test('if a check refuses the value', async () => {
      await members("mail varchar(40), constraint mailed check (mail like '%@%')");
      await stops('erased', /data rule "members": what it writes is refused in members: .*(?:mailed|check)/is);
      await erase(await mail('erased@none'));
      assert.deepEqual(await column(database, 'members', 'mail'), ['erased@none', 'c@d', 'erased@none']);
    });

    test('if a check refuses it beside another column, in one of the rows', async () => {
      await members("mail varchar(40), constraint kept check (active = 1 or mail <> 'erased')");
      await stops('erased', /refused in members: .*(?:kept|check)/is);
    });

    test('if the value is refused while rows are kept, or at the end of their period', async () => {
      await members("mail varchar(40), joined date, constraint mailed check (mail like '%@%')");
      const keep = { action: 'keep', ground: 'Tax law', until: { years: 1, from: 'joined' } } as const;
      const wrong = { mail: 'erased' };
      const options: ErasureOptions[] = [
        { ...keep, columns: wrong },
        { ...keep, afterwards: { action: 'set', columns: wrong } },
      ];
      for (const erasure of options) {
        assert.match(await stoppedBy(await setting(erasure)), /refused in members/);
      }
    });

    test('if a function of the host fails', async () => {
      await members('mail varchar(40)');
      const failing = () => {
        throw new Error('no pseudonym left');
      };
      await stops(failing, /refused in members: no pseudonym left/);
    });

    test('if a unique key over an expression has no room for a second person', async () => {
      if (dialect === 'mysql') {
        await members('mail varchar(40), folded varchar(40) as (lower(concat(mail, person_id * 0))) stored unique');
      } else await members('mail varchar(40)', 'create unique index folded on members (lower(mail))');
      await stops('Erased', /refused in members/);
      await erase(await mail(({ id }) => `erased-${String(id)}`));
      assert.deepEqual(await column(database, 'members', 'mail'), ['erased-1', 'c@d', 'erased-3']);
    });

    test('if null is refused in a column that refers to deleted rows', async () => {
      await drop(database, TABLES);
      await make(database, [
        'create table people (id integer primary key, name varchar(40))',
        "insert into people values (1, 'Anna'), (2, 'Otto')",
        `create table posts (id integer primary key, author_id integer references people (id), guest varchar(40),
          constraint written check (author_id is not null or guest is not null))`,
        "insert into posts values (1, 1, null), (2, 2, 'Otto'), (3, 1, 'Anna')",
      ]);
      if (dialect === 'mysql') {
        await database.execute('alter table posts add foreign key (author_id) references people (id)').catch(() => {});
      }
      const rules: DataRuleOptions[] = [{ ...PEOPLE, erasure: { action: 'delete', others: 'detach' } }];
      assert.match(await stoppedBy(await engineOf({ database, rules })), /refuses null .*(?:written|check)/is);
      assert.deepEqual(await column(database, 'posts', 'author_id'), [1, 2, 1]);
      await database.execute("update posts set guest = 'nobody' where guest is null");
      await erase(await engineOf({ database, rules }));
      assert.deepEqual(await column(database, 'posts', 'author_id'), [null, 2, null]);
    });

    if (dialect !== 'mysql') {
      test('if a unique key over some rows has no room for a second person', async () => {
        await members('mail varchar(40)', 'create unique index live on members (mail) where active = 1');
        await stops('erased', /refused in members: mail cannot be the same in the rows of two people/);
        await database.execute('update members set active = 0 where person_id = 2');
        await erase(await mail('erased'));
        assert.deepEqual(await column(database, 'members', 'mail'), ['erased', 'c@d', 'erased']);
      });
    }

    if (dialect === 'postgres') {
      test('if a domain refuses it', async () => {
        await members('mail short_mail', 'create domain short_mail as varchar(40) check (length(value) < 5)');
        await stops('erased', /refused in members: .*short_mail/);
      });
    }

    if (dialect === 'mysql') {
      test('but not what could not be undone', async () => {
        await members("mail varchar(40), constraint mailed check (mail like '%@%')");
        await database.execute('alter table members engine = MyISAM');
        const shop = await mail('erased');
        const { id } = await shop.engine.erasure.create({ id: '1' });
        await shop.engine.erasure.confirm(id);
        assert.deepEqual(await column(database, 'members', 'mail'), ['a@b', 'c@d', 'e@f']);
        await database.execute('alter table members drop constraint mailed');
        await shop.work();
      });
    }
  });
});
