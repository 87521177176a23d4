import { setTimeout as sleep } from 'node:timers/promises';
import { monotonic } from '../../kernel/clock.ts';
import { untilAborted } from '../job/abort.ts';
import type { PageJob } from '../job/job.ts';
import { IdlePage } from './idle-page.ts';
import type { Completion, CompletionDetector } from './detector.ts';
import { RestProof } from './rest-proof.ts';
import type { HangingRequests } from '../pending/hanging.ts';
import type { OpenRequests, Outstanding } from '../pending/outstanding.ts';
import { HUNG, mayHang, outstandingRequests } from '../pending/outstanding.ts';
import type { Pending } from '../pending/pending.ts';
import { addPending, isNothing, PENDING } from '../pending/pending.ts';
import type { Waits, When } from '../pending/pending-work.ts';
import { prepareReading } from '../reading/reader.ts';
import type { PageRequest } from '../requests/requests.ts';
import type { Omitted } from '../pending/signals.ts';

/** Timers that are due within this number of milliseconds after the load event are waited for. */
export const TIMERS = 2_000;
/** The same after the end of a request, if that is later. */
export const TIMERS_AFTER_REQUEST = 500;
/**
 * How long nothing may have changed, in milliseconds: no request, no timer, no message. It is extended, up to a maximum, by the
 * time that the page took to become idle, because other work on the machine also slows down what cannot be checked.
 */
const STILL = { least: 50, most: 500, rests: 3 };
/**
 * How many times in a row a page with web workers must have been found idle, without a change in between: messages to a worker
 * whose script has not run yet are delivered afterwards, and nothing reports this.
 */
const LOOKS = 4;
/** How long the page may continue without becoming idle, after everything that is waited for. */
const RESTLESS = 2_000;
/** Milliseconds between two checks, at most. */
const PAUSE = 20;
/** Milliseconds after the load event before it is asked whether a page only repeats itself: most are complete before. */
const EARLY = 100;
/** Milliseconds without a response after which the page counts as busy. */
const BUSY = 250;
/** The same for a check that waits until the page is idle; then it is checked at once. */
const STARVED = 500;
/** How long the network may still be busy after the page has signalled that it is ready, in milliseconds. */
const READY_GRACE = 1_000;

/**
 * A page is complete when (spec: R-complete):
 *
 * - its load event has fired, and all its frames and web workers are running;
 * - none of their requests is outstanding. Chains of requests may have any length. Requests that hung in an earlier render, and
 *   bodies that never end, have bounds; bodies that no script reads are not waited for;
 * - timers that were due within two seconds of the load event, or half a second of the last request, have run,
 *   and so have animation frames and idle callbacks until then;
 * - sockets and event sources have received a first message, or a second and a half has passed since they were created or opened;
 * - then the page was drawn, its threads were idle, and nothing has changed for a moment. If it has used only what is tracked to its end,
 *   this is proved, because what is not pending cannot happen: it takes a second check by a task of the lowest priority, with nothing in between.
 *
 * What has run three times, for a second, without changing what is read of the page is reported, and not waited for; see
 * {@link IdlePage}.
 *
 * What is known to be due later makes it `settled` instead of `complete`. If a page sets `window.prerenderReady` to false,
 * the renderer waits until it sets it to true (Prerender's convention), or dispatches an event `render-complete`. With a
 * selector, a page is complete when an element matches, and not before, as long as anything is pending.
 *
 * @param hanging requests that hung in earlier renders; those that hang in this one are added
 * @param without signals that are ignored
 */
export function detectCompletion(
  job: PageJob,
  hanging: HangingRequests,
  without: ReadonlySet<Omitted> = new Set(),
): CompletionDetector {
  const hungBefore = hanging.for(job.url.origin);
  const requests = outstandingRequests(job.requests, hungBefore, without);
  const idle = new IdlePage(job.isolated.session);
  const course: Course = { loadedAt: undefined, hurried: 0, hurriedAt: -Infinity, idle, preparedAt: undefined };
  return {
    complete: async (until = job.signal) => {
      const wait = new Wait(job, requests, without, course);
      const completion = await wait.end(until);
      if (job.deadline.isOver) for (const request of wait.hanging) hungBefore.note(request);
      else for (const request of completion.open.unanswered) hungBefore.leave(request);
      return completion;
    },
    [Symbol.dispose]: () => requests[Symbol.dispose](),
  };
}

/** The state of a page over several waits. Times are those of {@link monotonic}. */
interface Course {
  /** When its load was noticed. */
  loadedAt: number | undefined;
  /** By how many milliseconds its clocks were advanced, and when this was last done. */
  hurried: number;
  hurriedAt: number;
  readonly idle: IdlePage;
  /** The load of the document for which reading is prepared. */
  preparedAt: number | undefined;
}

/** One wait for a page. Times are those of {@link monotonic}. */
class Wait {
  readonly #course: Course;
  readonly #job: PageJob;
  readonly #requests: Outstanding;
  readonly #without: ReadonlySet<Omitted>;
  readonly #begunAt = monotonic();
  readonly #hurriedBefore: number;
  /** Whether something was done to the page before. */
  readonly #isLater: boolean;
  #movedAt: number;
  /** Milliseconds until the next check. */
  #pause = PAUSE;
  /** How many times it has been found idle since then. */
  #looks = 0;
  #readySince: number | undefined;
  #last: Pending = {};
  #open: OpenRequests = { within: [], unanswered: [], hung: [], streams: [], repeated: [] };
  #idle: Pending = {};
  /** Whether it only repeated itself when it was last checked, and how often its sources had run. */
  #isIdle = false;
  #runs = 0;
  #hasRun = false;
  #changes = 0;
  /** Whether it did not become idle when it was last checked. */
  #isStarved = false;
  /** Since when only requests are pending, and the number of elements of the page since then. */
  #heldSince: number | undefined;
  #elements = 0;
  /** Number of running animations. */
  #animations = 0;
  readonly #proof = new RestProof();

  constructor(job: PageJob, requests: Outstanding, without: ReadonlySet<Omitted>, course: Course) {
    this.#job = job;
    this.#requests = requests;
    this.#without = without;
    this.#course = course;
    this.#hurriedBefore = course.hurried;
    // What was done to the page before this wait may have started something.
    this.#isLater = course.loadedAt !== undefined;
    this.#movedAt = this.#isLater ? this.#begunAt : -Infinity;
  }

  async end(until: AbortSignal): Promise<Completion> {
    while (!until.aborted) {
      const completion = await this.#look(until);
      if (completion) return completion;
      if (this.#readySince !== undefined && monotonic() - this.#readySince >= READY_GRACE) {
        return this.#ended('ready-signal', this.#last);
      }
      const pause = sleep(this.#pause, undefined, { signal: until }).catch(() => {});
      await Promise.race([pause, this.#requests.ended()]);
    }
    return this.#ended('budget', this.#last);
  }

  /** Requests that have been the only pending work for some time while the page did not change. */
  get hanging(): readonly PageRequest[] {
    const isHeld = this.#heldSince !== undefined && monotonic() - this.#heldSince >= HUNG;
    return isHeld ? this.#open.within.filter(mayHang) : [];
  }

  #ended(verdict: Completion['verdict'], pending: Pending): Completion {
    const { untracked, seesNothing } = this.#proof;
    const [open, idle, changes] = [this.#open, this.#idle, this.#changes];
    return { verdict, pending, open, idle, changes, untracked, seesNothing };
  }

  /** Until when timers are waited for. */
  get #bound(): number {
    const { loadedAt, hurried, hurriedAt } = this.#course;
    if (loadedAt === undefined) return Infinity;
    const requestAt = Math.max(this.#begunAt, this.#requests.changedAt);
    const hurriedSince = hurriedAt > requestAt ? hurried - this.#hurriedBefore : 0;
    return Math.max(loadedAt + TIMERS - hurried, requestAt + TIMERS_AFTER_REQUEST - hurriedSince);
  }

  /** Checks the page when it is idle; immediately if it does not become idle. Undefined as long as it is not complete. */
  async #look(until: AbortSignal): Promise<Completion | undefined> {
    const askedAt = monotonic();
    this.#pause = PAUSE;
    const restless = Math.max(this.#bound, this.#movedAt + RESTLESS) - askedAt;
    const wasStarved = this.#isStarved;
    const atRest = restless > 0 && !wasStarved && !this.#without.has('rest');
    const time = atRest ? Math.min(restless, STARVED) : Infinity;
    const when = !atRest ? 'at once' : this.#proof.hasBegun ? 'idle' : 'drawn';
    const waits = await this.#ask(Math.min(this.#bound - askedAt, TIMERS), when, time, until);
    const now = monotonic();
    this.#isStarved = atRest && waits === 'busy';
    if (waits === 'aborted') return undefined;
    if (waits === 'busy') {
      this.#last = { busy: 1 };
      this.#movedAt = Math.min(now, this.#bound);
      return undefined;
    }
    // The page itself has waited for its load event.
    if (atRest && !waits.isLoaded) this.#pause = 1;
    const isIdle = await this.#foldIdle(waits, now);
    const { within, beyond } = this.#note(waits, now);
    if (wasStarved && restless > 0 && !isIdle) {
      this.#last = { ...beyond, ...within, busy: 1 };
      this.#movedAt = Math.min(now, this.#bound);
      return undefined;
    }
    // If it only repeats itself, it need not become idle.
    this.#isStarved = wasStarved && isIdle;
    if (restless <= 0 && !beyond.busy) addPending(beyond, 'busy', 1);
    this.#last = { ...beyond, ...within };
    const { changedAt } = this.#requests;
    const quietSince = Math.max(changedAt, this.#job.targets.allRunSince ?? now);
    if (this.#readySince !== undefined) {
      const isQuiet = !within.load && !within.request && now - quietSince >= STILL.least;
      return isQuiet ? this.#ended('ready-signal', {}) : undefined;
    }
    const waitsForTimers = this.#waitsForTimers(waits, within, beyond);
    if (!isNothing(within) && !waitsForTimers) this.#movedAt = now;
    const still = Math.min(Math.max(STILL.least, STILL.rests * waits.rest), STILL.most);
    const movedAt = Math.max(quietSince, this.#movedAt);
    const drawnAt = when === 'drawn' ? now - waits.rest : undefined;
    this.#looks = movedAt < askedAt ? this.#looks + 1 : 0;
    this.#proof.note(waits, this.#reasons(isIdle));
    const isProcessed = now - this.#requests.unprocessedAt(this.#course.loadedAt) >= still;
    const isQuiet = atRest && isNothing(within) && isProcessed;
    const proof = isQuiet ? this.#proof.at(now, { movedAt, calledAt: this.#movedAt, drawnAt }) : this.#proof.fail();
    const isStill = now - movedAt >= still && this.#looks >= (waits.hasWorkers ? LOOKS : 1);
    if (proof === 'begun' || (proof === 'none' && !isStill)) {
      if (isNothing(within)) this.#prepareReading();
      // It may have been still for long enough before the next check would be due. Web workers get their time.
      if (!waits.hasWorkers) this.#pause = Math.min(this.#pause, Math.max(1, Math.ceil(movedAt + still - now)));
      // Each check waits for the page.
      if (isQuiet && this.#proof.untracked.length === 0) this.#pause = 0;
      return undefined;
    }
    if (waitsForTimers) return this.#hurry();
    // As long as something is pending, it may add an element that matches the selector.
    if (beyond.selector && Object.keys(beyond).length > 1) return undefined;
    if (isIdle && isNothing(beyond) && this.#hasRun) {
      // A source is between two runs.
      if (now <= this.#bound + RESTLESS) return undefined;
      addPending(beyond, 'busy', 1);
    }
    return this.#ended(isNothing(beyond) ? 'complete' : 'settled', beyond);
  }

  /** Why it has to be observed in any case: in a picture, all that is drawn counts; after something was done to it, what this starts. */
  #reasons(isIdle: boolean): string[] {
    return [
      ...(this.#job.look.isSeen ? ['picture'] : []),
      ...(this.#isLater ? ['scroll'] : []),
      ...(isIdle ? ['repetition'] : []),
      ...(this.#without.has('proof') ? ['proof'] : []),
    ];
  }

  /** Probably nothing is waited for any more: what the time is used for is not missing when the page is read. */
  #prepareReading(): void {
    const { loadedAt, preparedAt } = this.#course;
    if (preparedAt === loadedAt) return;
    this.#course.preparedAt = loadedAt;
    prepareReading(this.#job);
  }

  /**
   * Whether a page waits only for its timers, so that they may run early. Requests that this causes take real time on the
   * server: from then on, its timers also run at their real time.
   */
  #waitsForTimers({ isAlone }: Waits, within: Pending, beyond: Pending): boolean {
    const { hurried, hurriedAt } = this.#course;
    if (!this.#job.watch.work.earlyTimers || !isAlone || (hurried > 0 && this.#requests.changedAt > hurriedAt))
      return false;
    return (
      Object.keys(within).join() === 'timer' &&
      Object.keys(beyond).every((kind) => kind === 'selector' || TIMER_KINDS.has(kind))
    );
  }

  async #hurry(): Promise<undefined> {
    const by = await this.#job.watch.work.hurry(Math.floor(this.#bound - monotonic()));
    this.#movedAt = monotonic();
    if (by <= 0) return;
    this.#course.hurried += by;
    this.#course.hurriedAt = this.#movedAt;
  }

  /** @param time milliseconds after which it counts as busy */
  async #ask(left: number, when: When, time: number, until: AbortSignal): Promise<Waits | 'busy' | 'aborted'> {
    const isBusy = setTimeout(() => {
      this.#last = { busy: 1 };
    }, BUSY);
    const inTime = time < Infinity ? AbortSignal.any([until, AbortSignal.timeout(Math.ceil(time))]) : until;
    const patience = this.#course.loadedAt === undefined ? PAUSE : 0;
    const waits = await untilAborted(this.#job.watch.work.ask(left, when, this.#isLater, patience), inTime);
    clearTimeout(isBusy);
    if (waits !== 'aborted' || until.aborted) return waits;
    return 'busy';
  }

  #move(at: number, bound: number): void {
    if (at > this.#movedAt && at <= bound) this.#movedAt = at;
  }

  /**
   * Adds what only repeats to what is not waited for, if the page has not changed and computed nothing for a while; otherwise to what
   * is waited for. In a picture, styles are seen, too, so all that is due soon after the load event is waited for.
   */
  async #foldIdle(waits: Waits, now: number): Promise<boolean> {
    const { loadedAt, idle } = this.#course;
    const { look, targets } = this.#job;
    const requests = this.#requests;
    this.#changes = waits.changes;
    const isEarly = loadedAt === undefined || (now - loadedAt < EARLY && isNothing(waits.within));
    const isUnknown = isEarly || !waits.isLoaded || waits.changes === 0 || targets.allRunSince === undefined;
    // Chains of timers may request one part of the content after the other; intervals have no end.
    const isChain = waits.idleMoves > 0 || Object.keys(waits.idle).some((kind) => kind !== 'interval');
    const since = isUnknown ? undefined : await idle.since(now, waits, isChain ? requests.newAt : -Infinity);
    // The next answer may be the one with the content.
    const mayEnd = !(look.isSeen || requests.isPolling(now)) || (loadedAt !== undefined && now > loadedAt + TIMERS);
    requests.idleSince = mayEnd ? since : undefined;
    const isIdle = requests.idleSince !== undefined;
    if (!isIdle && waits.idleMoves > 0) waits.still = 0;
    // What was idle until now has not moved this.
    if (!isIdle && this.#isIdle) this.#movedAt = now;
    this.#isIdle = isIdle;
    this.#hasRun = waits.runs !== this.#runs;
    this.#runs = waits.runs;
    this.#idle = isIdle ? { ...waits.idle } : {};
    if (isIdle) addPending(this.#idle, 'busy', waits.idleMoves);
    for (const kind of PENDING) {
      addPending(isIdle ? waits.beyond : waits.within, kind, isIdle ? this.#idle[kind] : waits.idle[kind]);
    }
    return isIdle;
  }

  /** Evaluates a response of the page. @returns what is waited for, and what is not */
  #note(waits: Waits, now: number): Pick<Waits, 'within' | 'beyond'> {
    const without = this.#without;
    const { budgets, targets, watch } = this.#job;
    const requests = this.#requests;
    budgets.note('nodes', waits.elements);
    const isLoaded = waits.isLoaded || without.has('load');
    this.#course.loadedAt = isLoaded ? (this.#course.loadedAt ?? now) : undefined;
    // The clocks of a new document are correct.
    if (!isLoaded) this.#course.hurried = 0;
    const { selector } = watch.work;
    if (waits.ready === true || waits.isThere) this.#readySince ??= now;
    const bound = this.#bound;
    const { within, beyond } = without.has('timers') ? { within: {}, beyond: {} } : waits;
    if (without.has('work')) delete within.work;
    addPending(within, 'load', isLoaded ? 0 : 1);
    const open = requests.open(now, without.has('reads') ? 'nobody' : waits.reading);
    addPending(beyond, 'selector', selector === '' || waits.isThere ? 0 : 1);
    addPending(within, 'request', open.within.length);
    addPending(beyond, 'request', open.hung.length + open.repeated.length);
    addPending(this.#idle, 'request', open.repeated.length);
    addPending(beyond, 'load', waits.isWritten ? 1 : 0);
    addPending(within, 'busy', targets.allRunSince === undefined ? 1 : 0);
    // They may post others without end.
    addPending(now <= bound + RESTLESS ? within : beyond, 'busy', waits.tasks);
    addPending(within, 'ready-signal', waits.ready === false ? 1 : 0);
    const loading = without.has('load') ? NONE : watch.frames.count(now);
    addPending(within, 'load', loading.within);
    addPending(beyond, 'load', loading.beyond);
    const refresh = without.has('refreshes') ? NONE : watch.refreshes.count(now, bound);
    addPending(within, 'refresh', refresh.within);
    addPending(beyond, 'refresh', refresh.beyond);
    if (!without.has('streams')) addPending(beyond, 'stream', open.streams.length);
    this.#move(now - waits.uncalled, bound);
    // Work that the last timer has started may continue by messages, but not without end.
    this.#move(now - waits.still, bound + RESTLESS);
    // It has ended by its clock; what its end starts happens with the next drawn frame.
    const animations = (within.animation ?? 0) + (beyond.animation ?? 0);
    if (animations < this.#animations) this.#move(now, bound + RESTLESS);
    this.#animations = animations;
    if (waits.still < STILL.least && now - waits.still > bound + RESTLESS) addPending(beyond, 'busy', 1);
    if (!without.has('messages')) {
      addPending(within, 'socket', watch.messages.areDue(now, bound) ? 1 : 0);
      this.#move(watch.messages.lastAt, bound);
    }
    // Whatever else is pending may need the response.
    if (isNothing(within) && !beyond.selector) {
      addPending(beyond, 'unanswered', open.unanswered.length);
      this.#open = open;
    } else {
      addPending(within, 'request', open.unanswered.length);
      this.#open = { ...open, within: [...open.within, ...open.unanswered], unanswered: [] };
    }
    const isHeld = Object.keys(within).join() === 'request' && waits.elements === this.#elements;
    this.#elements = waits.elements;
    this.#heldSince = isHeld ? Math.max(this.#heldSince ?? now, requests.changedAt) : undefined;
    return { within, beyond };
  }
}

const TIMER_KINDS = new Set(['timer', 'interval']);
const NONE = { within: 0, beyond: 0 };
