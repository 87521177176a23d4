/** The table of administrators' lookups. */
import { optional, required } from '../../platform/database/migrations/migration.ts';
import type { Migration } from '../../platform/database/migrations/migration.ts';
import type { OrNull, Time } from '../../platform/database/schema/tables.ts';

/** The person of an audit log entry about a lookup; the log itself names nobody. */
export interface PersonLookupsTable {
  /** The subject of the log entry. */
  id: string;
  /** The host's ID of the person; erased with them. */
  user_id: string;
  created_at: Time;
}

/** A consent that a person withdrew by phone, by letter or by email, as an administrator recorded it. */
export interface RecordedWithdrawalsTable {
  id: string;
  /** The host's ID of the person; erased with them. */
  user_id: string;
  rule: string;
  /** `phone`, `letter` or `email`. */
  channel: string;
  /** The day on which it came: `2027-02-14`. */
  received_on: string;
  /** For other administrators. */
  note: OrNull<string>;
  /** The host's ID of the administrator; null for the host's own code. */
  author: OrNull<string>;
  created_at: Time;
}

declare module '../../platform/database/schema/tables.ts' {
  interface Tables {
    recorded_withdrawals: RecordedWithdrawalsTable;
    person_lookups: PersonLookupsTable;
  }
}

/** The tables, in the order of their introduction. */
export const subjectMigrations: readonly Migration[] = [
  {
    name: 'subjects-0001-lookups',
    tables: [
      {
        table: 'person_lookups',
        columns: { id: required('id'), user_id: required('userId'), created_at: required('time') },
        primaryKey: 'id',
        indexes: [['user_id']],
      },
    ],
  },
  {
    name: 'subjects-0002-withdrawals',
    tables: [
      {
        table: 'recorded_withdrawals',
        columns: {
          id: required('id'),
          user_id: required('userId'),
          rule: required('name'),
          channel: required('word'),
          received_on: required('word'),
          note: optional('text'),
          author: optional('id'),
          created_at: required('time'),
        },
        primaryKey: 'id',
        indexes: [['user_id']],
      },
    ],
  },
];
