/**
 * How an administrator last filtered and sorted each list, so that a link back to it leads there: a cookie for the session of the browser,
 * set only by lists with a query. It is needed for what they requested, so it needs no consent (ePrivacy Directive Art. 5(3), second
 * sentence).
 */
import { LISTS_COOKIE } from '../../i18n/lists-cookie.ts';
import type { Cookies } from '../request/cookies.ts';

/** Lists that are kept, the latest ones. */
const MOST = 5;
/** Longer queries are not kept: browsers limit cookies to 4,096 bytes, and encode some characters threefold. */
const LONGEST = 250;

function keptIn(cookies: Cookies): [path: string, query: string][] {
  return [...new URLSearchParams(cookies.get(LISTS_COOKIE) ?? '')].slice(0, MOST);
}

/** What is known of the request that shows a list. */
export interface ListRequest {
  readonly cookies: Cookies;
  /** Mount path. */
  readonly mount: string;
  readonly secure: boolean;
}

/** Keeps how a list is shown. @param query without a question mark; empty for the list without a choice */
export function keepList({ cookies, mount, secure }: ListRequest, path: string, query: string): void {
  const before = keptIn(cookies);
  const known = before.find(([own]) => own === path)?.[1] ?? '';
  if (known === query || query.length > LONGEST) return;
  const others = before.filter(([own]) => own !== path);
  const kept = query === '' ? others : [[path, query] as [string, string], ...others].slice(0, MOST);
  const options = { path: mount || '/', httpOnly: true, secure };
  if (kept.length === 0) cookies.delete(LISTS_COOKIE, { path: options.path });
  else cookies.set(LISTS_COOKIE, new URLSearchParams(kept).toString(), options);
}

/** The path of a list as it was last shown. */
export function keptPath(cookies: Cookies, path: string): string {
  const query = keptIn(cookies).find(([own]) => own === path)?.[1] ?? '';
  // Parsed and written again: the cookie may hold anything.
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}
