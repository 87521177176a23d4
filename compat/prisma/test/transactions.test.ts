/** The engine in interactive transactions of Prisma. */
import { ormSuite } from '../../orms/test/suite.ts';
import { KINDS } from './clients.ts';
import { openHost } from './hosts.ts';

for (const kind of KINDS) ormSuite('Prisma', kind, (url) => openHost(kind, url), { sharedPool: false });
