import { untilAborted } from './abort.ts';
import { MEASURE_EXTENT, NOTE_PLACES, RETURN_PLACES, SCROLL_THROUGH } from '../page/index.ts';
import type { Extent } from '../page/below.ts';
import type { Completion, CompletionDetector } from './completion.ts';
import { callInWorld, isolatedWorld } from './isolated-world.ts';
import type { PageJob } from './job.ts';
import type { Pending } from './pending.ts';
import { isNothing } from './pending.ts';
import { showWindow, viewportOf } from './view.ts';

/** How often the viewport is made higher while the page grows. */
const PASSES = 3;
/** Number of windows scrolled in each pass, if the page is longer than the viewport may be, or its parts grow. */
const PLACES = 10;
/** Time limit of all passes together, in milliseconds. */
const TIME = 5_000;
/** How often the parts of the page are put back where they were before it was scrolled, and time limit in milliseconds. */
const RETURNS = { most: 4, time: 5_000 };
/** Tolerance for rounded heights, in CSS pixels. */
const ROUNDING = 2;

/**
 * Shows a page in a viewport that is as high as the page, scrolls through it, and waits until everything that this loads is
 * present: images, lists and parts of the page that load when they are visible (spec: "What the service does", 3). An endless
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
  const { verdict, open } = completion;
  if (verdict === 'budget' || limit <= 0) return completion;
  const until = AbortSignal.any([job.signal, AbortSignal.timeout(TIME)]);
  const looked = await untilAborted(passes(job, detector, completion, limit, until), until);
  if (job.budgets.exceeded !== undefined) return completion;
  const seen = looked === 'aborted' ? { pending: completion.pending, isWhole: false, isScrolled: true } : looked;
  const left = { ...(seen.isScrolled ? await returned(job, detector, seen.pending) : seen.pending) };
  if (!seen.isWhole) left['below-fold'] = 1;
  if (verdict === 'ready-signal') return { verdict, pending: left, open };
  return { verdict: isNothing(left) ? 'complete' : 'settled', pending: left, open };
}

/**
 * Waits until every part of the page is where it was before it was scrolled, and stays there: a page may move its parts later, in
 * response to that. One that does not return is pending.
 */
async function returned(job: PageJob, detector: CompletionDetector, before: Pending): Promise<Pending> {
  const until = AbortSignal.any([job.signal, AbortSignal.timeout(RETURNS.time)]);
  let pending = before;
  for (let tries = 0; tries < RETURNS.most && !until.aborted; tries += 1) {
    const moved = await untilAborted(inPage<number>(job, RETURN_PLACES), until);
    if (moved === 0 || moved === undefined) return pending;
    const completion = await detector.complete(until);
    if (completion.verdict !== 'budget') ({ pending } = completion);
  }
  return { ...pending, scrolled: 1 };
}

interface Looked {
  pending: Pending;
  /** Whether the whole page was scrolled. */
  isWhole: boolean;
  /** Whether it was scrolled at all, or shown in another window. */
  isScrolled: boolean;
}

async function passes(
  job: PageJob,
  detector: CompletionDetector,
  { pending: before }: Completion,
  limit: number,
  until: AbortSignal,
): Promise<Looked> {
  let extent = await inPage<Extent>(job, MEASURE_EXTENT);
  if (!extent) return { pending: before, isWhole: true, isScrolled: false };
  const scale = viewportOf(job.options).height / extent.window;
  let [seen, pending] = [extent.window, before];
  let isScrolled = false;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const hasParts = pass === 0 && extent.parts > 0;
    if (extent.height <= seen + ROUNDING && !hasParts) break;
    if (!isScrolled) await inPage(job, NOTE_PLACES);
    isScrolled = true;
    await showWindow(job, Math.ceil(Math.min(extent.height * scale, limit)));
    seen = (await inPage<number>(job, SCROLL_THROUGH, PLACES)) ?? 0;
    const completion = await detector.complete(until);
    if (completion.verdict === 'budget') return { pending: completion.pending, isWhole: false, isScrolled };
    ({ pending } = completion);
    extent = (await inPage<Extent>(job, MEASURE_EXTENT)) ?? extent;
  }
  return { pending, isWhole: extent.height <= seen + ROUNDING, isScrolled };
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
  } catch {
    return undefined;
  }
}
