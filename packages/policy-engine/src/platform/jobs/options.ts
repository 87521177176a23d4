/** The option of what runs background jobs. */
import type { z } from 'zod';
import { hostFunction } from '../options/kinds.ts';
import { embeddedJobs } from './embedded.ts';
import type { JobQueueFactory } from './queue.ts';

export const jobsOptions: {
  readonly jobs: z.ZodType<JobQueueFactory, JobQueueFactory | undefined>;
} = {
  jobs: hostFunction<JobQueueFactory>()
    .optional()
    .transform((given) => given ?? embeddedJobs())
    .describe(
      'what runs background jobs: `embeddedJobs()`, `pgBossJobs(…)` or `bullmqJobs(…)`; default: `embeddedJobs()`',
    ),
};
