/** One attempt at a job: renews the lease, enforces the time limit, and records the result. */
import type { Naming } from '../database/schema/names.ts';
import type { Database } from '../database/port.ts';
import { PolicyEngineError, reasonOf } from '../../errors/errors.ts';
import type { WebLogger } from '../logger.ts';
import { type FailedJob, FinalFailure, type JobHandler, type JobOptions, type RunningJob } from './job.ts';
import { type Claim, JobStore } from './store.ts';

/** How jobs of a name are run, with every default filled in. */
export interface JobDefinition extends Required<Omit<JobOptions, 'onFailed'>> {
  readonly handler: JobHandler;
  readonly onFailed: NonNullable<JobOptions['onFailed']> | null;
}

/** What an attempt needs. */
export interface AttemptOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly logger: WebLogger;
  readonly now: () => Date;
  readonly leaseMilliseconds: number;
}

const SHORTEST_PAUSE = 5_000;
const LONGEST_PAUSE = 3_600_000;

/**
 * Pause before the next attempt: doubles each time, and is half random, so that jobs that failed together retry at
 * different times.
 */
export function pauseAfter(attempts: number, random: number = Math.random()): number {
  return Math.min(SHORTEST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE) * (0.5 + random / 2);
}

/** One attempt. */
export class Attempt {
  readonly #claim: Claim;
  readonly #definition: JobDefinition;
  readonly #options: AttemptOptions;
  readonly #store: JobStore;
  readonly #abort = new AbortController();
  /** `lost`: another process may have the job now. `stopping`: it is put back. */
  #state: 'running' | 'lost' | 'late' | 'stopping' | 'completed' = 'running';
  #until: number;

  constructor(claim: Claim, definition: JobDefinition, options: AttemptOptions, until: Date) {
    this.#claim = claim;
    this.#definition = definition;
    this.#options = options;
    this.#store = new JobStore(options.database, options.naming);
    this.#until = until.getTime();
  }

  /** Runs the job. Never rejects. */
  async run(): Promise<void> {
    const { name, id } = this.#claim;
    const { timeLimitSeconds } = this.#definition;
    const { leaseMilliseconds, logger } = this.#options;
    const heart = setInterval(() => void this.#beat(), leaseMilliseconds / 3).unref();
    const limit = setTimeout(
      () => this.#end('late', `gave up after ${timeLimitSeconds} seconds`),
      // `setTimeout` supports at most 24 days.
      Math.min(timeLimitSeconds * 1000, 2 ** 31 - 1),
    ).unref();
    try {
      await this.#attempt();
    } catch (error) {
      logger.error(`the result of the job ${name} could not be stored; the job will run again`, { error, job: id });
    } finally {
      clearInterval(heart);
      clearTimeout(limit);
    }
  }

  /** Ends the attempt without counting it: the process stops. */
  interrupt(): void {
    this.#end('stopping', 'the process stops');
  }

  async #attempt(): Promise<void> {
    const { signal } = this.#abort;
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    aborted.catch(() => {});
    try {
      const work = this.#definition.handler(this.#job());
      // A handler that ignores the signal must not block others; what it still writes is fenced off.
      await Promise.race([work, aborted]);
    } catch (error) {
      return this.#failed(error);
    }
    const isDone = await this.#store.done(this.#claim);
    if (!isDone && this.#state !== 'completed') this.#report(lost(this.#claim.name));
  }

  async #failed(error: unknown): Promise<void> {
    const { now, database, naming, logger } = this.#options;
    if (this.#state === 'lost') return this.#report(error);
    const { attempts, maxAttempts, id, name } = this.#claim;
    const at = now();
    if (this.#state === 'stopping') {
      await this.#store.postpone(this.#claim, at, { error: null, attempts: attempts - 1, now: at });
      return;
    }
    const setback = { error: messageOf(error), attempts, now: at };
    if (attempts < maxAttempts && !(error instanceof FinalFailure)) {
      this.#report(error);
      await this.#store.postpone(this.#claim, new Date(at.getTime() + pauseAfter(attempts)), setback);
      return;
    }
    logger.error(`the job ${name} failed permanently`, { error, job: id, attempts });
    await failForGood(this.#claim, this.#definition, setback, { database, naming });
  }

  #job(): RunningJob {
    const { id, name, payload, attempts, maxAttempts, token } = this.#claim;
    const ours = async (isOurs: () => Promise<boolean>) => {
      if (this.#state === 'running' && (await isOurs())) return;
      if (this.#state === 'running') this.#end('lost', 'another process has started it');
      throw this.#abort.signal.reason;
    };
    const within = (transaction: Database) => new JobStore(transaction, this.#options.naming);
    return {
      id,
      name,
      payload,
      attempt: attempts,
      maxAttempts,
      token,
      signal: this.#abort.signal,
      heartbeat: () => ours(() => this.#extend(this.#store)),
      hold: (transaction) => ours(() => this.#extend(within(transaction))),
      advance: (transaction) => ours(() => this.#extend(within(transaction), attempts - 1)),
      complete: async (transaction) => {
        // A transaction that lost to another one calls this again.
        if (this.#state === 'completed') this.#state = 'running';
        await ours(() => within(transaction).done(this.#claim));
        this.#state = 'completed';
      },
    };
  }

  async #extend(store: JobStore, attempts?: number): Promise<boolean> {
    const until = new Date(this.#options.now().getTime() + this.#options.leaseMilliseconds);
    const isOurs = await store.extend(this.#claim, until, attempts);
    if (isOurs) this.#until = until.getTime();
    return isOurs;
  }

  async #beat(): Promise<void> {
    if (this.#state !== 'running') return;
    try {
      const isOurs = await this.#extend(this.#store);
      // It may have been completed in the meantime.
      if (!isOurs && this.#state === 'running') this.#end('lost', 'another process has started it');
    } catch (error) {
      this.#report(error);
      if (this.#options.now().getTime() > this.#until) this.#end('lost', 'the database cannot be reached');
    }
  }

  #end(state: 'lost' | 'late' | 'stopping', why: string): void {
    if (this.#state !== 'running') return;
    this.#state = state;
    this.#abort.abort(new PolicyEngineError('job_lost', `The job ${this.#claim.name} was ended: ${why}.`));
  }

  #report(error: unknown): void {
    const { id, name, attempts } = this.#claim;
    this.#options.logger.error(`the job ${name} failed`, { error, job: id, attempt: attempts });
  }
}

/** Marks a job as failed permanently, and notifies its module in the same transaction. */
export async function failForGood(
  claim: Claim,
  { onFailed }: Pick<JobDefinition, 'onFailed'>,
  setback: { readonly error: string; readonly attempts: number; readonly now: Date },
  { database, naming }: Pick<AttemptOptions, 'database' | 'naming'>,
): Promise<void> {
  const { id, name, payload } = claim;
  const { error, attempts, now } = setback;
  const failed: FailedJob = { id, name, payload, attempts, error, failedAt: now.toISOString() };
  await database.transaction(async (transaction) => {
    const isOurs = await new JobStore(transaction, naming).fail(claim, setback);
    if (isOurs) await onFailed?.(failed, transaction);
  });
}

function lost(name: string): PolicyEngineError {
  return new PolicyEngineError('job_lost', `The job ${name} ended after another process had started it.`);
}

const LONGEST_MESSAGE = 2000;

function messageOf(error: unknown): string {
  // Text that databases cannot store unchanged would prevent the failure from being recorded.
  return reasonOf(error).slice(0, LONGEST_MESSAGE).replaceAll('\0', '').toWellFormed();
}
