/** A small shop whose customers can be erased: its tables, its rules, and an engine over them. */
import type { Database, PolicyEngine, PolicyEngineOptions } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { getTestEngine, type TestEngine, type TestRule } from 'policy-engine/testing';

/** When the tests begin. */
export const BEGIN = Date.UTC(2026, 2, 1, 10);
export const DAY = 86_400_000;

/** The columns of each table. */
const TABLES: Readonly<Record<string, string>> = {
  shop_users: 'id varchar(40) primary key, email varchar(200), name varchar(200)',
  shop_orders:
    'id integer primary key, user_id varchar(40) null, address varchar(200) null, total integer, placed_at varchar(40) null',
  shop_items:
    'id integer primary key, order_id integer references shop_orders (id) on delete cascade, note varchar(200) null',
  shop_reviews:
    'id varchar(40) primary key, user_id varchar(40) null, author varchar(200) null, body varchar(500) null',
  shop_visits: 'id integer primary key, user_id varchar(40), page varchar(200), seen_at varchar(40)',
};

/** What is erased, what stays, and why. */
export const RULES: readonly DataRuleOptions[] = [
  { name: 'account', table: { table: 'shop_users', person: 'id' }, erasure: 'delete' },
  {
    name: 'orders',
    table: { table: 'shop_orders', person: 'user_id' },
    erasure: {
      action: 'keep',
      ground: 'Tax law: ten years',
      until: { years: 10, from: 'placed_at' },
      columns: { user_id: null, address: null },
    },
  },
  {
    name: 'items',
    table: { table: 'shop_items', person: { column: 'order_id', rule: 'orders' } },
    erasure: { action: 'set', columns: { note: null }, pseudonymised: false },
  },
  {
    name: 'reviews',
    table: { table: 'shop_reviews', person: 'user_id' },
    erasure: { action: 'set', columns: { user_id: null, author: 'a former customer' } },
  },
  { name: 'visits', table: { table: 'shop_visits', person: 'user_id' }, erasure: 'delete' },
];

/** Creates the tables of the shop, or empties them. */
export async function makeShop(database: Database): Promise<void> {
  for (const [table, columns] of Object.entries(TABLES)) {
    await database.execute(`create table if not exists ${table} (${columns})`);
  }
  for (const table of Object.keys(TABLES).toReversed()) await database.execute(`delete from ${table}`);
}

/** Rows of one person. */
export interface Amounts {
  readonly orders?: number;
  readonly reviews?: number;
  readonly visits?: number;
}

let next = 1;

/** Adds a person with rows in every table. Each second order is older than its retention period. */
export async function addPerson(database: Database, id: string, amounts: Amounts = {}): Promise<void> {
  await database.transaction((transaction) => addRows(transaction, id, amounts));
}

async function addRows(database: Database, id: string, { orders = 4, reviews = 2, visits = 30 }: Amounts) {
  const insert = (table: string, values: readonly unknown[]) => {
    const places = values.map((_, index) => (database.dialect === 'postgres' ? `$${index + 1}` : '?'));
    return database.execute(`insert into ${table} values (${places.join(', ')})`, values);
  };
  await insert('shop_users', [id, `${id}@shop.test`, `Name of ${id}`]);
  for (let nth = 0; nth < orders; nth += 1) {
    const order = (next += 1);
    const placed = nth % 2 === 0 ? '2025-05-01T00:00:00.000Z' : '2010-05-01T00:00:00.000Z';
    await insert('shop_orders', [order, id, `Street of ${id}`, 100, placed]);
    await insert('shop_items', [(next += 1), order, `gift from ${id}`]);
  }
  for (let nth = 0; nth < reviews; nth += 1)
    await insert('shop_reviews', [`review-${(next += 1)}`, id, `Name of ${id}`, 'Fine']);
  for (let nth = 0; nth < visits; nth += 1) await insert('shop_visits', [(next += 1), id, '/', '2026-02-01']);
}

/** Rows of a table, with a condition. */
export async function countOf(database: Database, table: string, where = '1 = 1'): Promise<number> {
  const { rows } = await database.execute<{ n: unknown }>(`select count(*) as n from ${table} where ${where}`);
  return Number(rows[0]?.n);
}

/** An engine of the shop. */
export interface ShopEngine extends AsyncDisposable {
  readonly test: TestEngine<TestRule>;
  readonly engine: PolicyEngine<TestRule>;
  readonly database: Database;
  /** Moves the clock of the engine. */
  readonly pass: (milliseconds: number) => void;
  /** Runs the due background jobs, including those that are due again after a failure. */
  readonly work: () => Promise<void>;
}

/** Creates an engine over the shop's tables. `userResource.find` searches the table of people. */
export async function shopEngine(
  database: Database,
  options: Partial<PolicyEngineOptions<TestRule>> = {},
): Promise<ShopEngine> {
  let now = BEGIN;
  const test = await getTestEngine({
    database,
    now: () => new Date((now += 1)),
    logger: { error: () => {} },
    dataRules: RULES,
    erasure: { graceDays: 0 },
    userResource: { find: (id) => findUser(database, id) },
    ...options,
  });
  return {
    test,
    engine: test.engine,
    database,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    work: async () => {
      await test.engine.jobs.runDue();
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** A user of the shop. */
export async function findUser(database: Database, id: string): Promise<{ id: string; email: string } | null> {
  const place = database.dialect === 'postgres' ? '$1' : '?';
  const { rows } = await database.execute<{ id: string; email: string }>(
    `select id, email from shop_users where id = ${place}`,
    [id],
  );
  return rows[0] ?? null;
}
