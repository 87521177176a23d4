import type { Browser, BrowserDecision } from '../../browsers/index.ts';
import { isOver, monthsOf } from '../../regimes/index.ts';
import type { ConsentState, Decision, Rule } from '../../rules/index.ts';
import type { TermInForce } from '../../terms/index.ts';
import { refusals } from '../../../errors/refusals.ts';
import type { UserTerm } from '../../proof/index.ts';

/** A vendor, and the decision on it for one purpose; `passive` for a vendor that was not declared at the decision. */
export interface VendorState {
  readonly name: string;
  readonly state: ConsentState;
}

/** What a visitor has decided on a rule, and on which text. */
export interface ConsentStatus {
  readonly rule: Rule;
  /** The text in force; null while there is none. */
  readonly term: TermInForce | null;
  /** An account's own decision, or that of the browser for a visitor without one. */
  readonly state: ConsentState;
  /** The decision in the browser, which applies there if an account has decided nothing; null for none. */
  readonly browser: Decision | null;
  /** The status in this browser of the vendors that the purpose declares now. */
  readonly vendors: readonly VendorState[];
  /** Whether what counts here is a cookie that the engine did not record: it proves nothing, and the rule is asked again. */
  readonly unproved: boolean;
  /** Whether it is rejected by the browser's signal (Global Privacy Control), and not by a decision made here. */
  readonly byGpc: boolean;
  /** Whether the last answer on a sale was an opt-out, by the person or by the signal: accepting it takes a second step (11 CCR § 7028(a)). */
  readonly isOptedOut: boolean;
  /** Whether the rule concerns the visitor at all (`if`). */
  readonly isAsked: boolean;
  /** Id of the subject's user term; null for an anonymous visitor and before the first decision. */
  readonly userTermId: string | null;
  readonly decidedAt: string | null;
}

type Made = Pick<BrowserDecision, 'decision' | 'decidedAt'>;

/** What counts in this browser: the account's own decision, or the browser's if there is none. */
export function stateHere({ state, browser }: Pick<ConsentStatus, 'state' | 'browser'>): ConsentState {
  return state === 'passive' ? (browser ?? 'passive') : state;
}

/**
 * Whether whoever asks has decided: a decision in the browser of an account may be somebody else's, and a cookie that the engine did
 * not record is nobody's. Only an own decision may be preselected or kept (CJEU C-673/17, Planet49).
 */
export function isOwn({ state, unproved }: Pick<ConsentStatus, 'state' | 'unproved'>): boolean {
  return state !== 'passive' && !unproved;
}

/** Whether the rule can be asked: nothing was decided, or the decision is not proved. Nobody decides on a notice. */
export function isOpen(status: ConsentStatus): boolean {
  return status.isAsked && !status.rule.notice && (status.unproved || stateHere(status) === 'passive');
}

/**
 * What a visitor still has to decide: what they never decided, what a new version asks again, and blocking rules that they
 * rejected. Any other rejection is an ordinary decision; asking about it again would wear people down (EDPB Guidelines 03/2022
 * on deceptive design patterns, "continuous prompting").
 */
export function isPending(status: ConsentStatus): boolean {
  return isOpen(status) || (status.isAsked && stateHere(status) === 'rejected' && status.rule.blocking);
}

/**
 * Whether a rejection would withdraw a consent (GDPR Art. 7(3)): the person has accepted a rule that they need not accept.
 */
export function isConsentGiven(status: Pick<ConsentStatus, 'rule' | 'state' | 'browser' | 'unproved'>): boolean {
  return !status.rule.blocking && !status.unproved && stateHere(status) === 'accepted';
}

/** Rejected rules that are not blocking: offered in the settings, never asked again automatically. */
export function isRefused(status: ConsentStatus): boolean {
  return status.isAsked && !isPending(status) && stateHere(status) === 'rejected';
}

/**
 * The blocking rules that the visitor must accept. A blocking rule without a text is not among them: nobody could accept it.
 */
export function isObstructing(status: ConsentStatus): boolean {
  return status.rule.blocking && status.term !== null && isPending(status);
}

/**
 * A decision counts for the text in force, and for older texts unless a later one asks again, as long as the rule lets it.
 *
 * @param here.today UTC, `2026-11-28`
 */
export function stateOf(userTerm: UserTerm, { rule, term, today }: DecidedHere): ConsentState {
  const { state, version, decidedAt } = userTerm;
  if (state !== 'accepted' && state !== 'rejected') return 'passive';
  const made: Made = { decision: state, decidedAt: decidedAt === null ? null : new Date(decidedAt) };
  return isAbout(rule, { decision: state, version }, term) && !isTooOld(rule, made, today) ? state : 'passive';
}

/** What a decision is about, and the day. */
interface DecidedHere {
  readonly rule: Pick<Rule, 'lasts' | 'sells'>;
  readonly term: TermInForce | null;
  readonly today: string;
}

/** Whether a decision is about the text in force. An opt-out of a sale is about the sale, whatever a later text says. */
function isAbout(
  { sells }: Pick<Rule, 'sells'>,
  { decision, version }: { readonly decision: Decision; readonly version: number },
  term: TermInForce | null,
): boolean {
  return term !== null && (version >= term.askedSince || (sells && decision === 'rejected'));
}

/** The decision in a browser; one that is older than the rule lets it count is none. @param here.today UTC, `2026-11-28` */
export function browserState(
  rule: Rule,
  browser: Browser,
  { term, today }: { readonly term: TermInForce | null; readonly today: string },
): Pick<ConsentStatus, 'browser' | 'unproved'> & { readonly kept: string | null } {
  const found = rule.sessionless ? browser.decisionOn(rule.name) : null;
  const counts =
    found !== null &&
    term !== null &&
    (found.version === null || isAbout(rule, { ...found, version: found.version }, term)) &&
    !isTooOld(rule, found, today);
  if (!counts) return { browser: null, unproved: false, kept: null };
  return { browser: found.decision, unproved: !found.isProved, kept: found.vendors };
}

function isTooOld({ lasts }: Pick<Rule, 'lasts'>, { decision, decidedAt }: Made, today: string): boolean {
  return decidedAt !== null && isOver(decision, decidedAt, { months: monthsOf(lasts, decision), today });
}

/** @throws {PolicyEngineError} 404 `not_found` for a name that no rule has; its message, for the developer, lists the rules */
export function statusOn(rule: string, all: readonly ConsentStatus[]): ConsentStatus {
  const found = all.find((status) => status.rule.name === rule);
  if (found !== undefined) return found;
  throw refusals.unknownRule(
    rule,
    all.map((status) => status.rule.name),
  );
}
