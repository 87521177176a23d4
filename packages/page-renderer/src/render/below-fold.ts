import { untilAborted } from './abort.ts';
import { MEASURE_EXTENT, SCROLL_THROUGH } from '../page/index.ts';
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
  const { pending, isWhole } = looked === 'aborted' ? { pending: completion.pending, isWhole: false } : looked;
  const left = isWhole ? pending : { ...pending, 'below-fold': 1 };
  if (verdict === 'ready-signal') return { verdict, pending: left, open };
  return { verdict: isNothing(left) ? 'complete' : 'settled', pending: left, open };
}

interface Looked {
  pending: Pending;
  /** Whether the whole page was scrolled. */
  isWhole: boolean;
}

async function passes(
  job: PageJob,
  detector: CompletionDetector,
  { pending: before }: Completion,
  limit: number,
  until: AbortSignal,
): Promise<Looked> {
  let extent = await extentOf(job);
  if (!extent) return { pending: before, isWhole: true };
  const scale = viewportOf(job.options).height / extent.window;
  let [seen, pending] = [extent.window, before];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const hasParts = pass === 0 && extent.parts > 0;
    if (extent.height <= seen + ROUNDING && !hasParts) break;
    await showWindow(job, Math.ceil(Math.min(extent.height * scale, limit)));
    seen = await scroll(job);
    const completion = await detector.complete(until);
    if (completion.verdict === 'budget') return { pending: completion.pending, isWhole: false };
    ({ pending } = completion);
    extent = (await extentOf(job)) ?? extent;
  }
  return { pending, isWhole: extent.height <= seen + ROUNDING };
}

/** Restores the requested viewport. @throws {DevToolsError} */
export async function lookAbove(job: PageJob): Promise<void> {
  await showWindow(job, viewportOf(job.options).height);
}

/** Undefined if the page navigates to another address. */
async function extentOf({ isolated: { session, id } }: PageJob): Promise<Extent | undefined> {
  try {
    return await callInWorld<Extent>(await isolatedWorld(session, id), MEASURE_EXTENT, undefined);
  } catch {
    return undefined;
  }
}

/** @returns number of CSS pixels of the page that were scrolled; undefined if the page navigates to another address */
async function scroll({ isolated: { session, id } }: PageJob): Promise<number> {
  try {
    return await callInWorld<number>(await isolatedWorld(session, id), SCROLL_THROUGH, PLACES);
  } catch {
    return 0;
  }
}
