import type { AppliedPosture, Outcome, Situation } from '../../regimes/index.ts';
import type { ConsentState, Decision, Rule } from '../../rules/index.ts';
import type { TermInForce } from '../../terms/index.ts';
import type { DecisionElsewhere } from '../tools/tools.ts';
import { refusals } from '../../../errors/refusals.ts';

/** A vendor, and the decision on it for one purpose; `passive` for a vendor that was not declared at the decision. */
export interface VendorState {
  readonly name: string;
  readonly state: ConsentState;
  /** Whether its scripts run here: it is accepted, or needs no consent first. */
  readonly runs: boolean;
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
  /** What accepting takes after an opt-out: two steps for a sale, and for what may be one where the place asks for it. */
  readonly returning: Situation['returning'];
  /** Whether the last answer on what takes two steps was an opt-out, by the person or by the signal: accepting it takes a second step (11 CCR § 7028(a)). */
  readonly isOptedOut: boolean;
  /** Whether it needs consent first here, and why. */
  readonly posture: AppliedPosture;
  /** Whether it, or one of its vendors, runs until the person opts out, and begins only when they have been told in this browser. */
  readonly awaitsNotice: boolean;
  /** What follows from all of it, by the decision table. */
  readonly outcome: Outcome;
  /** Whether the signal ended an acceptance, and the person has not decided since: the page says so, and offers to accept despite it. */
  readonly hasConflict: boolean;
  /** What a visitor decided with another consent tool, and is not recorded yet; null for nothing that counts. */
  readonly elsewhere: DecisionElsewhere | null;
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

/** Whether the rule can be asked: nothing was decided that counts, or the decision is not proved. Nobody decides on a notice. */
export function isOpen({ isAsked, rule, unproved, outcome }: ConsentStatus): boolean {
  return isAsked && !rule.notice && (unproved || outcome.ask !== 'silent');
}

/** Whether the rule, or one of its vendors, runs although nothing was decided, because it needs no consent first here. */
export function runsUndecided({
  state,
  outcome,
  vendors,
}: Pick<ConsentStatus, 'state' | 'outcome' | 'vendors'>): boolean {
  return state === 'passive' && (outcome.runs || vendors.some(({ runs }) => runs));
}

/** Whether it runs until the person opts out, or will when they have been told. */
export function isUntilOptOut(status: ConsentStatus): boolean {
  return status.awaitsNotice || (runsUndecided(status) && status.posture.posture === 'opt-out');
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
