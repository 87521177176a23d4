/** Checks of the ledger for `policy-engine doctor` and the page Compliance. */
import type { Check, FindingKind } from '../../kernel/module.ts';
import type { LedgerService } from './service.ts';

/** The kinds of findings, by code. */
export const ledgerFindings: Readonly<Record<string, FindingKind>> = {
  ledger_broken: {
    severity: 'error',
    article: 'Art. 5(2), 7(1)',
    fix: { command: 'npx --offline policy-engine ledger verify', about: 'ledger' },
  },
  ledger_misnamed: {
    severity: 'error',
    article: null,
    fix: { options: `ledger: { origin: 'shop.example/ledger' },`, about: 'ledger' },
  },
  ledger_unsealed: { severity: 'error', article: 'Art. 5(2), 7(1)', fix: { code: 'engine.start();', about: 'ledger' } },
  ledger_differs: {
    severity: 'error',
    article: 'Art. 5(2), 7(1)',
    fix: { command: 'npx --offline policy-engine ledger verify', about: 'ledger' },
  },
  ledger_suspected: { severity: 'error', article: 'Art. 5(2), 7(1)' },
  ledger_clocks: { severity: 'warning', article: 'Art. 5(1)(d)' },
  no_ledger_key: {
    severity: 'warning',
    article: 'Art. 5(2), 7(1)',
    fix: { options: 'ledgerKey: process.env.LEDGER_KEY,', about: 'ledgerKey' },
  },
};

/** Checks the key, and whether sealing works. */
export function ledgerChecks(ledger: LedgerService): readonly Check[] {
  return [
    { run: () => (ledger.hasOwnKey ? [] : [{ code: 'no_ledger_key', subject: null }]) },
    {
      needsTables: true,
      async run(reading) {
        const { overdueMinutes, broken, misnamed } = await reading.of(ledger, 'health');
        const differences = (await reading.of(ledger.watch, 'differences')) ?? 0;
        const clocks = await ledger.watch.clocks();
        const suspected = await reading.of(ledger, 'unjudged');
        return [
          ...(broken === null ? [] : [{ code: 'ledger_broken', subject: broken }]),
          ...(misnamed === null ? [] : [{ code: 'ledger_misnamed', subject: misnamed }]),
          ...(differences === 0 ? [] : [{ code: 'ledger_differs', subject: String(differences) }]),
          ...(suspected === 0 ? [] : [{ code: 'ledger_suspected', subject: String(suspected) }]),
          ...(clocks === null ? [] : [{ code: 'ledger_clocks', subject: String(clocks.largestSeconds) }]),
          ...(overdueMinutes === null ? [] : [{ code: 'ledger_unsealed', subject: String(overdueMinutes) }]),
        ];
      },
    },
  ];
}
