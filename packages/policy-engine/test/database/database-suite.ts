import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { PolicyEngineError } from 'policy-engine';
import { isUniqueViolation, timeText } from 'policy-engine/database';
import { countOf } from '../../dist/platform/database/statements/values.js';
import type { Database } from 'policy-engine';

/** A database under test and how to undo its opening. */
export interface Opened {
  readonly database: Database;
  close(): Promise<void>;
}

/** The tests that every adapter must pass, on every database. */
export function databaseSuite(name: string, open: () => Promise<Opened>): void {
  describe(name, { timeout: 60_000 }, () => {
    let opened: Opened;
    let database: Database;

    before(async () => {
      opened = await open();
      database = opened.database;
      const { dialect } = database;
      const bytes = { sqlite: 'blob', postgres: 'bytea', mysql: 'longblob' }[dialect];
      const text = { sqlite: 'text', postgres: 'text', mysql: 'longtext' }[dialect];
      const options = dialect === 'mysql' ? ' character set utf8mb4' : '';
      await database.execute(
        `create table suite (id integer primary key, name varchar(100) unique, content ${text}, large bigint, ratio double precision, data ${bytes})${options}`,
      );
    });

    after(async () => {
      await database.execute('drop table suite');
      await opened.close();
    });

    /** Replaces `?` for PostgreSQL, so that a test has one text. */
    const sql = (text: string): string => {
      let place = 0;
      return database.dialect === 'postgres' ? text.replaceAll('?', () => `$${++place}`) : text;
    };
    const run = (on: Database, text: string, ...parameters: unknown[]) => on.execute(sql(text), parameters);
    const insert = (on: Database, id: number, values: { name?: unknown; content?: unknown } = {}) =>
      run(
        on,
        'insert into suite (id, name, content) values (?, ?, ?)',
        id,
        values.name ?? null,
        values.content ?? null,
      );
    const ids = async (): Promise<unknown[]> =>
      (await database.execute('select id from suite order by id')).rows.map((row) => row['id']);
    const empty = () => database.execute('delete from suite');

    describe('values', () => {
      const texts = {
        plain: 'a',
        empty: '',
        quotes: `it's "quoted" \\ \`and\` 100% \\' -- ; /* */ ? $1 :name`,
        unicode: 'Zürich, İstanbul, 東京, العربية',
        emoji: '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 𝒳',
        'combining marks, not normalised': 'e\u0301 \u00e9',
        'line ends': 'a\r\nb\nc\rd\u2028e\t',
        'outer spaces': '  a  ',
        digits: '0042',
        long: 'policy € '.repeat(60_000),
      };
      for (const [title, text] of Object.entries(texts)) {
        test(`text is read as it was written: ${title}`, async () => {
          await empty();
          await insert(database, 1, { content: text });
          const { rows } = await database.execute('select content from suite');
          assert.deepEqual(rows, [{ content: text }]);
        });
      }

      test('a Date is stored as UTC text of fixed length that sorts by time', async () => {
        await empty();
        const dates = [new Date(0), new Date('2026-11-21T10:30:00.5+01:00'), new Date('1969-12-31T23:59:59.999Z')];
        for (const [index, date] of dates.entries()) await insert(database, index, { content: date });
        const { rows } = await database.execute('select content from suite order by content');
        const expected = ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z', '2026-11-21T09:30:00.500Z'];
        assert.deepEqual(
          rows.map((row) => row['content']),
          expected,
        );
        assert.equal(timeText(dates[1]!), expected[2]);
      });

      test('booleans are 1 and 0, null is null', async () => {
        await empty();
        await run(
          database,
          'insert into suite (id, name, large) values (?, ?, ?), (?, ?, ?)',
          1,
          null,
          true,
          2,
          null,
          false,
        );
        const { rows } = await database.execute('select name, large from suite order by id');
        assert.deepEqual(rows, [
          { name: null, large: 1 },
          { name: null, large: 0 },
        ]);
      });

      test('integers are numbers where exact and bigints beyond', async () => {
        await empty();
        const large = [0, -1, Number.MAX_SAFE_INTEGER, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
        for (const [index, value] of large.entries()) {
          await run(database, 'insert into suite (id, large) values (?, ?)', index, value);
        }
        const { rows } = await database.execute('select large from suite order by id');
        assert.deepEqual(
          rows.map((row) => row['large']),
          large,
        );
      });

      test('a small bigint is a number', async () => {
        await empty();
        await run(database, 'insert into suite (id, large) values (?, ?)', 1n, 7n);
        assert.deepEqual((await database.execute('select id, large from suite')).rows, [{ id: 1, large: 7 }]);
      });

      test('fractions keep all their digits', async () => {
        await empty();
        const value = 0.1 + 0.2;
        await run(database, 'insert into suite (id, ratio) values (?, ?)', 1, value);
        assert.deepEqual((await database.execute('select ratio from suite')).rows, [{ ratio: value }]);
      });

      test('counts and sums are numbers', async () => {
        await empty();
        await run(database, 'insert into suite (id, large) values (?, ?), (?, ?)', 1, 20, 2, 22);
        const { rows } = await database.execute(
          'select count(*) as n, sum(large) as total, max(large) as most from suite',
        );
        assert.deepEqual(rows, [{ n: 2, total: 42, most: 22 }]);
        assert.equal(countOf(rows[0]?.['n']), 2);
      });

      test('bytes are read as Uint8Array', async () => {
        await empty();
        const data = Uint8Array.from({ length: 256 }, (_, index) => index);
        await run(database, 'insert into suite (id, data) values (?, ?), (?, ?)', 1, data, 2, Buffer.from(data));
        const { rows } = await database.execute('select data from suite');
        assert.deepEqual(rows, [{ data }, { data }]);
      });

      const refused: [string, unknown, string][] = [
        ['undefined', undefined, 'database_value_refused'],
        ['a plain object', { a: 1 }, 'database_value_refused'],
        ['an array', ['a'], 'database_value_refused'],
        ['an object that would be raw SQL in mysql2', { toSqlString: () => '1' }, 'database_value_refused'],
        ['NaN', Number.NaN, 'database_value_refused'],
        ['infinity', Number.POSITIVE_INFINITY, 'database_value_refused'],
        ['a bigint of more than 64 bits', 2n ** 63n, 'database_value_refused'],
        ['a function', () => 'a', 'database_value_refused'],
        ['a symbol', Symbol('a'), 'database_value_refused'],
        ['an invalid date', new Date(Number.NaN), 'database_value_refused'],
        ['a date of the year 10000', new Date('+010000-01-01T00:00:00Z'), 'database_value_refused'],
        ['text with U+0000', 'a\0b', 'database_text_refused'],
        ['half of a surrogate pair', 'a\ud800', 'database_text_refused'],
      ];
      for (const [title, value, code] of refused) {
        test(`${title} is refused, in first place and in last`, async () => {
          await empty();
          await assert.rejects(run(database, 'insert into suite (content, id) values (?, ?)', value, 1), { code });
          await assert.rejects(run(database, 'insert into suite (id, content) values (?, ?)', 1, value), { code });
          assert.deepEqual(await ids(), []);
        });
      }

      test('rows are plain objects', async () => {
        const { rows } = await database.execute('select 1 as one');
        assert.equal(Object.getPrototypeOf(rows[0]), Object.prototype);
      });
    });

    describe('affected rows', () => {
      test('an insert counts its rows, a select none', async () => {
        await empty();
        assert.equal((await run(database, 'insert into suite (id) values (?), (?)', 1, 2)).affectedRows, 2);
        assert.equal((await database.execute('select * from suite')).affectedRows, 0);
      });

      test('an update counts the matched rows, also unchanged ones', async () => {
        await empty();
        await insert(database, 1, { content: 'same' });
        await insert(database, 2, { content: 'same' });
        const update = () => run(database, 'update suite set content = ? where content = ?', 'same', 'same');
        assert.equal((await update()).affectedRows, 2);
        assert.equal((await run(database, 'update suite set content = ? where id = ?', 'x', 9)).affectedRows, 0);
      });

      test('a delete counts its rows', async () => {
        await empty();
        await insert(database, 1);
        assert.equal((await empty()).affectedRows, 1);
      });
    });

    describe('transactions', () => {
      test('commit what the callback wrote and return its result', async () => {
        await empty();
        const answer = await database.transaction(async (tx) => {
          assert.equal(tx.inTransaction, true);
          await insert(tx, 1);
          await insert(tx, 2);
          return 'done';
        });
        assert.equal(answer, 'done');
        assert.deepEqual(await ids(), [1, 2]);
      });

      test('roll back with the same error when the callback throws', async () => {
        await empty();
        const mine = new Error('mine');
        const failing = database.transaction(async (tx) => {
          await insert(tx, 1);
          throw mine;
        });
        await assert.rejects(failing, (error) => error === mine);
        assert.deepEqual(await ids(), []);
        await insert(database, 1);
      });

      test('see their own writes; others see them after the commit', async () => {
        await empty();
        const wrote = Promise.withResolvers<void>();
        const read = Promise.withResolvers<void>();
        let mayBeCommitted = false;
        const writing = database.transaction(async (tx) => {
          await insert(tx, 1);
          assert.equal((await tx.execute('select id from suite')).rows.length, 1);
          wrote.resolve();
          // On a single connection the reader waits for this transaction, so do not wait for it here.
          await Promise.race([read.promise, sleep(30)]);
          mayBeCommitted = true;
        });
        await wrote.promise;
        let wasCommitted = false;
        const seen = await ids().finally(() => {
          wasCommitted = mayBeCommitted;
          read.resolve();
        });
        if (!wasCommitted) assert.deepEqual(seen, []);
        await writing;
        assert.deepEqual(await ids(), [1]);
      });

      test('contain no statement from outside', async () => {
        await empty();
        const started = Promise.withResolvers<void>();
        const failing = database.transaction(async (tx) => {
          await insert(tx, 1);
          started.resolve();
          await sleep(50);
          throw new Error('undo');
        });
        await started.promise;
        const outside = insert(database, 2);
        await assert.rejects(failing, { message: 'undo' });
        await outside;
        assert.deepEqual(await ids(), [2]);
      });

      test('join an outer one: both commit, or both are rolled back', async () => {
        await empty();
        await database.transaction(async (tx) => {
          await insert(tx, 1);
          await tx.transaction((inner) => insert(inner, 2));
        });
        assert.deepEqual(await ids(), [1, 2]);
        const failing = database.transaction(async (tx) => {
          await tx.transaction((inner) => insert(inner, 3));
          throw new Error('undo');
        });
        await assert.rejects(failing, { message: 'undo' });
        assert.deepEqual(await ids(), [1, 2]);
      });

      test('that are inner and fail undo only themselves', async () => {
        await empty();
        await database.transaction(async (tx) => {
          await insert(tx, 1);
          const inner = tx.transaction(async (innermost) => {
            await insert(innermost, 2);
            await insert(innermost, 1);
          });
          await assert.rejects(inner, isUniqueViolation);
          await insert(tx, 3);
        });
        assert.deepEqual(await ids(), [1, 3]);
      });

      test('stay separate in parallel branches and inner ones', async () => {
        await empty();
        await database.transaction(async (tx) => {
          const undone = tx.transaction(async (inner) => {
            await insert(inner, 1);
            await sleep(5);
            throw new Error('undo');
          });
          await Promise.allSettled([undone, insert(tx, 2), tx.transaction((inner) => insert(inner, 3))]);
        });
        assert.deepEqual(await ids(), [2, 3]);
      });

      test('do not commit after a swallowed failure of a statement', async () => {
        await empty();
        const failing = database.transaction(async (tx) => {
          await insert(tx, 1);
          await insert(tx, 1).catch(() => {});
        });
        await assert.rejects(failing, { code: 'database_transaction_failed' });
        assert.deepEqual(await ids(), []);
      });

      test('all commit independently when there are many at once', async () => {
        await empty();
        await insert(database, 0, {});
        await run(database, 'update suite set large = ? where id = ?', 0, 0);
        const increment = () =>
          database.transaction(async (tx) => {
            const { rows } = await tx.execute('select large from suite where id = 0');
            await run(tx, 'update suite set large = ? where id = 0', Number(rows[0]?.['large']) + 1);
          });
        await Promise.all(Array.from({ length: 20 }, increment));
        assert.deepEqual((await database.execute('select large from suite')).rows, [{ large: 20 }]);
      });

      test('that lock what they read need only read committed', async () => {
        await empty();
        await run(database, 'insert into suite (id, large) values (?, ?)', 0, 0);
        const lock = database.capabilities.rowLocks ? ' for update' : '';
        const increment = () =>
          database.transaction(
            async (tx) => {
              const { rows } = await tx.execute(`select large from suite where id = 0${lock}`);
              await run(tx, 'update suite set large = ? where id = 0', Number(rows[0]?.['large']) + 1);
            },
            { isolation: 'read committed' },
          );
        await Promise.all(Array.from({ length: 20 }, increment));
        assert.deepEqual((await database.execute('select large from suite')).rows, [{ large: 20 }]);
      });
    });

    describe('misuse', () => {
      test('using the outer database in its own transaction is an error at once', async () => {
        await empty();
        const codes: unknown[] = [];
        const note = (error: unknown): void => void codes.push(error instanceof PolicyEngineError && error.code);
        await database.transaction(async (tx) => {
          await database.execute('select 1').catch(note);
          await database.transaction(async () => {}).catch(note);
          await database.close().catch(note);
          await tx.transaction(async () => {
            await database.execute('select 1').catch(note);
            await tx.execute('select 1').catch(note);
          });
          await insert(tx, 1);
        });
        assert.deepEqual(codes, Array(5).fill('database_misuse'));
        assert.deepEqual(await ids(), [1]);
      });

      test('work started in a transaction may use the database after it', async () => {
        const later = Promise.withResolvers<unknown>();
        await database.transaction(async (tx) => {
          await tx.execute('select 1');
          setTimeout(() => void database.execute('select 1').then(later.resolve, later.reject), 30);
        });
        await later.promise;
      });

      test('a statement on a finished transaction is refused', async () => {
        await empty();
        let kept: Database | undefined;
        await database.transaction(async (tx) => {
          kept = tx;
        });
        await assert.rejects(insert(kept!, 1), { code: 'database_misuse' });
        assert.deepEqual(await ids(), []);
      });

      test('a statement that was not awaited is still part of its transaction', async () => {
        await empty();
        await database.transaction(async (tx) => {
          void insert(tx, 1);
        });
        assert.deepEqual(await ids(), [1]);
      });
    });

    describe('errors', () => {
      test('a violated unique index and primary key are recognised, also wrapped', async () => {
        await empty();
        await insert(database, 1, { name: 'a' });
        const byName: unknown = await insert(database, 2, { name: 'a' }).catch((error: unknown) => error);
        const byKey: unknown = await insert(database, 1).catch((error: unknown) => error);
        for (const error of [byName, byKey]) {
          assert.ok(isUniqueViolation(error));
          assert.ok(isUniqueViolation(new Error('wrapped', { cause: error })));
          assert.ok(isUniqueViolation(Object.assign(new Error('orm'), { driverError: error })));
        }
      });

      test('other errors are not recognised as a violation', async () => {
        const error: unknown = await database.execute('select * from no_such_table').catch((cause: unknown) => cause);
        assert.ok(error instanceof Error);
        assert.equal(isUniqueViolation(error), false);
        assert.equal(isUniqueViolation(undefined), false);
      });

      test('the connection is usable after many failures', async () => {
        for (let round = 0; round < 30; round++) {
          await assert.rejects(database.execute('select * from no_such_table'));
          await assert.rejects(database.transaction((tx) => tx.execute('select * from no_such_table')));
        }
        assert.deepEqual((await database.execute('select 1 as one')).rows, [{ one: 1 }]);
      });
    });
  });
}
