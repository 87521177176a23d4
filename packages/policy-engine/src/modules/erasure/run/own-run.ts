/** Lets a part of the engine erase what it stores, in transactions that note what they did. */
import { BatchSize } from '../../../platform/database/batch-size.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { OwnStepRun } from '../own-step.ts';
import type { StepProgress } from './steps.ts';

/** What such a step is carried out with. */
export interface OwnRunOptions {
  readonly database: Database;
  readonly signal: AbortSignal;
  /** Notes in a transaction what it did. @throws where another attempt has begun */
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
