/** The decision table over all of its cells, against rules that are written apart from it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isMet, outcomeOf } from '../../dist/modules/regimes/outcome/outcome.js';
import { CIRCUMSTANCES, type Outcome, type Situation } from '../../dist/modules/regimes/outcome/situation.js';
import { TABLE } from '../../dist/modules/regimes/outcome/table.js';
import { allFacts } from './tables.ts';

/** Every cell: each combination of the values. */
function* allCells(members = Object.entries(CIRCUMSTANCES), cell: Record<string, string> = {}): Generator<Situation> {
  const [first, ...others] = members;
  if (first === undefined) return void (yield cell as unknown as Situation);
  const [member, values] = first;
  for (const value of values) yield* allCells(others, { ...cell, [member]: value });
}

const CELLS = [...allCells()];
const text = (cell: Situation) => JSON.stringify(cell);

test('every cell has exactly one row, and every row a cell', () => {
  assert.equal(CELLS.length, 3 * 2 * 3 * 2 * 2 * 2 * 3 * 2 * 2 * 2);
  const used = new Set<string>();
  for (const cell of CELLS) {
    const rows = TABLE.filter((row) => isMet(row, cell)).map(({ name }) => name);
    assert.equal(rows.length, 1, `${rows.join()} for ${text(cell)}`);
    for (const name of rows) used.add(name);
  }
  assert.deepEqual(
    TABLE.filter(({ name }) => !used.has(name)),
    [],
  );
  assert.equal(new Set(TABLE.map(({ name }) => name)).size, TABLE.length);
});

test('every fact that a row names is one of the facts', () => {
  for (const { name, facts } of TABLE) for (const id of facts) assert.ok(allFacts.has(id), `${id} of ${name}`);
});

const heeded = ({ signals, signal }: Situation) => signals === 'processed' && signal !== 'none';
const isSent = (cell: Situation) => heeded(cell) && cell.signal === 'now';
const counts = ({ version, age }: Situation) => version === 'current' && age === 'valid';
const isAccepted = (cell: Situation) => cell.decision === 'accepted' && counts(cell);

/** What must hold in every cell; undefined where a rule says nothing of it. */
const RULES: readonly {
  readonly says: string;
  readonly of: (cell: Situation, outcome: Outcome) => boolean | undefined;
}[] = [
  {
    says: 'a refusal never runs, however old, on whichever text, in whichever posture',
    of: ({ decision }, { runs }) => (decision === 'rejected' ? !runs : undefined),
  },
  {
    says: 'without a consent that counts, what needs one does not run',
    of: (cell, { runs }) => (cell.posture === 'opt-in' && !isAccepted(cell) ? !runs : undefined),
  },
  {
    says: 'a signal that is heeded stops all but an acceptance that came after it',
    of: (cell, { runs }) => (heeded(cell) && !(isAccepted(cell) && cell.order === 'signal-first') ? !runs : undefined),
  },
  {
    says: 'an acceptance that counts and that no signal contradicts runs',
    of: (cell, { runs }) => (isAccepted(cell) && (!heeded(cell) || cell.order === 'signal-first') ? runs : undefined),
  },
  {
    says: 'without consent needed and without any decision or signal there is a notice, which opt-out waits for and exempt does not',
    of: (cell, { runs, ask }) =>
      cell.posture !== 'opt-in' && cell.decision === 'none' && !heeded(cell)
        ? ask === 'notice' && runs === (cell.posture === 'exempt' || cell.notice === 'given')
        : undefined,
  },
  {
    says: 'a notice is shown exactly where something runs without a decision, or will after it',
    of: (cell, { runs, ask }) => {
      if (ask !== 'notice') return !runs || isAccepted(cell);
      return !isAccepted(cell) && (runs || (cell.posture === 'opt-out' && cell.notice === 'due'));
    },
  },
  {
    says: 'what runs until an opt-out never runs before the notice without an acceptance',
    of: (cell, { runs }) =>
      cell.posture === 'opt-out' && cell.notice === 'due' && !isAccepted(cell) ? !runs : undefined,
  },
  {
    says: 'a notice changes nothing where consent comes first, and where it runs at once',
    of: (cell, outcome) =>
      cell.posture !== 'opt-out' && cell.notice === 'due'
        ? JSON.stringify(outcome) === JSON.stringify(outcomeOf({ ...cell, notice: 'given' }))
        : undefined,
  },
  {
    says: 'what runs is not asked, and nobody who sends a signal is',
    of: (cell, { runs, ask }) => (runs || isSent(cell) ? ask !== 'ask' : undefined),
  },
  {
    says: 'who opted out is not asked again before the months have passed where coming back takes two steps',
    of: (cell, { ask }) =>
      cell.decision === 'rejected' && cell.age === 'valid' && cell.returning === 'two-steps'
        ? ask === 'silent'
        : undefined,
  },
  {
    says: 'a refusal that counts is not asked again',
    of: (cell, { ask }) => (cell.decision === 'rejected' && counts(cell) ? ask === 'silent' : undefined),
  },
  {
    says: 'a missing signal is no acceptance of a known account, and it is not asked',
    of: (cell, { runs, ask }) =>
      cell.holder === 'account' && cell.signal === 'earlier' && cell.decision === 'none' && heeded(cell)
        ? !runs && ask === 'silent'
        : undefined,
  },
  {
    says: 'a conflict is shown exactly where a signal ended an acceptance that counts',
    of: (cell, { conflict }) => conflict === (heeded(cell) && isAccepted(cell) && cell.order === 'decision-first'),
  },
  {
    says: 'it is shown that the signal was processed exactly where it is sent and stops something',
    of: (cell, { honoured, runs }) => honoured === (isSent(cell) && !runs),
  },
  {
    says: 'nothing is recorded by itself but what a signal refuses, and a refusal that counts is not recorded twice',
    of: (cell, { record }) => record === 'nothing' || (heeded(cell) && !(cell.decision === 'rejected' && counts(cell))),
  },
  {
    says: 'what a signal that is sent refuses is recorded, unless it is already',
    of: (cell, { runs, record }) =>
      isSent(cell) && !runs && !(cell.decision === 'rejected' && counts(cell)) ? record === 'refusal' : undefined,
  },
  {
    says: 'an acceptance despite the signal is recorded as such',
    of: (cell, { acceptance }) => (isSent(cell) ? acceptance === 'overridden' : undefined),
  },
  {
    says: 'without a signal that is heeded, an acceptance is one like any other',
    of: (cell, { acceptance }) => (heeded(cell) ? undefined : acceptance === 'plain'),
  },
  {
    says: 'two steps are asked for only where the place does, and there of everybody who opted out',
    of: (cell, { accepting, runs }) => {
      const isOut = cell.decision === 'rejected' || (isSent(cell) && !runs);
      if (cell.returning === 'one-step' || runs) return accepting === 'one-step';
      return isOut ? accepting === 'two-steps' : undefined;
    },
  },
  {
    says: 'a rule that ignores the signal has the outcome that it has without one',
    of: (cell, outcome) =>
      cell.signals === 'ignored'
        ? JSON.stringify(outcome) === JSON.stringify(outcomeOf({ ...cell, signals: 'processed', signal: 'none' }))
        : undefined,
  },
  {
    says: 'a looser posture stops nothing that a stricter one lets run',
    of: (cell, { runs }) =>
      cell.posture === 'opt-in' && runs ? outcomeOf({ ...cell, posture: 'exempt' }).runs : undefined,
  },
  {
    says: 'once the notice was shown, opt-out runs and stops as exempt does',
    of: (cell, outcome) =>
      cell.posture === 'opt-out' && cell.notice === 'given'
        ? JSON.stringify(outcome) === JSON.stringify(outcomeOf({ ...cell, posture: 'exempt' }))
        : undefined,
  },
];

describe('in every cell', () => {
  for (const { says, of } of RULES) {
    test(says, () => {
      let judged = 0;
      for (const cell of CELLS) {
        const found = of(cell, outcomeOf(cell));
        if (found === undefined) continue;
        judged++;
        assert.ok(found, `${text(cell)}: ${JSON.stringify(outcomeOf(cell))}`);
      }
      assert.ok(judged > 0, 'the rule says something of a cell');
    });
  }
});
