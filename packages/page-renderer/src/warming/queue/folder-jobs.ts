/** Jobs without Redis: their state is in a folder, and the workers are in this process. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CLOCK_SKEW } from '../../cache/stores/store.ts';
import { monotonic, wallClock } from '../../kernel/clock.ts';
import type { TakenChunk } from './folder-job.ts';
import { FolderJob } from './folder-job.ts';
import type { JobCounts, JobError, JobPhase, JobState, WarmPage } from '../jobs/job.ts';
import { isFruitless, isOver, logEnd, MAX_ERRORS, MAX_FINISHED, shortError } from '../jobs/job.ts';
import type { JobStore, Part, Workers } from './queue.ts';
import { StateFolder } from '../../crawl/state-folder.ts';

/** How long a worker sleeps if there is nothing to do, in milliseconds, unless it is woken. */
const IDLE = 30_000;
/** Time after which a worker tries again if the state cannot be read or written, in milliseconds. */
const TROUBLE = 5_000;

/** Milliseconds between two saves of a job. */
const SAVE_STEP = 1_000;
/** Prefix of the names of claims among the values. */
const CLAIM = 'claim:';

/** A chunk of a job. */
interface FolderPart extends Part {
  readonly chunk: TakenChunk;
}

/** See the head of the file. */
export class FolderJobs implements JobStore<FolderPart> {
  readonly #folder: StateFolder;
  readonly #concurrency: number;
  readonly #logger: Logger;
  readonly #jobs = new Map<string, FolderJob>();
  readonly #values: Map<string, string>;
  #over: AbortSignal = new AbortController().signal;
  readonly #running: Array<Promise<void>> = [];
  #read: (id: string) => Promise<void> = async () => {};
  /** Jobs are read one after the other. */
  #reading: Promise<void> = Promise.resolve();
  readonly #saves = new Map<FolderJob, NodeJS.Timeout>();
  #saving: Promise<void> = Promise.resolve();
  #wake = Promise.withResolvers<void>();

  private constructor(folder: StateFolder, concurrency: number, logger: Logger, values: Map<string, string>) {
    this.#folder = folder;
    this.#concurrency = concurrency;
    this.#logger = logger;
    this.#values = values;
  }

  /**
   * Reads the jobs of a folder.
   *
   * @param concurrency number of workers
   * @throws {RendererError} `warming-unavailable`
   */
  static async open(folder: string, concurrency: number, logger: Logger): Promise<FolderJobs> {
    const state = await StateFolder.open(folder);
    const store = new FolderJobs(state, concurrency, logger, await readValues(state));
    for (const id of await state.names('jobs')) {
      const job = await FolderJob.restore(state, id);
      // Its process was killed before the job was accepted.
      if (!job) await state.remove(`jobs/${id}`);
      else store.#jobs.set(id, job);
    }
    return store;
  }

  start({ read, work }: Workers<FolderPart>, over: AbortSignal): void {
    this.#over = over;
    this.#read = read;
    for (const { state } of this.#jobs.values()) if (state.phase === 'reading') void this.queueRead(state);
    for (let number = 0; number < this.#concurrency; number += 1) this.#running.push(this.#run(work));
  }

  now(): number {
    return wallClock();
  }

  explain(error: unknown): unknown {
    return error;
  }

  /** A job that comes with its pages is saved when it has them all. */
  async create(state: JobState, isRead: boolean): Promise<string> {
    const text = JSON.stringify(state.spec);
    const isSame = (other: JobState) => !isOver(other) && JSON.stringify(other.spec) === text;
    const same = isRead ? [...this.#jobs.values()].find((job) => isSame(job.state)) : undefined;
    if (same) return same.state.id;
    const job = new FolderJob(this.#folder, state);
    try {
      if (isRead) await job.save();
    } catch (error) {
      await job.remove();
      throw error;
    }
    this.#jobs.set(state.id, job);
    return state.id;
  }

  async drop(id: string): Promise<void> {
    await this.#jobs.get(id)?.remove();
    this.#jobs.delete(id);
  }

  async get(id: string): Promise<JobState | undefined> {
    return this.#jobs.get(id)?.state;
  }

  async list(): Promise<JobState[]> {
    return [...this.#jobs.values()].map(({ state }) => state).toSorted((a, b) => b.createdAt - a.createdAt);
  }

  async phaseOf(id: string): Promise<JobPhase | null> {
    return this.#jobs.get(id)?.state.phase ?? null;
  }

  async change(id: string, phase: JobPhase): Promise<void> {
    const job = this.#jobs.get(id);
    if (!job || isOver(job.state)) return;
    if (isOver({ phase })) return this.#end(job, phase);
    job.state.phase = phase;
    await job.save();
    this.#wakeAll();
  }

  async endIfComplete(id: string): Promise<void> {
    const job = this.#jobs.get(id);
    if (job?.isComplete && !isOver(job.state)) await this.#end(job, 'done');
  }

  async queueRead({ id }: JobState): Promise<void> {
    const others = this.#reading;
    this.#reading = (async () => {
      await others;
      if (this.#over.aborted) return;
      try {
        await this.#read(id);
      } catch (error) {
        // It is read again after the next start.
        if (this.#over.aborted) return;
        await this.addError(id, shortError('', (error as Error).message));
        await this.change(id, 'failed');
      }
    })();
  }

  async startOver(id: string): Promise<void> {
    await this.#jobs.get(id)?.startOver();
  }

  async setFound(id: string, counts: Pick<JobCounts, 'found' | 'refused'>): Promise<void> {
    Object.assign(this.#jobs.get(id)?.state ?? {}, counts);
  }

  async addPart({ id }: JobState, pages: readonly WarmPage[]): Promise<void> {
    await this.#jobs.get(id)?.addChunk(pages);
  }

  async note({ id, chunk }: FolderPart, _: number, outcome: 'done' | 'fresh' | 'failed'): Promise<boolean> {
    const job = this.#jobs.get(id);
    if (!job || isOver(job.state)) return false;
    job.count(chunk, outcome);
    return true;
  }

  async addError(id: string, error: JobError): Promise<void> {
    const errors = this.#jobs.get(id)?.state.errors;
    if (errors && errors.length < MAX_ERRORS) errors.push(error);
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
    for (const timer of this.#saves.values()) clearTimeout(timer);
    this.#wakeAll();
    await Promise.allSettled([...this.#running, this.#reading]);
    for (const job of this.#jobs.values()) if (!isOver(job.state)) await this.#save(job);
    await this.#folder.close();
  }

  /** One worker. */
  async #run(work: Workers<FolderPart>['work']): Promise<void> {
    while (!this.#over.aborted) {
      const { promise: woken } = this.#wake;
      const taken = this.#take();
      if (taken) {
        await this.#process(taken.job, taken.chunk, work);
      } else {
        const idle = Math.min(IDLE, ...[...this.#jobs.values()].map(({ continuesAt }) => continuesAt - monotonic()));
        const timer = new AbortController();
        const slept = sleep(Math.max(1, idle), undefined, { signal: timer.signal }).catch(() => {});
        await Promise.race([woken, slept]);
        timer.abort();
      }
    }
  }

  #take(): { job: FolderJob; chunk: TakenChunk } | undefined {
    const jobs = [...this.#jobs.values()].filter(({ state }) => state.phase === 'working');
    for (const job of jobs.toSorted((a, b) => a.state.spec.priority - b.state.spec.priority)) {
      const chunk = job.take(monotonic());
      if (chunk) return { job, chunk };
    }
    return undefined;
  }

  async #process(job: FolderJob, chunk: TakenChunk, work: Workers<FolderPart>['work']): Promise<void> {
    const { state } = job;
    state.startedAt ??= wallClock();
    try {
      const interrupted = await work({ id: state.id, pages: await job.pagesOf(chunk), at: chunk.from, chunk });
      if (interrupted) return job.interrupt(chunk, interrupted.at, monotonic() + interrupted.wait);
      job.finish(chunk);
      await this.endIfComplete(state.id);
      this.#saveSoon(job);
    } catch (error) {
      if (this.#over.aborted) return;
      this.#logger.error({ job: state.id, err: error }, 'a part of a warming job failed; it is tried again');
      job.interrupt(chunk, chunk.from, monotonic() + TROUBLE);
    }
  }

  async #end(job: FolderJob, phase: JobPhase): Promise<void> {
    const { state } = job;
    const lost = state.found - state.done - state.fresh - state.failed;
    if (phase === 'done' && lost > 0) {
      state.failed += lost;
      state.errors.push(
        shortError('', `${lost} pages were lost, because their file in stateDir is missing or damaged`),
      );
    }
    state.phase = phase === 'done' && isFruitless(state) ? 'failed' : phase;
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
  #saveSoon(job: FolderJob): void {
    if (this.#saves.has(job) || isOver(job.state)) return;
    const save = () => {
      this.#saves.delete(job);
      if (!isOver(job.state) && !this.#over.aborted) void this.#save(job);
    };
    this.#saves.set(job, setTimeout(save, SAVE_STEP).unref());
  }

  /** Its pages are kept until its end is saved: otherwise they would be missing after a restart. */
  async #saveEnd(job: FolderJob): Promise<void> {
    if (await this.#save(job)) return job.clear();
    const again = () => (this.#over.aborted ? undefined : this.#saveEnd(job));
    setTimeout(() => void again(), TROUBLE).unref();
  }

  /** The work goes on if the disk is full: more of it is repeated after a restart. @returns whether it is saved */
  async #save(job: FolderJob): Promise<boolean> {
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
