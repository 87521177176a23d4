/** What the check says about the ledger. */
import type { Check, FindingKind } from '../../module.ts';
import type { LedgerService } from './service.ts';

/** The kinds of findings, by code. */
export const ledgerFindings: Readonly<Record<string, FindingKind>> = {
  ledger_broken: { severity: 'error', article: 'Art. 5(2), 7(1)' },
  ledger_misnamed: { severity: 'error', article: null },
  ledger_unsealed: { severity: 'error', article: 'Art. 5(2), 7(1)' },
  no_ledger_key: { severity: 'warning', article: 'Art. 5(2), 7(1)' },
};

/** Looks at the key, and at whether sealing works. */
export function ledgerChecks(ledger: LedgerService): readonly Check[] {
  return [
    { run: () => (ledger.hasOwnKey ? [] : [{ code: 'no_ledger_key', subject: null }]) },
    {
      needsTables: true,
      async run() {
        const { overdueMinutes, broken, misnamed } = await ledger.health();
        return [
          ...(broken === null ? [] : [{ code: 'ledger_broken', subject: broken }]),
          ...(misnamed === null ? [] : [{ code: 'ledger_misnamed', subject: misnamed }]),
          ...(overdueMinutes === null ? [] : [{ code: 'ledger_unsealed', subject: String(overdueMinutes) }]),
        ];
      },
    },
  ];
}
