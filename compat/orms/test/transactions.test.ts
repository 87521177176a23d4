/** Each ORM: the engine on its connections, and in its transactions. */
import { HOSTS } from './hosts.ts';
import { ormSuite } from './suite.ts';

for (const { orm, kind, open } of HOSTS) ormSuite(orm, kind, open);
