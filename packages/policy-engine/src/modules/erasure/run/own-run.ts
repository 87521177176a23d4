/** Runs the erasure of a part of the engine, in transactions that record what they did. */
import { BatchSize } from '../../../platform/database/statements/batch-size.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { OwnStepRun } from '../../../kernel/erasure-step.ts';
import type { StepProgress } from './steps.ts';

/** What such a step needs. */
export interface OwnRunOptions {
  readonly database: Database;
  readonly signal: AbortSignal;
  /** Records in a transaction what it did. @throws if another attempt has started */
  readonly note: (transaction: Database, progress: StepProgress) => Promise<void>;
}

/** How a step of the engine's own is run. */
export function ownRun({ database, signal, note }: OwnRunOptions): OwnStepRun {
  const batches = new BatchSize().batches(database);
  return {
    signal,
    get rows() {
      return batches.rows;
    },
    async record(work, rows) {
      signal.throwIfAborted();
      const noted = async (transaction: Database) => {
        const done = await work(transaction);
        await note(transaction, { done });
        return done;
      };
      return batches.record(noted, rows);
    },
  };
}
