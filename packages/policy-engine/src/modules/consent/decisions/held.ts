/** Decisions as they are held by an account or a browser, whether or not they still count. */
import type { Browser } from '../../browsers/index.ts';
import type { Situation } from '../../regimes/index.ts';
import type { AgesNow, MadeDecision } from '../ages/ages.ts';
import type { ConsentState, Decision, Rule } from '../../rules/index.ts';
import type { TermInForce } from '../../terms/index.ts';
import type { UserTerm } from '../../proof/index.ts';

/** A decision, and whether its text and its age let it count. */
export interface Held extends Pick<Situation, 'version' | 'age'> {
  readonly decision: Decision;
  /** What is known of it; null for one that was not recorded. */
  readonly made: MadeDecision | null;
}

/** The decision in a browser. */
export interface HeldInBrowser extends Held {
  /** The decisions on single vendors, see `kept-vendors.ts`; null for a decision about the purpose as a whole. */
  readonly kept: string | null;
  readonly isProved: boolean;
}

/** What a decision is about, and how long decisions count. */
export interface DecidedHere {
  readonly rule: Rule;
  readonly term: TermInForce | null;
  readonly ages: AgesNow;
}

/** Whether a decision counts: for the text in force, and for older texts unless a later one asks again, as long as the rule lets it. */
export function isValid({ version, age }: Pick<Held, 'version' | 'age'>): boolean {
  return version === 'current' && age === 'valid';
}

function heldOf(made: MadeDecision, version: number | null, { rule, term, ages }: DecidedHere): Held {
  const isOutdated = term === null || (version !== null && version < term.askedSince);
  const isTooOld = ages.isOver(rule, made);
  const { decision } = made;
  return { decision, made, version: isOutdated ? 'outdated' : 'current', age: isTooOld ? 'expired' : 'valid' };
}

/** The decision of an account; null for none. */
export function heldByAccount(userTerm: UserTerm | undefined, here: DecidedHere): Held | null {
  if (userTerm === undefined) return null;
  const { state, version, decidedAt, months } = userTerm;
  if (state !== 'accepted' && state !== 'rejected') return null;
  const made = { decision: state, decidedAt: decidedAt === null ? null : new Date(decidedAt), months } as const;
  return heldOf(made, version, here);
}

/** A refusal whose last day has passed. */
const LONG_AGO: HeldInBrowser = {
  decision: 'rejected',
  made: null,
  version: 'current',
  age: 'expired',
  kept: null,
  isProved: true,
};

/** The decision in a browser; null for none. */
export function heldByBrowser(browser: Browser, here: DecidedHere): HeldInBrowser | null {
  const { name, sessionless } = here.rule;
  if (!sessionless) return null;
  const found = browser.decisionOn(name);
  if (found !== null) return { ...heldOf(found, found.version, here), kept: found.vendors, isProved: found.isProved };
  return browser.lastAnswerOn(name) === 'rejected' ? LONG_AGO : null;
}

/** What an account has decided, as far as it counts. */
export function stateOf(userTerm: UserTerm, here: DecidedHere): ConsentState {
  const held = heldByAccount(userTerm, here);
  return held !== null && isValid(held) ? held.decision : 'passive';
}
