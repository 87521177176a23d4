/**
 * What the ledger says of the current decisions of a subject: their events, one after the other in the order of
 * numbers.
 */
import type { TimeText } from '../../../platform/database/times.ts';
import type { Doubt } from '../rows.ts';

/** An event as far as it says where its subject stands. */
export interface DecisionRecord {
  readonly id: string;
  readonly rule: string;
  readonly version: number | null;
  readonly decision: 'accepted' | 'rejected';
  readonly vendors: string | null;
  readonly at: TimeText;
  readonly how: string;
  readonly number: number | null;
  readonly doubt: Doubt | null;
}

/** Where a subject stands with a rule, and by which event. */
export type Standing = Pick<DecisionRecord, 'id' | 'rule' | 'version' | 'decision' | 'vendors' | 'at'>;

/** Whether an event counts: nothing speaks against it, or somebody judged that it counts. */
export function counts({ doubt }: Pick<DecisionRecord, 'doubt'>): boolean {
  return doubt === null || doubt === 'counts';
}

/** Whether no earlier event matters beside this one. */
export function isDecisive(record: DecisionRecord): boolean {
  return counts(record) && record.how !== 'import';
}

/**
 * Where a subject stands with each rule.
 *
 * @param records in the order of their numbers
 */
export function standingsOf(records: readonly DecisionRecord[]): Map<string, Standing> {
  const standings = new Map<string, Standing>();
  for (const record of records) {
    const { id, rule, version, decision, vendors, at } = record;
    const before = standings.get(rule);
    // What comes from an older system says when it was decided there, and counts where nothing was decided since.
    const isOld = record.how === 'import' && before !== undefined && at <= before.at;
    if (counts(record) && !isOld) standings.set(rule, { id, rule, version, decision, vendors, at });
  }
  return standings;
}

/** The order of a subject's events; those of a format before have no number, and come first. */
export function inOrder(records: readonly DecisionRecord[]): DecisionRecord[] {
  if (records.length < 2) return [...records];
  return records.toSorted(
    (one, other) => (one.number ?? 0) - (other.number ?? 0) || compare(one.at, other.at) || compare(one.id, other.id),
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
