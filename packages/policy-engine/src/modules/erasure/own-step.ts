/** What modules of the engine give to an erasure: what they themselves store about a person. */
import type { Batches } from '../../platform/database/batch-size.ts';
import type { TextKey } from '../../platform/i18n/language.ts';
import type { ErasureActionName } from './receipt.ts';

/** Who is erased. */
export interface ForgottenPerson {
  /** The host's id, opaque. */
  readonly userId: string;
  /** Id of the request, which is not erased with the person. */
  readonly requestId: string;
  /** Their email address as far as the host told it. */
  readonly address: string | null;
}

/** How a step is carried out. */
export interface OwnStepRun extends Batches {
  /** Aborted when the attempt ends. */
  readonly signal: AbortSignal;
  /**
   * Runs a short transaction, and counts in it what it did. The callback may run several times, and has no effect outside of
   * the database.
   *
   * @param rows that it works on. Default: as many as a batch has
   * @returns what the callback returned: rows that were deleted or changed
   * @throws where another attempt has begun
   */
  readonly record: Batches['record'];
}

/** A part of the engine that stores something of people. */
export interface OwnErasureStep {
  /** One word, as in `ledger`; the plan calls it `engine:ledger`. */
  readonly name: string;
  readonly label: TextKey;
  readonly action: ErasureActionName;
  /** Why the data is kept, or what is left of it. */
  readonly reason?: TextKey;
  /** How many rows there are. Reads only. */
  count(person: ForgottenPerson): Promise<number>;
  /**
   * Erases. Called again after a failure or a crash: what is gone already is not a mistake. One that is kept does
   * nothing.
   */
  erase(person: ForgottenPerson, run: OwnStepRun): Promise<void>;
}

/** What a plan calls a part of the engine. */
export function ownRuleName({ name }: Pick<OwnErasureStep, 'name'>): string {
  return `engine:${name}`;
}
