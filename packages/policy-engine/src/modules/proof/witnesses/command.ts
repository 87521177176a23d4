/** `policy-engine ledger cosign`: asks witnesses now. */
import { type CommandDefinition, defineCommand, engineOption, UsageError, withEngine } from '../../../cli/command.ts';
import type { LedgerEngine } from '../verify/command.ts';

export const cosignCommand: CommandDefinition = defineCommand({
  name: 'ledger cosign',
  usage: '--engine FILE',
  summary: 'ask the witnesses of the ledger for cosignatures now',
  details: `The engine does this automatically every ledger.cosignEveryMinutes; this shows immediately whether they answer.
Exits with 0 if all of them cosigned, else 1.`,
  options: engineOption,
  failureCode: 2,
  example: 'npx --offline policy-engine ledger cosign --engine engine.js',
  run: ({ values, print }) =>
    withEngine<LedgerEngine, number>(values.engine, 'fetch', async ({ ledger }) => {
      await ledger.seal();
      const outcomes = await ledger.cosign();
      if (outcomes.length === 0) {
        throw new UsageError('there are no witnesses, or nothing to cosign: set ledger.witnesses, and seal an event');
      }
      for (const { witness, size, cosignedAt, failure } of outcomes) {
        print(`${witness}: ${failure ?? `cosigned ${size} events at ${cosignedAt}`}`);
      }
      return outcomes.every(({ failure }) => failure === null) ? 0 : 1;
    }),
});
