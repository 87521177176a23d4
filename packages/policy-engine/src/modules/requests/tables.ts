/** The tables of what all kinds of request share. */
import { optional, required } from '../../platform/database/migration.ts';
import type { Migration } from '../../platform/database/migration.ts';
import type { OrNull, Time } from '../../platform/database/tables.ts';

/** What an administrator noted about a request, for other administrators. */
export interface RequestNotesTable {
  id: string;
  /** As in `portability`. */
  request_kind: string;
  request_id: string;
  /** The host's id of the person of the request; their notes go with them. */
  user_id: string;
  /** The host's id of the administrator; null for the host itself. */
  author: OrNull<string>;
  body: string;
  created_at: Time;
}

/** Words for a reason, to begin with. */
export interface RequestTemplatesTable {
  id: string;
  /** `deny`, `extend` or `hold`. */
  act: string;
  /** Language of the words, BCP 47. */
  locale: string;
  /** What administrators choose it by. */
  title: string;
  /** The words; null for a sample that is taken away. */
  body: OrNull<string>;
  /** Name of the sample whose place it takes; null for one of the administrators' own. */
  sample: OrNull<string>;
  created_at: Time;
  updated_at: Time;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    request_notes: RequestNotesTable;
    request_templates: RequestTemplatesTable;
  }
}

/** The tables, in the order they came. */
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
];
