/** Differences between the table of current decisions and the ledger. */
import type { LedgerFinding } from '../finding.ts';
import type { Standing } from './standing.ts';
import type { StoredDecision } from './user-term-store.ts';

/** One current decision that differs. */
export interface Difference {
  readonly userId: string;
  readonly rule: string;
  /** The decision according to the ledger; null if it has none. */
  readonly standing: Standing | null;
  /** The decision in the table; null if it has no row. */
  readonly present: StoredDecision | null;
}

/** What is compared. */
export interface Compared {
  readonly userId: string;
  readonly standings: ReadonlyMap<string, Standing>;
  readonly rows: readonly StoredDecision[];
  /** Versions of texts, by their IDs. */
  readonly versions: ReadonlyMap<string, number>;
}

/**
 * Compares the rows of an account with its decisions in the ledger. A row without a decision (`passive`) equals a
 * missing one.
 */
export function differencesOf({ userId, standings, rows, versions }: Compared): Difference[] {
  const differences: Difference[] = [];
  const byRule = new Map<string, StoredDecision>();
  for (const row of rows) byRule.set(row.rule, row);
  for (const [rule, standing] of standings) {
    const present = byRule.get(rule) ?? null;
    byRule.delete(rule);
    const isSame =
      present?.state === standing.decision &&
      present.vendors === standing.vendors &&
      present.decidedAt === standing.at &&
      versions.get(present.termId) === standing.version;
    if (!isSame) differences.push({ userId, rule, standing, present });
  }
  for (const [rule, present] of byRule) {
    if (present.state !== 'passive') differences.push({ userId, rule, standing: null, present });
  }
  return differences;
}

/** A difference as a finding. It names no person, only rows and events. */
export function differenceFinding({ rule, standing, present }: Difference): LedgerFinding {
  if (present === null) {
    const message = `there is no user term on ${rule} for event ${standing?.id}: the ledger says ${standing?.decision}`;
    return { code: 'projection_missing', message };
  }
  const row = `user term ${present.id} on ${rule}`;
  if (standing === null) {
    return { code: 'projection_added', message: `${row} says ${present.state}, and no event of the ledger does` };
  }
  const of = (vendors: string | null) => (vendors === null ? '' : ` of vendors ${vendors}`);
  const says = `${standing.decision}${of(standing.vendors)} version ${standing.version} at ${standing.at}`;
  const found = `${present.state}${of(present.vendors)} at ${present.decidedAt ?? 'no time'} (text ${present.termId})`;
  return {
    code: 'projection_changed',
    message: `${row} says ${found}, and the ledger ${says}, in event ${standing.id}`,
  };
}
