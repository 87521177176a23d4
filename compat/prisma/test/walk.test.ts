import { walkSuite } from '../../orms/test/walk-suite.ts';
import { KINDS } from './clients.ts';
import { openHost } from './hosts.ts';

for (const kind of KINDS) walkSuite('Prisma', kind, (url) => openHost(kind, url));
