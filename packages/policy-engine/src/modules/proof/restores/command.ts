/** `policy-engine ledger restore`: continues a ledger after a restored backup. */
import { readFile } from 'node:fs/promises';
import {
  type CommandDefinition,
  defineCommand,
  engineOption,
  tableOptions,
  UsageError,
  withEngine,
} from '../../../cli/command.ts';
import { systemNow } from '../../../platform/clock.ts';
import type { LedgerEngine } from '../verify/command.ts';
import { goOn, type RestoredLedger } from './go-on.ts';

export const restoreCommand: CommandDefinition = defineCommand({
  name: 'ledger restore',
  usage: '--engine FILE | --database URL --checkpoint FILE [options]',
  summary: 'continue a ledger whose database was restored from a backup',
  details: `Stop the engine first. A new log is started: its first leaf names the last checkpoint that the mark or a witness has of
the old one, and all remaining events follow. With --database, or if nothing else has it, pass that checkpoint with
--checkpoint: the mark, a mail, or a receipt. If ledger.origin is set, change it to the new name first.`,
  options: {
    ...engineOption,
    ...tableOptions,
    checkpoint: { type: 'string', value: 'FILE', about: 'the last known checkpoint, alone or in a mail or receipt' },
    origin: { type: 'string', value: 'NAME', about: 'name of the new log (default: the old one with another number)' },
  },
  failureCode: 2,
  example: 'npx --offline policy-engine ledger restore --engine engine.js',
  async run({ values, withDatabase, naming, print }) {
    const checkpoint = values.checkpoint === undefined ? undefined : await readFile(values.checkpoint, 'utf8');
    const options = { checkpoint, origin: values.origin };
    if (values.engine === undefined && checkpoint === undefined) {
      throw new UsageError('with --database, give the last known checkpoint with --checkpoint');
    }
    const done =
      values.engine === undefined
        ? await withDatabase(
            (database) => goOn({ ...options, database, naming: naming(database.dialect), now: systemNow }),
            true,
          )
        : await withEngine<LedgerEngine, RestoredLedger>(values.engine, 'fetch', ({ ledger }) =>
            ledger.restore(options),
          );
    const { origin, former, events } = done;
    print(`The ledger continues as ${origin}, with ${events} of the ${former.size} events of ${former.origin}.`);
    print(
      'Give its new key (policy-engine ledger key) to your witnesses and to those who check receipts, and keep this',
    );
    print('last checkpoint of the old one, which receipts of lost events still lead to:');
    print(`\n${former.note}`);
  },
});
