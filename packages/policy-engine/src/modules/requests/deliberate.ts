/**
 * Whether a GET that changes something was meant (spec: `GET /portability_requests/{id}/confirm`). Nothing else in a
 * browser tells a click from a picture, a frame, a prefetch or a page of somebody else
 * (https://www.w3.org/TR/fetch-metadata/, https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header).
 */
import { httpErrors } from '../../platform/web/http-error.ts';
import type { AnyCall } from './routes/shared.ts';

function isAhead(headers: Headers): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ''),
  );
}

/**
 * Whether a request may act.
 *
 * @returns false where a person should be asked first
 * @throws {HttpError} 403 for a program's request from another site, or one that a picture or a frame made
 */
export function isDeliberate({ request, format, isForeign }: AnyCall): boolean {
  const { method, headers } = request;
  if (method === 'HEAD' || isAhead(headers)) return false;
  const site = headers.get('sec-fetch-site');
  const destination = headers.get('sec-fetch-dest');
  if (format === 'html') {
    return site === 'same-origin' && headers.get('sec-fetch-mode') === 'navigate' && destination === 'document';
  }
  // A picture in a policy's text may name any address of this site; old browsers tell by what they accept.
  const isEmbedded =
    destination === null
      ? /\bimage\//i.test(headers.get('accept') ?? '')
      : destination !== 'empty' && destination !== 'document';
  // Over plain http, and before 2023, only `Origin` and `Referer` tell the page of somebody else.
  if (isForeign() || isEmbedded) throw httpErrors.crossSite();
  return true;
}
