import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { createPolicyEngine, type Database, mysql2Database, pgDatabase } from 'policy-engine';
import {
  createId,
  type DatabaseRow,
  fromTransaction,
  migrate,
  pendingMigrations,
  type UserIdType,
} from 'policy-engine/database';
import { createQueries } from '../../dist/schema.js';
import { variants } from '../../../../testing/rounds.ts';
import { dropAll } from '../faults/state.ts';
import { forEachDatabase } from '../support/databases.ts';

// A zone with daylight saving time, before any time is read.
process.env['TZ'] = 'Europe/Istanbul';

const at = '2026-11-22T03:04:05.678Z';
const uuid = '0190a5c4-0000-7000-8000-000000000001';

async function decide(database: Database, userId: string, userIdType: UserIdType = 'text'): Promise<void> {
  const queries = createQueries(database, { userIdType });
  const times = { created_at: at, updated_at: at };
  const text = { id: createId(), description: '#', rule: `rule of ${userId}`, locale: 'en', ...times };
  await queries.insertInto('terms').values(text).execute();
  const row = { id: text.id, user_id: userId, term_id: text.id, rule: text.rule, decided_at: new Date(at), ...times };
  await queries.insertInto('user_terms').values(row).execute();
}

async function decidedAt(database: Database, userId: string): Promise<string | null | undefined> {
  const query = createQueries(database).selectFrom('user_terms').select('decided_at').where('user_id', '=', userId);
  return (await query.where('decided_at', '=', at).executeTakeFirst())?.decided_at;
}

forEachDatabase((target) => {
  test('a time is read as it was written, whatever the zone of the session or pool', async () => {
    const database = await target.open();
    await migrate(database);
    await decide(database, 'first');
    assert.equal(await decidedAt(database, 'first'), at);
    const pool = new pg.Pool({ connectionString: target.url, options: '-c timezone=Asia/Kolkata' });
    const other = pgDatabase(pool);
    await decide(other, 'second');
    assert.equal(await decidedAt(other, 'second'), at);
    assert.equal(await decidedAt(other, 'first'), at);
    assert.equal(await decidedAt(database, 'second'), at);
    const { rows } = await pool.query('select decided_at from policy_manager_user_terms');
    assert.deepEqual(rows[0], { decided_at: new Date(at) }, 'the parsers of the host stay as they are');
    await pool.end();
  });
}, 'postgres');

forEachDatabase((target) => {
  describe('datetime', () => {
    const settings = [{ timezone: 'local' }, { timezone: '+05:30' }, { timezone: 'Z' }, { dateStrings: true }] as const;
    for (const [index, setting] of variants(settings, 2).entries()) {
      test(`is the same time over a pool and a transaction of ${JSON.stringify(setting)}`, async () => {
        const database = await target.open();
        await migrate(database);
        const pool = mysql.createPool({ uri: target.url, charset: 'utf8mb4', ...setting });
        const connection = await pool.getConnection();
        await connection.query("set time_zone = '+09:00'");
        const own = `own ${index}`;
        await decide(mysql2Database(pool), own);
        assert.equal(await decidedAt(mysql2Database(pool), own), at);
        assert.equal(await decidedAt(database, own), at);
        const joined = fromTransaction({
          dialect: 'mysql',
          async execute(sql, parameters) {
            const [rows] = await connection.query(sql, [...parameters]);
            return Array.isArray(rows)
              ? { rows: rows as DatabaseRow[] }
              : { rows: [], affectedRows: rows.affectedRows };
          },
        });
        await decide(joined, `joined ${index}`);
        assert.equal(await decidedAt(joined, `joined ${index}`), at);
        assert.equal(await decidedAt(joined, own), at);
        assert.equal(await decidedAt(database, `joined ${index}`), at);
        connection.release();
        await pool.end();
      });
    }
  });
}, 'mysql');

const ids = {
  uuid: { good: uuid, bad: ['abc', uuid.toUpperCase(), `${uuid} `, uuid.replaceAll('-', '')] },
  bigint: { good: '9223372036854775807', bad: ['abc', '9223372036854775808', '1.0', '01', '', ' 1'] },
  integer: { good: '-2147483648', bad: ['2147483648', '1e3', '0x1'] },
} as const;

forEachDatabase((target) => {
  for (const userIdType of variants(['uuid', 'bigint', 'integer'] as const, 2)) {
    test(`a user id of the type ${userIdType} is text in the code and joins with the host's table`, async () => {
      const { good, bad } = ids[userIdType];
      const database = await target.open();
      const options = { userIdType };
      await dropAll(database);
      await migrate(database, options);
      assert.deepEqual(await pendingMigrations(database, options), []);
      await decide(database, good, userIdType);
      const queries = createQueries(database, options);
      const ofUser = queries.selectFrom('user_terms').select('user_id').where('user_id', '=', good);
      assert.deepEqual(await ofUser.execute(), [{ user_id: good }]);
      const ofSome = queries.selectFrom('user_terms').select('user_id').where('user_id', 'in', [good]);
      assert.deepEqual(await ofSome.execute(), [{ user_id: good }]);
      const hostType = { uuid: { postgres: 'uuid', mysql: 'char(36)', sqlite: 'text' }[target.dialect] };
      const type = userIdType === 'uuid' ? hostType.uuid : userIdType;
      await database.execute(`create table users (id ${type} primary key)`);
      await database.execute(`insert into users (id) values (${quoted(good)})`);
      const joined = 'select count(*) as n from users u join policy_manager_user_terms t on u.id = t.user_id';
      assert.deepEqual((await database.execute(joined)).rows, [{ n: 1 }]);
      await database.execute('drop table users');
      if (target.dialect === 'postgres') {
        const { sql, parameters } = ofUser.compile();
        const plan = await database.transaction(async (transaction) => {
          await transaction.execute('set local enable_seqscan = off');
          const { rows } = await transaction.execute<{ 'QUERY PLAN': string }>(`explain ${sql}`, parameters);
          return rows.map((row) => row['QUERY PLAN']).join('\n');
        });
        assert.match(plan, /Index (?:Only )?Scan|Bitmap Index Scan/);
        assert.match(plan, /Index Cond: \(user_id = /);
      }
      for (const id of bad) {
        const refusal = { code: 'user_id_refused', status: 400, message: new RegExp(userIdType) };
        await assert.rejects(
          queries.selectFrom('user_terms').select('id').where('user_id', '=', id).execute(),
          refusal,
        );
        await assert.rejects(
          queries.selectFrom('user_terms').select('id').where('user_id', 'in', [id]).execute(),
          refusal,
        );
        await assert.rejects(decide(database, id, userIdType), refusal);
      }
    });
  }

  test('existing IDs stored as text are converted to the type, unless one does not fit', async () => {
    const database = await target.open();
    await dropAll(database);
    await migrate(database);
    if (target.dialect === 'sqlite') return;
    await decide(database, 'somebody');
    await assert.rejects(migrate(database, { userIdType: 'bigint' }), {
      code: 'database_schema_conflict',
      message: /user_id of policy_manager_user_terms/,
    });
    assert.equal(await decidedAt(database, 'somebody'), at);
    await createQueries(database).deleteFrom('user_terms').execute();
    await decide(database, uuid);
    assert.deepEqual(await migrate(database, { userIdType: 'uuid' }), ['native-column-types']);
    const queries = createQueries(database, { userIdType: 'uuid' });
    assert.deepEqual(await queries.selectFrom('user_terms').select('user_id').execute(), [{ user_id: uuid }]);
  });

  test('a request of a user whose ID does not fit is refused without a failure', async () => {
    const database = await target.open();
    // The tables of the test before have the same type.
    const engine = createPolicyEngine({
      database,
      userIdType: 'uuid',
      rules: [{ name: 'age' }],
      currentUser: () => ({ id: 'abc', record: null }),
      logger: { error: () => {} },
    });
    await engine.migrate();
    const response = await engine.fetch(new Request('http://host/policies/user_terms.json'));
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as { code: string }).code, 'user_id_refused');
    await database.execute('select 1');
  });
});

test('an unknown type of user IDs is refused', async () => {
  assert.throws(() => createQueries({ dialect: 'sqlite' } as Database, { userIdType: 'number' as UserIdType }), {
    code: 'configuration_invalid',
  });
});

const quoted = (id: string) => (/^-?\d+$/.test(id) ? id : `'${id}'`);
