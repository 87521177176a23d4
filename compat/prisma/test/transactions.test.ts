/** The engine in interactive transactions of Prisma. */
import { transactionOf } from 'policy-engine/prisma';
import { ormSuite } from '../../orms/test/suite.ts';
import { KINDS, openApp } from './clients.ts';

for (const kind of KINDS) {
  ormSuite(
    'Prisma',
    kind,
    async (url) => {
      const app = await openApp(kind, url);
      return {
        database: app.database,
        transaction: (run) =>
          app.prisma.$transaction((tx) => run(transactionOf(tx), (id) => tx.user.create({ data: { id } })), {
            maxWait: 60_000,
            timeout: 60_000,
          }),
        users: async () => (await app.prisma.user.findMany()).map(({ id }) => id).toSorted(),
        close: () => app.close(),
      };
    },
    { sharedPool: false },
  );
}
