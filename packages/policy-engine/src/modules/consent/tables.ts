import type { Generated } from 'kysely';
import { optional, required } from '../../platform/database/migration.ts';
import type { Migration } from '../../platform/database/migration.ts';
import type { Time, TimeOrNull } from '../../platform/database/tables.ts';

/** The present decision of a subject on a rule; how it came about is in the ledger. */
export interface UserTermsTable {
  id: string;
  /** The host's id of the subject, opaque. */
  user_id: string;
  /** The text that was decided on. */
  term_id: string;
  rule: string;
  /** `passive`, `accepted` or `rejected`. */
  state: Generated<string>;
  decided_at: TimeOrNull;
  created_at: Time;
  updated_at: Time;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    user_terms: UserTermsTable;
  }
}

/** The tables of decisions. */
export const consentMigrations: readonly Migration[] = [
  {
    name: 'consent-0001-user-terms',
    tables: [
      {
        table: 'user_terms',
        columns: {
          id: required('id'),
          user_id: required('userId'),
          term_id: required('id'),
          rule: required('name'),
          state: required('word', "'passive'"),
          decided_at: optional('time'),
          created_at: required('time'),
          updated_at: required('time'),
        },
        primaryKey: 'id',
        // One present decision per subject and rule; also the index for all decisions of one subject.
        unique: [['user_id', 'rule']],
        indexes: [['term_id']],
        // A text that was decided on is evidence and cannot be deleted.
        references: { term_id: 'terms' },
      },
    ],
  },
];
