/**
 * Remembers in the browser that its person was shown what runs until they opt out, which does not run before that notice. It has no
 * identifier, only the version of the text of each rule: `policy_noticed=ads.3-statistics.1`.
 */
import type { CookieOptions, Cookies } from '../../../platform/web/request/cookies.ts';

const NAME = 'policy_noticed';
const YEAR = 365 * 24 * 60 * 60;
const ENTRY = /^(?<rule>\w+)\.(?<version>\d{1,9})$/;

/** Of which text of each rule the notice was shown, as the browser remembers it after this response. */
export function noticesGiven(cookies: Cookies): ReadonlyMap<string, number> {
  const entries = cookies.current(NAME)?.split('-') ?? [];
  return new Map(
    entries.flatMap((entry): [string, number][] => {
      const { rule, version } = ENTRY.exec(entry)?.groups ?? {};
      return rule === undefined ? [] : [[rule, Number(version)]];
    }),
  );
}

/** Adds notices with the response; those of other rules stay. @param attributes see `placed` */
export function keepNotices(
  cookies: Cookies,
  shown: ReadonlyMap<string, number>,
  { secure = false, sameSite = 'Lax', partitioned = false }: CookieOptions,
): void {
  if (shown.size === 0) return;
  const value = [...new Map([...noticesGiven(cookies), ...shown])].map(([rule, version]) => `${rule}.${version}`);
  cookies.set(NAME, value.join('-'), { secure, sameSite, partitioned, maxAge: YEAR, httpOnly: true });
}
