/**
 * The fault loop over an erasure whose rows refer to each other: a circle of tables, a thread with answers of others, rows that are
 * deleted in one transaction, letters of two people. Each call fails once, in each mode, and the result is the same as without a fault.
 * Each file beside this one runs it on one database in one mode, so that each ends in ten minutes with `TEST_ROUNDS=long`, where every call
 * fails; otherwise some do.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { rounds } from '../../../../../testing/rounds.ts';
import { Faults, type Mode, MODES } from '../../faults/faults.ts';
import { faultyDatabase } from '../../faults/ports.ts';
import { readAll, type Rows, writeAll } from '../../faults/state.ts';
import { forEachDatabase, type TestDatabase } from '../../support/databases.ts';
import { drop, engineOf, make } from '../linked.ts';
import { DAY, makeShop, shopEngine, type ShopEngine } from '../shop.ts';

const TABLES = ['letters', 'posts', 'homes', 'people', 'profiles'];
const OWN = [
  'erasure_requests',
  'erasure_steps',
  'erasure_kept',
  'jobs',
  'admin_actions',
  'mails',
  'job_schedules',
].map((name) => `policy_manager_${name}`);
const RULES: readonly DataRuleOptions[] = [
  { name: 'people', table: { table: 'people', person: 'id' }, erasure: 'delete' },
  { name: 'homes', table: { table: 'homes', person: 'owner_id' }, erasure: 'delete' },
  { name: 'posts', table: { table: 'posts', person: 'author_id' }, erasure: { action: 'delete', others: 'detach' } },
  { name: 'letters', table: { table: 'letters', person: ['sender_id', 'recipient_id'] }, erasure: 'delete' },
  {
    name: 'profiles',
    table: { table: 'profiles', person: { column: 'id', rule: 'people', references: 'profile_id' } },
    erasure: 'delete',
  },
];
const POSTS = Array.from(
  { length: 40 },
  (_, nth) => `(${nth + 1}, ${nth % 5 === 4 ? 2 : 1}, ${nth === 0 ? 'null' : nth})`,
);
const HOST = [
  'create table profiles (id integer primary key, bio varchar(40))',
  `create table people (id integer primary key, name varchar(40), home_id integer, profile_id integer not null,
    foreign key (profile_id) references profiles (id))`,
  'create table homes (id integer primary key, owner_id integer not null, foreign key (owner_id) references people (id))',
  `create table posts (id integer primary key, author_id integer, parent_id integer, foreign key (author_id) references people (id),
    foreign key (parent_id) references posts (id) on delete cascade)`,
  `create table letters (id integer primary key, sender_id integer, sender_name varchar(40), recipient_id integer,
    foreign key (sender_id) references people (id), foreign key (recipient_id) references people (id))`,
  "insert into profiles values (7, 'x'), (8, 'y')",
  "insert into people values (1, 'Anna', null, 7), (2, 'Otto', null, 8)",
  'insert into homes values (1, 1), (2, 2), (3, 1)',
  `insert into posts values ${POSTS.join(', ')}`,
  "insert into letters values (1, 1, 'Anna', 2), (2, 2, 'Otto', 1), (3, 1, 'Anna', 1)",
  'update people set home_id = id',
];
/** SQLite cannot add a foreign key later. */
const CIRCLE = 'alter table people add foreign key (home_id) references homes (id)';
const isWhole = rounds(0, 1) === 1;
/** Short rounds try one call in this many, with a different one for each mode. */
const STRIDE = { sqlite: 70, postgres: 150, mysql: 150 };

async function settle(database: Database, shop: ShopEngine): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    shop.pass(DAY / 24);
    await shop.work();
    const { rows } = await database.execute("select id from policy_manager_erasure_requests where state = 'running'");
    if (rows.length === 0) return;
  }
}

/** The state afterwards, without what differs between runs. */
async function stateOf(database: Database): Promise<unknown> {
  const rows = await readAll(database, [...TABLES, ...OWN]);
  const of = (table: string) => rows.get(table) ?? [];
  return {
    host: TABLES.map((table) =>
      of(table)
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ),
    requests: of('policy_manager_erasure_requests').map((row) => {
      const receipt = JSON.parse(String(row['receipt'])) as { readonly entries?: unknown } | null;
      return [row['state'], row['user_id'], row['error'], receipt?.entries];
    }),
    steps: of('policy_manager_erasure_steps')
      .map((row) =>
        ['rule', 'state', 'rows_done', 'rows_kept', 'last_key', 'note', 'error'].map((name) => row[name]).join(),
      )
      .toSorted(),
  };
}

/** Lets each call of the erasure fail in one mode on one database. */
export function linkedFaults(dialect: TestDatabase['dialect'], mode: Mode): void {
  forEachDatabase((target) => defineOn(target, mode), dialect);
}

function defineOn(target: TestDatabase, mode: Mode): void {
  let database: Database;
  let begin: Rows;
  let processes = 0;
  const restore = async () => {
    await drop(database, TABLES);
    const statements = HOST.map((one) =>
      target.dialect === 'sqlite' ? one.replace('home_id integer,', 'home_id integer references homes (id),') : one,
    );
    await make(database, [...statements, ...(target.dialect === 'sqlite' ? [] : [CIRCLE])]);
  };
  const engineWith = async (faults: Faults) => {
    const shop = await engineOf({ database: faultyDatabase(database, faults), rules: RULES });
    processes += 1;
    shop.pass((processes * DAY) / 2);
    return shop;
  };
  before(async () => {
    database = await target.open();
    await shopEngine(database);
    await makeShop(database);
    await restore();
    const shop = await engineOf({ database, rules: RULES });
    const { id } = await shop.engine.erasure.create({ id: '1' });
    await shop.engine.erasure.confirm(id);
    begin = await readAll(database, OWN);
  });
  const fresh = async (faults: Faults) => {
    await restore();
    await writeAll(database, OWN, begin);
    return engineWith(faults);
  };

  /** @returns what is wrong after a fault; null if the run did not meet it */
  async function tryOne(nth: number, expected: unknown): Promise<string | null> {
    const faults = new Faults();
    const shop = await fresh(faults);
    faults.arm(mode, nth);
    await shop.work().catch(() => {});
    faults.disarm();
    const { hit } = faults;
    if (hit === null) return null;
    await settle(database, mode === 'dead' ? await engineWith(new Faults()) : shop);
    try {
      assert.deepEqual(await stateOf(database), expected);
      return '';
    } catch (error) {
      return `${mode} at ${hit}: ${(error as Error).message}`;
    }
  }

  test(
    'an erasure of linked rows with a fault at any call has the same result as without',
    { timeout: 3_600_000 },
    async (t) => {
      const faults = new Faults();
      const shop = await fresh(faults);
      faults.arm('refused');
      await shop.work();
      faults.disarm();
      const { length } = faults.calls;
      await settle(database, shop);
      const expected = await stateOf(database);
      assert.match(JSON.stringify(expected), /completed/);
      const problems: string[] = [];
      let tried = 0;
      const first = isWhole ? 1 : 1 + MODES.indexOf(mode) * 17;
      for (let nth = first; nth <= length; nth += isWhole ? 1 : STRIDE[target.dialect]) {
        const problem = await tryOne(nth, expected);
        if (problem === null) break;
        tried += 1;
        if (problem !== '') problems.push(problem);
      }
      t.diagnostic(`${tried} faults in ${length} calls`);
      assert.equal(problems.join('\n'), '');
      assert.ok(tried > 0);
    },
  );
}
