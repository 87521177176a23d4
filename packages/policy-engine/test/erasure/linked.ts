/** Hosts whose rows refer to each other: tables, rules, and an erasure from the plan to the receipt. */
import assert from 'node:assert/strict';
import type { Database } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { PolicyEngineError } from 'policy-engine';
import { DAY, shopEngine, type ShopEngine } from './shop.ts';

/** Tables of a host, and rows. */
export interface Host {
  readonly database: Database;
  readonly rules: readonly DataRuleOptions[];
  /** Options of the engine besides. */
  readonly dataMap?: object;
}

/** Runs statements one after another. */
export async function make(database: Database, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await database.execute(statement);
}

/** Drops tables, whatever refers to them. */
export async function drop(database: Database, tables: readonly string[]): Promise<void> {
  const { dialect } = database;
  if (dialect === 'postgres') {
    for (const table of tables) await database.execute(`drop table if exists ${table} cascade`);
    return;
  }
  if (dialect === 'sqlite') {
    // Not possible within a transaction.
    await database.execute('pragma foreign_keys = off');
    for (const table of tables) await database.execute(`drop table if exists ${table}`);
    await database.execute('pragma foreign_keys = on');
    return;
  }
  // The setting holds for one connection.
  await database.transaction(async (transaction) => {
    await transaction.execute('set foreign_key_checks = 0');
    for (const table of tables) await transaction.execute(`drop table if exists ${table}`);
    await transaction.execute('set foreign_key_checks = 1');
  });
}

/** An engine whose users are in the table `people`. */
export function engineOf({ database, rules, dataMap }: Host): Promise<ShopEngine> {
  return shopEngine(database, {
    dataRules: rules,
    ...(dataMap !== undefined && { dataMap }),
    userResource: {
      find: async (id) => {
        const place = database.dialect === 'postgres' ? '$1' : '?';
        const { rows } = await database.execute<{ id: number }>(`select id from people where id = ${place}`, [
          Number(id),
        ]);
        return rows[0] === undefined ? null : { id: String(rows[0].id) };
      },
    },
  });
}

/** Erases a person. @returns the completed request */
export async function erase(shop: ShopEngine, id = '1') {
  shop.pass(DAY);
  const asked = await shop.engine.erasure.create({ id });
  try {
    await shop.engine.erasure.confirm(asked.id);
  } catch (error) {
    await shop.engine.erasure.cancel(asked.id);
    throw error;
  }
  await shop.work();
  const done = await shop.engine.erasure.find(asked.id);
  assert.equal(done.error, null);
  assert.equal(done.state, 'completed');
  return done;
}

/** Why an erasure cannot be confirmed. */
export async function stoppedBy(shop: ShopEngine, id = '1'): Promise<string> {
  shop.pass(DAY);
  const asked = await shop.engine.erasure.create({ id });
  try {
    await shop.engine.erasure.confirm(asked.id);
  } catch (error) {
    assert.ok(error instanceof PolicyEngineError, String(error));
    assert.equal(error.code, 'erasure_stopped');
    assert.equal((await shop.engine.erasure.find(asked.id)).confirmedAt, null);
    await shop.engine.erasure.cancel(asked.id);
    return error.reason;
  }
  await shop.work();
  return assert.fail('the erasure was confirmed');
}

/** The values of a column, in the order of another. */
export async function column(database: Database, table: string, name: string, by = 'id'): Promise<unknown[]> {
  const { rows } = await database.execute(`select ${name} as one from ${table} order by ${by}`);
  return rows.map(({ one }) => (typeof one === 'bigint' ? Number(one) : one));
}
