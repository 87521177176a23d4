import { optional, required } from '../../platform/database/migration.ts';
import type { Migration } from '../../platform/database/migration.ts';
import type { OrNull, Time } from '../../platform/database/tables.ts';

/** What an administrator did. */
export interface AdminActionsTable {
  id: string;
  at: Time;
  /** The host's id of the administrator; null for the host itself. */
  actor: OrNull<string>;
  action: string;
  rule: OrNull<string>;
  /** Id of what it was done to. */
  subject: OrNull<string>;
  request_id: OrNull<string>;
  /** The client's network. */
  ip: OrNull<string>;
  /** Place in the ledger of the event that commits to the row; null until it is sealed. */
  logged: OrNull<number>;
  /** 256 random bits, hexadecimal: what keys that commitment. */
  salt: OrNull<string>;
}

declare module '../../platform/database/tables.ts' {
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
        // Ids sort by time, so the newest are found from its end.
        primaryKey: 'id',
        indexes: [
          ['action', 'id'],
          ['actor', 'id'],
        ],
      },
    ],
  },
  // Where the ledger commits to an entry.
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
  // The log is read in the order of its times, also of one rule and within a period.
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
  // What was done to a request or a person.
  {
    name: 'audit-0004-subject',
    tables: [],
    alterations: [{ table: 'admin_actions', columns: {}, indexes: [['subject', 'id']] }],
  },
];
