/**
 * Remembers in the browser that Global Privacy Control was seen and recorded: for whoever has no account so that this happens once, and
 * for everybody so that a later acceptance is known as one despite the signal. It has no identifier, only the version of the text of each
 * rule, and whether the signal ended an acceptance that the person has not decided on since: `policy_gpc=ads.3-cookie.1c`.
 */
import type { CookieOptions, Cookies } from '../../../platform/web/request/cookies.ts';

const NAME = 'policy_gpc';
const YEAR = 365 * 24 * 60 * 60;
const ENTRY = /^(?<rule>\w+)\.(?<version>\d{1,9})(?<conflict>c?)$/;

/** What is remembered of a rule. */
export interface SignalNote {
  /** Of the text in force when the signal was recorded. */
  readonly version: number;
  /** Whether the signal ended an acceptance, and nothing was decided since. */
  readonly hasConflict: boolean;
}

/** What the browser remembers after this response, by rule. */
export function signalNotes(cookies: Cookies): ReadonlyMap<string, SignalNote> {
  const entries = cookies.current(NAME)?.split('-') ?? [];
  return new Map(
    entries.flatMap((entry): [string, SignalNote][] => {
      const { rule, version, conflict } = ENTRY.exec(entry)?.groups ?? {};
      return rule === undefined ? [] : [[rule, { version: Number(version), hasConflict: conflict === 'c' }]];
    }),
  );
}

/** Adds notes with the response; those of other rules stay. @param attributes see `placed` */
export function keepSignalNotes(
  cookies: Cookies,
  added: ReadonlyMap<string, SignalNote>,
  { secure = false, sameSite = 'Lax', partitioned = false }: CookieOptions,
): void {
  if (added.size === 0) return;
  const entries = [...signalNotes(cookies), ...added].map(([rule, { version, hasConflict }]): [string, string] => [
    rule,
    `${rule}.${version}${hasConflict ? 'c' : ''}`,
  ]);
  const value = [...new Map(entries).values()].join('-');
  cookies.set(NAME, value, { secure, sameSite, partitioned, maxAge: YEAR, httpOnly: true });
}
