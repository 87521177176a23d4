/**
 * What a page may still wait for when it is read; sent as `X-Render-Pending`. The list is closed:
 *
 * - `timer`, `interval`: set, and due later than is waited for
 * - `animation-frame`, `idle-callback`: asked for again and again
 * - `animation`: a CSS transition, or an animation that ends later than is waited for
 * - `work`: something that the browser stores, computes or decodes for the page for longer than is waited for
 * - `socket`, `event-source`: open, so that more may come
 * - `stream`: a body that has begun to come, and goes on for longer than is waited for
 * - `refresh`: the page goes on to another address later than is waited for, or to the same one again and again
 * - `frame`: one of very many frames, which is not asked
 * - `below-fold`: the page is longer than is looked at, and may load more as it is scrolled
 * - `load`: a frame that has been loading for longer than is waited for; of a page whose time ended, a document
 * - `busy`: a part that computes without a pause
 * - `request`: without an answer, like one in an earlier render of the site; of a page whose time ended, any
 * - `selector`: no element matches that was to be waited for
 * - `ready-signal`: only of a page whose time ended: the page's own word (`window.prerenderReady`)
 */
export const PENDING = [
  'timer',
  'interval',
  'animation-frame',
  'idle-callback',
  'animation',
  'work',
  'socket',
  'event-source',
  'stream',
  'refresh',
  'frame',
  'below-fold',
  'request',
  'load',
  'busy',
  'selector',
  'ready-signal',
] as const;

/** One of {@link PENDING}. */
export type PendingKind = (typeof PENDING)[number];

/** What a page waits for: how many of each kind, where there are any. */
export type Pending = Partial<Record<PendingKind, number>>;

/** Adds some of a kind; none, where there are none. */
export function addPending(to: Pending, kind: PendingKind, count: number | undefined): void {
  if (count) to[kind] = (to[kind] ?? 0) + count;
}

/** Whether nothing is pending. */
export function isNothing(pending: Pending): boolean {
  return Object.keys(pending).length === 0;
}

/** As a header (a dictionary of integers, RFC 9651 §3.2), such as `timer=2, socket=1`; undefined where nothing is. */
export function pendingHeader(pending: Pending): string | undefined {
  const members = PENDING.flatMap((kind) => (pending[kind] === undefined ? [] : [`${kind}=${pending[kind]}`]));
  return members.length > 0 ? members.join(', ') : undefined;
}
