/**
 * Remembers that a visitor's Global Privacy Control was recorded, so that this happens once and not with each page. It contains the
 * versions of the texts and no identifier: it is the same for all visitors of a day.
 */
import type { ConsentStatus } from '../decisions/status.ts';
import type { CookieOptions, Cookies } from '../../../platform/web/request/cookies.ts';

const NAME = 'policy_gpc';
const YEAR = 365 * 24 * 60 * 60;

function valueOf(refused: readonly ConsentStatus[]): string {
  return refused.map(({ rule, term }) => `${rule.name}.${term?.version ?? 0}`).join('-');
}

/** Whether the rejection of these rules is recorded for this browser. */
export function isSignalNoted(cookies: Cookies, refused: readonly ConsentStatus[]): boolean {
  const noted = (cookies.get(NAME) ?? '').split('-');
  return refused.every((status) => noted.includes(valueOf([status])));
}

/** @param attributes see `placed` */
export function rememberSignal(
  cookies: Cookies,
  refused: readonly ConsentStatus[],
  { secure = false, sameSite = 'Lax', partitioned = false }: CookieOptions,
): void {
  cookies.set(NAME, valueOf(refused), { secure, sameSite, partitioned, maxAge: YEAR, httpOnly: true });
}
