/** `policy-engine erasure replay`: erases again what a restored backup brought back. */
import { type CommandDefinition, defineCommand, engineOption, withEngine } from '../../../cli/command.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { EngineErasure } from '../requests/engine-erasure.ts';

/** What a host's module must export as `engine`. */
interface ReplayingEngine {
  fetch(request: Request): Promise<Response>;
  readonly erasure: Pick<EngineErasure, 'replay'>;
  stop(): Promise<void>;
  readonly database: Pick<Database, 'close'>;
}

export const replayCommand: CommandDefinition = defineCommand({
  name: 'erasure replay',
  usage: '--engine FILE',
  summary: 'erase again what a restored backup brought back',
  details: `Reads the journal (erasure.journal) and repeats each erasure that the database does not record as completed. Exit code 0:
nothing is left; 1: something failed and is retried in the background; 2: the journal could not be checked.`,
  options: engineOption,
  failureCode: 2,
  example: 'npx --offline policy-engine erasure replay --engine engine.js',
  async run({ values, print, say }) {
    return withEngine<ReplayingEngine, number>(values.engine, 'fetch', async ({ erasure }) => {
      const { entries, replayed, withdrawn, failed, unreadable } = await erasure.replay();
      print(`${entries} erasures in the journal: ${replayed} repeated, ${failed.length} failed`);
      if (withdrawn > 0) print(`${withdrawn} were withdrawn or denied in this database, and are skipped`);
      for (const { requestId, error } of failed) say(`${requestId}: ${error}`);
      if (unreadable > 0) say(`${unreadable} lines can’t be read: they were written with another key, or were changed`);
      if (unreadable > 0) return 2;
      return failed.length > 0 ? 1 : 0;
    });
  },
});
