import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../devtools/connection.ts';
import { COUNT_IN_FRAME, NOTE_PENDING } from '../page/index.ts';
import { callInWorld, isolatedWorld } from './isolated-world.ts';
import type { Pending } from './pending.ts';
import { addPending } from './pending.ts';

/** What the page, its frames and its workers wait for. */
export interface Waits {
  /** What is due within the time that was asked for. */
  within: Pending;
  /** What is due later, or without end. */
  beyond: Pending;
  /** How many callbacks were called since the page began. */
  called: number;
  /** Whether each part has come to rest since {@link PendingWork.moved}: its main thread had nothing else to do. */
  isAtRest: boolean;
}

/** Kinds that come in pairs: within the time, and beyond it. See `notePending`. */
const TIMED = ['timer', 'interval', 'animation-frame', 'idle-callback', 'animation'] as const;
/** Where the number of frames stands; after those of sockets and of event sources. */
const FRAMES = TIMED.length * 2 + 2;
const COUNTS = FRAMES + 3;
/** Milliseconds after which a part of the page that does not answer is busy. */
const ANSWER = 250;
/** Far more digits than are ever sent. */
const NUMBERS = /^\d{1,9}(?:,\d{1,9}){14}$/;

const WORLD = 'page-renderer-frames';
/** Frames that are asked; a page with more of them is at work with its frames. */
const MOST_FRAMES = 50;

interface Part {
  isAsked: boolean;
  /** How often it came to rest, and how often it had when something moved last. */
  rests: number;
  restsBefore: number;
}

/** What a part has answered for itself and its frames; and how many of these could not be asked. */
interface Answer {
  readonly counts: ReadonlyArray<readonly number[]>;
  readonly hidden: number;
}

const NOTHING: Answer = { counts: [], hidden: 0 };

/** Knows what a page waits for that no request tells of, by functions that note it in each of its frames and workers. */
export class PendingWork {
  readonly #key = randomBytes(16).toString('base64url');
  readonly #parts = new Map<Session, Part>();
  readonly #source = `(${NOTE_PENDING})(${JSON.stringify(this.#key)});`;
  /** Joined by hand: a page can change what arrays do. */
  readonly #question = (left: number) => `(() => {
    const counts = globalThis[Symbol.for('${this.#key}')]?.(${Math.round(left)});
    if (!counts) return '';
    let text = '' + counts[0];
    for (let at = 1; at < ${COUNTS}; at += 1) text += ',' + counts[at];
    return text;
  })()`;

  /** How many there are: the page, frames with a process of their own, workers. */
  get parts(): number {
    return this.#parts.size;
  }

  /** Begins with the page itself or a frame that has a process of its own, before it runs. @throws {DevToolsError} */
  async frame(session: Session): Promise<void> {
    this.#add(session);
    const script = { source: this.#source, runImmediately: true };
    await Promise.all([session.send('Page.enable'), session.send('Page.addScriptToEvaluateOnNewDocument', script)]);
  }

  /** Begins with a worker, before it runs. @throws {DevToolsError} */
  async worker(session: Session): Promise<void> {
    this.#add(session);
    await session.send('Runtime.evaluate', { expression: this.#source });
  }

  #add(session: Session): void {
    this.#parts.set(session, { isAsked: false, rests: 0, restsBefore: 0 });
    void session.ended.then(() => this.#parts.delete(session));
  }

  /** Something has happened: from now on each part has to come to rest again. */
  moved(): void {
    for (const part of this.#parts.values()) part.restsBefore = part.rests;
  }

  /**
   * Asks every part of the page.
   *
   * @param left milliseconds that are left of the time within which timers are waited for; negative when it is over
   * @returns `busy` as long as one does not answer
   */
  async ask(left: number): Promise<Waits | 'busy'> {
    const asked = [...this.#parts].map(([session, part]) => this.#askPart(session, part, left));
    const answers = await Promise.all(asked);
    const waits: Waits = { within: {}, beyond: {}, called: 0, isAtRest: true };
    let hidden = 0;
    for (const answer of answers) {
      if (answer === 'busy') return 'busy';
      hidden += answer.hidden;
      for (const counts of answer.counts) addCounts(waits, counts);
    }
    addPending(waits.beyond, 'frame', hidden);
    // The first may have been asked for before something moved.
    waits.isAtRest = [...this.#parts.values()].every(({ rests, restsBefore }) => rests >= restsBefore + 2);
    return waits;
  }

  /** Asks a part, unless it is still busy with the last question. */
  async #askPart(session: Session, part: Part, left: number): Promise<Answer | 'busy'> {
    if (part.isAsked) return 'busy';
    part.isAsked = true;
    const answer = this.#answerOf(session, part, left)
      // It navigates, or has gone.
      .catch(() => (session.isEnded ? NOTHING : 'busy'))
      .finally(() => {
        part.isAsked = false;
      });
    return Promise.race([answer, sleep(ANSWER, 'busy' as const, { ref: false })]);
  }

  async #answerOf(session: Session, part: Part, left: number): Promise<Answer> {
    const { result } = await session.send('Runtime.evaluate', { expression: this.#question(left) });
    const counts = countsIn(result.value);
    // Where no script runs, none waits either.
    const rests = counts?.[COUNTS - 1] ?? Infinity;
    // Another document counts from its own beginning.
    if (rests < part.rests) part.restsBefore = 0;
    part.rests = rests;
    if (!counts) return NOTHING;
    const inFrames = counts[FRAMES] === 0 ? [] : await this.#answersOfFrames(session, left);
    const known = inFrames.filter((one) => one !== undefined);
    return { counts: [counts, ...known], hidden: inFrames.length - known.length };
  }

  /** What the frames in the process of a page or frame answer; undefined for each that does not. */
  async #answersOfFrames(session: Session, left: number): Promise<Array<number[] | undefined>> {
    const { frameTree } = await session.send('Page.getFrameTree');
    const trees = [...(frameTree.childFrames ?? [])];
    for (const { childFrames = [] } of trees) trees.push(...childFrames);
    const answers = trees.map(async ({ frame }, index) => {
      if (index >= MOST_FRAMES) return undefined;
      const world = await isolatedWorld(session, frame.id, WORLD);
      const asked = { key: this.#key, left: Math.round(left) };
      return countsIn(await callInWorld<string>(world, COUNT_IN_FRAME, asked));
    });
    return Promise.all(answers);
  }
}

function addCounts(waits: Waits, counts: readonly number[]): void {
  const { within, beyond } = waits;
  for (const [index, kind] of TIMED.entries()) {
    addPending(within, kind, counts[index * 2]);
    addPending(beyond, kind, counts[index * 2 + 1]);
  }
  addPending(beyond, 'socket', counts[FRAMES - 2]);
  addPending(beyond, 'event-source', counts[FRAMES - 1]);
  waits.called += counts[FRAMES + 1] ?? 0;
}

/** The counts in a text; undefined where it is none. */
function countsIn(text: unknown): number[] | undefined {
  return typeof text === 'string' && NUMBERS.test(text) ? text.split(',').map(Number) : undefined;
}
