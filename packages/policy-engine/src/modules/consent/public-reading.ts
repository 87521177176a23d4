/** What makes the page of a policy cacheable for those who are not signed in. */
import type { CurrentUser } from '../../platform/users/current-user.ts';
import type { Caching } from '../../platform/web/route.ts';

/**
 * A minute would be long for somebody who corrects a policy, and half of one takes nearly all requests off a page that is
 * linked everywhere. What the visitor decided is in their cookies, and what they refuse everywhere is in `Sec-GPC`, so those
 * choose the representation too.
 */
const PUBLIC: Caching = {
  control: 'public, max-age=30, must-revalidate',
  vary: ['Cookie', 'Authorization', 'Accept', 'Accept-Language', 'Sec-GPC'],
};

/** Says so to a cache that holds what others got, too. */
const OWN = { vary: 'Cookie, Authorization' };

/** How long a reading may be kept: what somebody who is signed in sees is their own and kept by nobody. */
export function readingCache(
  user: CurrentUser | null,
  headers: Readonly<Record<string, string>> = {},
): { readonly cache?: Caching; readonly headers: Readonly<Record<string, string>> } {
  return user === null ? { cache: PUBLIC, headers } : { headers: { ...headers, ...OWN } };
}
