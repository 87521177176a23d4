/**
 * Jobs through a queue outside of the database. The job stays in the engine's table, where it was written in the transaction
 * that asked for it; the queue is told its id once it may begin, and says which process begins it. So a job is neither lost
 * with the queue nor done twice by it, and no personal data goes through it.
 */
import type { WebLogger } from '../logger.ts';
import { Poll } from './poll.ts';
import type { JobQueueContext, JobQueueFactory } from './queue.ts';
import type { DueJob } from './store.ts';

/** A queue outside of the database. */
export interface JobChannel {
  /** Connects, and begins to take jobs of these names. */
  open(definitions: ReturnType<JobQueueContext['definitions']>, take: (job: DueJob) => Promise<void>): Promise<void>;
  /** Offers a job to whoever takes it first. May be called again for the same job. */
  offer(job: DueJob): Promise<void>;
  /** Takes no more, waits for the jobs in progress, and disconnects. */
  close(): Promise<void>;
}

/** How a queue outside of the database is used. */
export interface RelayOptions {
  /** Seconds between two looks for jobs to offer. Default: 1. */
  readonly pollSeconds?: number;
  /** Seconds after which a job is started by another process if its process does not renew its lease. Default: 30. */
  readonly leaseSeconds?: number;
}

/** Seconds after which a job that nobody has begun is offered again: the queue may have lost it. */
const OFFERED_AGAIN = 60;
const AT_ONCE = 50;

/** Creates a queue of a channel. */
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
