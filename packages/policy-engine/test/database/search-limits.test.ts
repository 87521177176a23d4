/** What a search could not read is named, and the receipt says less then. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, type Database } from 'policy-engine';
import type { AbsenceProof } from 'policy-engine/data-map';
import { uniqueName as uniqueNameOf } from '../../../../testing/databases.ts';
import { SHORT_SEARCH } from '../../dist/modules/erasure/absence/pace.js';
import { searchTraces, searchUndeclared } from '../../dist/modules/erasure/absence/search.js';
import { mapOfEngine } from '../../dist/modules/data-map/service.js';
import { dialectNamed } from '../../dist/platform/database/dialects.js';
import { outcomeOf } from '../../dist/modules/erasure/plan/receipt.js';
import { makeShop, shopEngine } from '../erasure/shop.ts';
import { over } from '../faults/ports.ts';
import { forEachDatabase } from '../support/databases.ts';

const MAIL = 'anna-41@shop.test';
const sought = { userId: 'anna-41', identifiers: { address: MAIL, words: [] } };
const PATIENT = { all: 600_000, table: 600_000, statement: 600_000 };

forEachDatabase((target) => {
  const { dialect } = target;
  let database: Database;
  const search = async (on: Database, limits = PATIENT): Promise<AbsenceProof> => {
    const { engine } = await shopEngine(database);
    const { map, naming } = Reflect.get(engine, mapOfEngine);
    return searchTraces({ database: on, naming, map, files: () => [] }, sought, AbortSignal.timeout(600_000), limits);
  };
  const reasons = ({ notSearched }: AbsenceProof) =>
    notSearched.map(({ table, columns, reason }) => [table, ...(columns ?? []), reason].join(' ')).toSorted();
  const found = (proof: AbsenceProof) =>
    proof.found.map(({ table, column, rows }) => `${table}.${column} ${rows}`).toSorted();

  before(async () => {
    database = await target.open();
    await makeShop(database);
    await shopEngine(database);
    for (const table of ['closed', 'partly', 'notes']) {
      await database.execute(`create table ${table} (id integer primary key, c varchar(200), d varchar(200))`);
      await database.execute(`insert into ${table} values (1, '${MAIL}', '${MAIL}')`);
    }
  });

  test('a search whose time is over names every table, and the outcome is not that all is deleted', async () => {
    const proof = await search(database, { ...PATIENT, all: 0 });
    assert.deepEqual([proof.tables, proof.found], [0, []]);
    assert.ok(reasons(proof).includes('notes time'));
    assert.ok(proof.notSearched.length > 25);
    assert.equal(outcomeOf({ entries: [], absence: proof }), 'unsearched');
  });

  test('a plan names what it had no time for, however long it takes to list the tables', async () => {
    const { engine } = await shopEngine(database);
    const { map, naming } = Reflect.get(engine, mapOfEngine);
    const slowly = over(database, {
      async execute(...given: Parameters<Database['execute']>) {
        if (/pg_class|information_schema|pragma_table_list/.test(given[0])) await sleep(100);
        return database.execute(...given);
      },
    });
    const options = { database: slowly, naming, map, files: () => [] };
    const plan = await searchUndeclared(options, sought, { ...PATIENT, all: 20 });
    for (const table of ['closed', 'partly', 'notes']) {
      const isFound = found(plan).some((place) => place.startsWith(`${table}.`));
      assert.ok(isFound || reasons(plan).includes(`${table} time`), `${table}: ${JSON.stringify(plan)}`);
    }
  });

  if (dialect === 'mysql') {
    test('the tables of a large database are listed without opening them again for each column', async () => {
      const columns = Array.from({ length: 12 }, (_, nth) => `column_${nth} varchar(20)`).join(', ');
      for (let nth = 0; nth < 40; nth += 1) await database.execute(`create table many_${nth} (id integer, ${columns})`);
      const [here] = (await database.execute<{ name: string }>('select database() as name')).rows;
      await database.transaction(async (transaction) => {
        /** Rows that the server has written into its temporary tables of the schema. */
        const written = async () => {
          const { rows } = await transaction.execute("show session status like 'Handler%write'");
          return rows.reduce((sum, row) => sum + Number(row['Value'] ?? row['value']), 0);
        };
        const before = await written();
        const { rows } = await transaction.execute(...dialectNamed(dialect).storedTables.columns(here!.name));
        assert.ok(rows.length > 500);
        const count = (await written()) - before;
        assert.ok(count < 20 * rows.length, `${count} for ${rows.length} columns`);
      });
      for (let nth = 0; nth < 40; nth += 1) await database.execute(`drop table many_${nth}`);
    });
  }

  if (dialect === 'sqlite') return;

  test('a table that is locked is named, and the others are searched', async () => {
    const locking = await connectDatabase(target.url);
    try {
      await locking.transaction(async (transaction) => {
        await transaction.execute(
          dialect === 'postgres' ? 'lock table closed in access exclusive mode' : 'lock tables closed write',
        );
        const proof = await search(database, { ...PATIENT, statement: SHORT_SEARCH.statement });
        assert.ok(reasons(proof).includes('closed time'), String(reasons(proof)));
        assert.deepEqual(found(proof), ['notes.c 1', 'notes.d 1', 'partly.c 1', 'partly.d 1']);
        if (dialect === 'mysql') await transaction.execute('unlock tables');
      });
    } finally {
      await locking.close();
    }
  });

  test('tables and columns that the connection may not read are named, and so are tables with hidden rows', async () => {
    const role = uniqueNameOf('reader').slice(0, 30);
    const run = async (...statements: string[]) => {
      for (const statement of statements) await database.execute(statement);
    };
    const url = new URL(target.url);
    const name = url.pathname.slice(1);
    if (dialect === 'postgres') {
      await run(
        `create role ${role}`,
        `grant select on all tables in schema public to ${role}`,
        `revoke all on closed, partly from ${role}`,
        `grant select (id, c) on partly to ${role}`,
        'create table hidden (id integer primary key, c text)',
        `insert into hidden values (1, '${MAIL}')`,
        'alter table hidden enable row level security',
        `grant select on hidden to ${role}`,
        'create schema private',
        'create table private.papers (c text)',
      );
      url.searchParams.set('options', `-c role=${role}`);
    } else {
      const { rows } = await database.execute<{ name: string }>(
        'select table_name as name from information_schema.tables where table_schema = database()',
      );
      await run(`create user ${role}@'%'`, `create user ${role}@localhost`);
      for (const at of ["'%'", 'localhost']) {
        for (const { name: table } of rows) {
          if (table !== 'closed' && table !== 'partly') await run(`grant select on ${name}.${table} to ${role}@${at}`);
        }
        await run(`grant select (id, c), insert (d) on ${name}.partly to ${role}@${at}`);
        await run(`grant insert on ${name}.closed to ${role}@${at}`);
      }
      url.username = role;
    }
    const reader = await connectDatabase(url.href);
    try {
      const proof = await search(reader);
      assert.deepEqual(
        reasons(proof),
        dialect === 'postgres'
          ? ['closed permission', 'hidden filtered', 'partly d permission']
          : ['closed permission', 'partly d permission'],
      );
      assert.deepEqual(found(proof), ['notes.c 1', 'notes.d 1', 'partly.c 1']);
      if (dialect === 'postgres') assert.deepEqual(proof.elsewhere, ['private']);
      assert.equal(outcomeOf({ entries: [], absence: { ...proof, found: [] } }), 'unsearched');
    } finally {
      await reader.close();
      await (dialect === 'postgres'
        ? run(`drop owned by ${role}`, `drop role ${role}`)
        : run(`drop user ${role}@'%'`, `drop user ${role}@localhost`));
    }
  });
});
