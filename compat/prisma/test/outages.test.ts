/** Outages as Prisma wraps them. */
import { testOutages } from '../../orms/test/outage-suite.ts';
import { openApp } from './clients.ts';

testOutages('Prisma', async (url) => {
  const app = await openApp('PostgreSQL', url);
  return { run: (statement) => app.prisma.$executeRawUnsafe(statement), close: () => app.close() };
});
