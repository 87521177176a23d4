import type { Browser, BrowserDecision } from '../../browsers/index.ts';
import type { ConsentState, Decision, Rule } from '../../rules/index.ts';
import type { TermInForce } from '../../terms/index.ts';
import { refusals } from '../../../errors/refusals.ts';
import type { UserTerm } from '../../proof/index.ts';
import type { AgesNow, MadeDecision } from '../ages/ages.ts';

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
  /** Calendar months that the decision of the account names; null for none, and without an account. */
  readonly months: number | null;
  /**
   * UTC, `2026-11-28`: the day until which the acceptance in {@link stateHere} is valid, or before which nobody is asked again after a
   * rejection; null if there is none.
   */
  readonly limit: string | null;
  /**
   * Whether the last known decision, also one that counts no more, is a rejection: what would run without a decision must not, however
   * old the rejection is.
   */
  readonly wasRejected: boolean;
}

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

/** A decision counts for the text in force, and for older texts unless a later one asks again, as long as the rule lets it. */
export function stateOf(userTerm: UserTerm, { rule, term, ages }: DecidedHere): ConsentState {
  const made = madeIn(userTerm);
  if (made === null) return 'passive';
  const { decision } = made;
  const isCounting = isAbout(rule, { decision, version: userTerm.version }, term) && !ages.isOver(rule, made);
  return isCounting ? decision : 'passive';
}

/** The decision of an account; null for none. */
export function madeIn({ state, decidedAt, months }: UserTerm): MadeDecision | null {
  if (state !== 'accepted' && state !== 'rejected') return null;
  return { decision: state, decidedAt: decidedAt === null ? null : new Date(decidedAt), months };
}

/** What a decision is about, and how long decisions count. */
interface DecidedHere {
  readonly rule: Rule;
  readonly term: TermInForce | null;
  readonly ages: AgesNow;
}

/** Whether a decision is about the text in force. An opt-out of a sale is about the sale, whatever a later text says. */
function isAbout(
  { sells }: Pick<Rule, 'sells'>,
  { decision, version }: { readonly decision: Decision; readonly version: number },
  term: TermInForce | null,
): boolean {
  return term !== null && (version >= term.askedSince || (sells && decision === 'rejected'));
}

/** What a browser has decided. */
export interface BrowserState extends Pick<ConsentStatus, 'browser' | 'unproved'> {
  /** The decisions on single vendors, see `kept-vendors.ts`. */
  readonly kept: string | null;
  /** What is known of it, also if it counts no more; null for none. */
  readonly made: BrowserDecision | null;
}

/** The decision in a browser; one that is older than the rule lets it count is none. */
export function browserState(browser: Browser, { rule, term, ages }: DecidedHere): BrowserState {
  const found = rule.sessionless ? browser.decisionOn(rule.name) : null;
  const counts =
    found !== null &&
    term !== null &&
    (found.version === null || isAbout(rule, { ...found, version: found.version }, term)) &&
    !ages.isOver(rule, found);
  if (!counts) return { browser: null, unproved: false, kept: null, made: found };
  return { browser: found.decision, unproved: !found.isProved, kept: found.vendors, made: found };
}

/** The limit of a decision as JSON. */
export function limitsJson(status: Pick<ConsentStatus, 'state' | 'browser' | 'limit'>): {
  readonly valid_until: string | null;
  readonly not_asked_before: string | null;
} {
  const { limit } = status;
  const isAccepted = stateHere(status) === 'accepted';
  return { valid_until: isAccepted ? limit : null, not_asked_before: isAccepted ? null : limit };
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
