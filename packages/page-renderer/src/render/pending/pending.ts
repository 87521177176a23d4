import type { Verdict } from '../../kernel/verdicts.ts';

/**
 * What may be pending on a page when it is read; sent as `X-Render-Pending`. The list is closed:
 *
 * - `timer`, `interval`: it is set, and due later than the renderer waits, or only repeats without changing what is read
 * - `animation-frame`, `idle-callback`: a script requests it continuously
 * - `animation`: a CSS transition, or an animation that ends later than the renderer waits
 * - `work`: something that the browser stores, computes or decodes for the page for longer than the renderer waits, or only
 *   repeats
 * - `service-worker`: it is installed or activated for longer than the renderer waits, or its script has not arrived
 * - `socket`, `event-source`: it is open, so more may arrive
 * - `stream`: a body that has begun to arrive, and takes longer than the renderer waits
 * - `refresh`: the page navigates to another address later than the renderer waits, or reloads itself repeatedly
 * - `frame`: one of very many frames, which is not checked
 * - `below-fold`: the page is longer than the renderer scrolls, and may load more when it is scrolled; or a part of it holds only the
 *   rows in view
 * - `scrolled`: a part of the page did not return to where it was before the renderer scrolled it
 * - `blocked`: a resource whose type is in `blockResources`
 * - `load`: a frame that has been loading for longer than the renderer waits; a document that a script writes anew; with the
 *   verdict `budget`, any document
 * - `busy`: a part whose script runs without a pause, a task of the scheduler that has not run, or messages
 *   that only repeat
 * - `unanswered`: a request that had no response after 4 s, when nothing else was pending; another render may show more
 * - `request`: without a response, like one in an earlier render of the site; one that is only repeated; with the verdict `budget`, any request
 * - `selector`: no element matches `waitForSelector`
 * - `ready-signal`: only with the verdict `budget`: the page has not signalled that it is ready (`window.prerenderReady`)
 */
export const PENDING = [
  'timer',
  'interval',
  'animation-frame',
  'idle-callback',
  'animation',
  'work',
  'service-worker',
  'socket',
  'event-source',
  'stream',
  'refresh',
  'frame',
  'below-fold',
  'scrolled',
  'blocked',
  'unanswered',
  'request',
  'load',
  'busy',
  'selector',
  'ready-signal',
] as const;

/** One of {@link PENDING}. */
export type PendingKind = (typeof PENDING)[number];

/** What is pending on a page: the number of each kind, if there are any. */
export type Pending = Partial<Record<PendingKind, number>>;

/** Adds a number of a kind; nothing if the number is 0. */
export function addPending(to: Pending, kind: PendingKind, count: number | undefined): void {
  if (count) to[kind] = (to[kind] ?? 0) + count;
}

/** Whether nothing is pending. */
export function isNothing(pending: Pending): boolean {
  return Object.keys(pending).length === 0;
}

/** As a header (a dictionary of integers, RFC 9651 §3.2), such as `timer=2, socket=1`; undefined if nothing is pending. */
export function pendingHeader(pending: Pending): string | undefined {
  const members = PENDING.flatMap((kind) => (pending[kind] === undefined ? [] : [`${kind}=${pending[kind]}`]));
  return members.length > 0 ? members.join(', ') : undefined;
}

/**
 * A page that lacks what the configuration withholds from it is not complete: it may show something else instead.
 *
 * @param withheld number of resources
 */
export function lacking(
  withheld: number,
  verdict: Verdict,
  pending: Pending,
): { readonly verdict: Verdict; readonly pending: Pending } {
  addPending(pending, 'blocked', withheld);
  return { verdict: verdict === 'complete' && withheld > 0 ? 'settled' : verdict, pending };
}
