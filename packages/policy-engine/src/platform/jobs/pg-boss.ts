/**
 * Jobs through pg-boss, on PostgreSQL.
 *
 * @module
 */
import type { PgBoss } from 'pg-boss';
import { PolicyEngineError } from '../../errors/errors.ts';
import type { WebLogger } from '../logger.ts';
import type { JobQueueContext, JobQueueFactory } from './queue.ts';
import { type JobChannel, relayed, type RelayOptions } from './relay.ts';
import { requirePackages } from './required-packages.ts';
import type { DueJob } from './store.ts';

/** Options of the pg-boss queue: a connection of its own, or the host's instance, which the host starts and stops. */
export interface PgBossJobsOptions extends RelayOptions {
  /** As in `postgres://user:password@host/database`. */
  readonly connectionString?: string;
  /** Schema of pg-boss' own tables. Default: `pgboss`. */
  readonly schema?: string;
  /** The host's own instance, instead of a connection. */
  readonly boss?: PgBoss;
  /** Prefix of the names of the queues. Default: `policy-engine`. */
  readonly prefix?: string;
}

/**
 * Jobs run by the processes that pg-boss chooses. It contains only IDs: the jobs themselves stay in the engine's
 * tables, in the same database or another.
 *
 * @example
 * ```ts
 * createPolicyEngine({ …, jobs: pgBossJobs({ connectionString: process.env.DATABASE_URL }) });
 * ```
 * @throws {PolicyEngineError} `configuration_invalid` without a connection or the package `pg-boss`
 */
export function pgBossJobs(options: PgBossJobsOptions): JobQueueFactory {
  if (options.boss === undefined && !/^postgres(?:ql)?:\/\//.test(options.connectionString ?? '')) {
    throw new PolicyEngineError(
      'configuration_invalid',
      'jobs: pgBossJobs takes a connectionString such as postgres://host/database, or a boss',
    );
  }
  if (options.boss === undefined) requirePackages('jobs: pgBossJobs', ['pg-boss'], import.meta.url);
  return relayed((logger) => new PgBossChannel(options, logger), options);
}

const DAY = 86_400;

class PgBossChannel implements JobChannel {
  readonly #options: PgBossJobsOptions;
  readonly #prefix: string;
  readonly #logger: WebLogger;
  readonly #names: string[] = [];
  readonly #expiry = new Map<string, number>();
  #boss: PgBoss | undefined;

  constructor(options: PgBossJobsOptions, logger: WebLogger) {
    this.#options = options;
    this.#prefix = options.prefix ?? 'policy-engine';
    this.#logger = logger;
  }

  async open(
    definitions: ReturnType<JobQueueContext['definitions']>,
    take: (job: DueJob) => Promise<void>,
  ): Promise<void> {
    const boss = this.#options.boss ?? (await this.#started());
    this.#boss = boss;
    for (const { name, concurrency, timeLimitSeconds } of definitions) {
      const queue = this.#queue(name);
      this.#names.push(queue);
      this.#expiry.set(name, Math.min(timeLimitSeconds + 60, DAY - 1));
      await boss.createQueue(queue);
      const options = { localConcurrency: concurrency, pollingIntervalSeconds: 0.5 };
      await boss.work<DueJob>(queue, options, async ([job]) => {
        if (job !== undefined) await take(job.data);
      });
    }
  }

  async offer(job: DueJob): Promise<void> {
    const { id, name, token } = job;
    const expireInSeconds = this.#expiry.get(name) ?? DAY - 1;
    // The engine retries: a second attempt of pg-boss' own would find the job taken or deleted.
    await this.#boss?.send(this.#queue(name), { id, name, token }, { retryLimit: 0, expireInSeconds });
  }

  async close(): Promise<void> {
    const boss = this.#boss;
    if (boss === undefined) return;
    if (this.#options.boss === undefined) return boss.stop({ graceful: true, timeout: 30_000 });
    await Promise.all(this.#names.map((name) => boss.offWork(name, { wait: true })));
  }

  async #started(): Promise<PgBoss> {
    const { connectionString = '', schema } = this.#options;
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({ connectionString, ...(schema !== undefined && { schema }) });
    // Closed with the channel, even if it never starts.
    this.#boss = boss;
    boss.on('error', (error) => this.#logger.error('pg-boss failed; trying again', { error }));
    await boss.start();
    return boss;
  }

  #queue(name: string): string {
    return `${this.#prefix}.${name}`;
  }
}
