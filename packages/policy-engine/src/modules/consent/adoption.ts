/**
 * What somebody decided in this browser before they signed in becomes a decision of their account: theirs if the account
 * has none on the text, or only one on an earlier text. A decision on a text that is no longer in force, or on one that is
 * not named, stays with the browser: nobody could prove what was agreed to.
 */
import type { Rule } from '../rules/rules.ts';
import type { TermInForce } from '../terms/term.ts';
import type { Cookies } from '../../platform/web/cookies.ts';
import { readRuleCookies } from './rule-cookies.ts';
import type { Decision } from './consent-status.ts';
import type { UserTerm } from './store.ts';

/** A decision to be adopted. */
export interface Adoptable {
  readonly rule: Rule;
  readonly term: TermInForce;
  readonly decision: Decision;
}

/** The decisions of a browser that an account lacks. */
export function adoptable(
  rules: readonly Rule[],
  cookies: Cookies,
  current: ReadonlyMap<string, TermInForce>,
  decided: ReadonlyMap<string, UserTerm>,
): Adoptable[] {
  return rules.flatMap((rule) => {
    const found = rule.sessionless ? readRuleCookies(cookies, rule.name) : null;
    const term = current.get(rule.name);
    if (found === null || term === undefined || found.version !== term.version) return [];
    const known = decided.get(rule.name);
    return known !== undefined && known.version >= term.version ? [] : [{ rule, term, decision: found.decision }];
  });
}
