import { HOSTS } from './hosts.ts';
import { walkSuite } from './walk-suite.ts';

for (const { orm, kind, open } of HOSTS) walkSuite(orm, kind, open);
