/** Makes the page of a policy cacheable for visitors who are not signed in. */
import type { CurrentUser } from '../../../platform/users/current-user.ts';
import type { Caching } from '../../../platform/web/routing/route.ts';

/**
 * A minute would be long for somebody who corrects a policy; half a minute already saves nearly all requests to a page that is
 * linked everywhere. The visitor's decisions are in their cookies, and a rejection by signal is in `Sec-GPC`, so both select the
 * representation.
 */
const PUBLIC: Caching = {
  control: 'public, max-age=30, must-revalidate',
  vary: ['Cookie', 'Authorization', 'Accept', 'Accept-Language', 'Sec-GPC'],
};

/** Tells caches that the response depends on these headers. */
const OWN = { vary: 'Cookie, Authorization' };

/** How long a response may be cached: what a signed-in person sees is their own and is not cached. */
export function readingCache(
  user: CurrentUser | null,
  headers: Readonly<Record<string, string>> = {},
): { readonly cache?: Caching; readonly headers: Readonly<Record<string, string>> } {
  return user === null ? { cache: PUBLIC, headers } : { headers: { ...headers, ...OWN } };
}
