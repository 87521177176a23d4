/** The tables of subjects: how many events each of them has. */
import type { Generated } from 'kysely';
import { optional, required } from '../../../platform/database/migrations/migration.ts';
import type { Migration } from '../../../platform/database/migrations/migration.ts';
import type { OrNull, Time, TimeOrNull } from '../../../platform/database/schema/tables.ts';

/** Accounts, with the number of their last event. Erased with the identities. */
export interface LedgerAccountsTable {
  /** The host's ID of the account. */
  subject: string;
  last: number;
  /** How many of the events are erased while others still are to be. */
  erased: Generated<number>;
  /** The account that it was merged into; null for an account that decides itself. */
  merged_into: OrNull<string>;
}

/** Visitors, with the number of their last event. */
export interface LedgerVisitorsTable {
  visitor: string;
  last: number;
  /** How many of the events an account took over and had erased: they can no longer be found under this ID. */
  erased: Generated<number>;
  /** Since when nothing can be appended for the visitor, because an account took over a decision; null while it can. */
  closed_at: TimeOrNull;
}

/** Visitors that were closed in the previous format; its migration drops the table. */
export interface LedgerClosedTable {
  visitor: string;
  closed_at: Time;
}

/** Numbers of subjects, the database's time of each event, and the doubt about it. Each statement can run again. */
export const subjectsMigration: Migration = {
  name: 'proof-0005-subjects',
  tables: [
    {
      table: 'ledger_accounts',
      columns: { subject: required('id'), last: required('integer') },
      primaryKey: 'subject',
    },
    {
      table: 'ledger_visitors',
      columns: {
        visitor: required('id'),
        last: required('integer'),
        erased: required('integer', '0'),
        closed_at: optional('time'),
      },
      primaryKey: 'visitor',
    },
  ],
  alterations: [
    {
      table: 'ledger_events',
      columns: { number: optional('integer'), stored_at: optional('time'), doubt: optional('word') },
      // Suspicions and judgements are few, and found by their kinds.
      indexes: [['kind']],
    },
  ],
  // Older events have no number: their subjects begin with the next event at 1, and are known to have older ones.
  statements: ({ table }) => {
    const [accounts, visitors] = [table('ledger_accounts'), table('ledger_visitors')];
    const [identities, closed] = [table('ledger_identities'), table('ledger_closed')];
    return [
      `insert into ${accounts} (subject, last) select distinct subject, 0 from ${identities} ` +
        `where subject is not null and subject not in (select subject from ${accounts})`,
      `insert into ${visitors} (visitor, last, erased, closed_at) select visitor, 0, 0, closed_at from ${closed} ` +
        `where visitor not in (select visitor from ${visitors})`,
      `insert into ${visitors} (visitor, last) select distinct visitor, 0 from ${identities} ` +
        `where visitor is not null and subject is null and visitor not in (select visitor from ${visitors})`,
    ];
  },
  drops: ['ledger_closed'],
};

/** Erasing the events of an account takes several transactions: this stores in between how many are erased. */
export const erasedMigration: Migration = {
  name: 'proof-0008-erased',
  tables: [],
  alterations: [{ table: 'ledger_accounts', columns: { erased: required('integer', '0') } }],
};

/** Accounts that were merged into others. */
export const mergesMigration: Migration = {
  name: 'proof-0013-merges',
  tables: [],
  alterations: [
    {
      table: 'ledger_accounts',
      columns: { merged_into: optional('id') },
      indexes: [['merged_into']],
      narrowed: [{ columns: ['merged_into'], where: { column: 'merged_into', is: 'not null' } }],
    },
    { table: 'ledger_identities', columns: { merged_into: optional('id') } },
  ],
};
