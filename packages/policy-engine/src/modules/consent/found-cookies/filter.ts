/** Which of the cookies found are listed, and in which order. */
import type { FoundCookieJson } from './report.ts';

/** Orders of the list. `state`: first those that need attention. */
export const cookieOrders = ['state', 'name', '-name', 'requests', '-requests', 'last', '-last'] as const;

/** The requested filters. */
export interface CookieFilter {
  readonly state?: FoundCookieJson['state'] | '' | undefined;
  readonly q?: string | undefined;
}

/** The cookies that match. @param cookies in the order `state`, which stays unless another one is given */
export function matchingCookies(
  cookies: readonly FoundCookieJson[],
  { state, q = '' }: CookieFilter,
  { by, descending }: { readonly by: string; readonly descending: boolean } = { by: 'state', descending: false },
): readonly FoundCookieJson[] {
  const wanted = q.trim().toLowerCase();
  const found = cookies.filter(
    (cookie) => (!state || cookie.state === state) && cookie.name.toLowerCase().includes(wanted),
  );
  const value = { name: byName, requests: byRequests, last: byLast }[by as 'name' | 'requests' | 'last'];
  if (value === undefined) return found;
  const ascending = found.toSorted((one, other) => value(one, other) || byName(one, other));
  return descending ? ascending.toReversed() : ascending;
}

type Compare = (one: FoundCookieJson, other: FoundCookieJson) => number;
const textually = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
const byName: Compare = (one, other) => textually(one.name, other.name);
const byRequests: Compare = (one, other) => one.requests - other.requests;
const byLast: Compare = (one, other) => textually(one.last_day ?? '', other.last_day ?? '');
