import type { Hop } from './job.ts';
import type { RenderSettings } from './options.ts';

/**
 * The status the result is answered with (spec: Errors 1 and the render endpoint): that of the target's first answer,
 * and where it is 200 or 304 the one in the page's `render:status_code` meta. A 304 counts as 200, because whoever
 * asked us sent the target no validator. Where the page itself goes on to an answer that is an error, it is that one's.
 *
 * @param statusMeta content of the meta; anything but a status from 200 to 599 is passed over
 * @param redirects with `final`, it is the status of the answer that the target's redirects lead to
 */
export function resultStatus(
  hops: readonly Hop[],
  statusMeta: string | null,
  redirects?: RenderSettings['redirects'],
): number {
  const counted = redirects === 'final' ? hops.find((hop) => !isRedirect(hop)) : hops[0];
  const last = hops.at(-1);
  const document = hops.findIndex((hop) => !isRedirect(hop));
  // A script or a meta of the page has led to an error page, which is what there is to see.
  if (document !== -1 && hops.length - 1 > document && last && last.status >= 400) return last.status;
  const first = (counted ?? hops[0])?.status ?? 200;
  if (first !== 200 && first !== 304) return first;
  const wanted = /^\s*([2-5]\d\d)\s*$/.exec(statusMeta ?? '')?.[1];
  return wanted === undefined ? 200 : Number(wanted);
}

/** A redirect that leads somewhere (RFC 9110 §15.4). */
export function isRedirect(hop: Hop): boolean {
  return [301, 302, 303, 307, 308].includes(hop.status) && hop.headers['location'] !== undefined;
}
