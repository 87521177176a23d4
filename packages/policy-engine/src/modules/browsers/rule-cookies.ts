/**
 * The decision of a browser as every script of a page can read it (spec: P-cookie): `policy_rule_<name>` with the value
 * `accepted` or `rejected`, and a second cookie with the version that was decided on, so that a new version asks again. A rejection
 * is remembered as long as a consent. If single vendors were chosen, a third cookie lists them, see `kept-vendors.ts`. Anybody can
 * write such a cookie, so it proves nothing: see `proof-cookie.ts`.
 */
import type { Cookies } from '../../platform/web/cookies.ts';
import { readKeptVendors } from './kept-vendors.ts';

/** Seconds that a decision and its proof are kept after the last decision. */
export const YEAR: number = 365 * 24 * 60 * 60;

/** What was decided. */
export type Decided = 'accepted' | 'rejected';

const cookieOf = (rule: string) => `policy_rule_${rule}`;
const versionCookieOf = (rule: string) => `policy_rule_${rule}_version`;
const vendorsCookieOf = (rule: string) => `policy_rule_${rule}_vendors`;

/** The names of the cookies of a rule. */
export const ruleCookieNames = (rule: string): readonly string[] => [
  cookieOf(rule),
  versionCookieOf(rule),
  vendorsCookieOf(rule),
];

/** The content of the plain cookies of a rule. */
export interface CookieDecision {
  readonly decision: Decided;
  /** Null if the page set the cookie itself, without a version. */
  readonly version: number | null;
  /** See `kept-vendors.ts`; null for a decision about the purpose as a whole. */
  readonly vendors: string | null;
}

/** Reads a decision; null for none and for a value that is neither. */
export function readRuleCookies(cookies: Cookies, rule: string): CookieDecision | null {
  const decision = cookies.get(cookieOf(rule));
  if (decision !== 'accepted' && decision !== 'rejected') return null;
  const version = cookies.get(versionCookieOf(rule)) ?? '';
  const vendors = decision === 'accepted' ? cookies.get(vendorsCookieOf(rule)) : undefined;
  return {
    decision,
    version: /^\d{1,9}$/.test(version) ? Number(version) : null,
    vendors: vendors === undefined ? null : readKeptVendors(vendors),
  };
}

/** Sets the decision's cookies with the response. @param secure whether the visitor came over https */
export function writeRuleCookies(
  cookies: Cookies,
  rule: string,
  { decision, version, vendors }: { decision: Decided; version: number; vendors: string | null },
  secure: boolean,
): void {
  const options = { maxAge: YEAR, secure, sameSite: 'Lax' } as const;
  cookies.set(cookieOf(rule), decision, options);
  cookies.set(versionCookieOf(rule), String(version), options);
  if (vendors !== null) cookies.set(vendorsCookieOf(rule), vendors, options);
  else deleteVendors(cookies, rule, secure);
}

/** Deletes the decision's cookies with the response. */
export function deleteRuleCookies(cookies: Cookies, rule: string, secure: boolean): void {
  cookies.delete(cookieOf(rule), { secure });
  cookies.delete(versionCookieOf(rule), { secure });
  deleteVendors(cookies, rule, secure);
}

/** Few browsers have it, and the space in responses is limited. */
function deleteVendors(cookies: Cookies, rule: string, secure: boolean): void {
  if (cookies.get(vendorsCookieOf(rule)) !== undefined) cookies.delete(vendorsCookieOf(rule), { secure });
}
