/** The examples of `docs/orms.md`, for each ORM except Prisma. */
import path from 'node:path';
import { MikroORM } from '@mikro-orm/sqlite';
import { defineEntity } from '@mikro-orm/sqlite';
import BetterSqlite3 from 'better-sqlite3';
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, varchar } from 'drizzle-orm/pg-core';
import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import knexModule from 'knex';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { DataTypes, Sequelize } from 'sequelize';
import { DataSource, EntitySchema } from 'typeorm';
import { testExamples, testSettings } from './guide-examples.ts';
import { DRIZZLE_SETTING, MIKRO_ORM_SETTING } from './settings.ts';

const folder = path.dirname(import.meta.dirname);

testSettings(`tablesFilter: ['${DRIZZLE_SETTING}']`, `skipTables: [${MIKRO_ORM_SETTING}]`);

testExamples('Drizzle', {
  kind: 'PostgreSQL',
  folder,
  async open(url) {
    const pool = new pg.Pool({ connectionString: url });
    const users = pgTable('users', { id: varchar().primaryKey(), email: varchar() });
    return { db: drizzle({ client: pool }), users, close: () => pool.end() };
  },
});

testExamples('Drizzle over better-sqlite3', {
  kind: 'SQLite',
  folder,
  async open(url) {
    const client = new BetterSqlite3(url);
    const users = sqliteTable('users', { id: text().primaryKey(), email: text() });
    return { db: drizzleSqlite({ client }), users, close: async () => client.close() };
  },
});

testExamples('Kysely', {
  kind: 'PostgreSQL',
  folder,
  async open(url) {
    const pool = new pg.Pool({ connectionString: url });
    return { pool, db: new Kysely({ dialect: new PostgresDialect({ pool }) }), close: () => pool.end() };
  },
});

testExamples('Knex', {
  kind: 'MariaDB',
  folder,
  async open(url) {
    const knex = knexModule({ client: 'mysql2', connection: url });
    return { knex, close: () => knex.destroy() };
  },
});

testExamples('TypeORM', {
  kind: 'SQLite',
  folder,
  async open(url) {
    class User {
      id!: string;
    }
    const columns = { id: { type: String, primary: true }, email: { type: String } } as const;
    const entities = [new EntitySchema({ name: 'User', tableName: 'users', target: User, columns })];
    const dataSource = await new DataSource({ type: 'better-sqlite3', database: url, entities }).initialize();
    return { dataSource, User, close: () => dataSource.destroy() };
  },
});

testExamples('Sequelize', {
  kind: 'MariaDB',
  folder,
  async open(url) {
    const sequelize = new Sequelize(url, { logging: false });
    const columns = { id: { type: DataTypes.STRING, primaryKey: true }, email: DataTypes.STRING };
    const User = sequelize.define('User', columns, { tableName: 'users', timestamps: false });
    return { sequelize, User, close: () => sequelize.close() };
  },
});

testExamples('MikroORM', {
  kind: 'SQLite',
  folder,
  async open(url) {
    class User {
      id!: string;
      email!: string;
    }
    const entity = defineEntity({
      class: User,
      tableName: 'users',
      properties: (p) => ({ id: p.string().primary(), email: p.string() }),
    });
    const orm = await MikroORM.init({ dbName: url, entities: [entity] });
    return { orm, User, close: () => orm.close() };
  },
});
