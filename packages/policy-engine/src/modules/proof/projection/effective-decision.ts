/**
 * The current decisions of a subject according to the ledger: its events are applied in the order of their numbers.
 */
import type { TimeText } from '../../../platform/database/statements/times.ts';
import type { Doubt } from '../ledger/rows.ts';

/** The part of an event that determines its subject's current decision. */
export interface DecisionRecord {
  readonly id: string;
  readonly rule: string;
  readonly version: number | null;
  readonly decision: 'accepted' | 'rejected';
  readonly vendors: string | null;
  /** When it was made: of an adoption, that of the decision it takes over. */
  readonly at: TimeText;
  /** Calendar months that it counts; null if the event names none. */
  readonly months: number | null;
  readonly how: string;
  readonly number: number | null;
  readonly doubt: Doubt | null;
}

/** A subject's current decision on a rule, and its event. */
export type EffectiveDecision = Pick<
  DecisionRecord,
  'id' | 'rule' | 'version' | 'decision' | 'vendors' | 'at' | 'months'
>;

/** Whether an event counts: it is not flagged, or a judgement says that it counts. */
export function counts({ doubt }: Pick<DecisionRecord, 'doubt'>): boolean {
  return doubt === null || doubt === 'counts';
}

/** Whether an event came from an older system or another tool, with the time of that one. */
export function isImported({ how }: { readonly how: string }): boolean {
  return how === 'import' || how === 'import-undated' || how === 'import-cookie';
}

/** Whether earlier events do not matter after this one. */
export function isDecisive(record: DecisionRecord): boolean {
  return counts(record) && !isImported(record);
}

/**
 * The current decision of a subject on each rule.
 *
 * @param records in the order of their numbers
 */
export function effectiveDecisions(records: readonly DecisionRecord[]): Map<string, EffectiveDecision> {
  const effective = new Map<string, EffectiveDecision>();
  for (const record of records) {
    const { id, rule, version, decision, vendors, at, months } = record;
    const before = effective.get(rule);
    // They count only if nothing was decided since.
    const isOld = isImported(record) && before !== undefined && at <= before.at;
    if (counts(record) && !isOld) effective.set(rule, { id, rule, version, decision, vendors, at, months });
  }
  return effective;
}

/** The order of a subject's events; those of the previous format have no number, and come first. */
export function inOrder(records: readonly DecisionRecord[]): DecisionRecord[] {
  if (records.length < 2) return [...records];
  return records.toSorted(
    (one, other) => (one.number ?? 0) - (other.number ?? 0) || compare(one.at, other.at) || compare(one.id, other.id),
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
