/** What the rule of decision is asked about, and what it answers. */
import type { Posture } from '../fact.ts';

/** Every value of each member of a {@link Situation}. */
export const CIRCUMSTANCES = {
  decision: ['none', 'accepted', 'rejected'],
  order: ['decision-first', 'signal-first'],
  signal: ['none', 'now', 'earlier'],
  holder: ['account', 'browser'],
  version: ['current', 'outdated'],
  age: ['valid', 'expired'],
  posture: ['opt-in', 'opt-out', 'exempt'],
  notice: ['due', 'given'],
  signals: ['processed', 'ignored'],
  returning: ['one-step', 'two-steps'],
} as const;

type Values = typeof CIRCUMSTANCES;

/** Somebody, something that needs a decision, and a place. */
export interface Situation {
  /** The last decision of the account, or of the browser of a visitor; a signal that was recorded for an account is `rejected`. */
  readonly decision: Values['decision'][number];
  /** Which of the two came first. It matters only where there are both. */
  readonly order: Values['order'][number];
  /** Global Privacy Control: not known; sent by this request; or known of this account or browser, and not sent now. */
  readonly signal: Values['signal'][number];
  readonly holder: Values['holder'][number];
  /** `outdated`: a later text asks again. */
  readonly version: Values['version'][number];
  /** `expired`: the months of the decision have passed. */
  readonly age: Values['age'][number];
  readonly posture: Posture;
  /** Whether this browser has shown its person that it will run. It matters for `opt-out`, where the notice comes before. */
  readonly notice: Values['notice'][number];
  /** `ignored`: the rule has `gpc: false`. No place makes it so: even where an acceptance may outrank a signal (CO3), it is processed. */
  readonly signals: Values['signals'][number];
  /** `two-steps`: in this place whoever opted out and comes back confirms it (K7), and is not asked before the months of a refusal. */
  readonly returning: Values['returning'][number];
}

/** What follows from a {@link Situation}. */
export interface Outcome {
  /** Whether what needs the decision runs. */
  readonly runs: boolean;
  /**
   * `ask`: the banner asks whether to accept. `notice`: the banner says that it runs, or will, and that people can object. `silent`: nobody is
   * asked; whoever wants to can accept or reject in the settings, and by the notice of a conflict.
   */
  readonly ask: 'ask' | 'notice' | 'silent';
  /** What an acceptance takes here: `two-steps` is a request and a separate confirmation. */
  readonly accepting: Values['returning'][number];
  /** Whether the page says that the signal and an acceptance contradict each other, and offers to accept despite it. */
  readonly conflict: boolean;
  /** Whether the page says that the signal was processed. */
  readonly honoured: boolean;
  /** What is recorded without any doing of the person: nothing, or a refusal with `gpc: 'honoured'`. */
  readonly record: 'nothing' | 'refusal';
  /** What an acceptance made here is recorded with: `gpc: 'overridden'`, or nothing. */
  readonly acceptance: 'plain' | 'overridden';
}
