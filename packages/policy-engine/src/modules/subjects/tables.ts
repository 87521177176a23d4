/** The table of what administrators looked at. */
import { required } from '../../platform/database/migration.ts';
import type { Migration } from '../../platform/database/migration.ts';
import type { Time } from '../../platform/database/tables.ts';

/** Whom an entry of the log is about that says that somebody was looked at; the log itself names nobody. */
export interface PersonLookupsTable {
  /** What the entry of the log has as its subject. */
  id: string;
  /** The host's id of the person; goes with them. */
  user_id: string;
  created_at: Time;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    person_lookups: PersonLookupsTable;
  }
}

/** The tables, in the order they came. */
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
