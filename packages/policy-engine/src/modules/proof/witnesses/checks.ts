/** Checks of witnesses and restored backups. */
import type { Check, FindingKind, Found } from '../../../kernel/module.ts';
import type { LedgerService } from '../service.ts';
import type { WitnessesReport } from './service.ts';

/** The kinds of findings, by code. */
export const witnessFindings: Readonly<Record<string, FindingKind>> = {
  ledger_restored: {
    severity: 'error',
    article: 'Art. 5(1)(d), 5(2), 17',
    fix: { command: 'npx --offline policy-engine ledger restore', about: 'ledger' },
  },
  restores_unseen: {
    severity: 'warning',
    article: 'Art. 5(2)',
    fix: { options: `ledger: { mark: './ledger-mark.txt' },`, about: 'ledger' },
  },
  ledger_mark_failed: {
    severity: 'warning',
    article: null,
    fix: { options: `ledger: { mark: './ledger-mark.txt' },`, about: 'ledger' },
  },
  ledger_uncosigned: {
    severity: 'warning',
    article: null,
    fix: { command: 'npx --offline policy-engine ledger cosign', about: 'ledger' },
  },
  ledger_no_quorum: { severity: 'warning', article: 'Art. 5(2)' },
};

/** Compares the ledger with what is stored outside, and checks how fresh cosignatures are. */
export function witnessChecks(ledger: Pick<LedgerService, 'restores' | 'witnesses'>): readonly Check[] {
  const { restores, witnesses } = ledger;
  return [
    { run: () => (restores.isPossible ? [] : [{ code: 'restores_unseen', subject: null }]) },
    {
      needsTables: true,
      async run() {
        const { restored, markFailure } = await restores.state();
        return [
          ...(restored === null ? [] : [{ code: 'ledger_restored', subject: restored.reason }]),
          ...(markFailure === null ? [] : [{ code: 'ledger_mark_failed', subject: markFailure }]),
        ];
      },
    },
    { needsTables: true, run: async (reading) => lateness(await reading.of(witnesses, 'report')) },
  ];
}

function lateness({ witnesses, quorum, hasCheckpoint }: WitnessesReport): Found[] {
  if (!hasCheckpoint || witnesses.length === 0) return [];
  const late = witnesses.filter(({ isLate }) => isLate);
  const fresh = witnesses.length - late.length;
  return [
    ...late.map(({ name, failure }) => ({
      code: 'ledger_uncosigned',
      subject: failure === null ? name : `${name} (${failure})`,
    })),
    ...(fresh >= quorum ? [] : [{ code: 'ledger_no_quorum', subject: `${fresh}/${quorum}` }]),
  ];
}
