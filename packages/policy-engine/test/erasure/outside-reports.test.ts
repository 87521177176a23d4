/** What people reported of the deletion of users in other software, as schemas. */
import { REPORTED } from './outside-reported.ts';
import { REPORTED_OF_DATABASES } from './outside-reported-databases.ts';
import { tryCases } from './outside-run.ts';

tryCases([...REPORTED, ...REPORTED_OF_DATABASES]);
