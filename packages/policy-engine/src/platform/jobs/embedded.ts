/** The built-in queue: processes take jobs directly from the table. */
import { Poll } from './poll.ts';
import type { JobQueueFactory } from './queue.ts';

/** Options of the embedded queue. */
export interface EmbeddedJobsOptions {
  /** Seconds between two polls of the table while nothing is due. Default: 1. */
  readonly pollSeconds?: number;
  /** Seconds after which a job is started by another process if its process does not renew its lease. Default: 30. */
  readonly leaseSeconds?: number;
}

/**
 * Jobs without an additional service: stored in the engine's tables, shared by any number of processes on any number of
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
