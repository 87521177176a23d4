/** How modules of the engine take part in an erasure: with the personal data that they store. */
import type { Batches } from '../platform/database/statements/batch-size.ts';
import type { TextKey } from '../platform/i18n/language.ts';

/**
 * `delete`: rows are deleted. `erase_fields`: rows are kept without personal data. `pseudonymise`: rows are kept, and
 * the person can still be singled out (Art. 4(5)), so this is not an erasure. `keep`: rows are kept for a legal reason.
 * `run`: the host's function.
 */
export type ErasureActionName = 'delete' | 'pseudonymise' | 'erase_fields' | 'keep' | 'run';

/** Who is erased. */
export interface ForgottenPerson {
  /** The host's id, opaque. */
  readonly userId: string;
  /** Id of the request, which is not erased with the person. */
  readonly requestId: string;
  /** Their email address, if the host knows it. */
  readonly address: string | null;
}

/** How a step is executed. */
export interface OwnStepRun extends Batches {
  /** Aborted when the attempt ends. */
  readonly signal: AbortSignal;
  /**
   * Runs a short transaction, and records in it the number of rows. The callback may run several times, and must have no effect
   * outside of the database.
   *
   * @param rows to work on. Default: one batch
   * @returns what the callback returned: rows that were deleted or changed
   * @throws if another attempt has started
   */
  readonly record: Batches['record'];
}

/** A part of the engine that stores personal data. */
export interface OwnErasureStep {
  /** One word, such as `ledger`; the plan calls it `engine:ledger`. */
  readonly name: string;
  readonly label: TextKey;
  readonly action: ErasureActionName;
  /** Why the data is kept, or what is left of it. */
  readonly reason?: TextKey;
  /** How many rows there are. Reads only. */
  count(person: ForgottenPerson): Promise<number>;
  /**
   * Erases. Called again after a failure or a crash: rows that are already erased are not an error. A step that keeps its data does
   * nothing.
   */
  erase(person: ForgottenPerson, run: OwnStepRun): Promise<void>;
}

/** The name of a part of the engine in a plan. */
export function ownRuleName({ name }: Pick<OwnErasureStep, 'name'>): string {
  return `engine:${name}`;
}
