/**
 * The decision of someone who is not signed in, kept in their browser (spec: Cookie convention): `policy_rule_<name>` with
 * the value `accepted` or `rejected`, readable by the page's scripts, and beside it the version that was decided on, so
 * that a new version asks again. A refusal is remembered as long as a consent.
 */
import type { Cookies } from '../../platform/web/cookies.ts';
import type { Decision } from './consent-status.ts';

const YEAR = 365 * 24 * 60 * 60;

const cookieOf = (rule: string) => `policy_rule_${rule}`;
const versionCookieOf = (rule: string) => `policy_rule_${rule}_version`;

/** What a visitor's cookies say about a rule. */
export interface CookieDecision {
  readonly decision: Decision;
  /** Null where the page set the cookie by itself and named no version. */
  readonly version: number | null;
}

/** Reads a decision; null for none and for a value that is neither. */
export function readRuleCookies(cookies: Cookies, rule: string): CookieDecision | null {
  const decision = cookies.get(cookieOf(rule));
  if (decision !== 'accepted' && decision !== 'rejected') return null;
  const version = cookies.get(versionCookieOf(rule)) ?? '';
  return { decision, version: /^\d{1,9}$/.test(version) ? Number(version) : null };
}

/** Sets the decision's cookies with the answer. @param secure whether the visitor came over https */
export function writeRuleCookies(
  cookies: Cookies,
  rule: string,
  { decision, version }: { decision: Decision; version: number },
  secure: boolean,
): void {
  const options = { maxAge: YEAR, secure, sameSite: 'Lax' } as const;
  cookies.set(cookieOf(rule), decision, options);
  cookies.set(versionCookieOf(rule), String(version), options);
}
