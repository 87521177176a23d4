/** An application with each ORM on each database. */
import { MikroORM as MikroOrmMariaDb } from '@mikro-orm/mariadb';
import { MikroORM as MikroOrmPostgres } from '@mikro-orm/postgresql';
import { defineEntity, MikroORM as MikroOrmSqlite } from '@mikro-orm/sqlite';
import BetterSqlite3 from 'better-sqlite3';
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3';
import { drizzle as drizzleMysql } from 'drizzle-orm/mysql2';
import { mysqlTable, varchar as mysqlVarchar } from 'drizzle-orm/mysql-core';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { pgTable, varchar } from 'drizzle-orm/pg-core';
import { sql as drizzleSql } from 'drizzle-orm';
import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import knexModule from 'knex';
import { Kysely, MysqlDialect, PostgresDialect, sql as kyselySql, SqliteDialect } from 'kysely';
import mysql from 'mysql2';
import mysqlPromise from 'mysql2/promise';
import pg from 'pg';
import { betterSqlite3Database, mysql2Database, pgDatabase } from 'policy-engine';
import { connectionOf } from 'policy-engine/database';
import * as ofDrizzle from 'policy-engine/drizzle';
import * as ofKnex from 'policy-engine/knex';
import * as ofKysely from 'policy-engine/kysely';
import * as ofMikroOrm from 'policy-engine/mikro-orm';
import * as ofSequelize from 'policy-engine/sequelize';
import * as ofTypeOrm from 'policy-engine/typeorm';
import { DataTypes, QueryTypes, Sequelize } from 'sequelize';
import { DataSource, EntitySchema } from 'typeorm';
import type { Kind } from './engine.ts';
import { type Host, POOL_SIZE } from './suite.ts';

/** How an application with an ORM is opened. */
export interface HostKind {
  readonly orm: string;
  readonly kind: Kind;
  readonly open: (url: string) => Promise<Host>;
}

/** Each ORM on each database that it and the engine support, except Prisma. */
export const HOSTS: HostKind[] = [];

const host = (orm: string, kind: Kind, open: HostKind['open']): void => void HOSTS.push({ orm, kind, open });

const ids = (rows: ReadonlyArray<{ id: string }>): string[] => rows.map(({ id }) => id).toSorted();

// Drizzle

host('Drizzle', 'PostgreSQL', async (url) => {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  const db = drizzlePostgres({ client: pool });
  const users = pgTable('users', { id: varchar({ length: 50 }).primaryKey() });
  return {
    database: await ofDrizzle.databaseOf(db),
    transaction: (run) =>
      db.transaction((tx) => run(ofDrizzle.transactionOf(tx), async (id) => tx.insert(users).values({ id }))),
    users: async () => ids(await db.select().from(users)),
    rows: async (sql) => (await db.execute(drizzleSql.raw(sql))).rows,
    close: () => pool.end(),
  };
});

host('Drizzle', 'MariaDB', async (url) => {
  const pool = mysqlPromise.createPool({ uri: url, connectionLimit: POOL_SIZE });
  const db = drizzleMysql({ client: pool });
  const users = mysqlTable('users', { id: mysqlVarchar({ length: 50 }).primaryKey() });
  return {
    database: await ofDrizzle.databaseOf(db),
    transaction: (run) =>
      db.transaction((tx) => run(ofDrizzle.transactionOf(tx), async (id) => tx.insert(users).values({ id }))),
    users: async () => ids(await db.select().from(users)),
    rows: async (sql) => (await db.execute(drizzleSql.raw(sql)))[0] as unknown as unknown[],
    close: () => pool.end(),
  };
});

host('Drizzle', 'SQLite', async (url) => {
  const client = new BetterSqlite3(url);
  const db = drizzleSqlite({ client });
  const users = sqliteTable('users', { id: text().primaryKey() });
  const database = await ofDrizzle.databaseOf(db);
  return {
    database,
    // Drizzle's own transactions are synchronous: the engine begins the transaction, and Drizzle writes on the engine's connection.
    transaction: (run) =>
      database.transaction((transaction) => {
        const tx = drizzleSqlite({ client: connectionOf(transaction) as BetterSqlite3.Database });
        return run(transaction, async (id) => tx.insert(users).values({ id }).run());
      }),
    users: async () => ids(db.select().from(users).all()),
    rows: async (sql) => db.all(drizzleSql.raw(sql)),
    close: async () => client.close(),
  };
});

// Kysely

interface Tables {
  users: { id: string };
}

async function kyselyHost(
  db: Kysely<Tables>,
  database: Host['database'],
  close: () => Promise<unknown>,
): Promise<Host> {
  return {
    database,
    transaction: (run) =>
      db
        .transaction()
        .execute((trx) => run(ofKysely.transactionOf(trx), (id) => trx.insertInto('users').values({ id }).execute())),
    users: async () => ids(await db.selectFrom('users').select('id').execute()),
    rows: async (sql) => (await kyselySql.raw(sql).execute(db)).rows,
    // Kysely only closes a pool that it has used.
    close,
  };
}

host('Kysely', 'PostgreSQL', (url) => {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  return kyselyHost(new Kysely({ dialect: new PostgresDialect({ pool }) }), pgDatabase(pool), () => pool.end());
});

host('Kysely', 'MariaDB', (url) => {
  const pool = mysql.createPool({ uri: url, connectionLimit: POOL_SIZE });
  const close = () => pool.promise().end();
  return kyselyHost(new Kysely({ dialect: new MysqlDialect({ pool }) }), mysql2Database(pool), close);
});

host('Kysely', 'SQLite', (url) => {
  const database = new BetterSqlite3(url);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  return kyselyHost(db, betterSqlite3Database(database), async () => database.close());
});

// Knex

const KNEX = { PostgreSQL: 'pg', MariaDB: 'mysql2', SQLite: 'better-sqlite3' };

for (const kind of ['PostgreSQL', 'MariaDB', 'SQLite'] as const) {
  host('Knex', kind, async (url) => {
    const sqlite = { connection: { filename: url }, useNullAsDefault: true };
    const server = { connection: url, pool: { min: 0, max: POOL_SIZE } };
    const knex = knexModule({ client: KNEX[kind], ...(kind === 'SQLite' ? sqlite : server) });
    return {
      database: await ofKnex.databaseOf(knex),
      transaction: (run) =>
        knex.transaction((trx) => run(ofKnex.transactionOf(trx), async (id) => trx('users').insert({ id }))),
      users: async () => ids(await knex('users').select('id')),
      rows: async (sql) => {
        const answer: unknown = await knex.raw(sql);
        if (kind === 'SQLite') return answer as unknown[];
        return kind === 'MariaDB' ? (answer as unknown[][])[0]! : (answer as { rows: unknown[] }).rows;
      },
      close: () => knex.destroy(),
    };
  });
}

// TypeORM

class TypeOrmUser {
  id!: string;
}
const typeOrmUser = new EntitySchema<TypeOrmUser>({
  name: 'User',
  tableName: 'users',
  target: TypeOrmUser,
  columns: { id: { type: String, primary: true } },
});

function typeOrmSource(kind: Kind, url: string): DataSource {
  const entities = [typeOrmUser];
  if (kind === 'SQLite') return new DataSource({ type: 'better-sqlite3', database: url, entities });
  if (kind === 'MariaDB') return new DataSource({ type: 'mariadb', url, entities, poolSize: POOL_SIZE });
  return new DataSource({ type: 'postgres', url, entities, poolSize: POOL_SIZE });
}

for (const kind of ['PostgreSQL', 'MariaDB', 'SQLite'] as const) {
  host('TypeORM', kind, async (url) => {
    const source = await typeOrmSource(kind, url).initialize();
    return {
      database: await ofTypeOrm.databaseOf(source),
      transaction: (run) =>
        source.transaction((manager) =>
          run(ofTypeOrm.transactionOf(manager), (id) => manager.insert(TypeOrmUser, { id })),
        ),
      users: async () => ids(await source.manager.find(TypeOrmUser)),
      rows: (sql) => source.query(sql),
      oneAtATime: kind === 'SQLite',
      close: () => source.destroy(),
    };
  });
}

// Sequelize

for (const kind of ['PostgreSQL', 'MariaDB'] as const) {
  host('Sequelize', kind, async (url) => {
    const sequelize = new Sequelize(url, { logging: false, pool: { max: POOL_SIZE } });
    const User = sequelize.define(
      'User',
      { id: { type: DataTypes.STRING, primaryKey: true } },
      { tableName: 'users', timestamps: false },
    );
    return {
      database: await ofSequelize.databaseOf(sequelize),
      transaction: (run) =>
        sequelize.transaction((transaction) =>
          run(ofSequelize.transactionOf(transaction), (id) => User.create({ id }, { transaction })),
        ),
      users: async () => ids((await User.findAll()) as unknown as Array<{ id: string }>),
      rows: (sql) => sequelize.query(sql, { type: QueryTypes.SELECT }),
      close: () => sequelize.close(),
    };
  });
}

// MikroORM

const MikroUserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: (p) => ({ id: p.string().primary(), name: p.string().nullable() }),
});

const MIKRO = { PostgreSQL: MikroOrmPostgres, MariaDB: MikroOrmMariaDb, SQLite: MikroOrmSqlite };

for (const kind of ['PostgreSQL', 'MariaDB', 'SQLite'] as const) {
  host('MikroORM', kind, async (url) => {
    const where = kind === 'SQLite' ? { dbName: url } : { clientUrl: url };
    const options = { ...where, entities: [MikroUserSchema], pool: { min: 0, max: POOL_SIZE } };
    const orm = await (MIKRO[kind] as typeof MikroOrmSqlite).init(options);
    return {
      database: await ofMikroOrm.databaseOf(orm.em),
      transaction: (run) =>
        orm.em.fork().transactional((em) =>
          run(ofMikroOrm.transactionOf(em), async (id) => {
            em.create(MikroUserSchema, { id });
            await em.flush();
          }),
        ),
      users: async () => ids(await orm.em.fork().findAll(MikroUserSchema)),
      rows: (sql) => orm.em.fork().execute(sql),
      close: () => orm.close(),
    };
  });
}
