/** The embedded queue, on each database. */
import { embeddedJobs } from 'policy-engine';
import { queueSuite } from './suite.ts';

queueSuite(() => embeddedJobs({ pollSeconds: 0.05, leaseSeconds: 30 }));
