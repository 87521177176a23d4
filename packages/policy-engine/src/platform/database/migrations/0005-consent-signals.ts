import { optional } from './ddl.ts';
import type { Migration } from './migration.ts';

/** Whether a decision came under Global Privacy Control, what was shown with it, and an index for figures per day. */
export const consentSignals: Migration = {
  name: '0005-consent-signals',
  tables: [],
  alterations: [
    {
      table: 'ledger_events',
      columns: { gpc: optional('word') },
      // All that figures per day read, so that they never touch the table.
      indexes: [['at', 'rule', 'decision', 'gpc']],
    },
    { table: 'ledger_identities', columns: { shown: optional('text') } },
  ],
};
