/** The tables of those whom events are about: how many events each of them has. */
import type { Generated } from 'kysely';
import { optional, required } from '../../platform/database/migration.ts';
import type { Migration } from '../../platform/database/migration.ts';
import type { Time, TimeOrNull } from '../../platform/database/tables.ts';

/** Accounts, with the number of their last event. Erased with the identities. */
export interface LedgerAccountsTable {
  /** The host's id of the account. */
  subject: string;
  last: number;
  /** How many of the events are erased while others still wait for it. */
  erased: Generated<number>;
}

/** Visitors, with the number of their last event. */
export interface LedgerVisitorsTable {
  visitor: string;
  last: number;
  /** How many of the events an account took over and had erased: they are not found under this id any more. */
  erased: Generated<number>;
  /** Since when nothing is appended in this name, since an account took over what was decided in it; null while it may. */
  closed_at: TimeOrNull;
}

/** Visitors that were closed in a format before; the table goes with its migration. */
export interface LedgerClosedTable {
  visitor: string;
  closed_at: Time;
}

/** Numbers of subjects, the database's time of each event, and what is held against it. Each statement can run again. */
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
      // Marks and judgements are few, and found by their kinds.
      indexes: [['kind']],
    },
  ],
  // Events of before have no number: who had some begins with the next one at 1, and is known to have had some.
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

/** Erasing the events of an account takes several transactions: in between it is known how many are gone. */
export const erasedMigration: Migration = {
  name: 'proof-0008-erased',
  tables: [],
  alterations: [{ table: 'ledger_accounts', columns: { erased: required('integer', '0') } }],
};
