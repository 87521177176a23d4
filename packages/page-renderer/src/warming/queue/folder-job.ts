/** One job in a folder: its state in one file, and each chunk of its pages in a file of its own. */
import { z } from 'zod';
import { CLIENTS, DEVICES } from '../../options/warming.ts';
import type { JobState, WarmPage } from '../jobs/job.ts';
import { isOver, JOB_PHASES } from '../jobs/job.ts';
import type { StateFolder } from '../../crawl/state-folder.ts';

const count = z.int().min(0);
const time = z.number();
const stateSchema = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  spec: z.strictObject({
    source: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('sitemap'), url: z.string(), scheduled: z.boolean() }),
      z.strictObject({ kind: z.literal('links'), url: z.string(), pages: count, depth: count }),
      z.strictObject({ kind: z.literal('urls') }),
      z.strictObject({ kind: z.literal('refresh'), prefix: z.string(), before: time }),
      z.strictObject({ kind: z.literal('demand') }),
    ]),
    devices: z.array(z.enum(DEVICES)),
    clients: z.array(z.enum(CLIENTS)),
    priority: count,
  }),
  phase: z.enum(JOB_PHASES),
  createdAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  errors: z.array(z.strictObject({ url: z.string(), error: z.string() })),
  found: count,
  done: count,
  fresh: count,
  failed: count,
  refused: count,
}) satisfies z.ZodType<JobState>;
const fileSchema = z.strictObject({ state: stateSchema, chunks: count, finished: z.array(count) });

const OUTCOMES = ['done', 'fresh', 'failed'] as const;
type Counted = Record<(typeof OUTCOMES)[number], number>;

/** The chunk of a job that a worker has taken. */
export interface TakenChunk {
  readonly number: number;
  /** Index of the first page that is not finished. */
  readonly from: number;
}

/** See the head of the file. */
export class FolderJob {
  /** What clients see: includes chunks that are not finished. */
  readonly state: JobState;
  readonly #folder: StateFolder;
  #chunks = 0;
  readonly #finished = new Set<number>();
  /** The outcomes in chunks that are not finished. */
  readonly #open = new Map<number, Counted>();
  /** Chunks that were interrupted: where, and until when, on the monotonic clock. */
  readonly #interrupted = new Map<number, { at: number; until: number }>();
  /** The first chunk that may not have been taken yet. */
  #next = 0;
  #saving: Promise<void> = Promise.resolve();

  constructor(folder: StateFolder, state: JobState) {
    this.#folder = folder;
    this.state = state;
  }

  /** Reads a job after a restart; undefined if there is none. */
  static async restore(folder: StateFolder, id: string): Promise<FolderJob | undefined> {
    const text = await folder.read(`jobs/${id}/job.json`);
    try {
      const { state, chunks, finished } = fileSchema.parse(JSON.parse(text ?? ''));
      const job = new FolderJob(folder, state);
      for (const number of finished) job.#finished.add(number);
      job.#chunks = chunks;
      return job;
    } catch {
      return undefined;
    }
  }

  /** Stores one more chunk; it counts when the state is saved. There may be thousands, so they are not each forced to the disk. */
  async addChunk(pages: readonly WarmPage[]): Promise<void> {
    await this.#folder.write(`jobs/${this.state.id}/${this.#chunks}.json`, JSON.stringify(pages), false);
    this.#chunks += 1;
  }

  /** Forgets the pages that were found before the reading was interrupted. */
  async startOver(): Promise<void> {
    for (let number = 0; number < this.#chunks; number += 1) await this.#folder.remove(this.#nameOf(number));
    this.#chunks = 0;
    Object.assign(this.state, { found: 0, done: 0, fresh: 0, failed: 0, refused: 0, errors: [] });
  }

  /** Takes a chunk that nobody works on. @param now on the monotonic clock */
  take(now: number): TakenChunk | undefined {
    if (this.state.phase !== 'working') return undefined;
    for (const [number, { at, until }] of this.#interrupted) {
      if (until > now) continue;
      this.#interrupted.delete(number);
      return { number, from: at };
    }
    for (; this.#next < this.#chunks; this.#next += 1) {
      if (this.#finished.has(this.#next)) continue;
      const number = this.#next;
      this.#next += 1;
      this.#open.set(number, { done: 0, fresh: 0, failed: 0 });
      return { number, from: 0 };
    }
    return undefined;
  }

  /** When an interrupted chunk continues, on the monotonic clock; Infinity if none is interrupted. */
  get continuesAt(): number {
    return Math.min(...[...this.#interrupted.values()].map(({ until }) => until), Infinity);
  }

  /** The pages of a chunk; none if the file was damaged. */
  async pagesOf({ number }: TakenChunk): Promise<WarmPage[]> {
    const text = await this.#folder.read(this.#nameOf(number));
    try {
      return JSON.parse(text ?? '') as WarmPage[];
    } catch {
      return [];
    }
  }

  /** Counts an outcome in a chunk. */
  count({ number }: TakenChunk, outcome: keyof Counted): void {
    this.state[outcome] += 1;
    const open = this.#open.get(number);
    if (open) open[outcome] += 1;
  }

  interrupt({ number }: TakenChunk, at: number, until: number): void {
    this.#interrupted.set(number, { at, until });
  }

  finish({ number }: TakenChunk): void {
    this.#open.delete(number);
    this.#finished.add(number);
  }

  /** Whether there is nothing left to do. */
  get isComplete(): boolean {
    return this.#finished.size === this.#chunks;
  }

  /**
   * Saves the state. The outcomes in chunks that are not finished are not stored, because these chunks are worked on again after
   * a restart, and counted then.
   *
   * @throws {RendererError} `warming-unavailable`
   */
  async save(): Promise<void> {
    const state = structuredClone(this.state);
    for (const open of isOver(state) ? [] : this.#open.values()) {
      for (const outcome of OUTCOMES) state[outcome] -= open[outcome];
    }
    const text = JSON.stringify({ state, chunks: this.#chunks, finished: [...this.#finished] });
    // One after the other, so that an older state never replaces a newer one.
    const saved = this.#saving.then(() => this.#folder.write(`jobs/${this.state.id}/job.json`, text));
    this.#saving = saved.catch(() => {});
    await saved;
  }

  /** Removes the pages; the state is still listed. */
  async clear(): Promise<void> {
    for (let number = 0; number < this.#chunks; number += 1) await this.#folder.remove(this.#nameOf(number));
  }

  async remove(): Promise<void> {
    await this.#folder.remove(`jobs/${this.state.id}`);
  }

  #nameOf(number: number): string {
    return `jobs/${this.state.id}/${number}.json`;
  }
}
