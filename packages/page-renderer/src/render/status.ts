import type { Hop } from './job.ts';

/**
 * The status the result is answered with (spec: Errors 1 and the render endpoint): that of the target's first answer,
 * and where it is 200 or 304 the one in the page's `render:status_code` meta. A 304 counts as 200, because whoever
 * asked us sent the target no validator.
 *
 * @param statusMeta content of the meta; anything but a status from 200 to 599 is passed over
 */
export function resultStatus(hops: readonly Hop[], statusMeta: string | null): number {
  const first = hops[0]?.status ?? 200;
  if (first !== 200 && first !== 304) return first;
  const wanted = /^\s*([2-5]\d\d)\s*$/.exec(statusMeta ?? '')?.[1];
  return wanted === undefined ? 200 : Number(wanted);
}
