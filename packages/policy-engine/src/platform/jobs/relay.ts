/**
 * Jobs through a queue outside of the database. The job stays in the engine's table, where it was written in the
 * transaction that added it; the queue gets its ID once it may start, and chooses the process that starts it. So a job
 * is neither lost with the queue nor run twice by it, and no personal data passes through it.
 */
import type { WebLogger } from '../logger.ts';
import { Poll } from './poll.ts';
import type { JobQueueContext, JobQueueFactory } from './queue.ts';
import type { DueJob } from './store.ts';

/** A queue outside of the database. */
export interface JobChannel {
  /** Connects, and starts to take jobs of these names. */
  open(definitions: ReturnType<JobQueueContext['definitions']>, take: (job: DueJob) => Promise<void>): Promise<void>;
  /** Offers a job to the first process that takes it. May be called again for the same job. */
  offer(job: DueJob): Promise<void>;
  /** Takes no more, waits for the jobs in progress, and disconnects. */
  close(): Promise<void>;
}

/** Options of a queue outside of the database. */
export interface RelayOptions {
  /** Seconds between two polls for jobs to offer. Default: 1. */
  readonly pollSeconds?: number;
  /** Seconds after which a job is started by another process if its process does not renew its lease. Default: 30. */
  readonly leaseSeconds?: number;
}

/** Seconds after which a job that no process has started is offered again: the queue may have lost it. */
const OFFERED_AGAIN = 60;
const AT_ONCE = 50;

/** Creates a queue from a channel. */
export function relayed(
  makeChannel: (logger: WebLogger) => JobChannel,
  { pollSeconds = 1, leaseSeconds = 30 }: RelayOptions,
): JobQueueFactory {
  return (context) => {
    const { notOffered, offered, begin, definitions, logger } = context;
    let channel: JobChannel | undefined;
    const take = async (job: DueJob) => {
      const begun = await begin(job);
      await begun?.ended;
    };
    const open = async () => {
      const opening = makeChannel(logger);
      try {
        await opening.open(definitions(), take);
      } catch (error) {
        await opening.close().catch(() => {});
        throw error;
      }
      channel = opening;
      return opening;
    };
    const poll = new Poll(
      pollSeconds * 1000,
      async () => {
        const opened = channel ?? (await open());
        const jobs = await notOffered(AT_ONCE, OFFERED_AGAIN);
        for (const job of jobs) {
          await opened.offer(job);
          await offered(job);
        }
        return jobs.length === AT_ONCE;
      },
      logger,
    );
    return {
      leaseSeconds,
      start: () => poll.start(),
      wake: () => poll.wake(),
      async stop() {
        await poll.stop();
        await channel?.close();
        channel = undefined;
      },
    };
  };
}
