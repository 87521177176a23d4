/**
 * The decision table: whether something runs, who is asked, and what is recorded. It is the only source of these rules: the engine, its
 * pages and the guide read it. Every situation is that of exactly one row.
 *
 * A signal of the browser is processed before anything else, in every place: where no text says so, as a withdrawal. Only an acceptance
 * that came after the signal counts against it.
 */
import type { Outcome, Situation } from './situation.ts';

/** A condition: each member has one of the values; without a member, it has any. */
export type Condition = { readonly [Member in keyof Situation]?: ReadonlyArray<Situation[Member]> };

/** One row. */
export interface Row {
  /** Unique. */
  readonly name: string;
  /** The row holds if one of them does. */
  readonly when: readonly Condition[];
  /** `by-place`: as the place has it for whoever returns. */
  readonly outcome: Omit<Outcome, 'accepting'> & { readonly accepting: 'one-step' | 'by-place' };
  /** In a sentence. */
  readonly why: string;
  /** IDs of the facts that it rests on; none: a choice of ours. */
  readonly facts: readonly string[];
}

const IGNORED: Condition = { signals: ['ignored'] };
const QUIET: Condition = { signals: ['processed'], signal: ['none'] };
const SENT: Condition = { signals: ['processed'], signal: ['now'] };
const REMEMBERED: Condition = { signals: ['processed'], signal: ['earlier'] };

const COUNTS: Condition = { version: ['current'], age: ['valid'] };
const ACCEPTED: Condition = { decision: ['accepted'], ...COUNTS };

/** An acceptance that counts no more. */
const VOID: readonly Condition[] = [
  { decision: ['accepted'], version: ['outdated'] },
  { decision: ['accepted'], version: ['current'], age: ['expired'] },
];

const OPEN: readonly Condition[] = [{ decision: ['none'] }, ...VOID];

const each = (conditions: readonly Condition[], ...others: readonly Condition[]): readonly Condition[] =>
  others.flatMap((other) => conditions.map((one) => ({ ...one, ...other })));

const STOPPED = { runs: false, ask: 'silent', accepting: 'by-place', conflict: false, honoured: false } as const;
const HONOURED = { ...STOPPED, honoured: true, acceptance: 'overridden' } as const;
const RUNNING = { runs: true, accepting: 'one-step', conflict: false, honoured: false, record: 'nothing' } as const;

export const TABLE: readonly Row[] = [
  {
    name: 'undecided-opt-in',
    when: each(OPEN, { ...QUIET, posture: ['opt-in'] }, { ...IGNORED, posture: ['opt-in'] }),
    outcome: { ...STOPPED, ask: 'ask', accepting: 'one-step', record: 'nothing', acceptance: 'plain' },
    why: 'Nothing runs before an acceptance. One that is too old, or on an earlier text, counts no more.',
    facts: ['E1', 'D1', 'S2'],
  },
  {
    name: 'undecided-exempt',
    when: each(OPEN, { ...QUIET, posture: ['exempt'] }, { ...IGNORED, posture: ['exempt'] }),
    outcome: { ...RUNNING, ask: 'notice', acceptance: 'plain' },
    why: 'It runs at once. The page says so, with a free objection that stops it.',
    facts: ['U4', 'F6'],
  },
  {
    name: 'undecided-before-notice',
    when: each(
      OPEN,
      { ...QUIET, posture: ['opt-out'], notice: ['due'] },
      { ...IGNORED, posture: ['opt-out'], notice: ['due'] },
    ),
    outcome: { ...STOPPED, ask: 'notice', accepting: 'one-step', record: 'nothing', acceptance: 'plain' },
    why: 'People are told first, with a way to opt out: nothing runs before the notice was shown.',
    facts: ['C1', 'K6'],
  },
  {
    name: 'undecided-after-notice',
    when: each(
      OPEN,
      { ...QUIET, posture: ['opt-out'], notice: ['given'] },
      { ...IGNORED, posture: ['opt-out'], notice: ['given'] },
    ),
    outcome: { ...RUNNING, ask: 'notice', acceptance: 'plain' },
    why: 'It runs until the person opts out.',
    facts: ['C1', 'K6'],
  },
  {
    name: 'accepted',
    when: [
      { ...QUIET, ...ACCEPTED },
      { ...IGNORED, ...ACCEPTED },
    ],
    outcome: { ...RUNNING, ask: 'silent', acceptance: 'plain' },
    why: 'The acceptance counts.',
    facts: ['E3'],
  },
  {
    name: 'refused',
    when: each(
      [
        { decision: ['rejected'], ...COUNTS },
        {
          decision: ['rejected'],
          version: ['outdated'],
          age: ['valid'],
          posture: ['opt-in'],
          returning: ['two-steps'],
        },
        { decision: ['rejected'], version: ['outdated'], age: ['valid'], posture: ['opt-out', 'exempt'] },
      ],
      QUIET,
      REMEMBERED,
      IGNORED,
    ),
    outcome: { ...STOPPED, record: 'nothing', acceptance: 'plain' },
    why: 'A refusal counts in every posture, and nobody is asked again before its months have passed. A later text asks again only where nothing runs without consent, and not within the months of an opt-out.',
    facts: ['F2', 'I1', 'S2', 'K9', 'U8', 'C3'],
  },
  {
    name: 'refused-long-ago',
    when: each(
      [
        { decision: ['rejected'], age: ['expired'] },
        {
          decision: ['rejected'],
          version: ['outdated'],
          age: ['valid'],
          posture: ['opt-in'],
          returning: ['one-step'],
        },
      ],
      QUIET,
      REMEMBERED,
      IGNORED,
    ),
    outcome: { ...STOPPED, ask: 'ask', record: 'nothing', acceptance: 'plain' },
    why: 'People may be asked again. A refusal never ends in running, whatever the posture.',
    facts: ['F2', 'I1', 'K7', 'K9'],
  },
  {
    name: 'signal-undecided',
    when: each(OPEN, SENT),
    outcome: { ...HONOURED, record: 'refusal' },
    why: 'The signal refuses for whoever has not decided.',
    facts: ['K1', 'K5', 'CO', 'E7'],
  },
  {
    name: 'signal-after-acceptance',
    when: [{ ...SENT, ...ACCEPTED, order: ['decision-first'] }],
    outcome: { ...HONOURED, conflict: true, record: 'refusal' },
    why: 'The signal is processed first. The page tells of the conflict, and the person may accept despite it.',
    facts: ['K2', 'CT2', 'E4'],
  },
  {
    name: 'accepted-despite-signal',
    when: [{ ...SENT, ...ACCEPTED, order: ['signal-first'] }],
    outcome: { ...RUNNING, ask: 'silent', acceptance: 'overridden' },
    why: 'Whoever knew of the conflict and accepted is taken at their word.',
    facts: ['K2'],
  },
  {
    name: 'signal-and-refusal',
    when: [{ ...SENT, decision: ['rejected'], ...COUNTS }],
    outcome: { ...HONOURED, record: 'nothing' },
    why: 'The signal says what was decided.',
    facts: ['K1', 'K5'],
  },
  {
    name: 'signal-and-earlier-refusal',
    when: each(
      [
        { decision: ['rejected'], version: ['outdated'] },
        { decision: ['rejected'], version: ['current'], age: ['expired'] },
      ],
      SENT,
    ),
    outcome: { ...HONOURED, record: 'refusal' },
    why: 'The signal renews the refusal: nobody who sends it is asked.',
    facts: ['K1', 'K5'],
  },
  {
    name: 'signal-gone-account',
    when: [{ ...REMEMBERED, decision: ['none'], holder: ['account'] }],
    outcome: { ...STOPPED, record: 'nothing', acceptance: 'plain' },
    why: 'A missing signal is no acceptance of a person who is known.',
    facts: ['K4', 'CO2'],
  },
  {
    name: 'signal-gone-without-consent',
    when: each([{ decision: ['none'], holder: ['browser'] }, ...VOID], {
      ...REMEMBERED,
      posture: ['opt-out', 'exempt'],
    }),
    outcome: { ...STOPPED, record: 'nothing', acceptance: 'plain' },
    why: 'What ran until an objection does not begin again when the signal is no longer sent.',
    facts: ['K4', 'CO2'],
  },
  {
    name: 'signal-gone-opt-in',
    when: each([{ decision: ['none'], holder: ['browser'] }, ...VOID], { ...REMEMBERED, posture: ['opt-in'] }),
    outcome: { ...STOPPED, ask: 'ask', record: 'nothing', acceptance: 'plain' },
    why: 'Nothing runs. A browser that no longer sends the signal may be asked, and so may whoever had accepted despite it.',
    facts: [],
  },
  {
    name: 'signal-gone-after-acceptance',
    when: [{ ...REMEMBERED, ...ACCEPTED, order: ['decision-first'] }],
    outcome: { ...STOPPED, conflict: true, record: 'refusal', acceptance: 'overridden' },
    why: 'The signal ended the acceptance, and its absence does not bring it back.',
    facts: ['K4', 'CO2'],
  },
  {
    name: 'accepted-after-signal',
    when: [{ ...REMEMBERED, ...ACCEPTED, order: ['signal-first'] }],
    outcome: { ...RUNNING, ask: 'silent', acceptance: 'plain' },
    why: 'The acceptance came after the signal.',
    facts: ['K2'],
  },
];
