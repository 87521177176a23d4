/** An engine whose database user may do little: what it may not do is refused before an erasure is confirmed, and hidden rows are told. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectDatabase, type Database } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { uniqueName as uniqueNameOf } from '../../../../testing/databases.ts';
import { forEachDatabase } from '../support/databases.ts';
import { column, engineOf, erase, make, stoppedBy } from './linked.ts';
import { makeShop, shopEngine } from './shop.ts';

const people: DataRuleOptions = {
  name: 'people',
  table: { table: 'people', person: 'id' },
  erasure: { action: 'delete', others: 'detach' },
};
const posts: DataRuleOptions = { name: 'posts', table: { table: 'posts', person: 'author_id' }, erasure: 'delete' };
const TABLES = new Set(['posts', 'people']);

forEachDatabase((target) => {
  const { dialect } = target;
  // SQLite has no users.
  if (dialect === 'sqlite') return;
  const role = uniqueNameOf('few').slice(0, 30);
  const isPostgres = dialect === 'postgres';
  const users = isPostgres ? [role] : [`${role}@'%'`, `${role}@localhost`];
  let admin: Database;
  let few: Database;
  let url: URL;
  const as = async (statement: string) => {
    for (const user of users) await admin.execute(`${statement} ${user}`);
  };
  const grant = (rights: string, table: string) => as(`grant ${rights} on ${table} to`);
  const revoke = (rights: string, table: string) => as(`revoke ${rights} on ${table} from`);

  // Its hook runs while the database is still there.
  describe('with few rights', () => {
    before(async () => {
      admin = await target.open();
      await shopEngine(admin);
      await makeShop(admin);
      await make(admin, [
        'drop table if exists posts',
        'drop table if exists people',
        'create table people (id integer primary key, name varchar(40))',
        `create table posts (id integer primary key, author_id integer, editor_id integer, body varchar(40),
        foreign key (author_id) references people (id), foreign key (editor_id) references people (id))`,
        "insert into people values (1, 'Anna'), (2, 'Otto')",
        "insert into posts values (1, 1, null, 'a'), (2, 2, 1, 'b'), (3, 1, null, 'c')",
      ]);
      await as(isPostgres ? 'create role' : 'create user');
      const { rows } = await admin.execute<{ name: string }>(
        isPostgres
          ? "select tablename as name from pg_tables where schemaname = 'public'"
          : "select table_name as name from information_schema.tables where table_schema = database() and table_type = 'BASE TABLE'",
      );
      for (const { name } of rows.filter((row) => !TABLES.has(row.name))) {
        await grant('select, insert, update, delete', name);
      }
      if (isPostgres) await as('grant usage on all sequences in schema public to');
      else await as('grant references on *.* to');
      url = new URL(target.url);
      if (isPostgres) url.searchParams.set('options', `-c role=${role}`);
      else url.username = role;
      few = await connectDatabase(url.href);
    });
    after(async () => {
      await few.close();
      if (isPostgres) await as('drop owned by');
      await as(isPostgres ? 'drop role' : 'drop user');
    });
    const shop = (rules: readonly DataRuleOptions[] = [people, posts]) => engineOf({ database: few, rules });
    const allow = async (rights: Readonly<Record<string, string>>) => {
      for (const [table, right] of Object.entries(rights)) {
        await grant('select, insert, update, delete', table);
        await revoke('select, insert, update, delete', table);
        await grant(right, table);
      }
    };
    const nothingHappened = async () => assert.deepEqual(await column(admin, 'posts', 'id'), [1, 2, 3]);

    test('rows that it may not delete stop the erasure, with what to grant', async () => {
      await allow({ people: 'select, update, delete', posts: 'select, update' });
      assert.match(
        await stoppedBy(await shop()),
        /rows of posts cannot be deleted: .*(?:permission denied|denied).*\(grant it to/i,
      );
      await nothingHappened();
    });

    test('columns that it may not write stop the erasure', async () => {
      await allow({ people: 'select, update, delete', posts: 'select, delete' });
      const setting: DataRuleOptions = {
        ...posts,
        erasure: { action: 'set', columns: { body: null, author_id: null } },
      };
      assert.match(
        await stoppedBy(await shop([people, setting])),
        /what it writes is refused in posts: .*denied.*\(grant it to/i,
      );
      assert.match(await stoppedBy(await shop()), /denied.*\(grant it to/i);
      await nothingHappened();
    });

    test('columns that it may not read stop the erasure, and the plan says so', async () => {
      await allow({ people: 'select, update, delete', posts: 'update, delete' });
      const engine = await shop();
      assert.match(await stoppedBy(engine), /may not do what the erasure of posts needs: .*denied.*Grant it select/i);
      const plan = await engine.engine.erasure.plan({ id: '1' });
      const stops = plan.flatMap((entry) => entry.stops ?? []).join('\n');
      assert.match(stops, /may not do what the erasure of posts needs/);
      await nothingHappened();
    });

    test('a table whose rows may refer to deleted ones has to be readable, too', async () => {
      await allow({ people: 'select, update, delete', posts: 'insert' });
      assert.match(await stoppedBy(await shop([people])), /the database refuses null .*denied.*\(grant it to/i);
      await nothingHappened();
    });

    if (isPostgres) {
      test('row security that hides rows stops the erasure, and not a policy that shows all', async () => {
        await allow({ people: 'select, update, delete', posts: 'select, update, delete' });
        await make(admin, [
          'alter table posts enable row level security',
          `create policy own on posts using (author_id = nullif(current_setting('app.person', true), '')::int)`,
        ]);
        const engine = await shop();
        assert.match(await stoppedBy(engine), /row security may hide rows of posts .*bypassrls/);
        const report = await engine.engine.dataMapReport();
        assert.ok(
          report.findings.some(
            ({ kind, table, reason }) => kind === 'unfit' && table === 'posts' && /row security/.test(reason),
          ),
        );
        const entry = (await engine.engine.erasure.plan({ id: '1' })).find(({ rule }) => rule === 'posts');
        assert.match(entry?.stops?.join() ?? '', /row security may hide rows/);
        await nothingHappened();

        await admin.execute(`create policy narrow on posts as restrictive using (id < 3)`);
        await admin.execute(`create policy engine on posts to ${role} using (true)`);
        assert.match(
          await stoppedBy(engine),
          /row security may hide rows/,
          'a restrictive policy hides rows all the same',
        );
        await admin.execute('drop policy narrow on posts');
        await erase(engine);
        assert.deepEqual(await column(admin, 'posts', 'id'), [2]);
        assert.deepEqual(await column(admin, 'people', 'id'), [2]);
      });
    } else {
      test('rules of foreign keys that it is not told stop the erasure', async () => {
        await allow({ people: 'select, update, delete', posts: 'select, update, delete' });
        await as('revoke references on *.* from');
        // Rights on the whole server are read when a connection begins.
        const untold = await connectDatabase(url.href);
        try {
          const engine = await engineOf({ database: untold, rules: [people, posts] });
          await assert.rejects(engine.engine.erasure.plan({ id: '1' }), { code: 'data_map_unfit' });
          assert.match(
            await stoppedBy(engine),
            /does not tell the engine's user .*posts\.author_id, posts\.editor_id.*: grant references on .*\.\* to it/,
          );
        } finally {
          await untold.close();
          await as('grant references on *.* to');
        }
        await nothingHappened();
      });

      test('with the rights it is erased', async () => {
        await allow({ people: 'select, update, delete', posts: 'select, update, delete' });
        await erase(await shop());
        assert.deepEqual(await column(admin, 'posts', 'id'), [2]);
      });
    }
  });
});
