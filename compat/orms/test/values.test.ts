// East of UTC, before any time is read.
process.env['TZ'] = 'Asia/Seoul';

import { HOSTS } from './hosts.ts';
import { valuesSuite } from './values-suite.ts';

for (const { orm, kind, open } of HOSTS) valuesSuite(orm, kind, open);
