import type { Rule } from '../rules/rules.ts';
import type { TermInForce } from '../terms/term.ts';
import type { Cookies } from '../../platform/web/cookies.ts';
import { refusals } from '../../refusals.ts';
import { readRuleCookies } from './rule-cookies.ts';
import type { UserTerm } from './store.ts';

/** What was decided. */
export type Decision = 'accepted' | 'rejected';

/** State of a subject towards a rule; `passive` is undecided on the text in force. */
export type ConsentState = Decision | 'passive';

/** What a visitor has decided on a rule, and on which text. */
export interface ConsentStatus {
  readonly rule: Rule;
  /** The text in force; null while there is none. */
  readonly term: TermInForce | null;
  readonly state: ConsentState;
  /** Whether it is rejected because the browser says so (Global Privacy Control), and not by a decision made here. */
  readonly byGpc: boolean;
  /** Whether the rule concerns the visitor at all (`if`). */
  readonly isAsked: boolean;
  /** Id of the subject's user term; null for an anonymous visitor and before the first decision. */
  readonly userTermId: string | null;
  readonly decidedAt: string | null;
}

/**
 * What a visitor still has to decide: what they never decided, what a new version asks again, and what they refused although
 * it blocks. Another refusal is a decision like any other, and asking about it again would wear people down (EDPB Guidelines
 * 03/2022 on deceptive design patterns, "continuous prompting").
 */
export function isPending({ rule, state, isAsked }: ConsentStatus): boolean {
  return isAsked && (state === 'passive' || (state === 'rejected' && rule.blocking));
}

/** What a visitor refused and may go on without: offered under their settings, never asked again by itself. */
export function isRefused({ rule, state, isAsked }: ConsentStatus): boolean {
  return isAsked && state === 'rejected' && !rule.blocking;
}

/** What keeps a visitor from going on. A blocking rule without a text does not: nobody could ever accept it. */
export function isObstructing(status: ConsentStatus): boolean {
  return status.rule.blocking && status.term !== null && isPending(status);
}

/** A decision counts for the text in force, and for older texts unless a later one asks again. */
export function stateOf(userTerm: UserTerm, term: TermInForce | null): ConsentState {
  if (userTerm.state !== 'accepted' && userTerm.state !== 'rejected') return 'passive';
  return isStillValid(userTerm.version, term) ? userTerm.state : 'passive';
}

function isStillValid(version: number, term: TermInForce | null): boolean {
  return term !== null && version >= term.askedSince;
}

/** What the cookies of a visitor say. */
export function cookieState(rule: Rule, cookies: Cookies, term: TermInForce | null): ConsentState {
  const found = rule.sessionless ? readRuleCookies(cookies, rule.name) : null;
  if (!found || term === null) return 'passive';
  return found.version === null || isStillValid(found.version, term) ? found.decision : 'passive';
}

/** @throws {PolicyEngineError} 404 `not_found` for a name that no rule has; its message, for the developer, says which there are */
export function statusOn(rule: string, all: readonly ConsentStatus[]): ConsentStatus {
  const found = all.find((status) => status.rule.name === rule);
  if (found !== undefined) return found;
  throw refusals.unknownRule(
    rule,
    all.map((status) => status.rule.name),
  );
}
