/**
 * Whether a GET that changes something was intended (spec: P-admin-confirm). Only these headers
 * distinguish a click from an image, a frame, a prefetch or a page of another site (https://www.w3.org/TR/fetch-metadata/,
 * https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header).
 */
import { httpErrors } from '../../../platform/web/response/http-error.ts';
import type { AnyCall } from './shared.ts';

function isAhead(headers: Headers): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ''),
  );
}

/**
 * Whether a request may act.
 *
 * @returns false if a person should be asked first
 * @throws {HttpError} 403 for a program's request from another site, or one that an image or a frame made
 */
export function isDeliberate({ request, format, isForeign }: AnyCall): boolean {
  const { method, headers } = request;
  if (method === 'HEAD' || isAhead(headers)) return false;
  const site = headers.get('sec-fetch-site');
  const destination = headers.get('sec-fetch-dest');
  if (format === 'html') {
    return site === 'same-origin' && headers.get('sec-fetch-mode') === 'navigate' && destination === 'document';
  }
  // An image in a policy's text may have any address of this site; old browsers reveal it by their `Accept` header.
  const isEmbedded =
    destination === null
      ? /\bimage\//i.test(headers.get('accept') ?? '')
      : destination !== 'empty' && destination !== 'document';
  // Over plain http, and before 2023, only `Origin` and `Referer` reveal a page of another site.
  if (isForeign() || isEmbedded) throw httpErrors.crossSite();
  return true;
}
