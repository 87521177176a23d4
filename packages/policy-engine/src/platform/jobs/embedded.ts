/** The queue that comes with the engine: processes take jobs from the table themselves. */
import { Poll } from './poll.ts';
import type { JobQueueFactory } from './queue.ts';

/** How the embedded queue works. */
export interface EmbeddedJobsOptions {
  /** Seconds between two looks into the table while nothing is due. Default: 1. */
  readonly pollSeconds?: number;
  /** Seconds after which a job is begun elsewhere if its process gives no sign of life. Default: 30. */
  readonly leaseSeconds?: number;
}

/**
 * Jobs without any other service: durable in the engine's tables, shared by any number of processes, also of several
 * machines. This is the default.
 *
 * @example
 * ```ts
 * createPolicyEngine({ …, jobs: embeddedJobs({ pollSeconds: 5 }) });
 * ```
 */
export function embeddedJobs({ pollSeconds = 1, leaseSeconds = 30 }: EmbeddedJobsOptions = {}): JobQueueFactory {
  return ({ due, begin, concurrency, logger }) => {
    const running = new Set<Promise<void>>();
    const poll = new Poll(
      pollSeconds * 1000,
      async () => {
        let begun = 0;
        for (const job of await due(concurrency())) {
          const work = await begin(job);
          if (work === null) continue;
          begun += 1;
          const ended = work.ended.finally(() => {
            running.delete(ended);
            poll.wake();
          });
          running.add(ended);
        }
        return begun > 0;
      },
      logger,
    );
    return {
      leaseSeconds,
      start: () => poll.start(),
      wake: () => poll.wake(),
      async stop() {
        await poll.stop();
        await Promise.all(running);
      },
    };
  };
}
