import { optional, required } from '../database/migrations/migration.ts';
import type { Migration } from '../database/migrations/migration.ts';
import type { OrNull, Time, TimeOrNull } from '../database/schema/tables.ts';

/** The outbox: mails to be sent, and those already sent. */
export interface MailsTable {
  id: string;
  /** A mail of a key is sent once. */
  unique_key: string;
  message: string;
  /** `waiting`, `sent` or `dropped` (no recipient exists). */
  state: string;
  /** JSON: the recipient. Null once it is sent. */
  recipient: OrNull<string>;
  /** JSON: the data. Null once it is sent. */
  data: OrNull<string>;
  /** BCP 47 tag; null: the recipient's own. */
  locale: OrNull<string>;
  created_at: Time;
  sent_at: TimeOrNull;
}

declare module '../database/schema/tables.ts' {
  interface Tables {
    mails: MailsTable;
  }
}

/** The tables of mail. */
export const mailMigrations: readonly Migration[] = [
  {
    name: 'mail-0001-mails',
    tables: [
      {
        table: 'mails',
        columns: {
          id: required('id'),
          unique_key: required('name'),
          message: required('word'),
          state: required('word'),
          // Null once it is sent: recipients are not kept longer than needed.
          recipient: optional('text'),
          data: optional('text'),
          locale: optional('word'),
          created_at: required('time'),
          sent_at: optional('time'),
        },
        primaryKey: 'id',
        unique: [['unique_key']],
        indexes: [['state', 'sent_at']],
      },
    ],
  },
];
