/** The table of what waits for a second administrator. */
import { required } from '../../platform/database/migrations/migration.ts';
import type { Migration } from '../../platform/database/migrations/migration.ts';
import type { Time } from '../../platform/database/schema/tables.ts';

/** Something that an administrator proposed. */
export interface ApprovalsTable {
  id: string;
  /** `publish` or `erase`. */
  act: string;
  /** ID of the text, or of the request. */
  subject: string;
  /** Where it is confirmed, below the mount path. */
  path: string;
  /** SHA-256 of what was proposed: if it changes, somebody proposes it anew. */
  proposal_hash: string;
  /** The host's ID of the administrator. */
  proposed_by: string;
  created_at: Time;
}

declare module '../../platform/database/schema/tables.ts' {
  interface Tables {
    approvals: ApprovalsTable;
  }
}

/** The tables, in the order of their introduction. */
export const approvalMigrations: readonly Migration[] = [
  {
    name: 'approvals-0001-approvals',
    tables: [
      {
        table: 'approvals',
        columns: {
          id: required('id'),
          act: required('word'),
          subject: required('id'),
          path: required('name'),
          proposal_hash: required('hash'),
          proposed_by: required('id'),
          created_at: required('time'),
        },
        primaryKey: 'id',
        unique: [['act', 'subject']],
      },
    ],
  },
];
