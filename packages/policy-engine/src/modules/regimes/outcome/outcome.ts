/** The rule of decision: applies the table. */
import type { Outcome, Situation } from './situation.ts';
import { type Condition, type Row, TABLE } from './table.ts';

/** Whether a situation is one of a row. */
export function isMet(row: Row, situation: Situation): boolean {
  return row.when.some((condition) => holds(condition, situation));
}

function holds(condition: Condition, situation: Situation): boolean {
  const members = Object.entries(condition) as [keyof Situation, readonly string[]][];
  return members.every(([member, values]) => values.includes(situation[member]));
}

/**
 * Whether something runs, who is asked, and what is recorded.
 *
 * @example
 * ```ts
 * const { runs, conflict } = outcomeOf({ ...situation, decision: 'accepted', signal: 'now', order: 'decision-first' });
 * ```
 */
export function outcomeOf(situation: Situation): Outcome {
  const row = TABLE.find((one) => isMet(one, situation));
  if (row === undefined) throw new TypeError(`the decision table has no row for ${JSON.stringify(situation)}`);
  const { accepting, ...outcome } = row.outcome;
  return { ...outcome, accepting: accepting === 'by-place' ? situation.returning : accepting };
}
