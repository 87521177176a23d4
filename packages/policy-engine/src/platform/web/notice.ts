/**
 * "Saved." after a redirect, without a session: a cookie that lives for a minute, holds one word of a closed list, and is
 * deleted by the page that shows it. It can't be forged into saying anything else, so it needs no signature; a query key
 * would come back with every reload and every shared link.
 */
import type { Cookies } from './cookies.ts';
import type { Language, TextKey } from './i18n.ts';

/** A text that may be shown after a redirect: every `notice.*` of the catalogue. */
export type NoticeKey = Extract<TextKey, `notice.${string}`>;

const COOKIE = 'policy_engine_notice';
const SECONDS = 60;

/** Leaves a notice for the next page. @param secure whether the person came over https */
export function leaveNotice(cookies: Cookies, mount: string, key: NoticeKey, secure: boolean): void {
  cookies.set(COOKIE, key, { path: mount || '/', maxAge: SECONDS, httpOnly: true, secure });
}

/** Takes the notice that was left, if it is one. */
export function takeNotice(cookies: Cookies, mount: string, { isText }: Pick<Language, 'isText'>): NoticeKey | null {
  const key = cookies.get(COOKIE);
  if (key === undefined) return null;
  cookies.delete(COOKIE, { path: mount || '/' });
  return key.startsWith('notice.') && isText(key) ? (key as NoticeKey) : null;
}
