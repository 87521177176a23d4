import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../../devtools/connection.ts';
import { unlessOurs } from '../../devtools/errors.ts';
import type { Question, QuestionAtRest } from '../../page/index.ts';
import { ASK_AT_REST, ASK_FRAME, HURRY_FRAME, NOTE_PENDING, untrackedGroups } from '../../page/index.ts';
import type { IsolatedWorld } from '../../devtools/isolated-world.ts';
import { callInWorld, isolatedWorld } from '../../devtools/isolated-world.ts';
import type { WaitingWorker } from '../../devtools/waiting-worker.ts';
import type { Reading } from './outstanding.ts';
import type { Pending } from './pending.ts';
import { addPending } from './pending.ts';

/** What the page, its frames and its workers wait for, and what the page is like. */
export interface Waits {
  /** What is due within the time that was asked for. */
  within: Pending;
  /** What is due later, or without end. */
  beyond: Pending;
  /** Number of tasks of the scheduler that may run now. */
  tasks: number;
  /** For how many milliseconds no callback was called. */
  uncalled: number;
  /** For how many milliseconds nothing else has moved: messages, observers, work of the browser. */
  still: number;
  /** What is due within the time that was asked for, but only repeats without changing what is read. */
  idle: Pending;
  /** Number of messages, observers, locks and tasks that only repeat, too. */
  idleMoves: number;
  /** How often what is read of the documents has changed; 0 if it is not watched, NaN if not all of them are. */
  changes: number;
  /** How often sources that repeat have run. */
  runs: number;
  /** Whether the page's document is loaded. */
  isLoaded: boolean;
  /** Whether a script writes the document anew after it was loaded. */
  isWritten: boolean;
  /** Elements of the page's document. */
  elements: number;
  /** Whether it has no frames and no workers, whose clocks would be others. */
  isAlone: boolean;
  /** Whether workers belong to it. */
  hasWorkers: boolean;
  /** Who reads the bodies of the answers that it has fetched. */
  reading: Reading;
  /** What the page says of itself, by `window.prerenderReady` or an event; undefined where it says nothing. */
  ready: boolean | undefined;
  /** Whether an element of the page matches the selector. */
  isThere: boolean;
  /** For how many milliseconds it was waited until the page was idle. */
  rest: number;
  /** What the page has used that is not tracked to its end, so that it has to be observed for a moment. */
  untracked: string[];
  /** Whether it has created observers of what is seen, or has parts that cannot be searched for what else waits for this. */
  sees: boolean;
  /** Whether scripts have created closed shadow trees. */
  hasClosedTrees: boolean;
}

/** When the parts of a page are asked: after it was drawn, when each has nothing else to do, or at once. */
export type When = QuestionAtRest['when'];

/** Kinds that come in pairs: within the time, and beyond it. See `notePending`. */
const TIMED = ['timer', 'interval', 'animation-frame', 'idle-callback', 'animation'] as const;
/** Where the other counts stand. */
const [SOCKETS, SOURCES, WORK, LONG_WORK, UNCALLED, STILL, READY, READING, TASKS] = [
  10, 11, 12, 13, 14, 15, 16, 17, 18,
];
/** The first of them are those of the first kinds of {@link TIMED}. */
const [IDLE, IDLE_WORK, IDLE_MOVES, CHANGES, RUNS, INSTALLING, LONG_INSTALLING, UNTRACKED, HIDDEN] = [
  19, 23, 24, 25, 26, 27, 28, 29, 30,
];
/** Each is said by its place. */
const READINGS: readonly Reading[] = ['nobody', 'parts', 'whole'];
/** Milliseconds after which a part of the page that is asked at once is busy. */
const ANSWER = 250;
/** Far more digits than are ever sent. */
const NUMBERS = /^\d{1,9}(?:,\d{1,9}){30}$/;
/** Before the counts: whether a document is loaded, its elements, its frames, whether it holds what the selector says, its time to become idle. */
const OF_DOCUMENT = /^([012]),(\d{1,9}),(\d{1,9}),([01]),(\d{1,9}),(.*)$/;
/** The names of what is not tracked, by their bits. */
const UNTRACKED_NAMES = untrackedGroups().map(({ name }) => name);

/** Frames of a process that are asked; a page with more of them is at work with its frames. */
export const MOST_FRAMES = 50;

/** Something that the page runs in. */
interface Part {
  kind: 'page' | 'frame' | 'worker';
  /** The world in its document. */
  world?: Promise<IsolatedWorld>;
}

/** What a part has answered for itself and its frames; and how many of these could not be asked. */
interface Answer {
  readonly counts: ReadonlyArray<readonly number[]>;
  readonly hidden: number;
  readonly isLoaded: boolean;
  readonly isWritten: boolean;
  readonly elements: number;
  readonly hasFrames: boolean;
  /** As a number; see `notePending`. */
  readonly ready: number;
  readonly isThere: boolean;
  readonly rest: number;
}

const NOTHING: Answer = {
  counts: [],
  hidden: 0,
  isLoaded: true,
  isWritten: false,
  elements: 0,
  hasFrames: false,
  ready: 0,
  isThere: false,
  rest: 0,
};

/** Tracks pending work that is not a request (timers, tasks, animations), with functions in each frame and worker of the page. */
export class PendingWork {
  readonly #key = randomBytes(16).toString('base64url');
  readonly #parts = new Map<Session, Part>();
  readonly earlyTimers: boolean;
  /** Empty for none. */
  readonly selector: string;
  /** Whether scripts of the page have created closed shadow trees, as of the last answer. */
  hasClosedTrees = false;
  readonly #source: string;

  /**
   * @param earlyTimers whether {@link hurry} may be asked for
   * @param selector of what the page has to hold
   */
  constructor(earlyTimers: boolean, selector = '') {
    this.earlyTimers = earlyTimers;
    this.selector = selector;
    this.#source = `(${NOTE_PENDING})(${JSON.stringify(this.#key)}, ${earlyTimers});`;
  }

  /** The frames that have a process of their own. */
  get frames(): Session[] {
    return [...this.#parts].flatMap(([session, { kind }]) => (kind === 'frame' ? [session] : []));
  }

  /** Begins with the page itself or a frame that has a process of its own, before it runs. @throws {DevToolsError} */
  async frame(session: Session): Promise<void> {
    // The page is prepared first. What it shows then is left before anything runs in it.
    const kind = this.#parts.size === 0 ? 'page' : 'frame';
    this.#add(session, kind);
    const script = { source: this.#source, runImmediately: kind === 'frame' };
    await Promise.all([session.send('Page.enable'), session.send('Page.addScriptToEvaluateOnNewDocument', script)]);
  }

  /** Begins with a worker, before it runs. @throws {DevToolsError} */
  async worker(worker: WaitingWorker): Promise<void> {
    if (worker.kind === 'service') void worker.running.then(() => this.#add(worker.session, 'worker'));
    else this.#add(worker.session, 'worker');
    await worker.runFirst(this.#source);
  }

  #add(session: Session, kind: Part['kind']): void {
    this.#parts.set(session, { kind });
    void session.ended.then(() => this.#parts.delete(session));
  }

  /**
   * Asks every part of the page.
   *
   * @param left milliseconds that are left of the time within which timers are waited for; negative when it is over
   * @param isLater whether something was done to the page: what begins from now on is no source that only repeats
   * @param patience milliseconds for which the load event is waited for
   * @returns `busy` where a frame is between two documents, or a part does not answer at once
   */
  async ask(left: number, when: When, isLater: boolean, patience = 0): Promise<Waits | 'busy'> {
    const answers = await Promise.all(
      [...this.#parts].map(async ([session, part]) => {
        const asked = { key: this.#key, left: Math.round(left), isLater };
        const answer = this.#askPart(session, part, asked, { when, patience }).catch((error: unknown) => {
          delete part.world;
          if (session.isEnded) return NOTHING;
          unlessOurs(error);
          // It navigates.
          return part.kind === 'page' ? { ...NOTHING, isLoaded: false } : ('busy' as const);
        });
        return when === 'at once' ? Promise.race([answer, sleep(ANSWER, 'busy' as const, { ref: false })]) : answer;
      }),
    );
    const waits: Waits = {
      within: {},
      beyond: {},
      tasks: 0,
      uncalled: Infinity,
      still: Infinity,
      idle: {},
      idleMoves: 0,
      changes: 0,
      runs: 0,
      isLoaded: true,
      isWritten: false,
      elements: 0,
      isAlone: false,
      hasWorkers: [...this.#parts.values()].some(({ kind }) => kind === 'worker'),
      reading: 'nobody',
      ready: undefined,
      isThere: false,
      rest: 0,
      untracked: [],
      sees: false,
      hasClosedTrees: false,
    };
    for (const [index, answer] of answers.entries()) {
      if (answer === 'busy') return 'busy';
      addPending(waits.beyond, 'frame', answer.hidden);
      // What is not asked may read.
      if (answer.hidden > 0) [waits.reading, waits.changes] = ['whole', NaN];
      for (const counts of answer.counts) addCounts(waits, counts);
      if (index > 0) continue;
      waits.isLoaded = answer.isLoaded;
      waits.isWritten = answer.isWritten;
      waits.elements = answer.elements;
      waits.isAlone = answers.length === 1 && !answer.hasFrames;
      waits.ready = [undefined, false, true][answer.ready];
      waits.isThere = answer.isThere;
      waits.rest = answer.rest;
    }
    this.hasClosedTrees ||= waits.hasClosedTrees;
    if (!waits.isAlone) waits.untracked.push(waits.hasWorkers ? 'worker' : 'frame');
    return waits;
  }

  async #askPart(
    session: Session,
    part: Part,
    asked: Question,
    { when, patience }: Pick<QuestionAtRest, 'when' | 'patience'>,
  ): Promise<Answer> {
    if (part.kind === 'worker') return this.#askWorker(session, asked.left, when !== 'at once');
    part.world ??= ownWorld(session);
    const question: QuestionAtRest = {
      ...asked,
      // Frames within a page may never be drawn.
      when: when === 'drawn' && part.kind === 'frame' ? 'idle' : when,
      selector: part.kind === 'page' ? this.selector : '',
      patience,
    };
    const said = OF_DOCUMENT.exec(await callInWorld<string>(await part.world, ASK_AT_REST, question));
    const [, loaded, elements, frames, isThere, rest, own] = said ?? [];
    const inFrames = frames === '0' ? [] : await this.#askFrames(session, question);
    const counts = countsIn(own);
    const known = [counts, ...inFrames].filter((one) => one !== undefined);
    return {
      counts: known,
      hidden: inFrames.filter((one) => one === undefined).length,
      isLoaded: loaded !== '0',
      isWritten: loaded === '2',
      elements: Number(elements),
      hasFrames: frames !== '0',
      ready: counts?.[READY] ?? 0,
      isThere: isThere === '1',
      rest: Number(rest),
    };
  }

  /**
   * Puts the clocks of a page that is alone forward to its next timer, which is called then.
   *
   * @param left milliseconds within which it has to be due
   * @returns by how many milliseconds; 0 where it was not done
   */
  async hurry(left: number): Promise<number> {
    const [[, page] = []] = this.#parts;
    if (!page?.world || this.#parts.size > 1) return 0;
    const question: Question = { key: this.#key, left, isLater: false };
    // A page that navigates does not hurry.
    return Number((await callInWorld<string>(await page.world, HURRY_FRAME, question).catch(unlessOurs)) ?? 0);
  }

  async #askWorker(session: Session, left: number, atRest: boolean): Promise<Answer> {
    const expression = `globalThis[Symbol.for('${this.#key}')]?.(${left}, ${atRest})`;
    const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true });
    const counts = countsIn(result.value);
    return { ...NOTHING, counts: counts ? [counts] : [] };
  }

  /** What the frames in the process of a page or frame answer; undefined for each that is not asked. */
  async #askFrames(session: Session, { key, left, isLater }: Question): Promise<Array<number[] | undefined>> {
    const { frameTree } = await session.send('Page.getFrameTree');
    const trees = [...(frameTree.childFrames ?? [])];
    for (const { childFrames = [] } of trees) trees.push(...childFrames);
    const answers = trees.map(async ({ frame }, index) => {
      if (index >= MOST_FRAMES) return undefined;
      // Where no script has run nobody answers, and nothing waits.
      const world = await isolatedWorld(session, frame.id);
      return countsIn(await callInWorld<string>(world, ASK_FRAME, { key, left, isLater })) ?? [];
    });
    return Promise.all(answers);
  }
}

/** The world in the document that a session shows. */
async function ownWorld(session: Session): Promise<IsolatedWorld> {
  const { frameTree } = await session.send('Page.getFrameTree');
  return isolatedWorld(session, frameTree.frame.id);
}

function addCounts(waits: Waits, counts: readonly number[]): void {
  const { within, beyond } = waits;
  for (const [index, kind] of TIMED.entries()) {
    addPending(within, kind, counts[index * 2]);
    addPending(beyond, kind, counts[index * 2 + 1]);
  }
  addPending(beyond, 'socket', counts[SOCKETS]);
  addPending(beyond, 'event-source', counts[SOURCES]);
  addPending(within, 'work', counts[WORK]);
  addPending(beyond, 'work', counts[LONG_WORK]);
  addPending(within, 'service-worker', counts[INSTALLING]);
  addPending(beyond, 'service-worker', counts[LONG_INSTALLING]);
  for (const [index, kind] of TIMED.slice(0, 4).entries()) addPending(waits.idle, kind, counts[IDLE + index]);
  addPending(waits.idle, 'work', counts[IDLE_WORK]);
  waits.idleMoves += counts[IDLE_MOVES] ?? 0;
  waits.changes += counts[CHANGES] ?? 0;
  waits.runs += counts[RUNS] ?? 0;
  waits.tasks += counts[TASKS] ?? 0;
  waits.uncalled = Math.min(waits.uncalled, counts[UNCALLED] ?? Infinity);
  waits.still = Math.min(waits.still, counts[STILL] ?? Infinity);
  const used = counts[UNTRACKED] ?? 0;
  waits.untracked.push(...UNTRACKED_NAMES.filter((_, bit) => (used >> bit) & 1));
  const hidden = counts[HIDDEN] ?? 0;
  waits.sees ||= hidden > 0;
  waits.hasClosedTrees ||= (hidden & 2) > 0;
  const reading = READINGS[counts[READING] ?? 0] ?? 'whole';
  if (READINGS.indexOf(reading) > READINGS.indexOf(waits.reading)) waits.reading = reading;
}

function countsIn(text: unknown): number[] | undefined {
  return typeof text === 'string' && NUMBERS.test(text) ? text.split(',').map(Number) : undefined;
}
