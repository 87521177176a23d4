import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createId,
  isUniqueViolation,
  migrate,
  migrationSql,
  pendingMigrations,
  tableNames,
  timeText,
} from 'policy-engine/database';
import type { Database } from 'policy-engine';
import type { Queries } from '../../dist/platform/database/statements/queries.js';
import { createQueries, engineTables } from '../../dist/schema.js';
import { rounds } from '../../../../testing/rounds.ts';
import { dropAll } from '../faults/state.ts';
import { forEachDatabase } from '../support/databases.ts';
import { runProcess } from '../support/processes.ts';
import { schemaText } from './schema-text.ts';

const { migrations } = engineTables;
const all = migrations.map(({ name }) => name);
/** For processes that don’t load the modules. */
const asJson = JSON.stringify(migrations);

forEachDatabase((target) => {
  test('migrate applies every migration once and returns their names', async () => {
    const database = await target.open();
    assert.deepEqual(await pendingMigrations(database), all);
    assert.deepEqual(await migrate(database), all);
    assert.deepEqual(await migrate(database), []);
    assert.deepEqual(await pendingMigrations(database), []);
    const rows = await createQueries(database).selectFrom('migrations').selectAll().execute();
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), all.toSorted());
    for (const row of rows) assert.match(row.applied_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('tableNames returns the tables that migrate creates', async () => {
    const database = await target.open();
    await migrate(database);
    const sql = {
      sqlite: "select name from sqlite_master where type = 'table'",
      postgres: 'select tablename as name from pg_tables where schemaname = current_schema()',
      mysql: 'select table_name as name from information_schema.tables where table_schema = database()',
    }[database.dialect];
    const { rows } = await database.execute<{ name: string }>(sql);
    assert.deepEqual(tableNames().toSorted(), rows.map(({ name }) => name).toSorted());
    assert.ok(tableNames({ tablePrefix: '', schema: 'legal' }).includes('legal.user_terms'));
    assert.throws(() => tableNames({ tablePrefix: 'a b' }), { code: 'database_name_refused' });
  });
});

forEachDatabase((target) => {
  test(
    'three processes that migrate at once succeed, and one of them applies the migrations',
    { timeout: 60_000 },
    async () => {
      for (const round of ['first_', 'second_'].slice(0, rounds(1, 2))) {
        const ended = await Promise.all(
          Array.from({ length: 3 }, () =>
            runProcess('./processes/migrate.ts', import.meta.url, [target.url, round, asJson]),
          ),
        );
        for (const { code, output } of ended) assert.equal(code, 0, output);
        const applied = ended.map(({ output }) => output.trim()).toSorted();
        assert.deepEqual(applied, [JSON.stringify(all), '[]', '[]']);
      }
    },
  );
});

forEachDatabase((target) => {
  test('the printed SQL, applied manually, creates the same tables as migrate', async () => {
    const database = await target.open();
    await migrate(database);
    const migrated = await schemaText(database);
    await dropAll(database);
    for (const round of ['once', 'twice']) {
      for (const statement of migrationSql(target.dialect).split(/;\n/)) {
        if (statement.trim() !== '') await database.execute(statement);
      }
      assert.equal(await schemaText(database), migrated, round);
    }
    assert.deepEqual(await migrate(database), []);
    const [row] = await createQueries(database).selectFrom('migrations').selectAll().execute();
    assert.match(row?.applied_at ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(Math.abs(Date.now() - Date.parse(row?.applied_at ?? '')) < 60_000);
  });
});

forEachDatabase((target) => {
  describe('names', () => {
    test('a prefix keeps installations in one database apart', async () => {
      const database = await target.open();
      await migrate(database, { tablePrefix: 'a_' });
      await migrate(database, { tablePrefix: '' });
      const a = createQueries(database, { tablePrefix: 'a_' });
      const bare = createQueries(database, { tablePrefix: '' });
      await a.insertInto('terms').values(term('in a')).execute();
      assert.equal((await a.selectFrom('terms').selectAll().execute()).length, 1);
      assert.equal((await bare.selectFrom('terms').selectAll().execute()).length, 0);
    });

    test('the prefix applies to joins, aliases, subqueries, qualified columns and upserts', async () => {
      const database = await target.open();
      await migrate(database, { tablePrefix: 'a_' });
      const queries = createQueries(database, { tablePrefix: 'a_' });
      const text = term('joined');
      await queries.insertInto('terms').values(text).execute();
      await decide(queries, text.id, 'someone', 'joined');
      const rows = await queries
        .selectFrom('user_terms')
        .innerJoin('terms as t', 't.id', 'user_terms.term_id')
        .select(['t.rule', 'user_terms.state'])
        .where('user_terms.term_id', 'in', (nested) =>
          nested.selectFrom('terms').select('terms.id').where('terms.rule', '=', 'joined'),
        )
        .execute();
      assert.deepEqual(rows, [{ rule: 'joined', state: 'accepted' }]);
      const updated = await queries
        .updateTable('terms')
        .set({ note: 'x' })
        .where('terms.id', '=', text.id)
        .executeTakeFirst();
      assert.equal(updated.numUpdatedRows, 1n);
      await assert.rejects(queries.deleteFrom('terms').where('id', '=', text.id).execute());
    });

    test('a missing schema is created and used', async () => {
      const database = await target.open();
      const schema = `${target.url.split('/').at(-1)}_other`;
      if (!database.capabilities.schemas) {
        await assert.rejects(migrate(database, { schema: 'other' }), { code: 'database_name_refused' });
        return;
      }
      try {
        assert.deepEqual(await migrate(database, { schema }), all);
        assert.deepEqual(await migrate(database, { schema }), []);
        const queries = createQueries(database, { schema });
        await queries.insertInto('terms').values(term('cookie')).execute();
        const { rows } = await database.execute(`select rule from ${schema}.policy_manager_terms`);
        assert.deepEqual(rows, [{ rule: 'cookie' }]);
        assert.deepEqual(await pendingMigrations(database), all, 'the schema of the connection is untouched');
      } finally {
        await database.execute(
          database.dialect === 'mysql' ? `drop database ${schema}` : `drop schema ${schema} cascade`,
        );
      }
    });

    test('a foreign table with the same name is not changed', async () => {
      const database = await target.open();
      await database.execute(
        'create table old_terms (id integer primary key, description varchar(9), rule varchar(9))',
      );
      await assert.rejects(migrate(database, { tablePrefix: 'old_' }), {
        code: 'database_schema_conflict',
        message: /old_terms: .* state, accepted_at/,
      });
      assert.deepEqual(await pendingMigrations(database, { tablePrefix: 'old_' }), all);
      await database.execute('insert into old_terms (id) values (1)');
      // The lock was released with the connection: another installation migrates at once.
      assert.deepEqual(await migrate(await target.open(), { tablePrefix: 'old_2_' }), all);
    });

    const unsafe = ['a b', 'a-', 'a"; drop table x; --', '1a', 'é_', 'a`', "a'", 'a.b', 'x'.repeat(40)];
    for (const tablePrefix of unsafe) {
      test(`the prefix ${tablePrefix} is refused`, async () => {
        const database = await target.open();
        const refusal = { name: 'PolicyEngineError', code: 'database_name_refused' };
        await assert.rejects(migrate(database, { tablePrefix }), refusal);
        assert.throws(() => createQueries(database, { tablePrefix }), refusal);
        assert.throws(() => migrationSql(target.dialect, { tablePrefix }), refusal);
      });
    }

    test('unsafe schemas are refused', () => {
      for (const schema of ['', ...unsafe.filter((name) => !/^x+$/.test(name)), 'x'.repeat(64)]) {
        assert.throws(() => migrationSql(target.dialect, { schema }), { code: 'database_name_refused' });
      }
    });
  });
});

forEachDatabase((target) => {
  describe('tables', () => {
    let queries: Queries;
    let database: Database;
    const open = async (): Promise<void> => {
      database = await target.open();
      await migrate(database);
      queries = createQueries(database);
    };

    test('a rule and language has one version of a number, and any number of drafts', async () => {
      await open();
      const published = { version: 1, state: 'published', published_at: new Date(), hash: '0'.repeat(64) };
      await queries
        .insertInto('terms')
        .values({ ...term('age'), ...published })
        .execute();
      await queries
        .insertInto('terms')
        .values({ ...term('age', 'es'), ...published })
        .execute();
      await queries
        .insertInto('terms')
        .values([term('age'), term('age')])
        .execute();
      const again = queries
        .insertInto('terms')
        .values({ ...term('age'), ...published })
        .execute();
      await assert.rejects(again, isUniqueViolation);
    });

    test('the defaults are a draft that asks again, an undecided user term, and a pending request', async () => {
      await open();
      const text = term('defaults');
      await queries.insertInto('terms').values(text).execute();
      const [row] = await queries.selectFrom('terms').selectAll().where('id', '=', text.id).execute();
      assert.deepEqual(row, {
        ...text,
        state: 'draft',
        material: 1,
        accepted_at: null,
        rejected_at: null,
        version: null,
        hash: null,
        published_at: null,
        note: null,
        logged: null,
      });
      const times = { created_at: timeText(new Date()), updated_at: timeText(new Date()) };
      const decision = { id: createId(), user_id: 'd', term_id: text.id, rule: 'defaults', ...times };
      await queries.insertInto('user_terms').values(decision).execute();
      const request = { id: createId(), user_id: 'd', ...times };
      const noAttachment = {
        attachment: null,
        attachment_file_name: null,
        attachment_file_size: null,
        attachment_file_content_type: null,
        attachment_content_type: null,
      };
      await queries.insertInto('portability_requests').values(request).execute();
      assert.deepEqual(await queries.selectFrom('user_terms').selectAll().where('id', '=', decision.id).execute(), [
        { ...decision, state: 'passive', decided_at: null, vendors: null, months: null },
      ]);
      assert.deepEqual(await queries.selectFrom('portability_requests').selectAll().execute(), [
        { ...request, state: 'pending', expire_at: null, ...noAttachment },
      ]);
    });

    test('a subject has one current decision per rule, on a text that exists and cannot be deleted', async () => {
      await open();
      const text = term('stays');
      await queries.insertInto('terms').values(text).execute();
      await decide(queries, text.id, 'u1', 'stays');
      await assert.rejects(decide(queries, text.id, 'u1', 'stays'), isUniqueViolation);
      await assert.rejects(decide(queries, createId(), 'u2', 'stays'));
      await assert.rejects(queries.deleteFrom('terms').where('id', '=', text.id).execute());
    });

    test('subject IDs and rules are compared and sorted by bytes', async () => {
      await open();
      const text = term('bytes');
      await queries.insertInto('terms').values(text).execute();
      const subjects = ['Z', 'a', 'A', 'a ', 'ä', 'a\u0308', 'ß', 'ss', '10', '9', 'İ', 'i', '😀', 'ﬁ'];
      for (const subject of subjects) await decide(queries, text.id, subject, 'bytes');
      for (const subject of subjects) {
        const found = await queries.selectFrom('user_terms').select('user_id').where('user_id', '=', subject).execute();
        assert.deepEqual(found, [{ user_id: subject }]);
      }
      const sorted = await queries
        .selectFrom('user_terms')
        .select('user_id')
        .where('rule', '=', 'bytes')
        .orderBy('user_id')
        .execute();
      const expected = subjects.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
      assert.deepEqual(
        sorted.map((row) => row.user_id),
        expected,
      );
    });

    test('an ID longer than 255 characters is refused, not truncated', async () => {
      await open();
      const text = term('long');
      await queries.insertInto('terms').values(text).execute();
      await decide(queries, text.id, '😀'.repeat(255), 'long');
      await assert.rejects(decide(queries, text.id, 'x'.repeat(256), 'long'));
    });

    test('a policy text may be long', async () => {
      await open();
      const text = { ...term('novel'), description: 'Wir speichern €. '.repeat(20_000) };
      await queries.insertInto('terms').values(text).execute();
      const [row] = await queries.selectFrom('terms').select('description').where('id', '=', text.id).execute();
      assert.equal(row?.description, text.description);
    });

    test('the decisions of a subject and the current texts are found by index', async () => {
      await open();
      const published = { state: 'published', hash: '0'.repeat(64), published_at: timeText(new Date()) };
      for (const version of [1, 2, 3]) {
        await queries
          .insertInto('terms')
          .values({ ...term('current'), ...published, version })
          .execute();
      }
      const drafts = Array.from({ length: 300 }, (_, index) => term(`draft ${index}`));
      await queries.insertInto('terms').values(drafts).execute();
      await database.execute(database.dialect === 'mysql' ? 'analyze table policy_manager_terms' : 'analyze');
      const current = currentTerms(queries);
      assert.deepEqual(
        (await current.execute()).filter((row) => row.rule === 'current').map((row) => row.version),
        [3],
      );
      const decisions = queries.selectFrom('user_terms').selectAll().where('user_id', '=', 'u1');
      for (const query of [current.compile(), decisions.compile()]) {
        const plan = await explained(database, query.sql, query.parameters);
        assert.doesNotMatch(plan, fullScan[database.dialect], plan);
      }
    });
  });
});

const fullScan = {
  // Only the derived table of newest versions is scanned.
  sqlite: /SCAN (?!newest)/,
  postgres: /Seq Scan/,
  mysql: /"table_name": "(?:t|policy_manager_\w+)",\s*"access_type": "ALL"/,
};

async function explained(database: Database, sql: string, parameters: readonly unknown[]): Promise<string> {
  switch (database.dialect) {
    case 'sqlite': {
      const { rows } = await database.execute<{ detail: string }>(`explain query plan ${sql}`, parameters);
      return rows.map((row) => row.detail).join('\n');
    }
    case 'postgres':
      // Tables of a test are too small for an index to be useful; this checks whether one could be used.
      return await database.transaction(async (tx) => {
        await tx.execute('set local enable_seqscan = off');
        const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(`explain ${sql}`, parameters);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    case 'mysql': {
      const { rows } = await database.execute<{ EXPLAIN: string }>(`explain format=json ${sql}`, parameters);
      return rows.map((row) => row.EXPLAIN).join('\n');
    }
  }
}

/** The newest published version of every rule, in one query. */
function currentTerms(queries: Queries) {
  return queries
    .selectFrom('terms as t')
    .innerJoin(
      (nested) =>
        nested
          .selectFrom('terms')
          .select((fields) => ['rule', fields.fn.max('version').as('version')])
          .where('state', '=', 'published')
          .groupBy('rule')
          .as('newest'),
      (join) => join.onRef('newest.rule', '=', 't.rule').onRef('newest.version', '=', 't.version'),
    )
    .where('t.state', '=', 'published')
    .select(['t.rule', 't.locale', 't.version']);
}

function term(rule: string, locale = 'en') {
  const now = timeText(new Date());
  return { id: createId(), description: `# ${rule}`, rule, locale, created_at: now, updated_at: now };
}

async function decide(queries: Queries, termId: string, userId: string, rule: string): Promise<void> {
  const now = timeText(new Date());
  await queries
    .insertInto('user_terms')
    .values({
      id: createId(),
      user_id: userId,
      term_id: termId,
      rule,
      state: 'accepted',
      decided_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
