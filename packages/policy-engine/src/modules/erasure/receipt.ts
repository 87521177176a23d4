/** What an erasure will do, and what it has done. */
import type { TimeText } from '../../platform/database/times.ts';

/**
 * `delete`: rows go. `erase_fields`: rows stay without what was personal. `pseudonymise`: rows stay, and the person can still
 * be singled out (Art. 4(5)), so they are not forgotten there. `keep`: rows stay for a legal reason. `run`: the host's function.
 */
export type ErasureActionName = 'delete' | 'pseudonymise' | 'erase_fields' | 'keep' | 'run';

/** What happens to the rows of a rule, or to what the engine itself stores. */
export interface PlannedErasure {
  /** Name of the rule; `engine:…` for what the engine itself stores. */
  readonly rule: string;
  /** What people call it. */
  readonly label: string;
  readonly action: ErasureActionName;
  /** How many there are; null where the host's function does not tell. */
  readonly rows: number | null;
  /** Why it is kept, or what is left of it. */
  readonly reason: string | null;
  /** When the last of what is kept goes by itself; null where nothing is kept, or for good. */
  readonly until: TimeText | null;
}

/** Where something of the person was found after all steps. */
export interface RemainingTrace {
  readonly table: string;
  readonly column: string;
  readonly rows: number;
  /** Whether a rule keeps the rows of this table, so that it was to be expected. */
  readonly isKept: boolean;
}

/** The search for the person's identifiers after all steps. */
export interface AbsenceProof {
  readonly tables: number;
  readonly columns: number;
  /** Tables too large to be searched whole. */
  readonly sampled: readonly string[];
  readonly found: readonly RemainingTrace[];
}

/** What a person and the administrators are told of an erasure (Art. 12(3), 5(2)). It names nobody. */
export interface ErasureReceipt {
  readonly requestId: string;
  readonly begunAt: TimeText;
  readonly completedAt: TimeText;
  /** What was done, with the rows that it was done to. */
  readonly entries: readonly PlannedErasure[];
  /** Until when backups may still hold the data; null where the host has not said for how long it keeps them. */
  readonly backupsUntil: TimeText | null;
  /** Null for an erasure without a search. */
  readonly absence: AbsenceProof | null;
}
