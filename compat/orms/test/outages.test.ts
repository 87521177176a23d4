/** Outages as each ORM wraps them, except Prisma. */
import { MikroORM } from '@mikro-orm/postgresql';
import { defineEntity } from '@mikro-orm/postgresql';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import knexModule from 'knex';
import { Kysely, PostgresDialect, sql as kyselySql } from 'kysely';
import pg from 'pg';
import { Sequelize } from 'sequelize';
import { DataSource } from 'typeorm';
import { type OpenConnection, testOutages } from './outage-suite.ts';

const entity = defineEntity({ name: 'User', tableName: 'users', properties: (p) => ({ id: p.string().primary() }) });

/** Opens a connection of each ORM, which runs a statement. */
const ORMS: Readonly<Record<string, OpenConnection>> = {
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

for (const [orm, open] of Object.entries(ORMS)) testOutages(orm, open);
