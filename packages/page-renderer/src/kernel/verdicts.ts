/** What a page may use only up to a limit; each has an option. */
export const LIMITS = ['bytes', 'requests', 'nodes', 'workers', 'popups', 'redirects', 'navigations'] as const;
/** One of {@link LIMITS}. */
export type Limit = (typeof LIMITS)[number];

/**
 * How a render ended; sent as `X-Render-Verdict`. The list is closed:
 *
 * - `complete`: the page had loaded, and nothing was pending
 * - `settled`: the same, except for what is due later than the renderer waits, or never ends: `X-Render-Pending` says what
 * - `ready-signal`: the page signalled that it was ready, or an element matched `waitForSelector`
 * - `client-redirect`: the page had navigated to another address by itself (a script, a refresh), which was rendered; what is still
 *   pending there is in `X-Render-Pending`
 * - `redirect`: the target redirects; nothing was rendered, and the redirect is passed on
 * - `passed-through`: the target's response is not a page, or is an AMP page; the client gets it unchanged
 * - `blank`: the page is complete or settled, but shows neither text nor images, or no element that matches `waitForSelector`
 * - `budget`: the time budget ended first; the result is what had been rendered
 * - `crashed`: the process of the page or the browser ended repeatedly; there is no result
 * - `over-bytes`, `over-requests`, `over-workers`, `over-popups`, `over-navigations`: the page exceeded this limit and was
 *   stopped; the result is what had been rendered
 * - `over-nodes`, `over-redirects`, `over-memory`, `over-size`: the same, but there is no result; `over-size` is about the
 *   size of the result
 * - `over-pixels`: the screenshot of the full page was cut off at the limit of pixels or at that of its format
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

/** Each {@link Verdict}, for reading stored or received values. */
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

/** Whether the page was stopped before it was complete, so that another attempt may show more. */
export function wasStopped(verdict: Verdict): boolean {
  return verdict === 'budget' || verdict === 'crashed' || (verdict.startsWith('over-') && verdict !== 'over-pixels');
}

/** Whether `X-Render-Pending` of a result has this kind. @param headers those of the result */
export function saysPending(headers: ReadonlyArray<readonly [name: string, value: string]>, kind: string): boolean {
  const said = headers.find(([name]) => name === 'X-Render-Pending')?.[1] ?? '';
  return said.split(', ').some((member) => member.startsWith(`${kind}=`));
}
