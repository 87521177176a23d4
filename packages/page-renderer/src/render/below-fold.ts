import { untilAborted } from './abort.ts';
import { MEASURE_EXTENT, SCROLL_THROUGH } from '../page/index.ts';
import type { Extent } from '../page/below.ts';
import type { Completion, CompletionDetector } from './completion.ts';
import { callInWorld, isolatedWorld } from './isolated-world.ts';
import type { PageJob } from './job.ts';
import type { Pending } from './pending.ts';
import { isNothing } from './pending.ts';
import { showWindow, viewportOf } from './view.ts';

/** How often the window is made higher, as the page grows by it. */
const PASSES = 3;
/** How many windows are scrolled in each: where the page is longer than the window may be, or its parts grow with it. */
const PLACES = 10;
/** Milliseconds that all passes may take together. */
const TIME = 5_000;
/** CSS pixels by which heights may differ that are rounded. */
const ROUNDING = 2;

/**
 * Shows a page in a window that is as high as the page, scrolls through it, and waits until what that has loaded is there:
 * pictures, lists and parts of the page that wait to be seen (spec: "What the service does", 3). A page without an end is
 * left at the limit; then `below-fold` is pending.
 *
 * @param completion how the wait for the page ended before
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
  /** Whether all of the page was seen. */
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

/** Shows the page again as it was asked for. @throws {DevToolsError} */
export async function lookAbove(job: PageJob): Promise<void> {
  await showWindow(job, viewportOf(job.options).height);
}

/** Undefined of a page that goes on to another address. */
async function extentOf({ isolated: { session, id } }: PageJob): Promise<Extent | undefined> {
  try {
    return await callInWorld<Extent>(await isolatedWorld(session, id), MEASURE_EXTENT, undefined);
  } catch {
    return undefined;
  }
}

/** @returns CSS pixels of the page that were seen; none of a page that goes on to another address */
async function scroll({ isolated: { session, id } }: PageJob): Promise<number> {
  try {
    return await callInWorld<number>(await isolatedWorld(session, id), SCROLL_THROUGH, PLACES);
  } catch {
    return 0;
  }
}
