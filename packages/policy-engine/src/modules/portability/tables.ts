import type { Generated } from 'kysely';
import { optional, required } from '../../platform/database/migrations/migration.ts';
import type { Migration } from '../../platform/database/migrations/migration.ts';
import type { OrNull, Time, TimeOrNull } from '../../platform/database/schema/tables.ts';

/** A person's access request. */
export interface PortabilityRequestsTable {
  id: string;
  /** The host's id of the subject, opaque. */
  user_id: string;
  /** `pending`, `progress`, `completed`, `denied`, `failed` or `expired`. */
  state: Generated<string>;
  /** When the export is deleted. */
  expire_at: TimeOrNull;
  /** Legacy attachment mode: path of the file below `exporter.path`. */
  attachment: OrNull<string>;
  attachment_file_name: OrNull<string>;
  /** Bytes, as text. */
  attachment_file_size: OrNull<string>;
  attachment_file_content_type: OrNull<string>;
  attachment_content_type: OrNull<string>;
  created_at: Time;
  updated_at: Time;
}

/** Data about the deadline and the execution of a portability request; one row for each. */
export interface PortabilityRegisterTable {
  request_id: string;
  /** The subject while the request is open, null afterwards; unique, so that nobody has two open ones. */
  open_user: OrNull<string>;
  /** Language of the person, BCP 47. */
  locale: OrNull<string>;
  /** Last moment of the legal deadline. */
  due_at: Time;
  extended_at: TimeOrNull;
  extension_reason: OrNull<string>;
  confirmed_at: TimeOrNull;
  /** When it was completed or denied. */
  closed_at: TimeOrNull;
  /** Why it was denied, for the person. */
  reason: OrNull<string>;
  /** Why the last attempt failed, for administrators. */
  error: OrNull<string>;
  /** When an export last failed that is not retried automatically. */
  failed_at: TimeOrNull;
  /** Token of the last attempt; part of the name of what it writes. */
  attempt: Generated<number>;
  /** JSON: rows, expected rows, files and bytes so far. */
  progress: OrNull<string>;
  /** Name in the storage. */
  file_name: OrNull<string>;
  /** Decimal digits: more than 32 bits. */
  file_bytes: OrNull<string>;
}

declare module '../../platform/database/schema/tables.ts' {
  interface Tables {
    portability_requests: PortabilityRequestsTable;
    portability_register: PortabilityRegisterTable;
  }
}

/** The tables of access requests. */
export const portabilityMigrations: readonly Migration[] = [
  {
    name: 'requests-0001-requests',
    tables: [
      {
        table: 'portability_requests',
        columns: {
          id: required('id'),
          user_id: required('userId'),
          state: required('word', "'pending'"),
          expire_at: optional('time'),
          created_at: required('time'),
          updated_at: required('time'),
        },
        primaryKey: 'id',
        indexes: [
          ['user_id', 'created_at'],
          ['state', 'created_at'],
        ],
      },
    ],
  },
  // Beside the original's table and not in it, so that an installation of the original needs no change.
  {
    name: 'requests-0002-register',
    tables: [
      {
        table: 'portability_register',
        columns: {
          request_id: required('id'),
          open_user: optional('userId'),
          locale: optional('word'),
          due_at: required('time'),
          extended_at: optional('time'),
          extension_reason: optional('text'),
          confirmed_at: optional('time'),
          closed_at: optional('time'),
          reason: optional('text'),
          error: optional('text'),
          attempt: required('integer', '0'),
          progress: optional('text'),
          file_name: optional('name'),
          file_bytes: optional('word'),
        },
        primaryKey: 'request_id',
        // All three databases take any number of nulls in a unique index: one open request per user, any number of closed ones.
        unique: [['open_user']],
        indexes: [['due_at']],
        references: { request_id: 'portability_requests' },
      },
    ],
  },
  // The columns of the legacy attachment mode (spec: P-legacy-columns).
  {
    name: 'requests-0003-attachments',
    tables: [],
    alterations: [
      {
        table: 'portability_requests',
        columns: {
          attachment: optional('name'),
          attachment_file_name: optional('name'),
          attachment_file_size: optional('name'),
          attachment_file_content_type: optional('name'),
          attachment_content_type: optional('name'),
        },
      },
    ],
  },
  // For lists of requests of all states, the newest first.
  {
    name: 'requests-0004-listed',
    tables: [],
    alterations: [{ table: 'portability_requests', columns: {}, indexes: [['created_at', 'id']] }],
  },
  {
    name: 'requests-0005-failed',
    tables: [],
    alterations: [{ table: 'portability_register', columns: { failed_at: optional('time') } }],
  },
];
