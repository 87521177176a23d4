/**
 * The decision of a browser as every script of a page can read it (spec: P-cookie): `policy_rule_<name>` with the value
 * `accepted` or `rejected`, and a second cookie with the version that was decided on, so that a new version asks again. A rejection
 * is remembered as long as a consent. If single vendors were chosen, a third cookie lists them, see `kept-vendors.ts`. A fourth,
 * `policy_rule_<name>_until=2026-12-31`, may name the last day on which the decision counts. Anybody can write such a cookie, so it
 * proves nothing: see `proof-cookie.ts`.
 *
 * A browser may have two cookies of one name, of the host and of a parent domain. A rejection then wins, and of two versions or days
 * the one that asks again, or keeps the rejection.
 */
import type { Cookies } from '../../platform/web/request/cookies.ts';
import { NO_VENDOR, readKeptVendors } from './kept-vendors.ts';
import { type CookiePlace, placed, KEPT_SECONDS } from './place.ts';
import { deleteElsewhere } from './signed-cookie.ts';

/** What was decided. */
export type Decided = 'accepted' | 'rejected';

const PREFIX = 'policy_rule_';
const cookieOf = (rule: string) => `${PREFIX}${rule}`;
const versionCookieOf = (rule: string) => `${PREFIX}${rule}_version`;
const vendorsCookieOf = (rule: string) => `${PREFIX}${rule}_vendors`;
const untilCookieOf = (rule: string) => `${PREFIX}${rule}_until`;

/** The names of the cookies of a rule. */
export const ruleCookieNames = (rule: string): readonly string[] => [
  cookieOf(rule),
  versionCookieOf(rule),
  vendorsCookieOf(rule),
  untilCookieOf(rule),
];

/** The content of the plain cookies of a rule. */
export interface CookieDecision {
  readonly decision: Decided;
  /** Null if the page set the cookie itself, without a version. */
  readonly version: number | null;
  /** See `kept-vendors.ts`; null for a decision about the purpose as a whole. */
  readonly vendors: string | null;
  /** Whether the last day on which it counts has passed. */
  readonly isOver: boolean;
}

/**
 * Reads a decision; null for none, and for a value that is neither.
 *
 * @param today UTC, `2026-11-26`
 */
export function readRuleCookies(cookies: Cookies, rule: string, today: string): CookieDecision | null {
  const decision = decisionAmong(cookies.all(cookieOf(rule)));
  if (decision === null) return null;
  const isRejected = decision === 'rejected';
  const until = cookies
    .all(untilCookieOf(rule))
    .filter((day) => /^\d{4}-\d\d-\d\d$/.test(day))
    .toSorted();
  const last = isRejected ? until.at(-1) : until[0];
  const versions = cookies
    .all(versionCookieOf(rule))
    .filter((version) => /^\d{1,9}$/.test(version))
    .map(Number);
  return {
    decision,
    version: versions.length === 0 ? null : Math[isRejected ? 'max' : 'min'](...versions),
    vendors: isRejected ? null : vendorsAmong(cookies.all(vendorsCookieOf(rule))),
    isOver: last !== undefined && last < today,
  };
}

function decisionAmong(values: readonly string[]): Decided | null {
  if (values.includes('rejected')) return 'rejected';
  return values.includes('accepted') ? 'accepted' : null;
}

function vendorsAmong([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  return others.every((text) => text === first) ? readKeptVendors(first) : NO_VENDOR;
}

/**
 * The decisions in a browser as text, by which a page finds that a decision was made: `name=value` of each cookie of a rule, sorted,
 * separated by `;`. Of two cookies of one name, a rejection is named, else the first.
 */
export function decisionsText(values: Iterable<readonly [name: string, values: readonly string[]]>): string {
  return [...values]
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, [first, ...others]]) => `${name}=${others.includes('rejected') ? 'rejected' : first}`)
    .toSorted()
    .join(';');
}

/** What is written. */
interface CookiesToWrite {
  readonly decision: Decided;
  readonly version: number;
  readonly vendors: string | null;
  /** The last day on which it counts, UTC, `2026-11-26`; null: as long as the browser keeps it. */
  readonly until: string | null;
}

/** Sets the decision's cookies with the response. */
export function writeRuleCookies(
  cookies: Cookies,
  rule: string,
  { decision, version, vendors, until }: CookiesToWrite,
  place: CookiePlace,
): void {
  const write = (name: string, value: string) => {
    deleteElsewhere(cookies, name, place);
    cookies.set(name, value, { ...placed(place), maxAge: KEPT_SECONDS });
  };
  write(cookieOf(rule), decision);
  write(versionCookieOf(rule), String(version));
  if (vendors === null) deleteIfSent(cookies, vendorsCookieOf(rule), place);
  else write(vendorsCookieOf(rule), vendors);
  if (until === null) deleteIfSent(cookies, untilCookieOf(rule), place);
  else write(untilCookieOf(rule), until);
}

/** Deletes the decision's cookies with the response. */
export function deleteRuleCookies(cookies: Cookies, rule: string, place: CookiePlace): void {
  for (const name of [cookieOf(rule), versionCookieOf(rule)]) {
    deleteElsewhere(cookies, name, place);
    cookies.delete(name, placed(place));
  }
  deleteIfSent(cookies, vendorsCookieOf(rule), place);
  deleteIfSent(cookies, untilCookieOf(rule), place);
}

/** Few browsers have these, and the space in responses is limited. */
function deleteIfSent(cookies: Cookies, name: string, place: CookiePlace): void {
  if (cookies.get(name) === undefined) return;
  deleteElsewhere(cookies, name, place);
  cookies.delete(name, placed(place));
}
