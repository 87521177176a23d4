/** Each ORM with hooks on models: a user decides on policies when the application saves it. */
import { MikroORM as MikroOrmMariaDb } from '@mikro-orm/mariadb';
import { MikroORM as MikroOrmPostgres } from '@mikro-orm/postgresql';
import { defineEntity, type EntityManager as MikroManager, MikroORM as MikroOrmSqlite } from '@mikro-orm/sqlite';
import * as ofMikroOrm from 'policy-engine/mikro-orm';
import * as ofSequelize from 'policy-engine/sequelize';
import * as ofTypeOrm from 'policy-engine/typeorm';
import { DataTypes, Model, Sequelize, type Transaction } from 'sequelize';
import { DataSource, type EntityManager, EntitySchema } from 'typeorm';
import type { Kind } from './engine.ts';
import { joined, modelSuite } from './model-suite.ts';
import { POOL_SIZE } from './suite.ts';

const KINDS = ['PostgreSQL', 'MariaDB', 'SQLite'] as const;

// TypeORM

class TypeOrmUser {
  id!: string;
  email?: string | null;
  name?: string | null;
}
class TypeOrmNote {
  id!: string;
}
const typeOrmEntities = [
  new EntitySchema<TypeOrmUser>({
    name: 'User',
    tableName: 'users',
    target: TypeOrmUser,
    columns: {
      id: { type: String, primary: true },
      email: { type: String, nullable: true },
      name: { type: String, nullable: true },
    },
  }),
  new EntitySchema<TypeOrmNote>({
    name: 'Note',
    tableName: 'notes',
    target: TypeOrmNote,
    columns: { id: { type: String, primary: true } },
  }),
];

function typeOrmSource(kind: Kind, url: string): DataSource {
  const entities = typeOrmEntities;
  if (kind === 'SQLite') return new DataSource({ type: 'better-sqlite3', database: url, entities });
  if (kind === 'MariaDB') return new DataSource({ type: 'mariadb', url, entities, poolSize: POOL_SIZE });
  return new DataSource({ type: 'postgres', url, entities, poolSize: POOL_SIZE });
}

for (const kind of KINDS) {
  modelSuite('TypeORM', kind, async (url) => {
    const source = await typeOrmSource(kind, url).initialize();
    const managerOf = (within: object | undefined): EntityManager =>
      (within as EntityManager | undefined) ?? source.manager;
    return {
      database: await ofTypeOrm.databaseOf(source),
      install: (engine, options) => ofTypeOrm.policiesOn(source, TypeOrmUser, engine, options),
      create: (values, within) => {
        const manager = managerOf(within);
        return manager.save(manager.create(TypeOrmUser, values));
      },
      update: async (id, values, within) => {
        const manager = managerOf(within);
        const user = await manager.findOneByOrFail(TypeOrmUser, { id });
        return manager.save(Object.assign(user, values));
      },
      createMany: (list) => source.manager.save(TypeOrmUser, list as TypeOrmUser[]),
      transaction: (run) => source.transaction((manager) => run(manager)),
      join: joined((within) => ofTypeOrm.transactionOf(within)),
      savepoint: (within, run) => managerOf(within).transaction((manager) => run(manager)),
      saveAgain: (user) => source.manager.save(user),
      users: async () => (await source.manager.find(TypeOrmUser)).map(({ id, name = null }) => ({ id, name })),
      addPlain: (id) => source.manager.save(TypeOrmNote, { id }),
      knowsCommit: true,
      oneAtATime: kind === 'SQLite',
      close: () => source.destroy(),
    };
  });
}

// Sequelize

for (const kind of ['PostgreSQL', 'MariaDB'] as const) {
  modelSuite('Sequelize', kind, async (url) => {
    const sequelize = new Sequelize(url, { logging: false, pool: { max: POOL_SIZE } });
    class User extends Model {
      declare id: string;
      declare name: string | null;
    }
    User.init(
      { id: { type: DataTypes.STRING, primaryKey: true }, email: DataTypes.STRING, name: DataTypes.STRING },
      { sequelize, tableName: 'users', timestamps: false },
    );
    const Note = sequelize.define(
      'Note',
      { id: { type: DataTypes.STRING, primaryKey: true } },
      { tableName: 'notes', timestamps: false },
    );
    const within = (transaction: object | undefined) =>
      transaction === undefined ? {} : { transaction: transaction as Transaction };
    return {
      database: await ofSequelize.databaseOf(sequelize),
      install: (engine, options) => ofSequelize.policiesOn(User, engine, options),
      create: (values, transaction) => User.create(values, within(transaction)),
      update: async (id, values, transaction) => {
        const user = await User.findByPk(id, { rejectOnEmpty: true, ...within(transaction) });
        return user.update(values, within(transaction));
      },
      createMany: (list) => User.bulkCreate([...list]),
      transaction: (run) => sequelize.transaction((transaction) => run(transaction)),
      join: joined((within) => ofSequelize.transactionOf(within as Transaction)),
      savepoint: (outer, run) =>
        sequelize.transaction({ transaction: outer as Transaction }, (transaction) => run(transaction)),
      saveAgain: (user) => (user as User).save(),
      refused: {
        update: () => User.update({ policy_rule_cookie: true }, { where: { id: 'kim' } }),
        'update without hooks': () => User.update({ policy_rule_cookie: true }, { where: { id: 'kim' }, hooks: false }),
        'bulkCreate of those who may exist': () =>
          User.bulkCreate([{ id: 'kim', policy_rule_cookie: true }], { updateOnDuplicate: ['name'] }),
        upsert: () => User.upsert({ id: 'kim', policy_rule_cookie: true }),
      },
      users: async () => (await User.findAll()).map(({ id, name }) => ({ id, name })),
      addPlain: (id) => Note.create({ id }),
      knowsCommit: true,
      close: () => sequelize.close(),
    };
  });
}

// MikroORM

class MikroUser {
  id!: string;
  email?: string | null;
  name?: string | null;
}
const mikroUser = defineEntity({
  class: MikroUser,
  tableName: 'users',
  properties: (p) => ({
    id: p.string().primary(),
    email: p.string().nullable(),
    name: p.string().nullable(),
  }),
});
class MikroNote {
  id!: string;
}
const mikroNote = defineEntity({
  class: MikroNote,
  tableName: 'notes',
  properties: (p) => ({ id: p.string().primary() }),
});

const MIKRO = { PostgreSQL: MikroOrmPostgres, MariaDB: MikroOrmMariaDb, SQLite: MikroOrmSqlite };

for (const kind of KINDS) {
  modelSuite('MikroORM', kind, async (url) => {
    const where = kind === 'SQLite' ? { dbName: url } : { clientUrl: url };
    const orm = await (MIKRO[kind] as typeof MikroOrmSqlite).init({
      ...where,
      entities: [mikroUser, mikroNote],
      pool: { min: 0, max: POOL_SIZE },
    });
    const managerOf = (within: object | undefined): MikroManager =>
      (within as MikroManager | undefined) ?? orm.em.fork();
    return {
      database: await ofMikroOrm.databaseOf(orm.em),
      install: (engine, options) => ofMikroOrm.policiesOn(orm.em, MikroUser, engine, options),
      create: async (values, within) => {
        const em = managerOf(within);
        const user = em.create(MikroUser, values as { id: string });
        await em.flush();
        return user;
      },
      update: async (id, values, within) => {
        const em = managerOf(within);
        const user = await em.findOneOrFail(MikroUser, { id });
        em.assign(user, values);
        await em.flush();
        return user;
      },
      createMany: async (list) => {
        const em = orm.em.fork();
        for (const values of list) em.create(MikroUser, values);
        await em.flush();
      },
      transaction: (run) => orm.em.fork().transactional((em) => run(em)),
      join: joined((within) => ofMikroOrm.transactionOf(within as MikroManager)),
      savepoint: (within, run) => managerOf(within).transactional((em) => run(em)),
      users: async () => (await orm.em.fork().findAll(MikroUser)).map(({ id, name = null }) => ({ id, name })),
      addPlain: async (id) => {
        const em = orm.em.fork();
        em.create(MikroNote, { id });
        await em.flush();
      },
      knowsCommit: true,
      close: () => orm.close(),
    };
  });
}
