import { monotonic } from '../../kernel/clock.ts';
import { untilAborted } from '../job/abort.ts';
import { MEASURE_EXTENT, RETURN_PLACES, SCROLL_AWAY, SCROLL_THROUGH } from '../../page/index.ts';
import type { Extent, Scrolled } from '../../page/scroll/below.ts';
import type { Returned } from '../../page/scroll/positions.ts';
import type { Completion, CompletionDetector } from './detector.ts';
import { unlessOurs } from '../../devtools/errors.ts';
import { hearsWindow, SCROLLED } from './scroll-listeners.ts';
import { HiddenParts } from './hidden-parts.ts';
import { callInWorld, isolatedWorld } from '../../devtools/isolated-world.ts';
import type { PageJob } from '../job/job.ts';
import type { Pending } from '../pending/pending.ts';
import { isNothing } from '../pending/pending.ts';
import { showWindow, viewportOf } from '../job/view.ts';

/** How often the viewport is made higher while the page grows. */
const PASSES = 3;
/** Number of windows scrolled in each pass, if the page is longer than the viewport may be, or its parts grow. */
const PLACES = 10;
/**
 * How long the page is waited for in all passes together, in milliseconds. The time in which it is drawn and scrolled does not count,
 * because it depends on the machine; it is bounded by a part of the time that the render has left.
 */
const TIME = 5_000;
const DRAWING = 0.5;
/** How many times as long as to measure the page it may take to read it, which has to be possible afterwards. */
const READING = 8;
/**
 * How often the parts of the page are put back where they were before it was scrolled, and time limit in milliseconds; the least if
 * there is no more time.
 */
const RETURNS = { most: 4, time: 5_000, least: 250 };
/** Elements that a page may show only while it is scrolled down, such as a button that leads to its beginning. */
const FEW = 3;
/** Tolerance for rounded heights, in CSS pixels. */
const ROUNDING = 2;

/**
 * Shows a page in a viewport that is as high as the page, scrolls through it, and waits until everything that this loads is
 * present: images, lists and parts of the page that load when they are visible (spec: R-complete). An endless
 * page is scrolled up to the limit; then `below-fold` is pending.
 *
 * @param completion how the previous wait for the page ended
 * @param limit CSS pixels
 */
export async function lookBelow(
  job: PageJob,
  detector: CompletionDetector,
  completion: Completion,
  limit: number,
): Promise<Completion> {
  const { verdict } = completion;
  if (verdict === 'budget' || limit <= 0) return completion;
  const { received, budget } = job.deadline;
  const began = monotonic();
  const extent = await untilAborted(inPage<Extent>(job, MEASURE_EXTENT, true), job.signal);
  if (extent !== 'aborted' && (await isSeenWhole(job, completion, extent))) return completion;
  const now = monotonic();
  const end = received + budget - READING * (now - began);
  const left = received + budget - now;
  const time = Math.min(TIME + Math.max(0, (left - TIME) * DRAWING), end - now);
  const until = AbortSignal.any([job.signal, AbortSignal.timeout(Math.max(0, Math.ceil(time)))]);
  const others = new HiddenParts(job);
  const isLate = extent === 'aborted' || time <= 0;
  const looked = isLate
    ? 'aborted'
    : await untilAborted(passes(job, others, detector, { extent, completion, limit, until }), until);
  if (job.budgets.exceeded !== undefined) return completion;
  const {
    pending: after,
    isWhole,
    height,
  }: Looked = looked === 'aborted'
    ? { pending: completion.pending, isWhole: false, height: isLate ? undefined : limit }
    : looked;
  const pending = {
    ...(height === undefined ? after : await returned(job, others, detector, { pending: after, height, end })),
  };
  if (!isWhole) pending['below-fold'] = 1;
  // The machine, or what the page computes when it is scrolled, is too slow.
  if (looked === 'aborted') pending.busy ??= 1;
  if (verdict === 'ready-signal') return { ...completion, pending };
  return { ...completion, verdict: isNothing(pending) ? 'complete' : 'settled', pending };
}

/**
 * Waits until every part of the page is where it was before it was scrolled, and stays there: a page may move its parts later, in
 * response to that. One that does not return is pending.
 *
 * @param before what was pending; the height of the viewport in which it was scrolled, in CSS pixels; and when it has to be read, on the
 * clock of {@link monotonic}
 */
async function returned(
  job: PageJob,
  others: HiddenParts,
  detector: CompletionDetector,
  { pending: before, height, end }: { pending: Pending; height: number; end: number },
): Promise<Pending> {
  const time = Math.max(RETURNS.least, Math.min(RETURNS.time, Math.ceil(end - monotonic())));
  const until = AbortSignal.any([job.signal, AbortSignal.timeout(time)]);
  const complete = async (pending: Pending) => {
    const completion = await detector.complete(until);
    return completion.verdict === 'budget' ? pending : completion.pending;
  };
  // A page that computes without a pause does not answer.
  const heard = await untilAborted(hearsWindow(job.isolated.session).catch(unlessOurs), until);
  const isHeard = heard !== false;
  let pending = before;
  let isAbove = false;
  let elements = 0;
  for (let tries = 0; tries < RETURNS.most && !until.aborted; tries += 1) {
    const answers = await untilAborted(
      Promise.all([inPage<Returned>(job, RETURN_PLACES, isHeard), others.putBack()]),
      until,
    );
    if (answers === 'aborted') break;
    const [now, elsewhere] = answers;
    if (now === undefined) return pending;
    if (now.count + elsewhere === 0) {
      if (isAbove && now.elements < elements - FEW) {
        // What is shown only while it is seen counts more.
        await showWindow(job, height);
        return { ...(await complete(pending)), scrolled: 1 };
      }
      if (isAbove || !now.isMarked) return pending;
      // In a viewport that shows all parts, it is not the first one that is read.
      [isAbove, tries, elements] = [true, 0, now.elements];
      await lookAbove(job);
      await untilAborted(inPage(job, SCROLL_AWAY), until);
    }
    pending = await complete(pending);
  }
  return until.aborted ? { busy: 1, ...pending, scrolled: 1 } : { ...pending, scrolled: 1 };
}

/**
 * Whether nothing on the page can notice that more of it is seen: its rest was proved, so that nothing asks for positions later, and it
 * has no observers, no element that loads lazily, no part with a scroll bar of its own, and no listener for scrolling or another size.
 */
async function isSeenWhole(job: PageJob, { verdict, seesNothing }: Completion, extent?: Extent): Promise<boolean> {
  if (verdict !== 'complete' || !seesNothing || extent?.lazy !== 0) return false;
  if (extent.height <= extent.window) return true;
  // It may grow with its window.
  const heard = hearsWindow(job.isolated.session, [...SCROLLED, 'resize']).catch(unlessOurs);
  return (await untilAborted(heard, job.signal)) === false;
}

interface Looked {
  pending: Pending;
  /** Whether the whole page was scrolled. */
  isWhole: boolean;
  /** CSS pixels of the viewport in which it was scrolled; undefined if all of its parts are where they were. */
  height: number | undefined;
}

async function passes(
  job: PageJob,
  others: HiddenParts,
  detector: CompletionDetector,
  {
    extent: measured,
    completion: { pending: before, changes: changesBefore },
    limit,
    until,
  }: { extent: Extent | undefined; completion: Completion; limit: number; until: AbortSignal },
): Promise<Looked> {
  let extent = measured;
  if (!extent) return { pending: before, isWhole: true, height: undefined };
  const scale = viewportOf(job.options).height / extent.window;
  let [seen, pending] = [extent.window, before];
  let height: number | undefined;
  let time = TIME;
  let changes = changesBefore;
  let [isAllSeen, recycles] = [false, false];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const hasParts = pass === 0 && extent.parts > 0;
    // It is read from now on.
    if (until.aborted) break;
    if ((extent.height <= seen + ROUNDING || isAllSeen) && !hasParts) break;
    // Where there is nothing to scroll, nothing moves.
    if (height === undefined) await others.note().catch(unlessOurs);
    height = Math.ceil(Math.min(extent.height * scale, limit));
    await showWindow(job, height);
    const scrolled = await inPage<Scrolled>(job, SCROLL_THROUGH, PLACES);
    seen = scrolled?.seen ?? 0;
    recycles ||= (scrolled?.recycling ?? 0) > 0;
    const began = monotonic();
    const completion = await detector.complete(AbortSignal.any([until, AbortSignal.timeout(Math.ceil(time))]));
    time = Math.max(0, time - (monotonic() - began));
    if (completion.verdict === 'budget') return { pending: completion.pending, isWhole: false, height };
    ({ pending } = completion);
    const next: Extent = (await inPage<Extent>(job, MEASURE_EXTENT, false)) ?? extent;
    // A page without scripts is not watched.
    const isUnchanged = completion.changes === changes;
    isAllSeen = isUnchanged && changes > 0 && growsWithWindow(extent, next);
    const isSame = isUnchanged && Math.abs(next.height - extent.height) <= ROUNDING;
    [extent, changes] = [next, completion.changes];
    // The next pass would show the same places of the same page.
    if (isSame) break;
  }
  const isBack = extent.isBack && (await others.areAsNoted());
  const isWhole = !recycles && (isAllSeen || extent.height <= seen + ROUNDING);
  return { pending, isWhole, height: isBack ? undefined : height };
}

/** Whether a page is higher than its window by as much as before: then it grows with the window, not with its content. */
function growsWithWindow(before: Extent, after: Extent): boolean {
  return Math.abs(after.height - after.window - (before.height - before.window)) <= ROUNDING;
}

/** Restores the requested viewport. @throws {DevToolsError} */
export async function lookAbove(job: PageJob): Promise<void> {
  await showWindow(job, viewportOf(job.options).height);
}

/** Calls a function in the page. @returns undefined if the page navigates to another address */
async function inPage<T>(
  { isolated: { session, id } }: PageJob,
  source: string,
  value?: unknown,
): Promise<T | undefined> {
  try {
    return await callInWorld<T>(await isolatedWorld(session, id), source, value);
  } catch (error) {
    return unlessOurs(error);
  }
}
