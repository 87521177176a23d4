/** The job that deletes stored files which no message has: of deleted requests, and of messages that were not written after all. */
import type { ModuleJob } from '../../../kernel/module.ts';
import { answered, LONGEST_DELETION } from '../../../platform/answered.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { RunningJob } from '../../../platform/jobs/job.ts';
import type { AttachmentStorage } from '../../../platform/storage/storage.ts';

/** Name of the job. */
export const DISCARD_FILES = 'request-files-discard';
/** With pauses of up to an hour, a storage may be unavailable for some days. */
const ATTEMPTS = 240;

/** Its payload. */
export interface DiscardFiles extends Readonly<Record<string, readonly string[]>> {
  /** Names in the storage. */
  readonly files: readonly string[];
}

/** The job. */
export function discardJob({
  database,
  naming,
  storage,
}: {
  readonly database: Database;
  readonly naming: Naming;
  readonly storage: Pick<AttachmentStorage, 'delete'>;
}): ModuleJob {
  return {
    name: DISCARD_FILES,
    options: { maxAttempts: ATTEMPTS },
    async run({ payload: { files }, signal }: RunningJob<DiscardFiles>) {
      const kept = await createQueries(database, naming)
        .selectFrom('request_files')
        .select('stored_name')
        .where('stored_name', 'in', files)
        .execute();
      for (const name of files) {
        signal.throwIfAborted();
        if (kept.some(({ stored_name: known }) => known === name)) continue;
        await answered('attachments.storage.delete', () => storage.delete(name), LONGEST_DELETION);
      }
    },
  };
}
