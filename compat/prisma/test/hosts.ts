/** An application with Prisma on a database. */
import { transactionOf } from 'policy-engine/prisma';
import type { Kind } from '../../orms/test/engine.ts';
import type { Host } from '../../orms/test/suite.ts';
import { openApp } from './clients.ts';

/** As the tests of all ORMs open one. */
export async function openHost(kind: Kind, url: string): Promise<Host> {
  const app = await openApp(kind, url);
  return {
    database: app.database,
    transaction: (run) =>
      app.prisma.$transaction((tx) => run(transactionOf(tx), (id) => tx.user.create({ data: { id } })), {
        maxWait: 60_000,
        timeout: 60_000,
      }),
    users: async () => (await app.prisma.user.findMany()).map(({ id }) => id).toSorted(),
    rows: (sql) => app.prisma.$queryRawUnsafe(sql),
    close: () => app.close(),
  };
}
