/**
 * Migration tools of ORMs on a database that also contains the engine's tables. Each follows the recipe of the documentation,
 * changes the host's table and does not touch the engine's. If a tool would drop them without the recipe, this is tested first.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { MikroORM as MikroOrmMariaDb } from '@mikro-orm/mariadb';
import { MikroORM as MikroOrmPostgres } from '@mikro-orm/postgresql';
import { defineEntity, MikroORM as MikroOrmSqlite } from '@mikro-orm/sqlite';
import BetterSqlite3 from 'better-sqlite3';
import knexModule from 'knex';
import { Kysely, MysqlDialect, PostgresDialect, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import mysql from 'mysql2';
import pg from 'pg';
import { betterSqlite3Database, connectDatabase, type Database } from 'policy-engine';
import { pendingMigrations } from 'policy-engine/database';
import { DataTypes, Sequelize } from 'sequelize';
import { DataSource, EntitySchema } from 'typeorm';
import { createTarget, decisionsIn, type Engine, engineOn, type Kind } from './engine.ts';
import { reportResult } from './results.ts';
import { DRIZZLE_SETTING, MIKRO_ORM_SETTING } from './settings.ts';

const KINDS = ['PostgreSQL', 'MariaDB', 'SQLite'] as const;
const folder = path.dirname(import.meta.dirname);

const CATALOG: Readonly<Record<Kind, string>> = {
  PostgreSQL:
    "select table_name as t, column_name as c, data_type as d, is_nullable as n from information_schema.columns where table_schema = 'public' union all select tablename, indexname, indexdef, '' from pg_indexes where schemaname = 'public' order by 1, 2, 3",
  MariaDB:
    'select table_name as t, column_name as c, column_type as d, is_nullable as n from information_schema.columns where table_schema = database() union all select table_name, index_name, column_name, seq_in_index from information_schema.statistics where table_schema = database() order by 1, 2, 3',
  SQLite: 'select tbl_name as t, name as c, sql as d, type as n from sqlite_master order by 1, 2, 3',
};

interface Shared {
  readonly url: string;
  readonly database: Database;
  readonly engine: Engine;
}

interface Tool {
  readonly command: string;
  /** Adds the column `name` to the table of users. */
  migrate(url: string): Promise<unknown>;
  /** Statements that the tool plans without the recipe; missing if it needs no recipe. */
  planned?(url: string): Promise<string>;
  /** The original table of users. */
  readonly before?: string;
}

/** Defines the tests that a tool does not touch the engine's tables. */
function migrationSuite(orm: string, kind: Kind, tool: Tool): void {
  describe(`${orm}, ${tool.command}, on ${kind}`, () => {
    reportResult(orm, kind, 'migrations');
    let shared: Shared;
    let close: () => Promise<void>;
    before(async () => {
      const target = await createTarget(kind);
      // The same copy of SQLite as the tools use.
      const handle = kind === 'SQLite' ? new BetterSqlite3(target.url) : null;
      const database = handle ? betterSqlite3Database(handle) : await connectDatabase(target.url);
      await database.execute(tool.before ?? 'create table users (id varchar(50) primary key not null)');
      const { engine } = await engineOn(database);
      await database.transaction(async (transaction) => {
        await transaction.execute("insert into users (id) values ('ada')");
        await engine.recordPolicies(transaction, 'ada', { policy_rule_age: true, policy_rule_privacy_terms: true });
      });
      shared = { url: target.url, database, engine };
      close = async () => {
        await database.close();
        handle?.close();
        await target.drop();
      };
    });
    after(() => close());

    if (tool.planned) {
      test('without the recipe it plans to drop the tables of the engine', async () => {
        assert.match((await tool.planned?.(shared.url)) ?? '', /drop table[^;]*policy_manager_/i);
      });
    }

    test('changes the table of the host and leaves those of the engine alone', async () => {
      const { database, engine, url } = shared;
      const tables = async (): Promise<unknown[]> =>
        (await database.execute<{ t: string }>(CATALOG[kind])).rows.filter(({ t }) => t.startsWith('policy_manager_'));
      const [catalog, decisions] = [await tables(), await decisionsIn(database)];
      assert.ok(catalog.length > 20);
      await tool.migrate(url);
      await database.execute("update users set name = 'Ada' where id = 'ada'");
      assert.deepEqual(await tables(), catalog);
      assert.deepEqual(await decisionsIn(database), decisions);
      assert.deepEqual(await pendingMigrations(database), []);
      await engine.ledger.seal();
      assert.deepEqual((await engine.ledger.verify()).findings, []);
    });
  });
}

// Drizzle

const DRIZZLE = {
  PostgreSQL: { dialect: 'postgresql', module: 'pg-core', table: 'pgTable' },
  MariaDB: { dialect: 'mysql', module: 'mysql-core', table: 'mysqlTable' },
  SQLite: { dialect: 'sqlite', module: 'sqlite-core', table: 'sqliteTable' },
};

/** Runs drizzle-kit in a separate folder, as from the shell. */
function drizzleKit(kind: Kind, url: string, settings: string, parameters: readonly string[]): string {
  const { dialect, module, table } = DRIZZLE[kind];
  const app = mkdtempSync(path.join(folder, '.drizzle-'));
  const [text, name] = kind === 'SQLite' ? ['text', 'text()'] : ['varchar', 'varchar({ length: 100 })'];
  writeFileSync(
    path.join(app, 'schema.ts'),
    `import { ${table}, ${text} } from 'drizzle-orm/${module}';
     export const users = ${table}('users', { id: ${DRIZZLE_USERS[kind].id}, name: ${name} });`,
  );
  writeFileSync(
    path.join(app, 'drizzle.config.ts'),
    `export default { dialect: '${dialect}', schema: './schema.ts', dbCredentials: { url: ${JSON.stringify(url)} }, ${settings} };`,
  );
  try {
    const run = spawnSync(process.execPath, [path.join(folder, 'node_modules/drizzle-kit/bin.cjs'), ...parameters], {
      cwd: app,
      encoding: 'utf8',
      // Its prompts get no input: if it prompts, it ends.
      input: '',
      timeout: 100_000,
    });
    return `${run.stdout}${run.stderr}`;
  } finally {
    rmSync(app, { recursive: true, force: true });
  }
}

const DRIZZLE_USERS = {
  PostgreSQL: {
    before: 'create table users (id varchar(50) primary key not null)',
    id: 'varchar({ length: 50 }).primaryKey()',
  },
  // drizzle-kit adds a primary key to each table of MariaDB, even to a table that has one, and fails.
  MariaDB: { before: 'create table users (id varchar(50) not null)', id: 'varchar({ length: 50 }).notNull()' },
  SQLite: { before: 'create table users (id text primary key not null)', id: 'text().primaryKey()' },
};

for (const kind of KINDS) {
  migrationSuite('Drizzle', kind, {
    command: 'drizzle-kit push',
    before: DRIZZLE_USERS[kind].before,
    async migrate(url) {
      const output = drizzleKit(kind, url, `tablesFilter: ['${DRIZZLE_SETTING}']`, ['push', '--force']);
      assert.match(output, /Changes applied/, output);
    },
    planned: async (url) => drizzleKit(kind, url, '', ['push', '--verbose', '--strict']),
  });
}

// TypeORM

const typeOrmUsers = new EntitySchema({
  name: 'User',
  tableName: 'users',
  columns: {
    id: { type: 'varchar', length: 50, primary: true },
    name: { type: 'varchar', length: 100, nullable: true },
  },
});

for (const kind of KINDS) {
  migrationSuite('TypeORM', kind, {
    command: 'synchronize',
    migrate: async (url) => {
      const entities = [typeOrmUsers];
      const source = new DataSource(
        kind === 'SQLite'
          ? { type: 'better-sqlite3', database: url, entities }
          : { type: kind === 'MariaDB' ? 'mariadb' : 'postgres', url, entities },
      );
      await source.initialize();
      // The statements that `migration:generate` writes and `synchronize` runs.
      const { upQueries } = await source.driver.createSchemaBuilder().log();
      assert.ok(upQueries.length > 0);
      assert.doesNotMatch(upQueries.map(({ query }) => query).join('\n'), /policy_manager/);
      await source.synchronize();
      await source.destroy();
    },
  });
}

// Sequelize

for (const kind of ['PostgreSQL', 'MariaDB'] as const) {
  migrationSuite('Sequelize', kind, {
    command: 'sync({ alter: true })',
    migrate: async (url) => {
      const sequelize = new Sequelize(url, { logging: false });
      const columns = { id: { type: DataTypes.STRING(50), primaryKey: true }, name: DataTypes.STRING(100) };
      sequelize.define('User', columns, { tableName: 'users', timestamps: false });
      await sequelize.sync({ alter: true });
      await sequelize.close();
    },
  });
}

// MikroORM

const mikroUsers = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: (p) => ({ id: p.string().length(50).primary(), name: p.string().length(100).nullable() }),
});
const MIKRO = { PostgreSQL: MikroOrmPostgres, MariaDB: MikroOrmMariaDb, SQLite: MikroOrmSqlite };

for (const kind of KINDS) {
  const openMikro = (url: string, schemaGenerator: object) =>
    (MIKRO[kind] as typeof MikroOrmSqlite).init({
      ...(kind === 'SQLite' ? { dbName: url } : { clientUrl: url }),
      entities: [mikroUsers],
      schemaGenerator,
    });
  migrationSuite('MikroORM', kind, {
    command: 'schema update',
    migrate: async (url) => {
      const orm = await openMikro(url, { skipTables: [MIKRO_ORM_SETTING] });
      assert.doesNotMatch(await orm.schema.getUpdateSchemaSQL(), /policy_manager/);
      await orm.schema.update();
      await orm.close();
    },
    planned: async (url) => {
      const orm = await openMikro(url, {});
      const sql = await orm.schema.getUpdateSchemaSQL();
      await orm.close();
      return sql;
    },
  });
}

// Knex and Kysely: migrations are written by hand, and record their state in their own tables.

for (const kind of KINDS) {
  migrationSuite('Knex', kind, {
    command: 'migrate',
    migrate: async (url) => {
      const clients = { PostgreSQL: 'pg', MariaDB: 'mysql2', SQLite: 'better-sqlite3' };
      const connection = kind === 'SQLite' ? { filename: url } : url;
      const knex = knexModule({ client: clients[kind], connection, useNullAsDefault: true });
      const migration = {
        up: (db: typeof knex) => db.schema.alterTable('users', (table) => void table.string('name', 100)),
        down: (db: typeof knex) => db.schema.alterTable('users', (table) => void table.dropColumn('name')),
      };
      const migrationSource = {
        getMigrations: async () => ['add-name'],
        getMigrationName: (name: string) => name,
        getMigration: async () => migration,
      };
      await knex.migrate.latest({ migrationSource });
      await knex.migrate.rollback({ migrationSource }, true);
      await knex.migrate.latest({ migrationSource });
      await knex.destroy();
    },
  });
}

for (const kind of KINDS) {
  migrationSuite('Kysely', kind, {
    command: 'Migrator',
    async migrate(url) {
      const dialects = {
        PostgreSQL: () => new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
        MariaDB: () => new MysqlDialect({ pool: mysql.createPool(url) }),
        SQLite: () => new SqliteDialect({ database: new BetterSqlite3(url) }),
      };
      const db = new Kysely<unknown>({ dialect: dialects[kind]() });
      const up = (on: typeof db) => on.schema.alterTable('users').addColumn('name', 'varchar(100)').execute();
      const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ 'add-name': { up } }) } });
      const { error } = await migrator.migrateToLatest();
      assert.equal(error, undefined);
      await db.destroy();
    },
  });
}
