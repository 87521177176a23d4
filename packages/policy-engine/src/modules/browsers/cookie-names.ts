/** The names of the cookies in which a browser keeps decisions and their proofs. No script may declare them as its own. */
import { ruleCookieNames } from './rule-cookies.ts';
import { signedCookieNames } from './signed-cookie.ts';

/** The names of all cookies of the engine. @param rules names of the rules */
export function engineCookieNames(rules: readonly string[]): readonly string[] {
  return [...signedCookieNames, ...rules.flatMap(ruleCookieNames)];
}
