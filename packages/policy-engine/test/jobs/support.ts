/** Jobs on a database, for the tests of every queue. */
import type { Database, JobQueueFactory } from 'policy-engine';
import { embeddedJobs } from 'policy-engine';
import { JobService } from '../../dist/platform/jobs/service.js';
import { engineNaming } from '../../dist/schema.js';

/** Reports, with the error's message. */
export interface Reports {
  readonly lines: string[];
  error(message: string, details: Readonly<Record<string, unknown>>): void;
}

/** A logger that stores its messages. */
export function reports(): Reports {
  const lines: string[] = [];
  return { lines, error: (message, { error }) => void lines.push(`${message}: ${String(error)}`) };
}

/** Jobs with frequent polling. */
export function jobsOn(
  database: Database,
  {
    queue = embeddedJobs({ pollSeconds: 0.05, leaseSeconds: 1 }),
    logger = reports(),
    now = () => new Date(),
  }: { queue?: JobQueueFactory; logger?: Reports; now?: () => Date } = {},
): JobService {
  return new JobService({ database, naming: engineNaming(database.dialect), queue, logger, now });
}

/** Waits until a condition is true; fails after some seconds. */
export async function until(holds: () => boolean | Promise<boolean>, what: string, seconds = 60): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Not within ${seconds} seconds: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
