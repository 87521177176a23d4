/** The tables that all kinds of request share. */
import { optional, required } from '../../platform/database/migrations/migration.ts';
import type { Migration } from '../../platform/database/migrations/migration.ts';
import type { OrNull, Time, TimeOrNull } from '../../platform/database/schema/tables.ts';

/** An administrator's note on a request, for other administrators. */
export interface RequestNotesTable {
  id: string;
  /** For example `portability`. */
  request_kind: string;
  request_id: string;
  /** The host's ID of the person of the request; their notes are erased with them. */
  user_id: string;
  /** The host's ID of the administrator; null for the host's own code. */
  author: OrNull<string>;
  body: string;
  created_at: Time;
}

/** A message about a request, between its person and the administrators. */
export interface RequestMessagesTable {
  id: string;
  /** For example `portability`. */
  request_kind: string;
  request_id: string;
  /** The host's ID of the person of the request; their messages are erased with them. */
  user_id: string;
  /** `person` or `administrator`. */
  sender: string;
  /** The host's ID of the administrator; null for the person, and for the host's own code. */
  author: OrNull<string>;
  body: string;
  /** Of the mail to the person: `waiting`, `sent` or `dropped`; null if there is none. */
  mail_state: OrNull<string>;
  mailed_at: TimeOrNull;
  created_at: Time;
}

/** A file that is attached to a message; its content is in the storage of attachments. */
export interface RequestFilesTable {
  id: string;
  message_id: string;
  request_id: string;
  /** The host's ID of the person of the request. */
  user_id: string;
  /** The name of the download. */
  file_name: string;
  /** The name in the storage. */
  stored_name: string;
  bytes: number;
  created_at: Time;
}

/** The administrator who works on a request. */
export interface RequestAssignmentsTable {
  request_id: string;
  /** For example `portability`. */
  request_kind: string;
  /** The host's ID of the administrator. */
  assignee: string;
  created_at: Time;
}

/** A template of a reason. */
export interface RequestTemplatesTable {
  id: string;
  /** `deny`, `extend` or `hold`. */
  act: string;
  /** Language of the text, BCP 47. */
  locale: string;
  /** The name by which administrators choose it. */
  title: string;
  /** The text; null for a sample that was deleted. */
  body: OrNull<string>;
  /** Name of the sample that it replaces; null for one of the administrators' own. */
  sample: OrNull<string>;
  created_at: Time;
  updated_at: Time;
}

declare module '../../platform/database/schema/tables.ts' {
  interface Tables {
    request_notes: RequestNotesTable;
    request_messages: RequestMessagesTable;
    request_files: RequestFilesTable;
    request_assignments: RequestAssignmentsTable;
    request_templates: RequestTemplatesTable;
  }
}

/** The tables, in the order of their introduction. */
export const deskMigrations: readonly Migration[] = [
  {
    name: 'desk-0001-notes-and-templates',
    tables: [
      {
        table: 'request_notes',
        columns: {
          id: required('id'),
          request_kind: required('word'),
          request_id: required('id'),
          user_id: required('userId'),
          author: optional('id'),
          body: required('text'),
          created_at: required('time'),
        },
        primaryKey: 'id',
        indexes: [['request_id'], ['user_id']],
      },
      {
        table: 'request_templates',
        columns: {
          id: required('id'),
          act: required('word'),
          locale: required('word'),
          title: required('name'),
          body: optional('text'),
          sample: optional('word'),
          created_at: required('time'),
          updated_at: required('time'),
        },
        primaryKey: 'id',
        unique: [['locale', 'sample']],
      },
    ],
  },
  {
    name: 'desk-0002-messages-and-assignments',
    tables: [
      {
        table: 'request_messages',
        columns: {
          id: required('id'),
          request_kind: required('word'),
          request_id: required('id'),
          user_id: required('userId'),
          sender: required('word'),
          author: optional('id'),
          body: required('text'),
          mail_state: optional('word'),
          mailed_at: optional('time'),
          created_at: required('time'),
        },
        primaryKey: 'id',
        indexes: [['request_id'], ['user_id']],
      },
      {
        table: 'request_files',
        columns: {
          id: required('id'),
          message_id: required('id'),
          request_id: required('id'),
          user_id: required('userId'),
          file_name: required('name'),
          stored_name: required('name'),
          bytes: required('integer'),
          created_at: required('time'),
        },
        primaryKey: 'id',
        unique: [['stored_name']],
        indexes: [['request_id'], ['user_id']],
      },
      {
        table: 'request_assignments',
        columns: {
          request_id: required('id'),
          request_kind: required('word'),
          assignee: required('id'),
          created_at: required('time'),
        },
        primaryKey: 'request_id',
        indexes: [['assignee']],
      },
    ],
  },
];
