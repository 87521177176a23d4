/** Differences between the table of current decisions and the ledger. */
import type { LedgerFinding } from '../verify/finding.ts';
import type { EffectiveDecision } from './effective-decision.ts';
import type { DecidedText, StoredDecision } from './user-term-store.ts';

/** One current decision that differs. */
export interface Difference {
  readonly userId: string;
  readonly rule: string;
  /** The decision according to the ledger; null if it has none. */
  readonly effective: EffectiveDecision | null;
  /** The decision in the table; null if it has no row. */
  readonly present: StoredDecision | null;
}

/** What is compared. */
export interface Compared {
  readonly userId: string;
  readonly effectiveByRule: ReadonlyMap<string, EffectiveDecision>;
  readonly rows: readonly StoredDecision[];
  /** By their IDs. */
  readonly texts: ReadonlyMap<string, DecidedText>;
}

/**
 * Compares the rows of an account with its decisions in the ledger. A row without a decision (`passive`) equals a
 * missing one.
 */
export function differencesOf({ userId, effectiveByRule, rows, texts }: Compared): Difference[] {
  const differences: Difference[] = [];
  const byRule = new Map<string, StoredDecision>();
  for (const row of rows) byRule.set(row.rule, row);
  for (const [rule, effective] of effectiveByRule) {
    const present = byRule.get(rule) ?? null;
    byRule.delete(rule);
    const text = present === null ? undefined : texts.get(present.termId);
    const isSame =
      present?.state === effective.decision &&
      present.vendors === effective.vendors &&
      present.decidedAt === effective.at &&
      present.months === effective.months &&
      text?.rule === rule &&
      text.version === effective.version;
    if (!isSame) differences.push({ userId, rule, effective, present });
  }
  for (const [rule, present] of byRule) {
    if (present.state !== 'passive') differences.push({ userId, rule, effective: null, present });
  }
  return differences;
}

/** A difference as a finding. It names no person, only rows and events. */
export function differenceFinding({ rule, effective, present }: Difference): LedgerFinding {
  if (present === null) {
    const message = `there is no user term on ${rule} for event ${effective?.id}: the ledger says ${effective?.decision}`;
    return { code: 'projection_missing', message };
  }
  const row = `user term ${present.id} on ${rule}`;
  if (effective === null) {
    return { code: 'projection_added', message: `${row} says ${present.state}, and no event of the ledger does` };
  }
  const of = (vendors: string | null) => (vendors === null ? '' : ` of vendors ${vendors}`);
  const lasting = (months: number | null) => (months === null ? '' : ` for ${months} months`);
  const says = `${effective.decision}${of(effective.vendors)} version ${effective.version} at ${effective.at}${lasting(effective.months)}`;
  const found = `${present.state}${of(present.vendors)} at ${present.decidedAt ?? 'no time'}${lasting(present.months)} (text ${present.termId})`;
  return {
    code: 'projection_changed',
    message: `${row} says ${found}, and the ledger ${says}, in event ${effective.id}`,
  };
}
