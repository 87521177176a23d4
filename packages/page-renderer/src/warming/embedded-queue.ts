/** The queue without Redis: jobs in a folder, and workers in this process. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CLOCK_SKEW } from '../cache/stores/store.ts';
import { monotonic, wallClock } from '../kernel/clock.ts';
import { Chunker, workOn } from './chunk.ts';
import { EmbeddedJob } from './embedded-job.ts';
import type { TakenChunk } from './embedded-job.ts';
import type { JobSpec, JobState } from './job.ts';
import { isOver, logEnd, MAX_ERRORS, MAX_FINISHED, newJob, shortError } from './job.ts';
import type { QueueWork, ReadItem, WarmQueue } from './queue.ts';
import { Duplicates } from './queue.ts';
import { StateFolder } from './state-folder.ts';

/** How long a worker sleeps if there is nothing to do, in milliseconds, unless it is woken. */
const IDLE = 30_000;
/** Time after which a worker tries again if the state cannot be read or written, in milliseconds. */
const TROUBLE = 5_000;

/** Milliseconds between two saves of a job. */
const SAVE_STEP = 1_000;
/** Prefix of the names of claims among the values. */
const CLAIM = 'claim:';

/** See the head of the file. */
export class EmbeddedQueue implements WarmQueue {
  readonly #folder: StateFolder;
  readonly #work: QueueWork;
  readonly #logger: Logger;
  readonly #jobs = new Map<string, EmbeddedJob>();
  readonly #values: Map<string, string>;
  readonly #over = new AbortController();
  readonly #running: Array<Promise<void>> = [];
  /** Jobs are read one after the other. */
  #reading: Promise<void> = Promise.resolve();
  readonly #saves = new Map<EmbeddedJob, NodeJS.Timeout>();
  #saving: Promise<void> = Promise.resolve();
  #wake = Promise.withResolvers<void>();

  private constructor(folder: StateFolder, work: QueueWork, logger: Logger, values: Map<string, string>) {
    this.#folder = folder;
    this.#work = work;
    this.#logger = logger;
    this.#values = values;
  }

  /**
   * Continues the jobs of the folder.
   *
   * @param concurrency number of workers
   * @throws {RendererError} `warming-unavailable`
   */
  static async open(folder: string, work: QueueWork, concurrency: number, logger: Logger): Promise<EmbeddedQueue> {
    const state = await StateFolder.open(folder);
    const queue = new EmbeddedQueue(state, work, logger, await readValues(state));
    for (const id of await state.names('jobs')) {
      const job = await EmbeddedJob.restore(state, id);
      // Its process was killed before the job was accepted.
      if (!job) await state.remove(`jobs/${id}`);
      else queue.#jobs.set(id, job);
    }
    for (const job of queue.#jobs.values()) if (job.state.phase === 'reading') queue.#read(job);
    for (let number = 0; number < concurrency; number += 1) queue.#running.push(queue.#run());
    return queue;
  }

  async add(spec: JobSpec, pages?: Iterable<ReadItem>): Promise<JobState> {
    const same = pages ? undefined : this.#sameAs(spec);
    if (same) return same.state;
    const job = new EmbeddedJob(this.#folder, newJob(randomUUID(), spec, wallClock()));
    if (pages) {
      await this.#collect(job, pages);
      job.state.phase = 'working';
    }
    try {
      await job.save();
    } catch (error) {
      await job.remove();
      throw error;
    }
    this.#jobs.set(job.state.id, job);
    if (pages) await this.#endIfComplete(job);
    else this.#read(job);
    this.#wakeAll();
    return job.state;
  }

  async get(id: string): Promise<JobState | undefined> {
    return this.#jobs.get(id)?.state;
  }

  async list(): Promise<JobState[]> {
    return [...this.#jobs.values()].map(({ state }) => state).toSorted((a, b) => b.createdAt - a.createdAt);
  }

  async cancel(id: string): Promise<JobState | undefined> {
    const job = this.#jobs.get(id);
    if (job && !isOver(job.state)) await this.#end(job, 'cancelled');
    return job?.state;
  }

  async claim(name: string, milliseconds: number): Promise<boolean> {
    const now = wallClock();
    for (const [key, value] of this.#values) {
      if (!key.startsWith(CLAIM)) continue;
      const { from, to } = JSON.parse(value) as { from: number; to: number };
      // After the clock was set back, a claim can begin in the future.
      if (to <= now || from > now + CLOCK_SKEW) this.#values.delete(key);
    }
    if (this.#values.has(CLAIM + name)) return false;
    await this.remember(CLAIM + name, JSON.stringify({ from: now, to: now + milliseconds }));
    return true;
  }

  async release(name: string): Promise<void> {
    this.#values.delete(CLAIM + name);
    await this.#saveValues();
  }

  async recall(name: string): Promise<string | undefined> {
    return this.#values.get(name);
  }

  async remember(name: string, value: string): Promise<void> {
    this.#values.set(name, value);
    await this.#saveValues();
  }

  async close(): Promise<void> {
    this.#over.abort();
    for (const timer of this.#saves.values()) clearTimeout(timer);
    this.#wakeAll();
    await Promise.allSettled([...this.#running, this.#reading]);
    for (const { state } of this.#jobs.values()) if (!isOver(state)) await this.#save(this.#jobs.get(state.id)!);
    await this.#folder.close();
  }

  #sameAs(spec: JobSpec): EmbeddedJob | undefined {
    const text = JSON.stringify(spec);
    return [...this.#jobs.values()].find(({ state }) => !isOver(state) && JSON.stringify(state.spec) === text);
  }

  #read(job: EmbeddedJob): void {
    this.#reading = this.#readAfter(this.#reading, job);
  }

  async #readAfter(others: Promise<void>, job: EmbeddedJob): Promise<void> {
    await others;
    const { signal } = this.#over;
    try {
      if (isOver(job.state) || signal.aborted) return;
      await job.startOver();
      await this.#collect(job, this.#work.read(job.state, signal));
      if (isOver(job.state) || signal.aborted) return;
      job.state.phase = 'working';
      await job.save();
      await this.#endIfComplete(job);
      this.#wakeAll();
    } catch (error) {
      // It is read again after the next start.
      if (signal.aborted) return;
      this.#logger.warn({ job: job.state.id, err: error }, 'the pages of a warming job cannot be read');
      job.state.errors.push(shortError('', (error as Error).message));
      await this.#end(job, 'failed');
    }
  }

  async #collect(job: EmbeddedJob, items: Iterable<ReadItem> | AsyncIterable<ReadItem>): Promise<void> {
    const { state } = job;
    const duplicates = new Duplicates();
    const chunker = new Chunker((pages) => job.addChunk(pages));
    for await (const item of items) {
      if (isOver(state)) return;
      if (item.kind === 'error') {
        state.refused += 1;
        if (state.errors.length < MAX_ERRORS) state.errors.push(shortError(item.url, item.error));
      } else if (!duplicates.has(item.id)) {
        state.found += 1;
        await chunker.push(item.page);
      }
    }
    await chunker.end();
  }

  /** One worker. */
  async #run(): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      const { promise: woken } = this.#wake;
      const taken = this.#take();
      if (taken) {
        await this.#process(taken.job, taken.chunk);
      } else {
        const idle = Math.min(IDLE, ...[...this.#jobs.values()].map(({ continuesAt }) => continuesAt - monotonic()));
        const timer = new AbortController();
        const slept = sleep(Math.max(1, idle), undefined, { signal: timer.signal }).catch(() => {});
        await Promise.race([woken, slept]);
        timer.abort();
      }
    }
  }

  #take(): { job: EmbeddedJob; chunk: TakenChunk } | undefined {
    const jobs = [...this.#jobs.values()].filter(({ state }) => state.phase === 'working');
    for (const job of jobs.toSorted((a, b) => a.state.spec.priority - b.state.spec.priority)) {
      const chunk = job.take(monotonic());
      if (chunk) return { job, chunk };
    }
    return undefined;
  }

  async #process(job: EmbeddedJob, chunk: TakenChunk): Promise<void> {
    const { signal } = this.#over;
    const { state } = job;
    state.startedAt ??= wallClock();
    try {
      const pages = await job.pagesOf(chunk);
      const interrupted = await workOn(
        pages,
        chunk.from,
        {
          warm: async (page) => {
            if (isOver(state)) return { kind: 'failed', error: 'cancelled' };
            return this.#work.warm(page, signal);
          },
          note: async (_, { url }, outcome) => {
            if (isOver(state)) return;
            job.count(chunk, outcome.kind);
            if (outcome.kind === 'failed' && state.errors.length < MAX_ERRORS) {
              state.errors.push(shortError(url, outcome.error));
            }
          },
        },
        signal,
      );
      if (interrupted) return job.interrupt(chunk, interrupted.at, monotonic() + interrupted.wait);
      job.finish(chunk);
      await this.#endIfComplete(job);
      this.#saveSoon(job);
    } catch (error) {
      if (signal.aborted) return;
      this.#logger.error({ job: state.id, err: error }, 'a part of a warming job failed; it is tried again');
      job.interrupt(chunk, chunk.from, monotonic() + TROUBLE);
    }
  }

  async #endIfComplete(job: EmbeddedJob): Promise<void> {
    if (job.isComplete && !isOver(job.state)) await this.#end(job, 'done');
  }

  async #end(job: EmbeddedJob, phase: 'done' | 'cancelled' | 'failed'): Promise<void> {
    const { state } = job;
    const lost = state.found - state.done - state.fresh - state.failed;
    if (phase === 'done' && lost > 0) {
      state.failed += lost;
      state.errors.push(
        shortError('', `${lost} pages were lost, because their file in stateDir is missing or damaged`),
      );
    }
    state.phase = phase;
    state.finishedAt = wallClock();
    logEnd(this.#logger, state);
    await this.#saveEnd(job);
    const over = (await this.list()).filter(isOver);
    for (const { id } of over.slice(MAX_FINISHED)) {
      await this.#jobs.get(id)?.remove();
      this.#jobs.delete(id);
    }
  }

  /** Saves a job at most once in a second: what is lost if the process is killed is worked on again, and is fresh by then. */
  #saveSoon(job: EmbeddedJob): void {
    if (this.#saves.has(job) || isOver(job.state)) return;
    const save = () => {
      this.#saves.delete(job);
      if (!isOver(job.state) && !this.#over.signal.aborted) void this.#save(job);
    };
    this.#saves.set(job, setTimeout(save, SAVE_STEP).unref());
  }

  /** Its pages are kept until its end is saved: otherwise they would be missing after a restart. */
  async #saveEnd(job: EmbeddedJob): Promise<void> {
    if (await this.#save(job)) return job.clear();
    const again = () => (this.#over.signal.aborted ? undefined : this.#saveEnd(job));
    setTimeout(() => void again(), TROUBLE).unref();
  }

  /** The work goes on if the disk is full: more of it is repeated after a restart. @returns whether it is saved */
  async #save(job: EmbeddedJob): Promise<boolean> {
    try {
      await job.save();
      return true;
    } catch (error) {
      this.#logger.warn({ job: job.state.id, err: error }, 'the state of a warming job cannot be saved');
      return false;
    }
  }

  /** One after the other, so that older values never replace newer ones. */
  async #saveValues(): Promise<void> {
    const saved = this.#saving.then(() => this.#folder.write('values.json', JSON.stringify([...this.#values])));
    this.#saving = saved.catch(() => {});
    await saved;
  }

  #wakeAll(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }
}

async function readValues(folder: StateFolder): Promise<Map<string, string>> {
  try {
    const entries = JSON.parse((await folder.read('values.json')) ?? '[]') as Array<[string, string]>;
    return new Map(entries);
  } catch {
    return new Map();
  }
}
