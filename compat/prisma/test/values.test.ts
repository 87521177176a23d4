// East of UTC, before any time is read.
process.env['TZ'] = 'Asia/Seoul';

import { valuesSuite } from '../../orms/test/values-suite.ts';
import { KINDS } from './clients.ts';
import { openHost } from './hosts.ts';

for (const kind of KINDS) valuesSuite('Prisma', kind, (url) => openHost(kind, url));
