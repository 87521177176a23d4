import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Database } from 'policy-engine';
import { rounds } from '../../../../testing/rounds.ts';
import { forEachDatabase } from '../support/databases.ts';
import { runProcess } from '../support/processes.ts';

const processes = rounds(4, 8);
const times = rounds(30, 60);

forEachDatabase((target) => {
  let database: Database;

  before(async () => {
    database = await target.open();
    await database.execute('create table counter (id integer primary key, value integer not null)');
  });

  beforeEach(async () => {
    await database.execute('delete from counter');
    await database.execute('insert into counter (id, value) values (1, 0)');
  });

  // SQLite has only one isolation level.
  for (const isolation of target.dialect === 'sqlite' ? ['serializable'] : ['serializable', 'read committed']) {
    test(
      `${processes} processes reading and then writing lose no update, ${isolation}`,
      { timeout: 60_000 },
      async () => {
        const parameters = [target.url, String(times), isolation];
        const ended = await Promise.all(
          Array.from({ length: processes }, () => runProcess('./processes/increment.ts', import.meta.url, parameters)),
        );
        for (const { code, output } of ended) assert.equal(code, 0, output);
        const { rows } = await database.execute('select value from counter');
        assert.deepEqual(rows, [{ value: processes * times }]);
      },
    );
  }
});
