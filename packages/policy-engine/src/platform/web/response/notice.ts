/**
 * "Saved." after a redirect, without a session: a cookie with a lifetime of a minute that contains one word of a closed
 * list, and is deleted by the page that shows it. It can't be forged into any other text, so it needs no signature; a
 * query parameter would return with every reload and every shared link. It may name a subject, such as a rule: a page
 * that knows the name shows more, and ignores unknown names.
 */
import type { Cookies } from '../request/cookies.ts';
import { NOTICE_COOKIE } from '../../i18n/notice-cookie.ts';
import type { Language, TextKey } from '../../i18n/language.ts';

/** A text that may be shown after a redirect: every `notice.*` of the catalogue. */
export type NoticeKey = Extract<TextKey, `notice.${string}`>;

const SECONDS = 60;
/** Separates the word and its subject; neither contains it. */
const BETWEEN = ' ';

/** What just happened, for the next page. */
export interface LeftNotice {
  readonly key: NoticeKey;
  /** Its subject, such as the name of a rule; null if the word is sufficient. */
  readonly about: string | null;
}

/**
 * Leaves a notice for the page that a redirect leads to. A page of the host shows none: none is left for it, which would appear later
 * on another page.
 *
 * @param to where the redirect leads, relative to the request
 * @param request its URL, and the mount path of the engine
 */
export function leaveNotice(
  cookies: Cookies,
  { key, about }: LeftNotice,
  to: string,
  { url, mount }: { readonly url: URL; readonly mount: string },
): void {
  const { origin, pathname } = new URL(to, url);
  if (origin !== url.origin || (pathname !== mount && !pathname.startsWith(`${mount}/`))) return;
  const value = about === null ? key : `${key}${BETWEEN}${about}`;
  const secure = url.protocol === 'https:';
  cookies.set(NOTICE_COOKIE, value, { path: plain(pathname), maxAge: SECONDS, httpOnly: true, secure });
}

/** Takes the notice that was left for a page, if there is one. @param path of the page */
export function takeNotice(cookies: Cookies, path: string, { isText }: Pick<Language, 'isText'>): LeftNotice | null {
  const value = cookies.get(NOTICE_COOKIE);
  if (value === undefined) return null;
  cookies.delete(NOTICE_COOKIE, { path: plain(path) });
  const [key = '', about = null] = value.split(BETWEEN, 2);
  return key.startsWith('notice.') && isText(key) ? { key: key as NoticeKey, about } : null;
}

/** Without a slash at its end, so that it is the same cookie for both spellings of the mount path. */
function plain(path: string): string {
  return path.replace(/\/$/, '') || '/';
}
