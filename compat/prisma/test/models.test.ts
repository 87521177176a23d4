/** The user model of Prisma, with the extension. */
import type { PrismaClient as Client } from '../generated/postgresql/client.ts';
import { policiesOnUsers, transactionOf } from 'policy-engine/prisma';
import { joined, modelSuite, type Within } from '../../orms/test/model-suite.ts';
import { KINDS, openApp } from './clients.ts';

/** Prisma's types do not have this field of a user. */
const COOKIE: object = { policy_rule_cookie: true };

for (const kind of KINDS) {
  modelSuite('Prisma', kind, async (url) => {
    const app = await openApp(kind, url);
    let client = app.prisma;
    const clientOf = (within: Within): Client => (within as Client | undefined) ?? client;
    return {
      database: app.database,
      install: (engine, options) => void (client = app.prisma.$extends(policiesOnUsers(engine, options)) as Client),
      create: (data, within) => clientOf(within).user.create({ data }),
      update: (id, data, within) => clientOf(within).user.update({ where: { id }, data }),
      createMany: (list) =>
        client.$transaction(async (tx) => {
          for (const data of list) await tx.user.create({ data });
        }),
      transaction: (run) => client.$transaction((tx) => run(tx), { maxWait: 60_000, timeout: 60_000 }),
      join: joined((within) => transactionOf(within as Client)),
      savepoint: (within, run) => (within as Client).$transaction((inner) => run(inner)),
      refused: {
        createMany: () => client.user.createMany({ data: [{ id: 'lea', ...COOKIE }] }),
        updateMany: () => client.user.updateMany({ data: { ...COOKIE } }),
        '$transaction([…])': () =>
          client.$transaction([client.user.update({ where: { id: 'kim' }, data: { ...COOKIE } })]),
      },
      users: () => client.user.findMany({ select: { id: true, name: true } }),
      addPlain: (id) => client.note.create({ data: { id } }),
      knowsCommit: true,
      close: () => app.close(),
    };
  });
}
