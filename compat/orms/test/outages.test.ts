/** Errors of a real outage as each ORM wraps them: what the host's own functions throw is an outage for whoever asks, too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MikroORM } from '@mikro-orm/postgresql';
import { defineEntity } from '@mikro-orm/postgresql';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import knexModule from 'knex';
import { Kysely, PostgresDialect, sql as kyselySql } from 'kysely';
import pg from 'pg';
import { getTestEngine } from 'policy-engine/testing';
import { Sequelize } from 'sequelize';
import { DataSource } from 'typeorm';
import { createTarget } from './engine.ts';

const READ = 'select 1';
const WRITE = 'create table refused (id integer)';
const entity = defineEntity({ name: 'User', tableName: 'users', properties: (p) => ({ id: p.string().primary() }) });

type Run = (statement: string) => Promise<unknown>;

/** Opens a connection of each ORM, which runs a statement. */
const ORMS: Readonly<Record<string, (url: string) => Promise<{ run: Run; close: () => Promise<unknown> }>>> = {
  Drizzle: async (url) => {
    const pool = new pg.Pool({ connectionString: url });
    pool.on('error', () => {});
    const db = drizzle({ client: pool });
    return { run: (statement) => db.execute(sql.raw(statement)), close: () => pool.end() };
  },
  Kysely: async (url) => {
    const pool = new pg.Pool({ connectionString: url });
    pool.on('error', () => {});
    const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
    return { run: (statement) => kyselySql.raw(statement).execute(db), close: () => pool.end() };
  },
  Knex: async (url) => {
    const knex = knexModule({ client: 'pg', connection: url });
    return { run: (statement) => knex.raw(statement), close: () => knex.destroy() };
  },
  TypeORM: async (url) => {
    const source = await new DataSource({ type: 'postgres', url }).initialize();
    return { run: (statement) => source.query(statement), close: () => source.destroy() };
  },
  Sequelize: async (url) => {
    const sequelize = new Sequelize(url, { logging: false });
    return { run: (statement) => sequelize.query(statement), close: () => sequelize.close() };
  },
  MikroORM: async (url) => {
    const orm = await MikroORM.init({ clientUrl: url, entities: [entity] });
    return { run: (statement) => orm.em.fork().getConnection().execute(statement), close: () => orm.close() };
  },
};

for (const [orm, open] of Object.entries(ORMS)) {
  test(`a database of ${orm} that only reads, kills connections and is dropped is unavailable`, async () => {
    const target = await createTarget('PostgreSQL');
    const { pathname } = new URL(target.url);
    const name = pathname.slice(1);
    const admin = new pg.Client({ connectionString: new URL('/postgres', target.url).href });
    await admin.connect();
    const { run, close } = await open(target.url);
    let statement = READ;
    const log: string[] = [];
    const test = await getTestEngine({
      // The host's own function uses the ORM.
      currentUser: async () => (await run(statement), { id: 'anna', record: null }),
      logger: { error: (_message, { error }) => void log.push(String(error)) },
    });
    const asks = async (cause: RegExp): Promise<void> => {
      const { status, headers } = await test.as('anna').json('GET', '/policies/user_terms.json');
      assert.deepEqual([status, headers.get('retry-after')], [503, '5'], log.at(-1));
      assert.match(log.at(-1) ?? '', cause);
    };
    assert.equal((await test.as('anna').json('GET', '/policies/user_terms.json')).status, 200);
    await admin.query(`alter database ${name} set default_transaction_read_only = on`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await run(READ).catch(() => {});
    await run(READ).catch(() => {});
    statement = WRITE;
    await asks(/read-only/);
    statement = READ;
    await admin.query(`drop database ${name} with (force)`);
    await run(READ).catch(() => {});
    await asks(/does not exist/);
    await close().catch(() => {});
    await admin.end();
  });
}
