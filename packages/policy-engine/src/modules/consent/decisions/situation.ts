/** The question to the decision table, from what is known of a visitor, and what its answer means for the status of a rule. */
import type { Outcome, Situation } from '../../regimes/index.ts';
import type { ConsentState } from '../../rules/index.ts';
import { type Held, isValid } from './held.ts';

/** Which decision applies here, and whose it is. */
export interface Applying {
  readonly held: Held | null;
  /** Whether it is the account's own. */
  readonly isOwn: boolean;
}

/**
 * An account's own decision takes precedence over that of its browser, which applies while the account has none that counts. One that
 * counts no more is better than none: a refusal never ends in running.
 *
 * @param isAccount false for a visitor, who has only the browser's
 */
export function applying(own: Held | null, inBrowser: Held | null, isAccount: boolean): Applying {
  if (!isAccount) return { held: inBrowser, isOwn: false };
  const isBrowsers = (own === null || !isValid(own)) && inBrowser !== null && isValid(inBrowser);
  return isBrowsers || own === null ? { held: inBrowser, isOwn: false } : { held: own, isOwn: true };
}

/** What is known of the signal. */
export interface KnownSignal {
  /** Whether the rule heeds it. */
  readonly isHeeded: boolean;
  readonly isSent: boolean;
  /** Whether it was recorded for this account or browser before the decision that applies. */
  readonly isKnown: boolean;
}

/** The place of a request, as far as the table asks. */
export type Place = Pick<Situation, 'posture' | 'notice' | 'returning'>;

/** See the head of the file. */
export function situationOf(
  { held, isOwn }: Applying,
  { isHeeded, isSent, isKnown }: KnownSignal,
  place: Place,
): Situation {
  return {
    ...place,
    decision: held?.decision ?? 'none',
    version: held?.version ?? 'current',
    age: held?.age ?? 'valid',
    holder: isOwn ? 'account' : 'browser',
    order: isKnown ? 'signal-first' : 'decision-first',
    signals: isHeeded ? 'processed' : 'ignored',
    signal: isSent ? 'now' : isKnown ? 'earlier' : 'none',
  };
}

/** What an outcome is as a decision: nothing as long as somebody is asked or told. */
export function stateFrom({ ask, runs }: Outcome): ConsentState {
  if (ask !== 'silent') return 'passive';
  return runs ? 'accepted' : 'rejected';
}
