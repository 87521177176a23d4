/**
 * The pseudonym of a visitor without an account: a random ID in a signed cookie that only the server reads. It is set with the
 * first decision and never before, since its only purpose is to prove that decision (GDPR Art. 7(1)). The ID alone, as in receipts,
 * does not allow acting as the visitor.
 */
import type { CookieKey, OpenedCookie } from './keys.ts';

/** The content of the cookie. */
export interface VisitorCookie {
  readonly visitorId: string;
  /** Keyed hash of the account it was set under; null for none. */
  readonly account: string | null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NONE = '-';

/** Reads the cookie. */
export function readVisitor({ parts }: OpenedCookie): VisitorCookie | null {
  const [visitorId, account] = parts;
  if (parts.length !== 2 || visitorId === undefined || account === undefined || !UUID.test(visitorId)) return null;
  return { visitorId, account: account === NONE ? null : account };
}

/** The value of the cookie: key, visitor, account, signature. */
export function sealVisitor(key: CookieKey, { visitorId, account }: VisitorCookie): string {
  return key.seal('policy_visitor', [visitorId, account ?? NONE]);
}
