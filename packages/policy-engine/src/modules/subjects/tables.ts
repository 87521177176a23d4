/** The table of administrators' lookups. */
import { required } from '../../platform/database/migrations/migration.ts';
import type { Migration } from '../../platform/database/migrations/migration.ts';
import type { Time } from '../../platform/database/schema/tables.ts';

/** The person of an audit log entry about a lookup; the log itself names nobody. */
export interface PersonLookupsTable {
  /** The subject of the log entry. */
  id: string;
  /** The host's ID of the person; erased with them. */
  user_id: string;
  created_at: Time;
}

declare module '../../platform/database/schema/tables.ts' {
  interface Tables {
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
];
