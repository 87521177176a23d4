import { optional, required } from '../../platform/database/migrations/migration.ts';
import type { Migration } from '../../platform/database/migrations/migration.ts';
import type { OrNull, Time } from '../../platform/database/schema/tables.ts';

/** What an administrator did. */
export interface AdminActionsTable {
  id: string;
  at: Time;
  /** The host's ID of the administrator; null for the host's own code. */
  actor: OrNull<string>;
  action: string;
  rule: OrNull<string>;
  /** ID of its subject. */
  subject: OrNull<string>;
  request_id: OrNull<string>;
  /** The client's network. */
  ip: OrNull<string>;
  /** Position in the ledger of the event that commits to the row; null until it is sealed. */
  logged: OrNull<number>;
  /** 256 random bits, hexadecimal: the key of that commitment. */
  salt: OrNull<string>;
}

declare module '../../platform/database/schema/tables.ts' {
  interface Tables {
    admin_actions: AdminActionsTable;
  }
}

/** The tables of the audit log. */
export const auditMigrations: readonly Migration[] = [
  {
    name: 'audit-0001-actions',
    tables: [
      {
        table: 'admin_actions',
        columns: {
          id: required('id'),
          at: required('time'),
          actor: optional('id'),
          action: required('word'),
          rule: optional('name'),
          subject: optional('id'),
          request_id: optional('name'),
          ip: optional('word'),
        },
        // IDs sort by time, so the newest are at its end.
        primaryKey: 'id',
        indexes: [
          ['action', 'id'],
          ['actor', 'id'],
        ],
      },
    ],
  },
  // Position in the ledger of the commitment to an entry.
  {
    name: 'audit-0002-logged',
    tables: [],
    alterations: [
      {
        table: 'admin_actions',
        columns: { logged: optional('integer'), salt: optional('hash') },
      },
    ],
  },
  // The log is read in chronological order, also for one rule and within a period.
  {
    name: 'audit-0003-order',
    tables: [],
    alterations: [
      {
        table: 'admin_actions',
        columns: {},
        indexes: [
          ['at', 'id'],
          ['action', 'at', 'id'],
          ['actor', 'at', 'id'],
          ['rule', 'at', 'id'],
        ],
      },
    ],
  },
  // The actions on a request or a person.
  {
    name: 'audit-0004-subject',
    tables: [],
    alterations: [{ table: 'admin_actions', columns: {}, indexes: [['subject', 'id']] }],
  },
];
