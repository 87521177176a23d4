/**
 * The pseudonym of a visitor without an account: a random id in a cookie that only the server reads. It comes with the first
 * decision and never before, since it serves to prove that decision (GDPR Art. 7(1)) and nothing else.
 */
import { randomUUID } from 'node:crypto';
import type { Cookies } from '../../platform/web/cookies.ts';

const NAME = 'policy_visitor';
const YEAR = 365 * 24 * 60 * 60;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The visitor's id; null for none, and for a value that was not given here. */
export function visitorIdOf(cookies: Cookies): string | null {
  const id = cookies.get(NAME);
  return id !== undefined && UUID.test(id) ? id : null;
}

/**
 * The visitor's id, a new one if need be, kept for another year.
 *
 * @param secure whether the visitor came over https
 * @param proposed a new id that the page made up: two requests at once that bring the same one come from one visitor
 */
export function keepVisitorId(cookies: Cookies, secure: boolean, proposed?: string): string {
  const id = visitorIdOf(cookies) ?? (proposed !== undefined && UUID.test(proposed) ? proposed : randomUUID());
  cookies.set(NAME, id, { maxAge: YEAR, httpOnly: true, secure, sameSite: 'Lax' });
  return id;
}

/** Forgets the visitor: on a shared computer the next one to decide is somebody else. */
export function forgetVisitorId(cookies: Cookies, secure: boolean): void {
  if (visitorIdOf(cookies) !== null) cookies.delete(NAME, { secure });
}
