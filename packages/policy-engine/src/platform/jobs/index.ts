export { embeddedJobs } from './embedded.ts';
export type { EmbeddedJobsOptions } from './embedded.ts';
export type { FailedJob } from './job.ts';
export type { BegunJob, JobQueue, JobQueueContext, JobQueueFactory } from './queue.ts';
export type { DueJob } from './store.ts';
