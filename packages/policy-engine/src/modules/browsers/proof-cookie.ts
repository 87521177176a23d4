/**
 * The companion of the plain rule cookies: what the engine itself recorded in the ledger for this browser, signed. A
 * plain cookie that it does not confirm proves nothing.
 */
import type { CookieKey, OpenedCookie } from './keys.ts';
import type { Decided } from './rule-cookies.ts';

/**
 * Whose decision a rule cookie contains:
 * - `browser`: of the visitor without an account; it applies here to whoever is signed in, until it is withdrawn;
 * - `held`: of a visitor that an account has taken over; it ends with the session of the account;
 * - `account`: of the account; it never counts as a decision of the browser.
 */
export type DecidedBy = 'browser' | 'held' | 'account';

/** One decision that the engine recorded. */
export interface ProvedDecision {
  readonly decision: Decided;
  readonly version: number;
  /** `keptVendorsHash` of the vendors cookie; null for a decision about the purpose as a whole. */
  readonly vendors: string | null;
  readonly by: DecidedBy;
  /** Seconds since 1970. */
  readonly at: number;
  /** Calendar months that it counts, by the rule when it was made; null if it names none. */
  readonly months: number | null;
}

/** The content of the cookie. It is signed together with the visitor's ID, which is in the visitor cookie. */
export interface ProofCookie {
  /** Keyed hash of the account of `held` and `account`; null for none. */
  readonly account: string | null;
  readonly decisions: ReadonlyMap<string, ProvedDecision>;
}

const NONE = '-';
const DECISION = { a: 'accepted', r: 'rejected' } as const;
const BY = { b: 'browser', h: 'held', u: 'account' } as const;
const ENTRY =
  /^(?<rule>\w+)~(?<decision>[ar])(?<by>[bhu])(?<version>\d{1,9})~(?<at>[0-9a-z]{1,9})(?:-(?<months>\d{1,3}))?(?:~(?<vendors>[\w-]{11}))?$/;
/** Browsers limit name, value and attributes to 4096 bytes in total. */
const MOST_CHARACTERS = 3500;

/** Reads the cookie. */
export function readProof({ parts }: OpenedCookie): ProofCookie | null {
  const [account, entries] = parts;
  if (parts.length !== 2 || account === undefined || entries === undefined) return null;
  return {
    account: account === NONE ? null : account,
    decisions: new Map(entries.split('!').flatMap(entryOf)),
  };
}

function entryOf(text: string): [string, ProvedDecision][] {
  const found = ENTRY.exec(text)?.groups;
  if (found === undefined) return [];
  const { rule = '', decision, by, version, at = '', months, vendors = null } = found;
  const proved = {
    decision: DECISION[decision as keyof typeof DECISION],
    by: BY[by as keyof typeof BY],
    version: Number(version),
    vendors,
    at: Number.parseInt(at, 36),
    months: months === undefined ? null : Number(months),
  };
  return [[rule, proved]];
}

/**
 * The value of the cookie: key, account, decisions, signature. The oldest decisions are dropped if there is no space.
 *
 * @param visitorId of the visitor cookie, without which this one is invalid; null for none
 */
export function sealProof(key: CookieKey, { account, decisions }: ProofCookie, visitorId: string | null): string {
  const newestFirst = [...decisions].toSorted(([, one], [, other]) => other.at - one.at);
  let entries = '';
  for (const [rule, { decision, by, version, vendors, at, months }] of newestFirst) {
    const who = by === 'account' ? 'u' : by[0];
    const time = `${at.toString(36)}${months === null ? '' : `-${months}`}`;
    const said = `${rule}~${decision[0]}${who}${version}~${time}${vendors === null ? '' : `~${vendors}`}`;
    const entry = `${entries === '' ? '' : '!'}${said}`;
    if (entries.length + entry.length > MOST_CHARACTERS) break;
    entries += entry;
  }
  return key.seal('policy_proof', [account ?? NONE, entries], visitorId ?? '');
}
