/** What a page may use only so much of; each has an option. */
export const LIMITS = ['bytes', 'requests', 'nodes', 'workers', 'popups', 'redirects', 'navigations'] as const;
/** One of {@link LIMITS}. */
export type Limit = (typeof LIMITS)[number];

/**
 * How a render ended; sent as `X-Render-Verdict`. The list is closed:
 *
 * - `complete`: the page had loaded, and nothing was pending
 * - `settled`: the same, but for what comes later than is waited for, or never ends: `X-Render-Pending` says what
 * - `ready-signal`: the page said itself that it was ready, or held what was to be waited for
 * - `client-redirect`: like `complete`, but a script or a meta refresh had led to another address, which was rendered
 * - `redirect`: the target redirects; nothing was rendered, the answer passes the redirect on
 * - `passed-through`: the target's answer is no page; it goes to the caller as it is
 * - `blank`: the page is complete or settled, and shows neither text nor pictures, or does not hold what was to be waited for
 * - `budget`: the time budget ended first; the result is what was there
 * - `crashed`: the page's process or the browser went away, again and again; there is no result
 * - `over-bytes`, `over-requests`, `over-workers`, `over-popups`, `over-navigations`: the page used more of it than a
 *   page may, and was stopped; the result is what was there
 * - `over-nodes`, `over-redirects`, `over-memory`, `over-size`: the same, and there is no result; `over-size` is that of
 *   the answer
 * - `over-pixels`: the picture of the whole page was cut off
 */
export type Verdict =
  | 'complete'
  | 'settled'
  | 'ready-signal'
  | 'client-redirect'
  | 'redirect'
  | 'passed-through'
  | 'blank'
  | 'budget'
  | 'crashed'
  | `over-${Limit}`
  | 'over-memory'
  | 'over-size'
  | 'over-pixels';

/** Each {@link Verdict}, for what is read from outside. */
export const VERDICTS: readonly [Verdict, ...Verdict[]] = [
  'complete',
  'settled',
  'ready-signal',
  'client-redirect',
  'redirect',
  'passed-through',
  'blank',
  'budget',
  'crashed',
  ...LIMITS.map((limit) => `over-${limit}` as const),
  'over-memory',
  'over-size',
  'over-pixels',
];

/** Whether the page was stopped before it was done, so that another try may show more. */
export function wasStopped(verdict: Verdict): boolean {
  return verdict === 'budget' || verdict === 'crashed' || (verdict.startsWith('over-') && verdict !== 'over-pixels');
}
