import { optional, required } from '../database/migration.ts';
import type { Migration } from '../database/migration.ts';
import type { OrNull, Time, TimeOrNull } from '../database/tables.ts';

/** Mail on its way, and that it was sent. */
export interface MailsTable {
  id: string;
  /** A mail of a key is sent once. */
  unique_key: string;
  message: string;
  /** `waiting`, `sent` or `dropped` (nobody to send it to). */
  state: string;
  /** JSON: whom it is for. Null once it is sent. */
  recipient: OrNull<string>;
  /** JSON: what it tells. Null once it is sent. */
  data: OrNull<string>;
  /** BCP 47 tag; null: the recipient's own. */
  locale: OrNull<string>;
  created_at: Time;
  sent_at: TimeOrNull;
}

declare module '../database/tables.ts' {
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
          // Null once it is sent: who got what is nobody's business any more.
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
